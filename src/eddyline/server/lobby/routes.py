"""Answer HTTP requests of the lobby."""

from __future__ import annotations

from typing import Any

from litestar import Request, post
from litestar.di import NamedDependency

from eddyline.server import origin, protocol
from eddyline.server.hub import Hub
from eddyline.server.lobby.quick import Matching
from eddyline.server.openapi import QuickSeat, problems
from eddyline.server.people.account import Account
from eddyline.server.routes import UNREADABLE


@post(
    "/api/lobby/seat",
    operation_id="quick_seat",
    summary="Take a seat at a table that starts within a minute",
    responses=problems(400, 403, 404, 409, 413, 415, 421, 429, 503),
    guards=[origin.check_post],
    exception_handlers=UNREADABLE,
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
    hub.limit(request.client.host if request.client else "")
    return await matching.seat(data, asker)
