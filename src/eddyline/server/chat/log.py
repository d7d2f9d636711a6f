"""Define the log of a chat, of a table, of a tournament or of the lobby."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec.structs import replace

from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.names import looks, meant
from eddyline.server.logs.ledger import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


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
    """Let the person of this name write nothing here, or let them again."""

    name: str
    muted: bool = True
    account: str | None = None
    """Theirs, if they have one: it is muted under any name."""


class Forgotten(_Entry, tag="forgotten", frozen=True, kw_only=True):
    """Remove all lines of an account, and its name, also from among those who are muted."""

    account: str
    name: str
    """What stands there instead."""


class Renamed(_Entry, tag="renamed", frozen=True, kw_only=True):
    """Write an account's new name above all its lines; who is muted stays so."""

    account: str
    name: str


Entry: TypeAlias = Wrote | Removed | Muted | Forgotten | Renamed


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """Hold a line as it is now."""

    number: int
    at: int
    """Milliseconds since 1970."""
    wrote: Wrote

    def exported(self, place: str) -> dict[str, object]:
        """Give the line as its writer takes it home."""
        return {"chat": place, "number": self.number, "at": self.at, "name": self.wrote.name, "text": self.wrote.text}


@dataclass(slots=True)
class Chat:
    """Hold all lines of a place."""

    place: str
    lines: list[Line] = field(default_factory=list)
    muted: dict[str, str | None] = field(default_factory=dict)
    """Names of those who may not write, and the account of each who has one."""
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
                self.muted.pop(entry.name, None)
                if entry.muted:
                    self.muted[entry.name] = entry.account
            case Forgotten():
                for line in [line for line in self.lines if line.wrote.account == entry.account]:
                    self._change(line.number, replace(line.wrote, text=None, name=entry.name, account=None))
                self.muted = {name: account for name, account in self.muted.items() if account != entry.account}
            case Renamed():
                for line in [line for line in self.lines if line.wrote.account == entry.account]:
                    self._change(line.number, replace(line.wrote, name=entry.name))
                self.muted = {
                    entry.name if account == entry.account else name: account for name, account in self.muted.items()
                }

    def line(self, number: int) -> Line:
        """Return a line. Raises RefusalError when there is none of this number."""
        if not 0 < number <= len(self.lines):
            raise RefusalError("unknown", f"There is no message {number}.")
        return self.lines[number - 1]

    def whom(self, name: str, seats: Iterable[str]) -> str:
        """Return whose name is meant, of those who are muted, sit at the table or have written, or the name itself."""
        return meant(name, (*self.muted, *seats, *(line.wrote.name for line in self.lines))) or name

    def mute(self, name: str, *, muted: bool, seats: Mapping[str, str | None]) -> list[Entry]:
        """Return what mutes the person of a name, or lifts that; `seats`: accounts at the table, by name."""
        name = self.whom(name, seats)
        account = ({line.wrote.name: line.wrote.account for line in self.lines} | dict(seats)).get(name)
        # Whoever was renamed since may still be muted under the former name.
        held = [each for each, theirs in self.muted.items() if each == name or (account and theirs == account)]
        if muted:
            return [] if held else [Muted(name=name, account=account)]
        return [Muted(name=each, muted=False) for each in held]

    def mutes(self, name: str | None, account: str | None) -> bool:
        """Return whether somebody may not write: by the account, or by the name."""
        return any(
            # Accounts from before accents were ignored may have names that look alike.
            account == muted if account and muted else alike(name, theirs)
            for theirs, muted in self.muted.items()
        )

    def _change(self, number: int, wrote: Wrote) -> None:
        self.lines[number - 1] = replace(self.lines[number - 1], wrote=wrote)
        self.changed.append(number)


def alike(name: str | None, other: str) -> bool:
    """Return whether two names look alike."""
    return name is not None and bool(looks(name) & looks(other))


KIND: Kind[Entry, Chat] = Kind("chat", msgspec.json.Decoder(Entry), Chat)
