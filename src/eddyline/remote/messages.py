"""Define what a bot reads of the server's answers; everything else is left alone: servers may tell more.

Each is a part of the message of this name, or of the one that `tests/test_remote.py` compares it with, in
`eddyline.protocol`. A bot may come to a server of another build: no word is bound to those of today, and no game
has to be known but the bot's own. What is read whole is the protocol's own.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from eddyline.protocol.accounts import OwnTable

Status = Literal["open", "running", "over"]


class Problem(msgspec.Struct, frozen=True):
    """Read why a request was refused."""

    code: str
    message: str


class GameInfo(msgspec.Struct, frozen=True):
    """Read which rules a server plays by."""

    id: str
    rules_version: int


class Me(msgspec.Struct, frozen=True):
    """Read whose token it is."""

    account: str
    name: str
    owner: str | None
    tables: tuple[OwnTable, ...]
    """The newest first."""


class MyTable(msgspec.Struct, frozen=True):
    """Read how one of the bot's tables is."""

    table: str
    status: str
    seat: int | None


class Entrant(msgspec.Struct, frozen=True):
    """Read who plays along in a tournament."""

    number: int
    account: str | None
    gone: bool
    place: int


class RoundTable(msgspec.Struct, frozen=True):
    """Read who sits at a table of a round."""

    id: str
    seats: tuple[int, ...]
    """Numbers of entrants."""
    over: bool


class Round(msgspec.Struct, frozen=True):
    """Read which tables a round has."""

    tables: tuple[RoundTable, ...]


class Tournament(msgspec.Struct, frozen=True):
    """Read how a tournament is."""

    id: str
    name: str
    game: str
    status: Status
    entrants: tuple[Entrant, ...]
    played: tuple[Round, ...]


class Seat(msgspec.Struct, frozen=True):
    """Read who has a seat."""

    name: str
    bot: str | None = None
    """Bot that stands in."""
    resigned: bool = False
    left: tuple[float, float] | None = None


class Vote(msgspec.Struct, frozen=True):
    """Read what people vote on."""

    matter: str
    seat: int | None
    by: tuple[int, ...]


class Table(msgspec.Struct, frozen=True):
    """Read how a table is."""

    id: str
    game: str
    status: Status
    preset: str | None
    options: dict[str, Any]
    bot_seconds: float
    seats: tuple[Seat, ...]
    votes: tuple[Vote, ...]
    ended: str | None
    rematch: str | None


class Draft(msgspec.Struct, frozen=True):
    """Read whether the bot owes a turn."""

    version: int
    confirmed: bool


class View(msgspec.Struct, frozen=True):
    """Read how a game has ended."""

    ranking: tuple[int, ...] | None = None


class Sync(msgspec.Struct, tag_field="type", tag="sync", frozen=True):
    """Read a new version of a table."""

    version: int
    you: int | None
    table: Table
    view: View | None
    draft: Draft | None
    record: dict[str, Any] | None = None


class TableChanged(msgspec.Struct, tag_field="type", tag="table", frozen=True):
    """Read who is at a table now, and what they vote on."""

    table: Table


class Refused(msgspec.Struct, tag_field="type", tag="refused", frozen=True):
    """Read why a message had no effect."""

    code: str
    message: str


class _Any(msgspec.Struct, frozen=True):
    type: str


_kind = msgspec.json.Decoder(_Any)
_sync = msgspec.json.Decoder(Sync)
_rest: msgspec.json.Decoder[TableChanged | Refused] = msgspec.json.Decoder(TableChanged | Refused)


def read(text: str | bytes) -> Sync | TableChanged | Refused | None:
    """Read a message of a table's WebSocket; None for one that a bot need not know. Raises msgspec.ValidationError."""
    match _kind.decode(text).type:
        case "sync":
            return _sync.decode(text)
        case "table" | "refused":
            return _rest.decode(text)
        case _:
            return None
