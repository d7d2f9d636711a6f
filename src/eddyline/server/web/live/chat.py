"""Carry a chat over a WebSocket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from eddyline.protocol.chat import (
    ChatHello,
    FromChat,
    MuteName,
    ReadBefore,
    RemoveLine,
    Report,
    ReportTaken,
    ToChat,
    Write,
)
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Ping, Pong
from eddyline.server.base.names import NOBODY
from eddyline.server.base.outbox import encode
from eddyline.server.chat.hall import LOBBY, TOURNAMENT, Company, Hall, Reader
from eddyline.server.hub.hub import Hub
from eddyline.server.reports.reports import By
from eddyline.server.web.feature import Feature, Lines
from eddyline.server.web.live.socket import admit, converse, decoded
from eddyline.server.web.who import Who, may

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from eddyline.server.accounts.account import Account
    from eddyline.server.table.table import Table

_decoder: msgspec.json.Decoder[ToChat] = msgspec.json.Decoder(ToChat)


@websocket("/api/chat/{place:str}", opt=may(Who.EVERYBODY))
async def chat(socket: WebSocket[Any, Any, Any], hub: NamedDependency[Hub], place: FromPath[str]) -> None:
    """Connect a browser tab to the chat of a table, of a tournament or of the lobby, until either side closes."""

    async def come(address: str | None) -> None:
        if place == LOBBY:
            await _read(socket, hub, place, None, address)
        elif place.startswith(TOURNAMENT):
            await _read(socket, hub, place, None, address, _company(hub, place.removeprefix(TOURNAMENT)))
        else:
            async with hub.room(place) as room:
                await _read(socket, hub, place, room.table, address)

    await admit(socket, hub, come, table=place)


def _company(hub: Hub, tournament: str) -> Callable[[], Awaitable[Company]]:
    async def look() -> Company:
        found = await hub.tournaments.stored.read(tournament)
        found.must_exist()
        return found

    return look


async def _read(
    socket: WebSocket[Any, Any, Any],
    hub: Hub,
    place: str,
    table: Table | None,
    address: str | None,
    look: Callable[[], Awaitable[Company]] | None = None,
) -> None:
    reader = Reader(address or "", place)
    hall = await hub.halls.enter(place, table, reader, look)
    try:
        await converse(socket, hub, reader, lambda message: hear(hub, hall, reader, message), table=place)
    finally:
        hub.halls.leave(hall, reader)


async def hear(hub: Hub, hall: Hall, reader: Reader, message: bytes) -> None:
    """Carry out a client's message. Raises RefusalError, and changes nothing then."""
    asked = decoded(_decoder, message, "protocol/chat.py")
    if isinstance(asked, Ping):
        reader.answer(encode(Pong()))
    elif isinstance(asked, ChatHello):
        if hall.table is not None:
            person = await hub.people.who(asked.session)
            account = None if person is None else person.id
            await hub.admission.must_admit(hall.table, asked.token, account)
        await hub.halls.greet(hall, reader, asked)
    elif not reader.greeted:
        raise RefusalError("bad_message", "expected hello as the first message, got another one")
    else:
        await _carry_out(hub, hall, reader, asked)


async def _carry_out(
    hub: Hub, hall: Hall, reader: Reader, asked: Write | ReadBefore | RemoveLine | MuteName | Report
) -> None:
    halls = hub.halls
    await hall.see()
    hall.must_admit(reader.account)
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
            if reader.bot:
                raise RefusalError("not_yours", "Bots may read here, but only people may report.")
            line = await halls.seen(hall, reader, asked.number)
            hub.limits.request(reader.address)
            by = By(reader.name, reader.account)
            await hub.reports.message(hall.place, line, asked.reason, asked.note, by)
            reader.answer(encode(ReportTaken(number=asked.number)))


async def _export(hub: Hub, account: Account) -> Lines:
    return [line for place in account.places for line in await hub.halls.lines_of(place, account.id)]


def _named_at(account: Account) -> set[str]:
    """Return the places where an account may have written, or be muted without having done so."""
    return {*account.places, *account.tables}


async def _forget(hub: Hub, account: Account) -> None:
    for place in _named_at(account):
        await hub.halls.forget(place, account.id, NOBODY)


async def _rename(hub: Hub, account: Account) -> None:
    for place in _named_at(account):
        await hub.halls.rename(place, account.id, account.name)


FEATURE = Feature(
    name="chat",
    handlers=[chat],
    to_server=[ToChat],
    may_send={
        ChatHello: Who.VISITORS,
        Write: Who.PERSONS,
        ReadBefore: Who.VISITORS,
        RemoveLine: Who.OWN_OR_HOST,
        MuteName: Who.HOST,
        Report: Who.REPORTERS,
        Ping: Who.EVERYBODY,
    },
    to_client=[FromChat],
    export=_export,
    forget=_forget,
    rename=_rename,
)
