"""Answer HTTP requests about vacation."""

from __future__ import annotations

import logging
from typing import Annotated, TypeAlias

from litestar.di import NamedDependency

from eddyline.protocol import accounts
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import Account
from eddyline.server.hub.hub import Hub
from eddyline.server.hub.vacations import follow
from eddyline.server.web.feature import Feature
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import delete, post
from eddyline.server.web.who import Who

_log = logging.getLogger(__name__)

NewVacation: TypeAlias = Annotated[accounts.NewVacation, example(accounts.NewVacation(last="2026-12-03"))]


@post(
    "/api/me/vacation",
    "take_vacation",
    "Take vacation",
    (400, 401, 403, 409, 413, 415, 421, 429, 503),
    who=Who.PEOPLE,
    status=204,
)
async def take(hub: NamedDependency[Hub], me: NamedDependency[Account], data: NewVacation) -> None:
    """Take vacation: until its last day has ended (UTC), one's clocks stand still where a turn may take days.

    Everybody at these tables sees until when. When the answer is 503, asking again tells the tables that were not told.
    """
    await _tell_tables(hub, await hub.people.take_vacation(me, data))


@delete("/api/me/vacation", "end_vacation", "End one's vacation", (400, 401, 403, 421, 503), who=Who.PEOPLE)
async def end(hub: NamedDependency[Hub], me: NamedDependency[Account]) -> None:
    """End one's vacation at once, or call it off before it begins; nothing happens when there is none."""
    await _tell_tables(hub, await hub.people.end_vacation(me))


async def _tell_tables(hub: Hub, account: Account) -> None:
    for table in account.tables:
        try:
            async with hub.room(table) as room:
                await follow(room.table, hub.people)
        except RefusalError as refusal:
            if refusal.code in {"store", "unsettled"}:
                raise
            # A table that was deleted, or that nobody can open.
            _log.info("a table cannot be told of a vacation", extra={"table": table, "code": refusal.code})


FEATURE = Feature(name="vacations", handlers=[take, end])
