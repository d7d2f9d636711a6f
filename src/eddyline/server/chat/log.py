"""Define the log of a chat, of a table or of the lobby, and that of what people have reported."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from eddyline.server.ledger import Kind


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True):
    pass


class Wrote(_Entry, tag="wrote", frozen=True, kw_only=True):
    """Write a line; the first has number 1."""

    text: str | None
    """None: it was removed."""
    name: str
    seat: int | None = None
    account: str | None = None
    watching: bool = False
    """By a spectator of a running game; its players read it when the game is over."""


class Removed(_Entry, tag="removed", frozen=True, kw_only=True):
    """Remove a line."""

    number: int


class Muted(_Entry, tag="muted", frozen=True, kw_only=True):
    """Let nobody of this name write here, or let them again."""

    name: str
    muted: bool = True


class Forgotten(_Entry, tag="forgotten", frozen=True, kw_only=True):
    """Remove all lines of an account, and its name."""

    account: str
    name: str
    """What stands there instead."""


Entry: TypeAlias = Wrote | Removed | Muted | Forgotten


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """Hold a line as it is now."""

    number: int
    at: int
    """Milliseconds since 1970."""
    wrote: Wrote


@dataclass(slots=True)
class Chat:
    """Hold all lines of a place."""

    place: str
    lines: list[Line] = field(default_factory=list)
    muted: set[str] = field(default_factory=set)
    """Names."""
    changed: list[int] = field(default_factory=list)
    """Numbers of the lines in the order in which they were written or changed."""

    def apply(self, entry: Entry, at: int) -> None:
        """Take in the next entry of the log."""
        match entry:
            case Wrote():
                self.lines.append(Line(number=len(self.lines) + 1, at=at, wrote=entry))
                self.changed.append(len(self.lines))
            case Removed():
                self._change(entry.number, replace(self.lines[entry.number - 1].wrote, text=None))
            case Muted():
                (self.muted.add if entry.muted else self.muted.discard)(entry.name)
            case Forgotten():
                for line in [line for line in self.lines if line.wrote.account == entry.account]:
                    self._change(line.number, replace(line.wrote, text=None, name=entry.name, account=None))

    def _change(self, number: int, wrote: Wrote) -> None:
        self.lines[number - 1] = replace(self.lines[number - 1], wrote=wrote)
        self.changed.append(number)


KIND: Kind[Entry, Chat] = Kind("chat", msgspec.json.Decoder(Entry), Chat)


class Reported(_Entry, tag="reported", frozen=True, kw_only=True):
    """Report a line to the server's host."""

    place: str
    number: int
    name: str
    text: str | None
    by: str
    """Name of whoever reports it."""


@dataclass(slots=True)
class Reports:
    """Hold what was reported, with when: milliseconds since 1970."""

    key: str
    all: list[tuple[int, Reported]] = field(default_factory=list)

    def apply(self, entry: Reported, at: int) -> None:
        """Take in the next entry of the log."""
        self.all.append((at, entry))


REPORTS: Kind[Reported, Reports] = Kind("reports", msgspec.json.Decoder(Reported), Reports)
ALL = "all"
"""Key of the one log of reports."""
