"""Find out what people who are away should know of friends: who asks to be one, who has accepted, who invites.

Whoever is kept away causes nothing of it.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Literal

from eddyline.engine.registry import GAMES
from eddyline.engine.registry import game as game_by_id
from eddyline.protocol.refusal import RefusalError
from eddyline.server.friends import pair as log
from eddyline.server.friends.meeting import can_sit
from eddyline.server.notices.occasions import Occasion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.server.base.outside import Outside
    from eddyline.server.friends.admission import Admission
    from eddyline.server.friends.friends import Friends
    from eddyline.server.friends.pair import Pair
    from eddyline.server.presence.site import SitePresence
    from eddyline.server.store import Kept
    from eddyline.server.table.in_memory import Tables
    from eddyline.server.table.table import Table

_log = logging.getLogger(__name__)

LATELY = 86_400.0
"""Seconds: what is older and still not told is found on the page."""


class News:
    """Look at what has changed lately between two people, and at invitations to the tables in memory.

    What is found is told at the next look, if it is still so: somebody may take it back at once.
    """

    def __init__(
        self,
        friends: Friends,
        admission: Admission,
        site: SitePresence,
        tables: Tables,
        outside: Outside,
    ) -> None:
        self._friends = friends
        self._admission = admission
        self._site = site
        self._tables = tables
        self._outside = outside
        self._changed: dict[str, None] = {}
        """Logs of two people that are to be read."""
        self._open: dict[str, tuple[Occasion, float]] = {}
        """By log: what the two have to be told, and since when that is so, in seconds since 1970."""
        self._calls: dict[tuple[str, str], tuple[Occasion, float]] = {}
        """By log and who has called the other one to a table: what is to be told of it, and since when that is so."""
        self._before: set[tuple[str, str]] = set()
        """What was found at the last look."""

    async def begin(self, kept: Sequence[Kept]) -> None:
        """Read what was changed lately; perhaps nobody was told yet."""
        for each in kept:
            if (two := log.of(each.table)) is not None and self._lately(each.changed / 1000):
                self.changed(*two)

    def _lately(self, at: float) -> bool:
        return self._outside.outages.elapsed(at, self._outside.clock()) < LATELY

    def changed(self, one: str, other: str) -> None:
        """Read how two people stand to each other before the next look."""
        self._changed[log.key(one, other)] = None

    def changed_somewhere(self) -> None:
        """Read all again that is to be told, because it may have changed."""
        self._changed.update(dict.fromkeys([*self._open, *(key for key, _ in self._calls)]))

    async def look(self) -> list[Occasion]:
        """List what people who are away should know, and what was shown to those who were there."""
        self._site.look()
        for key in list(self._changed):
            self._changed.pop(key, None)
            await self._read(key)
        self._open = {key: each for key, each in self._open.items() if self._lately(each[1])}
        found = [self._now(occasion, since) for occasion, since in self._open.values()]
        now = self._outside.clock()
        self._calls = {key: each for key, each in self._calls.items() if now - each[1] < log.CALL_LASTS / 1000}
        found += [occasion for occasion, _ in self._calls.values() if await self._waits(occasion)]
        found += [each for room in self._tables.rooms() for each in await self._invitations(room.table)]
        # By the next look the others have answered.
        self._site.ask({each.account for each in found})
        before, self._before = self._before, {(each.account, each.key) for each in found}
        told = [each for each in found if each.seen or self._site.away(each.account)]
        return [each for each in told if (each.account, each.key) in before]

    async def _read(self, key: str) -> None:
        """Find out what one of two people should know of the other."""
        self._open.pop(key, None)
        for each in [each for each in self._calls if each[0] == key]:
            del self._calls[each]
        one, other = key.split("-")
        try:
            pair = await self._friends.between(one, other)
            for account, by in ((one, other), (other, one)):
                told = _news_of(pair, account, by)
                name = await self._friends.people.name_of(by) if told else None
                if told and name is not None:
                    kind, path = told
                    about = f"{by}.{kind}"
                    number = f"{about}.{pair.since}"
                    self._open[key] = Occasion(number, account, kind, about, path, (name,), by=by), pair.since / 1000
                call = pair.call_of(by, int(self._outside.clock() * 1000))
                name = await self._friends.people.name_of(by) if call and not call.declined else None
                if call and name is not None and call.game in GAMES:
                    number, path = f"{call.table}.call.{by}.{call.at}", f"t/{call.table}"
                    game = game_by_id(call.game).name
                    told_of = Occasion(number, account, "invitation", call.table, path, (name,), game, by)
                    self._calls[key, by] = told_of, call.at / 1000
        except RefusalError as refusal:
            if refusal.code != "damaged":
                self._changed[key] = None  # the next look may find the store there again
            _log.warning("nobody knows what is new between two people: %s", refusal.message)

    async def _waits(self, call: Occasion) -> bool:
        """Say whether somebody who was called to a table could sit down there."""
        try:
            async with self._tables.room(call.tag) as room:
                return await can_sit(room.table, self._admission, call.account)
        except RefusalError:
            return False

    def _now(self, occasion: Occasion, since: float) -> Occasion:
        """Say whether it was shown: that somebody has accepted needs no answer, a request does."""
        seen = occasion.kind == "friend" and self._site.since(occasion.account, since)
        return occasion._replace(seen=seen)

    async def _invitations(self, table: Table) -> list[Occasion]:
        """List who may take a free seat because they are invited."""
        state = table.state
        host, found = state.seats[state.host], list[Occasion]()
        if state.access != "friends" or state.status != "open" or host.account is None:
            return found
        if all(seat.kind != "open" for seat in state.seats):
            return found
        for account in state.invited:
            try:
                if table.seat_of(None, account) is not None or not await self._admission.admits(state, account):
                    continue
            except RefusalError as refusal:
                _log.warning("nobody knows whom an invitation reaches: %s", refusal.message, extra={"table": state.id})
                continue
            path, game, by = f"t/{state.id}", state.rules.name, host.account
            key = f"{state.id}.invitation"
            found.append(Occasion(key, account, "invitation", state.id, path, (host.name,), game, by))
        return found


def _news_of(pair: Pair, account: str, by: str) -> tuple[Literal["request", "friend"], str] | None:
    """Return what is new for one of two people, and the page that shows it."""
    if pair.asks(account):
        return "request", "me"
    return ("friend", f"people/{by}") if pair.friends and pair.accepted == by else None
