"""Name everything that can happen to a table: the entries of its log.

A table is a fold over its entries (`state.py`). An entry that has been written is never changed, so a field may be
added only with a default, and none may go.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from eddyline.engine.options import OptionValue


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True):
    pass


class Opened(_Entry, tag="opened", frozen=True, kw_only=True):
    """Begin a table; always version 1."""

    game: str
    rules_version: int
    preset: str | None
    options: dict[str, OptionValue]
    """All options, not only those that differ from the preset."""
    seats: int
    host: int = 0
    start: bool = False
    """Start by itself when the last seat is taken."""
    bot_seconds: float = 1.0
    """As in `BotsLimited`."""


class Joined(_Entry, tag="joined", frozen=True, kw_only=True):
    """Sit a human down."""

    seat: int
    name: str
    token: str
    """SHA-256 of the secret that makes its holder this player; the secret itself is nowhere on the server."""


class BotSat(_Entry, tag="bot_sat", frozen=True, kw_only=True):
    """Put a bot on a seat."""

    seat: int
    name: str
    bot: str


class Freed(_Entry, tag="freed", frozen=True, kw_only=True):
    """Empty a seat."""

    seat: int


class HostMoved(_Entry, tag="host_moved", frozen=True, kw_only=True):
    """Make another human the host."""

    seat: int


class BotsLimited(_Entry, tag="bots_limited", frozen=True, kw_only=True):
    """Limit how long bots may think about a turn."""

    seconds: float


class Started(_Entry, tag="started", frozen=True, kw_only=True):
    """Set the game up."""

    entropy: str
    """64 bits from the operating system, hexadecimal: JSON readers round large numbers."""


class Dealt(_Entry, tag="dealt", frozen=True, kw_only=True):
    """Draw what the game draws in its middle. Nobody is ever sent this word while it hides anything."""

    entropy: str
    """As in `Started`."""


class Turn(_Entry, tag="turn", frozen=True, kw_only=True):
    """Play one seat's whole turn."""

    seat: int
    decisions: tuple[str, ...]
    """The whole turn in text form."""
    id: str | None = None
    """Chosen by the client; None when a bot or the table itself played."""


class StoodIn(_Entry, tag="stood_in", frozen=True, kw_only=True):
    """Let a bot play for a human."""

    seat: int
    bot: str


class CameBack(_Entry, tag="came_back", frozen=True, kw_only=True):
    """Let the human play again."""

    seat: int


class Rematched(_Entry, tag="rematched", frozen=True, kw_only=True):
    """Send everybody on to the next table."""

    table: str


Entry: TypeAlias = (
    Opened | Joined | BotSat | Freed | HostMoved | BotsLimited | Started | Dealt | Turn | StoodIn | CameBack | Rematched
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> str:
    """Write an entry as one line of JSON."""
    return _encoder.encode(entry).decode()


def decode(body: str) -> Entry:
    """Read an entry. Raises msgspec.DecodeError when it is damaged or from a newer Eddyline."""
    entry: Entry = _decoder.decode(body)
    return entry
