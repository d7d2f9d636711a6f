"""Announce tournaments, take entries, start and end them: what people ask for."""

from __future__ import annotations

import functools
import logging
from typing import TYPE_CHECKING

from eddyline.bots.anchors import anchors
from eddyline.engine.families import family_of
from eddyline.engine.registry import UnknownGameError
from eddyline.engine.registry import game as game_by_id
from eddyline.protocol import tournaments as messages
from eddyline.protocol.pace import DAY
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import Competed
from eddyline.server.base.names import BOT_NAMES, check_bot, clean_text, looks, numbered
from eddyline.server.table.bot_choice import check_limit
from eddyline.server.table.seating import check_pace, check_rules
from eddyline.server.tournaments import log
from eddyline.server.tournaments.rounds import allowed
from eddyline.server.tournaments.standings import lot
from eddyline.server.tournaments.terms import TermsOfEntry, kept, must_have_room

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.engine.game import Game
    from eddyline.protocol.tournaments import Status
    from eddyline.server.accounts.account import Account
    from eddyline.server.accounts.people import People
    from eddyline.server.base.outside import Outside
    from eddyline.server.ratings.rater import Rater
    from eddyline.server.tournaments.log import Announced, Tournament
    from eddyline.server.tournaments.rounds import Rounds
    from eddyline.server.tournaments.stored import StoredTournaments

_log = logging.getLogger(__name__)

MOST_UNFINISHED = 3
"""Tournaments of one organiser that are not over."""
LONGEST_DELAY = 900.0
"""Most seconds from the end of an outage to a start that it has put off; a brief one puts it off as long as it was."""
DAYS_AHEAD = 366
"""Days from now within which a tournament may start by itself."""


