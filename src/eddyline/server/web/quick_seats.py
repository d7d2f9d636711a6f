"""Seat people who want to play at once: at a table that starts within a minute, with bots on the seats left free."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING

from eddyline.engine.messages import shown
from eddyline.engine.registry import GAMES
from eddyline.engine.registry import game as game_by_id
from eddyline.protocol import table as protocol
from eddyline.protocol.pace import Clock, Pace
from eddyline.protocol.refusal import RefusalError
from eddyline.server.table.state import token_hash

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.protocol.lobby import QuickSeat
    from eddyline.server.accounts.account import Account
    from eddyline.server.hub.hub import Hub
    from eddyline.server.lobby.lobby import Entry

FILLS_AFTER = 60.0
"""Seconds until bots take the free seats."""
LAST_SECONDS = 3.0
"""Seconds before that in which nobody is seated any more: they would not be there yet."""
ON_THE_WAY = 20.0
"""Seconds in which whoever has taken a seat may still be on the way to the table."""
SEATS = 4
"""Seats of a table, where the game allows it."""
PACE = Pace(clock=Clock(turn=60.0, reserve=300.0))


class Matching:
    """Give seats at the oldest table that fits, or open one.

    What is known of it is in the tables' logs: a restart changes nothing, and several processes find the same tables.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._alone: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """By game: two who come at the same moment meet."""

    async def seat(
        self, wish: QuickSeat, person: Account | None = None, opens: Callable[[], None] = lambda: None
    ) -> protocol.Seated:
        """Give a seat to a guest, or a person with an account; whoever has one by this token gets it again.

        `opens` hears that a table is opened for them, and may refuse it.
        Raises RefusalError.
        """
        if person is not None and person.owner is not None:
            raise RefusalError("not_yours", "Quick seats are for people; a bot can open or join a table.")
        if wish.game not in GAMES:
            raise RefusalError("unknown", f"There is no game {shown(wish.game)} here.")
        async with self._alone[wish.game]:
            tables = [entry for entry in self._hub.lobby.entries.values() if self._may_be_known(entry, wish.game)]
            tables.sort(key=lambda entry: entry.listing.opened)
            for entry in tables:
                if (seated := await self._again(entry.listing.id, wish.token, person)) is not None:
                    return seated
            for entry in tables:
                if self._fits(entry) and (seated := await self._join(entry.listing.id, wish, person)) is not None:
                    return seated
            opens()
            return await self._open(wish, person)

    def _may_be_known(self, entry: Entry, game: str) -> bool:
        """Return whether somebody who asks now may have been given a seat there a moment ago."""
        row = entry.listing
        return row.game == game and (row.fills is not None or self._hub.now() - row.opened < 2 * FILLS_AFTER)

    def _fits(self, entry: Entry) -> bool:
        row, now = entry.listing, self._hub.now()
        waiting = entry.present or now - row.opened < ON_THE_WAY
        return (
            entry.audience is None and row.status == "open" and bool(waiting) and entry.free > 0
            and row.fills is not None and now < row.fills - LAST_SECONDS
        )  # fmt: skip

    async def _again(self, table: str, token: str, person: Account | None) -> protocol.Seated | None:
        try:
            async with self._hub.room(table) as room:
                seat = room.table.seat_of(token, None if person is None else person.id)
                known = seat is not None and room.table.state.seats[seat].token == token_hash(token)
        except RefusalError:
            return None
        return protocol.Seated(table=table, seat=seat, token=token) if known and seat is not None else None

    async def _join(self, table: str, wish: QuickSeat, person: Account | None) -> protocol.Seated | None:
        """Take a seat, under a name like the one wished for if somebody has that; None when there is no seat."""
        name: str | None = wish.name
        while name is not None:
            try:
                return await self._hub.join(table, protocol.Join(name=name), wish.token, person)
            except RefusalError as refusal:
                if refusal.code == "bad_message":
                    raise
                name = refusal.suggestion
        return None

    async def _open(self, wish: QuickSeat, person: Account | None) -> protocol.Seated:
        players = game_by_id(wish.game).players
        table = protocol.NewTable(
            game=wish.game,
            name=wish.name,
            seats=max((count for count in players if count <= SEATS), default=min(players)),
            start=True,
            pace=PACE,
            access="open",
        )
        return await self._hub.open(table, token=wish.token, person=person, fill_after=FILLS_AFTER)
