"""Answer HTTP requests about what people report: a person here, messages where they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency

from eddyline.protocol import reports as messages
from eddyline.protocol.moderation import Duty
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.reports import OwnReport
from eddyline.server.accounts.account import Account
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.reports.reports import By, Whom
from eddyline.server.web.feature import Feature
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import get, post
from eddyline.server.web.who import Who

if TYPE_CHECKING:
    from eddyline.server.room.room import Room

NewReport: TypeAlias = Annotated[
    messages.NewReport, example(messages.NewReport(table="k7mwp2xd9rha", seat=1, reason="stalling"))
]


@post(
    "/api/reports",
    "report",
    "Report somebody",
    (400, 401, 403, 404, 409, 413, 415, 421, 429, 503),
    who=Who.REPORTERS,
    status=204,
)
async def report(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    asker: NamedDependency[Account | None],
    data: NewReport,
) -> None:
    """Report somebody's name, or what they do, to whoever looks after the server; once for each matter."""
    hub.limits.request(origin.address(request))
    if asker is not None and asker.owner is not None:
        raise RefusalError("not_yours", "Only people report; write to whoever runs this server.")
    by = By(None, None) if asker is None else By(asker.name, asker.id)
    if data.account is not None and data.table is None and data.seat is None:
        found = await hub.people.must_find(data.account)
        whom = Whom("", found.name, found.id)
    elif data.account is None and data.table is not None and data.seat is not None:
        async with hub.room(data.table) as room:
            whom, by = await _at(hub, room, data.seat, data.token, by)
    else:
        raise RefusalError("bad_message", "expected either an account, or a seat at a table")
    await hub.reports.person(whom, data.reason, data.note, by)


async def _at(hub: Hub, room: Room, seat: int, token: str | None, by: By) -> tuple[Whom, By]:
    """Return who sits at a table, and the name of a guest who reports that from a seat."""
    table = room.table
    await hub.admission.must_admit(table, token, by.account)
    seats, own = table.state.seats, table.seat_of(token, by.account)
    if seat >= len(seats) or seats[seat].kind != "human" or seat == own:
        raise RefusalError("bad_message", f"expected the seat of another person, got {seat}")
    whom = Whom(table.state.id, seats[seat].name, seats[seat].account)
    return whom, by if own is None or by.account else By(seats[own].name, None)


@get("/api/me/reports", "own_reports", "List one's reports", (400, 401, 421, 503), who=Who.PEOPLE, private=True)
async def own(hub: NamedDependency[Hub], me: NamedDependency[Account]) -> list[OwnReport]:
    """List what one has reported, the newest first, and whether it was handled."""
    return await hub.reports.of(me.id)


@get("/api/me/duty", "duty", "See whether one moderates", (400, 401, 421, 503), who=Who.PEOPLE, private=True)
async def duty(hub: NamedDependency[Hub], me: NamedDependency[Account]) -> Duty:
    """Tell whether the operator trusts one to moderate, and then how many reports wait: not those about oneself."""
    if me.id not in await hub.people.trust.since():
        return Duty(moderates=False, reports=0)
    waiting = sum(matter.account != me.id for matter in (await hub.reports.all()).open())
    return Duty(moderates=True, reports=waiting)


FEATURE = Feature(
    name="reports",
    handlers=[report, own, duty],
    export=lambda hub, account: hub.reports.exported(account.id),
    forget=lambda hub, account: hub.reports.forget(account.id),
)
