"""Answer HTTP requests to look back at a game that is still played."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath

from eddyline.protocol import past
from eddyline.server.accounts.account import Account
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.table.past import Looking
from eddyline.server.web.feature import Feature
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import post
from eddyline.server.web.who import Who

AskPast: TypeAlias = Annotated[past.AskPast, example(past.AskPast())]


@post(
    "/api/tables/{table:str}/past",
    "look_back",
    "Look back at a game",
    (400, 401, 403, 404, 409, 413, 415, 421, 429, 503),
    who=Who.VISITORS,
    private=True,
    status=200,
)
async def look_back(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    asker: NamedDependency[Account | None],
    table: FromPath[str],
    data: AskPast,
) -> past.Past:
    """Show the game so far turn by turn, as the sender's seat, or a spectator, saw it."""
    hub.limits.request(origin.address(request))
    account = None if asker is None else asker.id
    async with hub.room(table) as room:
        await hub.showing.must_show(room.table, data.token, account)
        seat = room.table.seat_of(data.token, account)
        looking = Looking.at(room.table.state, seat)
    # A long game takes a while to be played through.
    return past.Past(you=seat, places=await asyncio.to_thread(looking.places))


FEATURE = Feature(name="past", handlers=[look_back])
