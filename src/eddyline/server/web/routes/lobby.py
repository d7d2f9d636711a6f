"""Answer HTTP requests of the lobby."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency

from eddyline.engine.registry import GAMES
from eddyline.protocol import lobby as messages
from eddyline.protocol import table as protocol
from eddyline.server.accounts.account import Account
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.web import my_tables
from eddyline.server.web.feature import Feature
from eddyline.server.web.live.lobby import watch_lobby
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import post
from eddyline.server.web.quick_seats import Matching
from eddyline.server.web.who import Who

QuickSeat: TypeAlias = Annotated[
    messages.QuickSeat, example(messages.QuickSeat(game=next(iter(GAMES)), name="Cy", token="r4nd0m-" * 5))
]
Mine: TypeAlias = Annotated[
    messages.Mine, example(messages.Mine(tables=(messages.Asked(table="k7mwp2xd9rha", token="r4nd0m-" * 5),)))
]


@post(
    "/api/lobby/seat",
    "quick_seat",
    "Take a seat at a table that starts within a minute",
    (400, 401, 403, 404, 409, 413, 415, 421, 429, 503),
    who=Who.PERSONS,
)
async def take_quick_seat(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    matching: NamedDependency[Matching],
    asker: NamedDependency[Account | None],
    data: QuickSeat,
) -> protocol.Seated:
    """Give a seat with other people who want to play this game now; bots take the seats that are free after a minute.

    Whoever asks again with the same token gets the same seat.
    """
    address = origin.address(request)
    hub.limits.request(address)
    return await matching.seat(data, asker, lambda: hub.limits.table(address))


@post(
    "/api/tables/mine",
    "my_tables",
    "List which of one's tables are waiting for oneself",
    (400, 401, 403, 413, 415, 421, 429),
    who=Who.VISITORS,
    status=200,
)
async def tell_my_tables(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    asker: NamedDependency[Account | None],
    data: Mine,
) -> tuple[messages.MyTable, ...]:
    """Tell for each table whether it is the sender's turn there, how much time is left, and who else is waited for.

    Whose seat it is, the token or the account says. Without either, it is what every visitor may see.
    """
    hub.limits.request(origin.address(request), check=True)
    return await my_tables.tell(hub, data, asker)


FEATURE = Feature(
    name="lobby",
    handlers=[take_quick_seat, tell_my_tables, watch_lobby],
    to_server=[messages.ToLobby],
    may_send={messages.Watch: Who.EVERYBODY, protocol.Ping: Who.EVERYBODY},
    to_client=[messages.FromLobby, messages.TablesChanged],
    jobs=lambda hub: {"lobby": hub.lobby.keep_tidy},
)
