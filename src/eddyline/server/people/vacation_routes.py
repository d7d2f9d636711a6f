"""Answer HTTP requests about vacation."""

from __future__ import annotations

from litestar import delete, post
from litestar.di import NamedDependency

from eddyline.server import origin
from eddyline.server.hub import Hub
from eddyline.server.openapi import SIGNED_IN, NewVacation, problems
from eddyline.server.people.account import Account
from eddyline.server.routes import POSTED


@post(
    "/api/me/vacation",
    operation_id="take_vacation",
    summary="Take vacation",
    status_code=204,
    responses=problems(400, 401, 403, 409, 413, 415, 421, 429, 503),
    security=SIGNED_IN,
    **POSTED,
)
async def take(hub: NamedDependency[Hub], me: NamedDependency[Account], data: NewVacation) -> None:
    """Take vacation: until its last day has ended (UTC), one's clocks stand still where a turn may take days.

    Everybody at these tables sees until when. When the answer is 503, asking again tells the tables that were not told.
    """
    await hub.tell_of_vacation(await hub.people.take_vacation(me, data))


@delete(
    "/api/me/vacation",
    operation_id="end_vacation",
    summary="End one's vacation",
    responses=problems(400, 401, 403, 421, 503),
    security=SIGNED_IN,
    guards=[origin.check_ours],
)
async def end(hub: NamedDependency[Hub], me: NamedDependency[Account]) -> None:
    """End one's vacation at once, or call it off before it begins; nothing happens when there is none."""
    await hub.tell_of_vacation(await hub.people.end_vacation(me))


HANDLERS = [take, end]
