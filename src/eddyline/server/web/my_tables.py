"""Tell people which of their tables wait for them."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from eddyline.protocol.lobby import ListedSeat, MyTable
from eddyline.protocol.refusal import RefusalError

if TYPE_CHECKING:
    from eddyline.protocol.lobby import Asked, Mine
    from eddyline.server.accounts.account import Account
    from eddyline.server.hub.hub import Hub

LEFT_OUT = frozenset({"unknown", "deleted", "friends_only"})
"""Codes of refusals after which asking again would not help."""


async def tell(hub: Hub, mine: Mine, person: Account | None) -> tuple[MyTable, ...]:
    """Tell of each table once, in the order in which they were asked about.

    Tables that a person's account names, and that are gone, or where it has no seat any more, are taken off its list.
    """
    asked = {each.table: each for each in mine.tables}
    told = tuple([await _tell(hub, each, None if person is None else person.id) for each in asked.values()])
    if person is not None:
        seatless = {each.table for each in told if each.status != "unreachable" and each.seat is None}
        if gone := seatless & person.tables.keys():
            with contextlib.suppress(RefusalError):  # it is noted the next time
                await hub.people.lost(person.id, gone)
    return told


async def _tell(hub: Hub, asked: Asked, account: str | None) -> MyTable:
    try:
        async with hub.room(asked.table) as room:
            await hub.admission.must_admit(room.table, asked.token, account)
            info, seat = room.info(), room.table.seat_of(asked.token, account)
            winners, end = room.table.state.winners, room.table.state.facts.ended
    except RefusalError as refusal:
        return MyTable(table=asked.table, status="gone" if refusal.code in LEFT_OUT else "unreachable")
    waiting = [each for each in info.seats if each.thinking] if info.status == "running" else []
    yours = next((each for each in waiting if each.seat == seat), None)
    clocked = [each for each in waiting if each.left is not None]
    # Whose clock stands still runs out of time last.
    told = yours or min(clocked, key=lambda each: (each.vacation is not None, sum(each.left or ())), default=None)
    return MyTable(
        table=asked.table,
        status=info.status,
        seat=seat,
        yours=yours is not None,
        waiting=tuple(each.seat for each in waiting),
        left=None if told is None else told.left,
        vacation=None if told is None else told.vacation,
        seats=tuple(ListedSeat(kind=each.kind, name=each.name, bot=each.bot) for each in info.seats),
        winners=winners,
        rank=end.ranking[seat] if end is not None and seat is not None and info.ended == "finished" else None,
        ended=None if end is None else end.at,
        rematch=info.rematch,
    )
