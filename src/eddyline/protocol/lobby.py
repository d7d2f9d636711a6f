"""Define what is said in the lobby, over HTTP and the WebSocket `/api/lobby/live`: a part of the protocol.

A client asks to `watch` a part of the list and is shown that part, then its changes. It may ask for another part at
any time.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from eddyline.engine.options import OptionValue
from eddyline.protocol.pace import Clock
from eddyline.protocol.table import Name, Ping, Pong, Refused
from eddyline.protocol.table_info import Level

ClockKind = Literal["none", "live", "days"]
"""Kinds of clocks: none, one with which everybody stays at the table, one with which turns may take hours."""
Order = Literal["oldest", "newest", "fullest"]
PART_STEP = 25
"""Parts of the list begin at multiples of this."""
PART_ROWS = 200
"""Rows of a part."""


class ListedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """Describe who has a seat."""

    kind: Literal["open", "human", "bot"]
    name: str
    bot: str | None
    """Bot on this seat, or standing in for its human."""
    level: Level | None = None
    """By the ratings of the table's rules; None for guests, and where no game by these rules has been rated."""


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a table in the list. Times are seconds since 1970, by the server's clock."""

    id: str
    game: str
    status: Literal["open", "running"]
    preset: str | None
    changed: dict[str, OptionValue]
    """Options that differ from the preset; of a map that somebody has drawn, an empty text."""
    seats: tuple[ListedSeat, ...]
    clock: Clock | None
    opened: float
    fills: float | None
    """When bots take the free seats, and the game starts; None: they do not."""
    spectators: int
    rated: bool
    """Whether its game, as the table is now, is rated."""
    host_away: bool = False
    """Whether it waits for players, and its host has no connection."""
    friends: bool = False
    """Whether only the host's friends, and those who are invited, find it."""
    reachable: bool = False
    """Whether its host has an account, and so can be told who sits down."""


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say which tables somebody wants to see; None: all."""

    status: Literal["open", "running"] = "open"
    game: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    preset: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    """Rules that the table began with; options that differ from them do not matter."""
    clock: ClockKind | None = None
    free: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0
    """Seats that are free at least."""
    bots: bool | None = None
    """True: there is a bot at the table; False: there is none."""
    rated: bool | None = None
    """Whether the game, as the table is now, is rated."""
    order: Order = "oldest"


class Watch(Question, tag_field="type", tag="watch", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for the rows from number `first` on, and for what changes there."""

    first: Annotated[int, msgspec.Meta(ge=0, le=100_000, multiple_of=PART_STEP)] = 0
    rows: Annotated[int, msgspec.Meta(ge=PART_STEP, le=PART_ROWS, multiple_of=PART_STEP)] = 2 * PART_STEP
    session: Annotated[str, msgspec.Meta(max_length=128)] | None = None
    """Secret of the account's session; with it, the list has the tables for friends that the account finds."""


ToLobby: TypeAlias = Watch | Ping


class _FromLobby(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    pass


class Listed(_FromLobby, tag="listed", frozen=True):
    """Show the part of the list that was asked for."""

    now: float
    """The server's time, in seconds since 1970."""
    first: int
    total: int
    """Number of tables in the whole list."""
    rows: tuple[Listing, ...]


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a row that is new, has changed or has moved."""

    at: int
    """Number in the part, from 0."""
    row: Listing


class ListChanged(_FromLobby, tag="changed", frozen=True):
    """Report what has changed: `gone` rows are removed, and those in `placed`, then put in, in their order."""

    total: int
    gone: tuple[str, ...]
    placed: tuple[Placed, ...]


FromLobby: TypeAlias = Listed | ListChanged | Refused | Pong


class QuickSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a seat at a table that starts within a minute, with bots on the seats that nobody has taken by then."""

    game: str
    name: Name
    token: Annotated[str, msgspec.Meta(min_length=32, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
    """Secret of the seat, chosen by the client, of at least 192 random bits. Who asks again with the same one is given
    the same seat."""


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Name a table, and the token of the seat there that is the sender's."""

    table: Annotated[str, msgspec.Meta(max_length=64)]
    token: Annotated[str, msgspec.Meta(max_length=128)] | None = None
    """None: the account has the seat, if any."""


MOST_ASKED = 50
"""Tables that may be asked about at once."""


class Mine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask what goes on at the sender's tables."""

    tables: Annotated[tuple[Asked, ...], msgspec.Meta(max_length=MOST_ASKED)]


class TablesChanged(msgspec.Struct, frozen=True, tag_field="type", tag="tables"):
    """Tell a page, over any WebSocket, that something has changed at tables of its account; it asks which ones wait."""


class MyTable(msgspec.Struct, frozen=True, kw_only=True):
    """Tell somebody of a table; but for `seat`, `yours` and `rank`, it is what everybody may see."""

    table: str
    status: Literal["open", "running", "over", "gone", "unreachable"]
    """"gone": there is no such table, or not any more; "unreachable": it cannot be read at the moment."""
    seat: int | None = None
    """The sender's; None: they have none there."""
    yours: bool = False
    """Whether it is the sender's turn."""
    waiting: tuple[int, ...] = ()
    """Seats whose turn it is."""
    left: tuple[float, float] | None = None
    """Seconds left of this turn, and of the reserve: the sender's if it is their turn, else of the seat that has the
    least left in all, of those whose clock runs if there are any; None without a clock, and while nobody has to do
    anything."""
    vacation: str | None = None
    """Last day (UTC) of the vacation for which the clock of that seat stands still; None: it runs."""
    seats: tuple[ListedSeat, ...] = ()
    winners: tuple[int, ...] = ()
    """Seats that have won; none before the end, and where nobody has won."""
    rank: int | None = None
    """The sender's place; None before the end, and where nobody is ranked."""
    ended: int | None = None
    """When the game ended, in milliseconds since 1970."""
    rematch: str | None = None
    """Table where the same people play on."""
