"""Carry a chat over a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from eddyline.protocol.chat import ChatHello, MuteName, ReadBefore, RemoveLine, Report, ReportTaken, ToChat, Write
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Ping, Pong
from eddyline.server.chat.hall import LOBBY, Hall, Reader
from eddyline.server.connection import encode
from eddyline.server.hub import Hub
from eddyline.server.limits import Bucket
from eddyline.server.socket import TOO_FAST, admit, decoded, read, write

if TYPE_CHECKING:
    from eddyline.server.room import Room

_decoder: msgspec.json.Decoder[ToChat] = msgspec.json.Decoder(ToChat)


@websocket("/api/chat/{place:str}")
async def chat(socket: WebSocket[Any, Any, Any], hub: NamedDependency[Hub], place: FromPath[str]) -> None:
    """Connect a browser tab to the chat of a table, or of the lobby, until either side closes."""

    async def converse(address: str | None) -> None:
        if place == LOBBY:
            await _converse(socket, hub, place, None, address)
        else:
            async with hub.room(place) as room:
                await _converse(socket, hub, place, room, address)

    await admit(socket, hub, converse, table=place)


async def _converse(
    socket: WebSocket[Any, Any, Any], hub: Hub, place: str, room: Room | None, address: str | None
) -> None:
    reader = Reader(address or "")
    hall = await hub.halls.enter(place, room, reader)
    writer = asyncio.get_running_loop().create_task(write(socket, reader, table=place))
    try:
        await _listen(socket, hub, hall, reader)
        if reader.closing is not None:
            # What it was told last is sent before the connection ends.
            await asyncio.wait([writer])
    finally:
        hub.halls.leave(hall, reader)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writer


async def _listen(socket: WebSocket[Any, Any, Any], hub: Hub, hall: Hall, reader: Reader) -> None:
    rate = hub.settings.messages_per_second
    bucket = Bucket(rate, 4 * rate, asyncio.get_running_loop().time)
    while reader.closing is None:
        message = await read(socket)
        if message is None or reader.closing is not None:
            return
        if not bucket.take():
            hub.metrics.limited["messages"].inc()
            reader.tell(encode(TOO_FAST.answer()))
            # Not reading in the meantime slows the sender down.
            await asyncio.sleep(1)
            continue
        await hear(hub, hall, reader, message)


async def hear(hub: Hub, hall: Hall, reader: Reader, message: bytes) -> None:
    """Carry out a client's message; a refusal is answered and changes nothing."""
    try:
        asked = decoded(_decoder, message, "protocol/chat.py")
        if isinstance(asked, Ping):
            reader.tell(encode(Pong()))
        elif isinstance(asked, ChatHello):
            if hall.room is not None:
                person = await hub.people.who(asked.session)
                account = None if person is None else person.id
                await hub.admission.must_admit(hall.room.table, asked.token, account)
            await hub.halls.greet(hall, reader, asked)
        elif not reader.greeted:
            raise RefusalError("bad_message", "expected hello as the first message, got another one")  # noqa: TRY301
        else:
            await _carry_out(hub, hall, reader, asked)
    except RefusalError as refusal:
        reader.tell(encode(refusal.answer()))


async def _carry_out(
    hub: Hub, hall: Hall, reader: Reader, asked: Write | ReadBefore | RemoveLine | MuteName | Report
) -> None:
    halls = hub.halls
    hall.look_at(reader)
    match asked:
        case Write():
            await halls.write(hall, reader, asked.text)
        case ReadBefore():
            await halls.read(hall, reader, asked.before)
        case RemoveLine():
            await halls.remove(hall, reader, asked.number)
        case MuteName():
            await halls.mute(hall, reader, asked.name, muted=asked.muted)
        case Report():
            await halls.report(hall, reader, asked.number)
            reader.tell(encode(ReportTaken(number=asked.number)))
