"""Clients of chats, without browsers and networks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.outbox import encode
from eddyline.server.chat.hall import Reader
from eddyline.server.web.live.chat import hear

if TYPE_CHECKING:
    from eddyline.server.chat.hall import Hall
    from eddyline.server.hub.hub import Hub


class Person:
    """Be a client of a chat, without a browser and a network."""

    def __init__(self, hub: Hub, hall: Hall, reader: Reader) -> None:
        self.hub, self.hall, self.reader = hub, hall, reader
        self.raw: list[bytes] = []
        """All it was ever sent."""
        self.greeting: list[dict[str, Any]] = []

    async def say(self, kind: str, **message: Any) -> list[dict[str, Any]]:
        """Send a message and return what came after it."""
        self.hear()
        try:
            await hear(self.hub, self.hall, self.reader, json.dumps({"type": kind, **message}).encode())
        except RefusalError as refusal:
            self.reader.answer(encode(refusal.answer()))
        return self.hear()

    def hear(self) -> list[dict[str, Any]]:
        """Return what came since the last look."""
        told = list(iter(self.reader.take, self.reader.closing))
        self.raw += told
        return [msgspec.json.decode(message) for message in told]

    def lines(self, told: list[dict[str, Any]] | None = None) -> list[tuple[str, str | None]]:
        """Return who wrote what, of these messages or of what came since the last look."""
        told = self.hear() if told is None else told
        return [(line["name"], line["text"]) for each in told if each["type"] == "lines" for line in each["lines"]]


async def come(hub: Hub, place: str, table: str | None = None, address: str = "1.2.3.4", **hello: Any) -> Person:
    """Connect to the chat of a table, or of the lobby, and say hello."""
    reader = Reader(address)
    at = None
    if table is not None:
        async with hub.room(table) as room:
            at = room.table
    person = Person(hub, await hub.halls.enter(place, at, reader), reader)
    person.greeting = await person.say("hello", **hello)
    return person