class Organising:
    """Carry out what organisers and entrants want. Methods raise RefusalError."""

    def __init__(
        self, stored: StoredTournaments, rounds: Rounds, outside: Outside, people: People, rater: Rater
    ) -> None:
        self._stored = stored
        self._rounds = rounds
        self._outside = outside
        self._people = people
        self._rater = rater
        self._terms = TermsOfEntry(people, outside.clock)

    async def announce(self, person: Account, wish: messages.NewTournament, address: str) -> str:
        """Announce a tournament; return its id."""
        try:
            game = game_by_id(wish.game)
        except UnknownGameError as error:
            raise RefusalError("bad_message", str(error)) from None
        check_pace(wish.game, wish.pace)
        if wish.pace.clock is None:
            raise RefusalError("bad_message", "expected a pace with a clock, so that nobody waits forever; got none")
        announced = log.Announced(
            name=clean_text(wish.name, messages.TITLE_LENGTH),
            organiser=person.id,
            game=wish.game,
            preset=wish.preset or game.default_preset,
            options=wish.options,
            format=wish.format,
            rounds=wish.rounds,
            size=wish.size,
            pace=wish.pace,
            bot_seconds=check_limit(wish.bot_seconds),
            rated=wish.rated,
            outside_bots=wish.outside_bots,
        )
        terms = kept(await self._terms.agreed(wish, address), log.Tournament(""))
        written: list[log.Entry] = [announced, terms]
        if wish.starts is not None:
            written.append(log.Scheduled(starts=self._possible(wish.starts)))
        if wish.size not in allowed(game, announced):
            raise RefusalError("bad_message", f"expected a size that these rules have, got {wish.size}")
        if wish.format == "groups" and wish.rounds == 1:
            raise RefusalError("bad_message", "expected 2 rounds or more: groups play at least once before the final")
        own = [each for each in await self._stored.going() if each.organiser == person.id]
        if len(own) >= MOST_UNFINISHED:
            raise RefusalError("full", f"You already organise {MOST_UNFINISHED} tournaments; end one first.")
        key = self._outside.table_id()
        await self._stored.change(key, lambda _: written)
        await self._note(person.id, key)
        _log.info("a tournament was announced", extra={"tournament": key, "game": wish.game})
        return key

    async def agree(self, key: str, person: Account, wish: messages.Terms, address: str) -> None:
        """Say anew who takes part and who watches, as the organiser wants; who is in stays in."""
        _own(await self._stored.read(key), person, "open")
        wanted = await self._terms.agreed(wish, address)

        def agree(now: Tournament) -> list[log.Entry]:
            _own(now, person, "open")
            terms = kept(wanted, now)
            return [] if terms == now.terms else [terms]

        await self._stored.change(key, agree)

    async def enter(self, key: str, person: Account, wish: messages.Enter, address: str) -> None:
        """Enter a person, or a bot that plays from outside; nothing happens when they are in already."""
        portrait = None if person.owner is not None else wish.portrait

        def enter(now: Tournament) -> list[log.Entry]:
            announced = now.must_be("open")
            if now.entrant_of(person.id) is not None:
                return []
            if person.owner is not None and not announced.outside_bots:
                raise RefusalError("not_yours", "The organiser of this tournament admits no bots from outside.")
            must_have_room(now, 1)
            return [log.Entered(name=_free_name(person, now), account=person.id, owner=person.owner, portrait=portrait)]

        now = await self._stored.read(key)
        if enter(now):
            await self._terms.must_know(now, person, wish.password, address)
        await self._note(person.id, key)
        await self._stored.change(key, enter)

    async def enter_bots(self, key: str, person: Account, wish: messages.EnterBots) -> None:
        """Enter bots, as the organiser wants."""

        def enter(now: Tournament) -> list[log.Entry]:
            check_bot(_own(now, person, "open").game, wish.bot)
            must_have_room(now, wish.count)
            taken = [entrant.name for entrant in now.entrants]
            made: list[log.Entry] = []
            for _ in range(wish.count):
                had = set().union(*map(looks, taken))
                free = next((name for name in BOT_NAMES if not looks(name) & had), None)
                taken.append(free or numbered(BOT_NAMES[len(taken) % len(BOT_NAMES)], taken))
                made.append(log.Entered(name=taken[-1], bot=wish.bot))
            return made

        await self._stored.change(key, enter)

    async def withdraw(self, key: str, person: Account, number: int | None = None) -> None:
        """Withdraw somebody from the next round on; `number`: as the organiser, any entrant."""

        def withdraw(now: Tournament) -> list[log.Entry]:
            now.must_exist()
            if now.status == "over":
                raise RefusalError("wrong_time", "The tournament is over.")
            if number is None:
                found = now.entrant_of(person.id)
            else:
                _own(now, person, now.status)
                found = now.entrants[number] if 0 <= number < len(now.entrants) else None
            return [] if found is None or found.gone else [log.Withdrew(entrant=found.number)]

        await self._stored.change(key, withdraw)

    async def schedule(self, key: str, person: Account, starts: int | None) -> None:
        """Choose when a tournament starts by itself, as the organiser wants; None: it waits for them."""

        def schedule(now: Tournament) -> list[log.Entry]:
            _own(now, person, "open")
            if (now.starts, now.missed) == (starts, None):
                return []
            return [log.Scheduled(starts=starts if starts is None else self._possible(starts))]

        await self._stored.change(key, schedule)

    def _possible(self, starts: int) -> int:
        """Return a time when a tournament can start, in milliseconds since 1970."""
        now = self._outside.clock() * 1000
        if starts <= now:
            raise RefusalError("bad_message", "expected a time to come, got one that is past")
        if starts > now + DAYS_AHEAD * DAY * 1000:
            raise RefusalError("bad_message", f"expected a time within {DAYS_AHEAD} days, got a later one")
        return starts

    async def start(self, key: str, person: Account) -> None:
        """Close the entries, as the organiser wants; the tables of the first round are opened soon."""

        def may(now: Tournament) -> bool:
            _own(now, person, "open")
            if _too_few(now):
                raise RefusalError("too_few", f"There are too few players for a table: {len(now.playing)}.")
            return True

        await self._start(key, may)

    async def start_due(self) -> None:
        """Start the tournaments whose time has come; of those that too few have entered, note that.

        One whose time was in an outage starts a while after it, so that people can be back.
        """
        clock = self._outside.clock
        if self._outside.outages.going_on() is not None:
            return
        while (key := self._stored.take_due(clock())) is not None:
            try:
                now = await self._stored.read(key)
                if (later := self._after_outage(now)) is not None:
                    await self._stored.change(key, functools.partial(_put_off, starts=now.starts, later=later))
                    _log.info("a tournament's start was put off after an outage", extra={"tournament": key})
                elif _too_few(now):
                    await self._stored.change(key, lambda now: [log.Missed()] if now.due(clock()) else [])
                else:
                    await self._start(key, lambda now: now.due(clock()) and not _too_few(now))
            except RefusalError as refusal:  # the look of each minute finds it again
                _log.warning("a tournament cannot start: %s", refusal.message, extra={"tournament": key})

    def _after_outage(self, tournament: Tournament) -> int | None:
        """Return when a tournament starts whose time was in an outage; None: at its time."""
        starts = tournament.starts
        if starts is None or (outage := self._outside.outages.hit(starts / 1000)) is None:
            return None
        begins, ends = outage
        later = ends + min(ends - begins, LONGEST_DELAY)
        return int(later * 1000) if later > self._outside.clock() else None

    async def _start(self, key: str, may: Callable[[Tournament], bool]) -> None:
        """Close the entries if this `may` be done."""
        basis = await self._stored.read(key)
        if not may(basis):
            return
        game = game_by_id(basis.must_exist().game)
        seed = self._outside.seed().hex()
        strength = await self._strengths(basis, game)

        def start(now: Tournament) -> list[log.Entry]:
            if not may(now):
                return []
            seeding = sorted(now.playing, key=lambda each: (-strength.get(each, 0.0), lot(seed, ("seed", each))))
            return [log.Started(seed=seed, seeding=tuple(seeding))]

        await self._stored.change(key, start)
        self._rounds.go_on_soon(key)

    async def close(self, key: str, person: Account) -> None:
        """End a tournament before its time, as the organiser wants; its tables are played on."""

        def end(now: Tournament) -> list[log.Entry]:
            _own(now, person, now.status)
            return [] if now.status == "over" else [log.Ended(closed=True)]

        await self._stored.change(key, end)

    async def lengthen(self, key: str, person: Account, seconds: int) -> None:
        """Let the break that goes on end so many seconds from now, as the organiser wants."""

        def lengthen(now: Tournament) -> list[log.Entry]:
            _own(now, person, "running")
            if now.pause is None:
                raise RefusalError("wrong_time", "No break goes on.")
            return [log.Paused(seconds=seconds)]

        await self._stored.change(key, lengthen)
        self._rounds.go_on_soon(key)

    async def _strengths(self, tournament: Tournament, game: Game) -> dict[int, float]:
        """Return mu of the entrants who are rated by the rules of the tournament, bots included."""
        announced = tournament.must_exist()
        options = check_rules(game, announced.preset, announced.options, announced.size)
        family = family_of(game, options, announced.size)
        if family is None:
            return {}
        people = (await self._rater.standings(game.id, family.id)).people
        bots = anchors(game.id, family.id)
        persons = {account: standing.rating.mu for account, standing in people.items()}
        found = {each.number: bots.get(each.bot or "", persons.get(each.account or "")) for each in tournament.entrants}
        return {number: mu for number, mu in found.items() if mu is not None}

    async def _note(self, account: str, key: str) -> None:
        """Let an account know of its tournament, so that it is in what the account can take home."""
        (await self._stored.read(key)).must_exist()
        await self._people.accounts.change(
            account, lambda now: [] if key in now.must_exist().tournaments else [Competed(tournament=key)]
        )


def _own(tournament: Tournament, person: Account, status: Status) -> Announced:
    """Return the announcement; raises RefusalError unless this person organises it and it has this status."""
    if tournament.must_exist().organiser != person.id:
        raise RefusalError("not_host", "Only the organiser of the tournament can do this.")
    return tournament.must_be(status)


def _put_off(tournament: Tournament, starts: int | None, later: int) -> list[log.Entry]:
    """Choose another time for a tournament, unless another process was first."""
    return [log.Scheduled(starts=later)] if tournament.status == "open" and tournament.starts == starts else []


def _too_few(tournament: Tournament) -> bool:
    announced = tournament.must_exist()
    return len(tournament.playing) < min(allowed(game_by_id(announced.game), announced))


def _free_name(person: Account, tournament: Tournament) -> str:
    """Return the name of somebody, with a number if a bot of the house is called so."""
    others = [entrant.name for entrant in tournament.entrants if entrant.account != person.id]
    return numbered(person.name, others) if looks(person.name) & set().union(*map(looks, others)) else person.name
