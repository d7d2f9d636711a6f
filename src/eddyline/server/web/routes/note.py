"""Answer HTTP requests about the note that is pinned to a table."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath

from eddyline.protocol import note as messages
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import Account
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.table import note
from eddyline.server.web.feature import Feature
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import post
from eddyline.server.web.who import Who

PinNote: TypeAlias = Annotated[messages.PinNote, example(messages.PinNote(text="We begin at eight. Bring tea."))]


@post(
    "/api/tables/{table:str}/note",
    "pin_note",
    "Pin a note to a table",
    (400, 401, 403, 404, 409, 413, 415, 421, 429, 503),
    who=Who.HOST,
    status=204,
)
async def pin(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    asker: NamedDependency[Account | None],
    table: FromPath[str],
    data: PinNote,
) -> None:
    """As the host, pin a note to one's table instead of the one that is there, or take it down.

    Everybody at the table sees it at once, as `note` of the table.
    """
    hub.limits.request(origin.address(request))
    if data.text is not None:
        hub.people.door.must_be_wanted(data.text)
    async with hub.room(table) as room:
        seat = room.table.seat_of(data.token, None if asker is None else asker.id)
        if data.text is not None and seat is not None:
            sitting = room.table.state.seats[seat]
            if (await hub.halls.logs.read(table)).mutes(sitting.name, sitting.account):
                raise RefusalError("muted", "You were muted here by the host.")
        await note.pin(room.table, seat, data.text)


# What somebody has pinned is in the log of the table: it is exported, and taken away, with their seat.
FEATURE = Feature(name="note", handlers=[pin])
