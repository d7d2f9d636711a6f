"""Run the tournaments of a store, and tell of them.

Everything that is said is in a tournament's log first.
"""

from __future__ import annotations

import itertools
import logging
from typing import TYPE_CHECKING

import msgspec

from eddyline.server.base.names import no_name
from eddyline.server.tasks import periodically
from eddyline.server.tournaments import described, log
from eddyline.server.tournaments.organising import Organising
from eddyline.server.tournaments.rounds import Rounds
from eddyline.server.tournaments.shown import Showing
from eddyline.server.tournaments.stored import LISTED, StoredTournaments

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from eddyline.protocol import tournaments as messages
    from eddyline.server.accounts.people import People
    from eddyline.server.base.outside import Outside
    from eddyline.server.ratings.rater import Rater
    from eddyline.server.store import Store
    from eddyline.server.table.in_memory import Tables
    from eddyline.server.tournaments.log import Tournament

_log = logging.getLogger(__name__)

LOOK_EVERY, SEARCH_EVERY = 60, 3600
"""Seconds between two looks at what should have gone on by itself, and between two searches of the store."""
SECOND = 1.0


class Tournaments:
    """Run the tournaments of a store. Methods raise RefusalError."""

    def __init__(self, store: Store, outside: Outside, people: People, rater: Rater, tables: Tables) -> None:
        self._people = people
        self._outages = outside.outages
        self.showing = Showing(self.info)
        self.stored = StoredTournaments(store, outside.clock, self.showing.stir)
        self.rounds = Rounds(self.stored, store, outside, tables)
        self.organising = Organising(self.stored, self.rounds, outside, people, rater)

    async def look_after_all(self) -> None:
        """Go on with all that should have gone on by itself. Raises RefusalError."""
        for each in await self.stored.going():
            if each.status == "running":
                self.rounds.go_on_soon(each.id)

    async def keep_on(self) -> None:
        """Do so now and every minute, and begin what is due every second, until cancelled."""
        seconds = itertools.count()

        async def look() -> None:
            second = next(seconds)
            if second % LOOK_EVERY == 0:
                # Others are heard of when they change something; that may have been missed.
                if second % SEARCH_EVERY == 0 or not self.stored.found:
                    await self.stored.find()
                await self.look_after_all()
            await self.organising.start_due()
            self.rounds.end_breaks()

        await periodically(look, SECOND, "the tournaments were not looked after", at_once=True)

    def hear(self, changed: AbstractSet[str] | None) -> None:
        """Take note of logs that another process has changed; None: any may have been."""
        self.stored.hear(changed)
        self.showing.hear(changed)

    async def info(self, key: str) -> messages.TournamentInfo:
        """Describe a tournament."""
        found = await self.stored.read(key)
        announced = found.must_exist()
        accounts = {announced.organiser, *(each.owner for each in found.entrants if each.owner is not None)}
        names = {account: await self._people.name_of(account) for account in accounts}
        return described.info(found, announced, names, self._outages)

    async def of_person(self, account: str, asking: str | None) -> list[messages.PersonTournament]:
        """List the tournaments that somebody has entered, the newest first; those by link to who takes part there."""
        person = await self._people.must_find(account)
        newest = list(reversed(person.tournaments))[:LISTED]
        shown = [
            each
            for each in await self.stored.read_all(newest)
            if each.terms.door != "link" or each.takes_part(asking) or asking == account
        ]
        found = [described.of_person(each, account) for each in shown]
        return [each for each in found if each is not None]

    async def told_of(self, key: str, account: str) -> list[dict[str, object]]:
        """List what a tournament keeps of an account."""
        found = await self.stored.read(key)
        told: list[dict[str, object]] = []
        if found.organiser == account:
            terms = msgspec.structs.replace(found.terms, password=None)
            written = {**msgspec.to_builtins(terms), **msgspec.to_builtins(found.announced)}
            told.append({"tournament": key, "organiser": True, **written})
        return told + [
            {
                "tournament": key,
                "entrant": each.number,
                "name": each.name,
                **({} if each.portrait is None else {"portrait": each.portrait}),
                "withdrawn": each.gone,
            }
            for each in found.entrants
            if each.account == account
        ]

    async def forget(self, key: str, account: str) -> None:
        """Take a deleted account's name away, and what it has written of its tournament."""

        def forget(now: Tournament) -> list[log.Entry]:
            names = [entrant.name for entrant in now.entrants]
            forgotten: list[log.Entry] = [
                log.Forgotten(entrant=each.number, name=no_name(names))
                for each in now.entrants
                if each.account == account
            ]
            if now.organiser == account and now.terms.description:
                forgotten.append(msgspec.structs.replace(now.terms, description=""))
            return forgotten

        await self.stored.change(key, forget)

    async def rename(self, key: str, account: str, name: str) -> None:
        """Write an account's new name down."""

        def rename(now: Tournament) -> list[log.Entry]:
            theirs = (each for each in now.entrants if each.account == account and each.name != name)
            return [log.Renamed(entrant=each.number, name=name) for each in theirs]

        await self.stored.change(key, rename)
