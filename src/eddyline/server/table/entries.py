"""Define the entries of a table's log: everything that can happen to a table.

A table is a fold over its entries (`state.py`). Written entries never change, so a new field needs a default, and
no field may be removed. What is neither of seats nor of the game is declared by the parts of a table (`parts.py`).
"""

from __future__ import annotations

from typing import Generic, Literal, TypeAlias

import msgspec

from eddyline.characters import Character
from eddyline.engine import log
from eddyline.engine.log import Deal, FormT
from eddyline.engine.options import OptionValue
from eddyline.protocol.pace import Pace
from eddyline.protocol.paint import Portrait
from eddyline.protocol.table_info import Access
from eddyline.server.table.origin import Origin


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True):
    pass


class Opened(_Entry, tag="opened", frozen=True, kw_only=True):
    """Open a table; always version 1."""

    game: str
    rules_version: int
    preset: str | None
    options: dict[str, OptionValue]
    """All options, not only those that differ from the preset."""
    seats: int
    host: int = 0
    start: bool = False
    """Start automatically when the last seat is taken."""
    bot_seconds: float = 1.0
    """As in `BotsLimited`."""
    pace: Pace = Pace()
    access: Access = "link"
    rated: bool = False
    """Rate the game if it counts; those from before ratings do not."""
    fill_after: float | None = None
    """Seconds after which bots take the seats that are free then, and the game starts; None: they do not."""
    seed: str | None = None
    """Secret that all words of chance are derived from (see `record.dealing`), in hexadecimal; only its last link that
    was needed is ever sent, when the game is over. None: a table from before this; its words come from `Outside`."""
    chain: int = 0
    """Length of the chain of links that ends with the seed."""
    previous: str | None = None
    """Table whose rematch this is."""
    tournament: str | None = None
    """Tournament that the table belongs to."""
    origin: Origin | None = None
    """What the game goes on from; None: it begins by itself."""
    games: int = 0
    """Games that were played at the tables before, as `TableInfo.games` counts them."""


class Joined(_Entry, tag="joined", frozen=True, kw_only=True):
    """Give a human a seat."""

    seat: int
    name: str
    token: str
    """SHA-256 of the player's secret token; the token itself is not stored on the server."""
    account: str | None = None
    """Id of the player's account; None: a guest."""
    owner: str | None = None
    """Id of the account whose bot this player is; None: a person."""
    wins: int = 0
    """Games that this player has won at the tables before."""


class BotSat(_Entry, tag="bot_sat", frozen=True, kw_only=True):
    """Put a bot on a seat."""

    seat: int
    name: str
    bot: str
    wins: int = 0
    """As in `Joined`."""
    character: Character | None = None
    """Whose manner and portrait it has; those from before characters have none."""


class Adopted(_Entry, tag="adopted", frozen=True, kw_only=True):
    """Give a guest's seat to the account that this player has by now."""

    seat: int
    account: str


class Freed(_Entry, tag="freed", frozen=True, kw_only=True):
    """Empty a seat."""

    seat: int


class Mixed(_Entry, tag="mixed", frozen=True, kw_only=True):
    """Mix a player's own word into the dealing."""

    seat: int
    word: str


class Painted(_Entry, tag="coloured", frozen=True, kw_only=True):
    """Give the canoes of a seat a colour and a pattern, which another seat may have to exchange, and it a portrait."""

    seat: int
    colour: int | None = None
    pattern: int | None = None
    portrait: Portrait | None = None
    """Empty: none any more; None: as it was."""


class Ruled(_Entry, tag="ruled", frozen=True, kw_only=True):
    """Change, before the start, what the table plays by."""

    preset: str | None
    options: dict[str, OptionValue]
    """All options, as in `Opened`."""


class HostMoved(_Entry, tag="host_moved", frozen=True, kw_only=True):
    """Make another human the host."""

    seat: int


class BotsLimited(_Entry, tag="bots_limited", frozen=True, kw_only=True):
    """Limit how long bots may think about a turn."""

    seconds: float


class Paced(_Entry, tag="paced", frozen=True, kw_only=True):
    """Change, before the start, how long the table waits for people."""

    pace: Pace


class Admitted(_Entry, tag="admitted", frozen=True, kw_only=True):
    """Change who finds the table."""

    access: Access


