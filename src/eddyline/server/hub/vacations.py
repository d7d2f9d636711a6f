"""Tell tables of their players' vacations, which stop clocks where a turn may take days.

A vacation is durable in the account's log first; each table then notes in its own log from when to when the clock of a
seat stands still, so that every process that reads the log finds the same deadlines.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.table import entries

if TYPE_CHECKING:
    from eddyline.server.accounts.people import People
    from eddyline.server.table.table import Table


_log = logging.getLogger(__name__)


async def try_to_follow(table: Table, people: People) -> None:
    """Do as `follow`; when that fails now, it is done when the table is loaded again."""
    try:
        await follow(table, people)
    except RefusalError as refusal:
        _log.warning("a table was not told of vacations: %s", refusal.message, extra={"table": table.state.id})


async def follow(table: Table, people: People) -> None:
    """Note at a table the vacations that its players have taken since. Raises RefusalError."""
    state = table.state
    accounts = {number: seat.account for number, seat in enumerate(state.seats) if seat.account is not None}
    if not accounts or state.status == "over" or (state.status == "running" and not state.timing.by_days):
        return
    found = {number: await people.find(account) for number, account in accounts.items()}

    async def note() -> None:
        told = [
            entries.OnVacation(seat=number, times=tuple(account.vacations))
            for number, account in found.items()
            if account is not None
            and state.seats[number].account == account.id
            and state.seats[number].vacations != tuple(account.vacations)
        ]
        if told and state.status != "over":
            await table.append(*told)

    await table.alone(note)
