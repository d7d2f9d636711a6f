"""Give people what is kept of them, and delete it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.names import NOBODY
from eddyline.server.store import StoreError
from eddyline.server.table.state import TableState
from eddyline.server.web.admin import entries_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from eddyline.server.accounts.account import Account
    from eddyline.server.hub.hub import Hub
    from eddyline.server.store import Store

_log = logging.getLogger(__name__)

SECRETS = {"hash", "hashes", "session", "sessions", "key", "token"}
"""Fields that are left out: hashes of what a person knows or holds. They say nothing of the person."""


async def export(hub: Hub, account: Account) -> str:
    """Return everything that is kept of an account, one JSON object a line. Raises RefusalError."""
    lines = [line async for line in _about(hub, account)]
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


async def _about(hub: Hub, account: Account) -> AsyncIterator[dict[str, Any]]:
    for version, row in enumerate(await hub.people.accounts.rows(account.id), start=1):
        entry = msgspec.json.decode(row.body)
        kept = {field: value for field, value in entry.items() if field not in SECRETS}
        yield {"account": account.id, "version": version, "at": row.at, **kept}
    for table in account.tables:
        for line in await _at_table(hub.store, table, account.id):
            yield line
    for bot in await hub.bots.of(account):
        async for line in _about(hub, bot):
            yield line
    for line in await hub.rater.told_of(account.id):
        yield line
    for line in await hub.notices.told_of(account.id):
        yield line
    for tournament in account.tournaments:
        for line in await hub.tournaments.told_of(tournament, account.id):
            yield line
    for line in await hub.friends.told_of(account.id):
        yield line
    for place in account.places:
        for line in await hub.halls.lines_of(place, account.id):
            yield line


async def _at_table(store: Store, table: str, account: str) -> list[dict[str, Any]]:
    """List the entries of an account at a table, without what is hidden yet; none if it cannot be read."""
    try:
        rows = await store.load(table)
        state = await asyncio.to_thread(TableState.fold, table, rows)
    except StoreError as error:
        return [{"table": table, "unreadable": str(error)}]
    if state is None:
        return []
    return list(entries_of(state, rows, lambda _, whose: whose == account))


async def delete(hub: Hub, account: Account) -> None:
    """Delete an account: leave its tables, take its name off them, keep the name from everybody, delete its log.

    A person's bots are deleted before.
    When the server ends in between, deleting again goes on from there. Raises RefusalError.
    """
    for bot in await hub.bots.of(account):
        await delete(hub, bot)
    for table in account.tables:
        try:
            async with hub.room(table) as room:
                await room.seating.forget(account.id)
        except RefusalError as refusal:
            if refusal.code in {"store", "unsettled"}:
                raise
            # A table that was deleted, or that nobody can open: no page shows a name there.
            _log.info("a table is not there to be left", extra={"table": table, "code": refusal.code})
    for place in account.places:
        await hub.halls.forget(place, account.id, NOBODY)
    for tournament in account.tournaments:
        await hub.tournaments.forget(tournament, account.id)
    await hub.notices.forget(account.id)
    await hub.friends.forget(account.id)
    await hub.people.claims.retire(account.name, account.id)
    await hub.people.accounts.delete(account.id)
    hub.people.changed(account.id, None)