class Invited(_Entry, tag="invited", frozen=True, kw_only=True):
    """Let an account come to a table for friends."""

    seat: int
    """Who invites: the host."""
    account: str


class Uninvited(_Entry, tag="uninvited", frozen=True, kw_only=True):
    """Take an invitation back."""

    seat: int
    account: str


class Started(_Entry, Generic[FormT], tag="started", frozen=True, kw_only=True):
    """Start the game."""

    word: FormT = msgspec.field(name="entropy")
    """Random bits, as in a `Deal`; never sent while they determine anything hidden."""
    family: str | None = None
    """Family of rules that the game is rated in; None: its options belong to none, or it is played for practice."""
    anchors: dict[str, float] = {}
    """Fixed mu of the bots that have a seat, as they were measured by then."""


class Neighbours(_Entry, tag="neighbours", frozen=True, kw_only=True):
    """Note that people with accounts have come to these seats from one network address, which is not written down."""

    seats: tuple[int, ...]


class Unattended(_Entry, tag="unattended", frozen=True, kw_only=True):
    """Note that nobody was at the table, so that no clock of minutes ran."""

    since: int
    """In milliseconds since 1970."""
    until: int | None = None
    """When somebody was there again; None: nobody is."""


class Turn(log.Turn[FormT], Generic[FormT], tag="turn", frozen=True, kw_only=True, omit_defaults=True):
    """Play one seat's whole turn."""

    id: str | None = None
    """Chosen by the client; None when a bot or the table itself played."""
    spent: float = 0.0
    """Seconds of the seat's reserve that this turn used."""
    late: str | None = None
    """Bot that played because the seat had run out of time."""


class Planned(_Entry, tag="planned", frozen=True, kw_only=True):
    """Note what a seat has decided in advance, instead of all that it had; nobody else is told (see `plans.py`)."""

    seat: int
    actions: tuple[str, ...]


class OnVacation(_Entry, tag="on_holiday", frozen=True, kw_only=True):
    """Note all vacations of a seat's owner, during which its clock stands still if a turn may take days."""

    seat: int
    times: tuple[tuple[int, int], ...]
    """When each begins and ends, in milliseconds since 1970, in order."""


class StoodIn(_Entry, tag="stood_in", frozen=True, kw_only=True):
    """Let a bot play for a human."""

    seat: int
    bot: str


class CameBack(_Entry, tag="came_back", frozen=True, kw_only=True):
    """Give the seat back to its human."""

    seat: int


class Resigned(_Entry, tag="resigned", frozen=True, kw_only=True):
    """Let a bot play for a human to the end."""

    seat: int
    bot: str


class Forgotten(_Entry, tag="forgotten", frozen=True, kw_only=True):
    """Take a player's name off a seat; the player's account was deleted, and nobody can come back to the seat."""

    seat: int
    name: str
    """What stands there instead."""


class Renamed(_Entry, tag="renamed", frozen=True, kw_only=True):
    """Write another name on a seat; the player's account has a new one."""

    seat: int
    name: str


class Stopped(_Entry, tag="stopped", frozen=True, kw_only=True):
    """End the game before the rules do; nobody can join or start it any more."""

    why: Literal["agreed", "resigned", "closed"]
    """The players agreed, or all but one seat, or all humans, have resigned, or the server's host has closed the table,
    perhaps before its game began."""
    notice: str | None = None
    """What the server's host says about it."""


class Rematched(_Entry, tag="rematched", frozen=True, kw_only=True):
    """Invite everybody to the table of the rematch."""

    table: str


class OfPart(_Entry, frozen=True, kw_only=True):
    """Change a part of the table: the base of all entries that parts declare (see `part.py`)."""


OfSeats: TypeAlias = (
    Joined
    | BotSat
    | Adopted
    | Freed
    | Mixed
    | Painted
    | OnVacation
    | StoodIn
    | CameBack
    | Resigned
    | Forgotten
    | Renamed
)
OfTable: TypeAlias = Ruled | HostMoved | BotsLimited | Paced | Admitted | Invited | Uninvited | Stopped | Rematched
OfGame: TypeAlias = Opened | Neighbours | Unattended | Planned | Started[FormT] | Deal[FormT] | Turn[FormT]
Entry: TypeAlias = OfSeats | OfTable | OfGame[FormT] | OfPart
Written: TypeAlias = OfSeats | OfTable | OfGame[str]
"""As they are in the log, but for those of parts."""
