"""Define every message between server and clients, once; `web/src/protocol.ts` is generated from this file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, Union

import msgspec

from eddyline.engine.options import OptionInfo, OptionValue, Seating
from eddyline.engine.plain import PLAIN_MESSAGES
from eddyline.engine.refusal import CommonReason, Values
from eddyline.engine.registry import GAMES, game

if TYPE_CHECKING:
    Action: TypeAlias = Any
    Event: TypeAlias = Any
    View: TypeAlias = Any
    Reason: TypeAlias = Any
else:
    # What the games say, every game in each of these four, and those without types of their own.
    _SAID = [PLAIN_MESSAGES, *(game(each).messages for each in GAMES)]
    Action = Union[tuple(said.action for said in _SAID)]  # noqa: UP007 - made of as many types as there are games
    Event = Union[tuple(said.event for said in _SAID)]  # noqa: UP007
    View = Union[tuple(said.view for said in _SAID)]  # noqa: UP007
    Reason = Union[CommonReason, *(said.reason for said in _SAID)]

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=24, pattern=r"\S")]
TurnId = Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
Status = Literal["open", "running", "over"]
RefusalCode = Literal[
    "stale",
    "not_yours",
    "illegal",
    "incomplete",
    "not_host",
    "wrong_time",
    "taken",
    "unknown",
    "bad_message",
    "too_fast",
]


class _Plain(msgspec.Struct, frozen=True, kw_only=True):
    pass


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


# ---- HTTP ------------------------------------------------------------------------------------------------------


class GameInfo(_Plain):
    """Describe a game that tables can be opened for."""

    id: str
    name: str
    """What to call it where a client has no name for it."""
    players: tuple[int, ...]
    house_players: tuple[int, ...]
    """Player counts offered as a house option only (N-SET-1)."""
    presets: dict[str, dict[str, OptionValue]]
    default_preset: str
    options: tuple[OptionInfo, ...]
    seatings: tuple[Seating, ...]
    """Every number of players that can be chosen, and what it brings with it."""
    bundles: dict[str, tuple[str, ...]]
    """Switches that are chosen together, by the name of the bundle; the name will do in `NewTable.options`."""
    boards: dict[str, tuple[str, ...]]
    """Boards to choose from, as rows of text."""
    bots: tuple[str, ...]
    """Bots that can sit at a table of this game, the recommended one first."""
    thinkers: tuple[str, ...]
    """Those of them that think as long as the table allows; the others play at once."""


class NewTable(_Strict):
    """Open a table; the sender sits down on seat 0 and is its host."""

    game: str
    name: Name
    seats: Annotated[int, msgspec.Meta(ge=2, le=6)]
    preset: str | None = None
    options: dict[str, OptionValue] = {}
    """Options that differ from the preset, and from what the number of players brings with it."""
    bots: tuple[str, ...] = ()
    """Bots for the last seats."""
    start: bool = False
    """Start at once when every seat is taken."""
    bot_seconds: float = 1.0
    """Most seconds that a bot may think about a turn, 0.1 to 30."""


class Join(_Strict):
    """Sit down at a table that has not started."""

    name: Name
    seat: SeatNumber | None = None
    """Seat wanted; None: the first free one."""


class Seated(_Plain):
    """Confirm a seat; whoever holds the token is that player."""

    table: str
    seat: int
    token: str


class SeatInfo(_Plain):
    """Tell who sits on a seat, and whether they are there."""

    seat: int
    kind: Literal["open", "human", "bot"]
    name: str
    bot: str | None = None
    """Bot on this seat, or standing in for its human."""
    online: bool = False
    thinking: bool = False
    """Owes a decision and has not confirmed it."""
    preparing: bool = False
    """Its bot is still being compiled, and plays when that is done: in a minute or two after the first start."""


class TableInfo(_Plain):
    """Describe a table as everybody may see it."""

    id: str
    game: str
    status: Status
    version: int
    created: str
    """UTC, ISO 8601."""
    preset: str | None
    options: dict[str, OptionValue]
    host: int
    bot_seconds: float
    """Most seconds that a bot may think about a turn; less when many think at once."""
    seats: tuple[SeatInfo, ...]
    spectators: int
    rematch: str | None
    """Table to which this one moved on; everybody has the same seat there, and the same token."""


class Problem(_Plain):
    """Say why a request was refused."""

    code: str
    message: str


# ---- client -> server ------------------------------------------------------------------------------------------


class _ToServer(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Hello(_ToServer, tag="hello", frozen=True):
    """Open the conversation; always the first message."""

    token: str | None = None
    since: int | None = None
    """Version this client has shown already; the answer tells the events after it (0: all of them, None: none)."""


class Decide(_ToServer, tag="decide", frozen=True):
    """Add one decision to the draft of this seat."""

    version: int
    step: int
    """Decisions the draft had when the sender chose; another number is refused as stale."""
    action: int


class Undo(_ToServer, tag="undo", frozen=True):
    """Take the last free decision back (and the forced ones after it); with `all`, the whole draft."""

    version: int
    all: bool = False


class WhyNot(_ToServer, tag="why", frozen=True):
    """Ask why an action may not come next; `because` answers, to this connection only."""

    version: int
    step: int
    """As in `decide`."""
    action: Annotated[str, msgspec.Meta(max_length=64)]
    """Text form."""


class Confirm(_ToServer, tag="confirm", frozen=True):
    """Make the finished draft final."""

    version: int
    turn: TurnId
    """Chosen by the client; the same one twice is answered, not played twice."""


class Play(_ToServer, tag="play", frozen=True):
    """Play a whole turn at once, whatever is in the draft: for programs. All of it counts, or nothing."""

    version: int
    actions: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=64)], ...], msgspec.Meta(max_length=64)]
    """Text forms, in order; decisions that leave no choice may be left out."""
    turn: TurnId
    """As in `confirm`."""


class Start(_ToServer, tag="start", frozen=True):
    """Begin the game; for the host, once every seat is taken."""


class AddBot(_ToServer, tag="add_bot", frozen=True):
    """Put a bot on a free seat, or another one on a bot's; for the host, before the start."""

    seat: SeatNumber
    bot: str


