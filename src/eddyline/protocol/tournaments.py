"""Define what is said about tournaments: a part of the protocol. Times are milliseconds since 1970.

The WebSocket `/api/tournaments/{tournament}/live` brings a whole `TournamentInfo`, then its changes.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from eddyline.characters import Character
from eddyline.engine.options import OptionValue
from eddyline.protocol.accounts import LONGEST_PASSWORD
from eddyline.protocol.pace import Pace
from eddyline.protocol.table import Pong, Refused

Format = Literal["swiss", "groups"]
"""- `swiss`: in every round, those with like scores meet whom they have not met;
- `groups`: the same groups meet in all rounds but the last, in which their best play the final."""
Status = Literal["open", "running", "over"]
Door = Literal["open", "link", "password"]
"""- `open`: anybody with an account enters;
- `link`: whoever has the link does, and it is on no list;
- `password`: whoever knows it does."""
Watching = Literal["everybody", "entrants"]
"""Who watches the games and reads the chat: everybody, or those who take part, and the organiser."""

MOST_ROUNDS = 12
MOST_ENTRANTS = 128
MOST_BOTS = 32
"""Bots that are entered at once."""

TITLE_LENGTH = 60
"""Characters of a tournament's name."""
DESCRIPTION_LENGTH = 1000
SHORTEST_SHARED = 6
"""Characters of a tournament's password, which many know; those of accounts are longer."""
LONGEST_BREAK = 1440
"""Minutes between two rounds: a day."""

Title = Annotated[str, msgspec.Meta(min_length=1, max_length=TITLE_LENGTH, pattern=r"\S")]


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say who takes part in a tournament and who watches; the organiser may change it until the start."""

    description: Annotated[str, msgspec.Meta(max_length=DESCRIPTION_LENGTH)] = ""
    limit: Annotated[int, msgspec.Meta(ge=3, le=MOST_ENTRANTS)] | None = None
    """Most entrants, bots included; None: as many as any tournament has."""
    door: Door = "open"
    password: Annotated[str, msgspec.Meta(min_length=SHORTEST_SHARED, max_length=LONGEST_PASSWORD)] | None = None
    """Needed with the door `password`; None, when terms are changed: as before."""
    watching: Watching = "everybody"
    break_minutes: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_BREAK)] = 0
    """From the end of a round to the next one."""


class NewTournament(Terms, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Announce a tournament; the sender organises it, and enters like everybody else, or not at all."""

    name: Title
    game: str
    preset: str | None = None
    options: dict[str, OptionValue] = {}
    """Options that differ from the preset and from what a table's number of players implies."""
    format: Format = "swiss"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 3
    """All of them: of groups, the last one is the final."""
    size: Annotated[int, msgspec.Meta(ge=3, le=6)] = 4
    """Seats of a table, as far as the number of players allows."""
    pace: Pace
    """Its clock is needed: whoever does not come must not keep the others waiting for ever."""
    bot_seconds: float = 1.0
    rated: bool = True
    outside_bots: bool = False
    """Whether people may enter bots of theirs, which play from outside."""
    starts: int | None = None
    """When it starts by itself; None: when its organiser starts it."""


class StartTime(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As the organiser, choose when the tournament starts by itself."""

    starts: int | None
    """None: when its organiser starts it."""


class Break(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As the organiser, choose how long a break goes on from now."""

    seconds: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_BREAK * 60)]


class Enter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Enter a tournament."""

    password: Annotated[str, msgspec.Meta(max_length=LONGEST_PASSWORD)] | None = None
    """Needed where there is one, but for the organiser, and for a bot whose owner has entered."""
    portrait: Character | None = None
    """Who is drawn for the sender at the tables and at the end."""


class EnterBots(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As the organiser, enter bots."""

    bot: str
    count: Annotated[int, msgspec.Meta(ge=1, le=MOST_BOTS)] = 1


class TournamentId(msgspec.Struct, frozen=True, kw_only=True):
    """Name a tournament that was announced."""

    id: str


class TournamentLine(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a tournament in a list."""

    id: str
    name: str
    game: str
    status: Status
    format: Format
    round: int
    """The running one, or the last one; 0 before the start."""
    rounds: int
    entrants: int
    since: int
    """When it was announced."""
    starts: int | None
    """When it starts by itself; None: when its organiser starts it, or has."""
    door: Door
    limit: int | None
    """As in `Terms`."""


class NextTournament(msgspec.Struct, frozen=True, kw_only=True):
    """Name the tournament to enter next."""

    next: TournamentLine | None
    """The one that starts first of those that are on the list and have room; None: there is none."""


class PersonTournament(TournamentLine, frozen=True, kw_only=True):
    """Describe a tournament that somebody has entered."""

    ended: int | None
    place: int | None
    """Theirs, at the moment or for good; None: no table was over."""
    of: int
    """How many entrants it started with; 0 before that."""
    gone: bool
    """Withdrawn after the start."""


class EntrantInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Describe who plays along, and how they stand."""

    number: int
    name: str
    account: str | None
    """Of a person, or of a bot that plays from outside."""
    owner: str | None
    """Id of the account whose bot it is; None: a person, or a bot of the house."""
    owner_name: str | None
    bot: str | None
    """Kind of a bot of the house."""
    portrait: Character | None
    gone: bool
    """Withdrawn."""
    place: int
    score: float
    """Rounds' worth of opponents that the entrant was ahead of."""
    opponents: float
    """Mean score of those."""
    wins: float


class TableOfRound(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a table of a round."""

    id: str
    seats: tuple[int, ...]
    """Numbers of the entrants, in the order of the seats."""
    over: bool
    ranks: tuple[int, ...] | None
    """By seat, 1 the best; None while it is played, and when nobody won or lost."""
    shares: tuple[float, ...] | None
    """By seat, what it counted; None while it is played."""


class RoundInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a round."""

    tables: tuple[TableOfRound, ...]
    out: tuple[int, ...]


class TournamentInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a tournament as everybody may see it."""

    id: str
    name: str
    game: str
    preset: str | None
    options: dict[str, OptionValue]
    format: Format
    rounds: int
    size: int
    pace: Pace
    rated: bool
    outside_bots: bool
    """Whether people may enter bots of theirs, which play from outside."""
    description: str
    limit: int | None
    door: Door
    watching: Watching
    break_minutes: int
    """As in `Terms`, for all of them."""
    organiser: str
    """Id of the account."""
    organiser_name: str | None
    """None: the account is not there any more."""
    status: Status
    closed: bool
    """Ended by its organiser before all rounds were played."""
    since: int
    starts: int | None
    """When it starts by itself; None: when its organiser starts it, or it has started."""
    missed: int | None
    """When it should have started by itself, and too few had entered; its organiser has not chosen anew since."""
    break_ends: int | None
    """When the break that goes on ends; later, if the server is down meanwhile. None: none goes on."""
    ended: int | None
    seed: str | None
    """Decides all lots; None before the start."""
    entrants: tuple[EntrantInfo, ...]
    """By number."""
    played: tuple[RoundInfo, ...]


class TournamentDelta(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="delta"):
    """Bring a client to the present `TournamentInfo`.

    A patch is as in the `delta` of a table; the first one replaces nothing by the whole.
    """

    patch: Any


FromTournament: TypeAlias = TournamentDelta | Refused | Pong
