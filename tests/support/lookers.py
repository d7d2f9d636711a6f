"""Tabs that look at the lobby, without a browser and a network."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from eddyline.server.base.outbox import Close
from eddyline.server.lobby.part import Watcher
from eddyline.server.web.live.lobby import hear

if TYPE_CHECKING:
    from eddyline.server.hub.hub import Hub


@dataclass
class Looker:
    """Follow the list as the browser does."""

    hub: Hub
    watcher: Watcher = field(default_factory=Watcher)
    rows: list[dict[str, Any]] = field(default_factory=list)
    total: int = 0
    raw: list[bytes] = field(default_factory=list)
    """All it was ever sent."""
    closed: Close | None = None

    def watch(self, **question: Any) -> Looker:
        """Ask for a part of the list."""
        self.say(type="watch", **question)
        return self

    def say(self, **message: Any) -> None:
        hear(self.watcher, json.dumps(message).encode(), self.hub)

    def read(self) -> list[dict[str, Any]]:
        """Return what came since the last look, and follow it."""
        new = []
        while (message := self.watcher.take()) is not None:
            if isinstance(message, Close):
                self.closed = message
                break
            self.raw.append(message)
            new.append(msgspec.json.decode(message))
            self._follow(new[-1])
        return new

    def _follow(self, message: dict[str, Any]) -> None:
        if message["type"] == "listed":
            self.rows, self.total = message["rows"], message["total"]
        elif message["type"] == "changed":
            moved = {*message["gone"], *(placed["row"]["id"] for placed in message["placed"])}
            self.rows = [row for row in self.rows if row["id"] not in moved]
            for placed in message["placed"]:
                self.rows.insert(placed["at"], placed["row"])
            self.total = message["total"]

    @property
    def ids(self) -> list[str]:
        """Return which tables it sees, in their order."""
        self.read()
        return [row["id"] for row in self.rows]

    @property
    def only(self) -> dict[str, Any]:
        """Return the one row that it sees."""
        self.read()
        (row,) = self.rows
        return row