class LimitBots(_ToServer, tag="limit_bots", frozen=True):
    """Let bots think so long about a turn; for the host, until the game is over."""

    seconds: float
    """0.1 to 30."""


class RemoveSeat(_ToServer, tag="remove_seat", frozen=True):
    """Free a seat before the start; the host may free any, a player their own."""

    seat: SeatNumber


class StandIn(_ToServer, tag="stand_in", frozen=True):
    """Let a bot play for a human who is not there (or for oneself); it hands back when they return."""

    seat: SeatNumber
    bot: str


class ComeBack(_ToServer, tag="come_back", frozen=True):
    """Take one's own seat back from the bot standing in."""


class Rematch(_ToServer, tag="rematch", frozen=True):
    """Open a new table with the same options, people and bots; everybody here is told its id."""


class Ping(_ToServer, tag="ping", frozen=True):
    """Ask whether the connection is alive."""


ToServer: TypeAlias = (
    Hello
    | Decide
    | Undo
    | WhyNot
    | Confirm
    | Play
    | Start
    | AddBot
    | LimitBots
    | RemoveSeat
    | StandIn
    | ComeBack
    | Rematch
    | Ping
)

# ---- server -> client ------------------------------------------------------------------------------------------


class _ToClient(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    pass


class Draft(_ToClient, tag="draft", frozen=True):
    """Show this seat its own unconfirmed turn; nobody else ever gets it."""

    version: int
    seat: int
    step: int
    """Number of decisions so far."""
    decisions: tuple[Action, ...]
    legal: tuple[Action, ...]
    complete: bool
    """Can be confirmed."""
    confirmed: bool
    """These decisions are the secret turn that this seat has confirmed. `legal` lists what may replace it: deciding (at
    this `step`) or undoing begins another draft, which is not confirmed; the turn holds until that one is."""
    can_undo: bool
    view: View
    """Preview: the position after these decisions, as this seat sees it."""


class Update(_Plain):
    """Tell what one version changed."""

    version: int
    seat: int | None
    """Seat whose turn it was; None: nobody's."""
    events: tuple[Event, ...]


class Sync(_ToClient, tag="sync", frozen=True):
    """Bring a client to `version`: everything it may know, and the events since the version it named or had."""

    version: int
    you: int | None
    table: TableInfo
    view: View | None
    """None before the start."""
    draft: Draft | None
    """Set when this seat owes a decision."""
    updates: tuple[Update, ...]


class TableChanged(_ToClient, tag="table", frozen=True):
    """Tell who is there and who is thinking, when no version changed."""

    table: TableInfo


class Refused(_ToClient, tag="refused", frozen=True):
    """Say why nothing happened. After `stale` a Sync follows; the connection goes on in any case."""

    code: RefusalCode
    message: str
    rule: str | None = None
    reason: Reason | None = None
    """Set where the rules refuse: as in `because`."""
    values: Values = {}


class Because(_ToClient, tag="because", frozen=True):
    """Say why an action may not come next, or that it may (`reason` "legal")."""

    action: str
    """The text asked about."""
    message: str
    """One sentence in English."""
    rule: str | None
    reason: Reason
    """Key of the sentence in other languages."""
    values: Values
    """What the sentence names."""


class Pong(_ToClient, tag="pong", frozen=True):
    """Answer a ping."""


ToClient: TypeAlias = Draft | Sync | TableChanged | Refused | Because | Pong
