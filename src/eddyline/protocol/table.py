"""Define every message between server and clients, once; `web/src/protocol.ts` is generated from this file."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from eddyline.characters import Character
from eddyline.engine.options import OptionInfo, OptionValue, Seating
from eddyline.engine.refusal import Values
from eddyline.protocol.ahead import Ahead, PlanAhead
from eddyline.protocol.games import Action, Event, Fate, Reason, View
from eddyline.protocol.origin import NewOrigin
from eddyline.protocol.pace import Pace
from eddyline.protocol.paint import Portrait, Shade
from eddyline.protocol.table_info import Access, Emote, Matter, TableInfo
from eddyline.record.dealing import OwnWord

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=24, pattern=r"\S")]
Decisions = Annotated[tuple[int, ...], msgspec.Meta(max_length=64)]
"""Ids of actions, forced ones included."""
TurnId = Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
RefusalCode = Literal[
    "stale", "not_yours", "illegal", "incomplete", "not_host", "wrong_time", "taken", "name_taken", "nameless",
    "reserved", "many_accounts", "accounts_closed", "invitation_needed", "invitation_void", "no_guests", "unwanted",
    "many_tables", "muted", "too_few", "unknown", "bad_message", "too_fast", "store", "unsettled", "full",
    "friends_only", "private_replay", "deleted", "signed_out", "suspended", "wrong_password", "damaged",
    "other_rules", "other_version", "error",
]  # fmt: skip


class _Plain(msgspec.Struct, frozen=True, kw_only=True):
    pass


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


# ---- HTTP ------------------------------------------------------------------------------------------------------


class LevelInfo(_Plain):
    """Tell how strong a level of a game's bots is."""

    bot: str
    ahead: float | None
    """Share of comparisons of two seats at a table in which it was ahead of the level before, a tie counting half; null
    of the weakest."""


class GameInfo(_Plain):
    """Describe a game that tables can be opened for."""

    id: str
    name: str
    """Fallback for clients that have no translated name."""
    rules_version: int
    """Increases whenever games would go on otherwise; for programs that know the rules themselves."""
    players: tuple[int, ...]
    house_players: tuple[int, ...]
    """Player counts offered as a house option only (N-SET-1)."""
    presets: dict[str, dict[str, OptionValue]]
    default_preset: str
    options: tuple[OptionInfo, ...]
    seatings: tuple[Seating, ...]
    """Every possible number of players, and the options it implies."""
    bundles: dict[str, tuple[str, ...]]
    """Switches that are set together, by bundle name; `NewTable.options` accepts the bundle name."""
    boards: dict[str, tuple[str, ...]]
    """Boards to choose from, as rows of text."""
    bots: tuple[str, ...]
    """Bots to choose from, the recommended one first; tables know some more, by name."""
    levels: tuple[LevelInfo, ...]
    """How strong they are, weakest first; nothing of bots that were not measured."""
    stand_in: str
    """Bot that plays for who is away, unless the table names another."""
    thinkers: tuple[str, ...]
    """Bots that use the table's thinking time; the others play at once."""
    board_bound: tuple[str, ...]
    """Bots that, where a page plays by itself, know these boards only, and no maps of players' own."""


class NewTable(_Strict):
    """Open a table; the sender gets seat 0, unless `origin` says another, and is the host; `bots` get the last ones."""

    game: str
    name: Name
    seats: Annotated[int, msgspec.Meta(ge=2, le=6)]
    preset: str | None = None
    options: dict[str, OptionValue] = {}
    """Options that differ from the preset and from what the number of players implies."""
    bots: tuple[str, ...] = ()
    portrait: Character | None = None
    start: bool = False
    """Start as soon as every seat is taken."""
    bot_seconds: float = 1.0
    """Maximum thinking time of a bot in seconds per turn, 0.1 to 30."""
    pace: Pace = Pace()
    access: Access = "link"
    rated: bool = True
    """Rate the game if it counts; otherwise it is played for practice."""
    origin: NewOrigin | None = None
    """Go on from a game, whose options hold then; `preset` and `options` are left out."""


class Join(_Strict):
    """Take a seat at a table that has not started: the one that is wanted, or the first free one."""

    name: Name
    seat: SeatNumber | None = None
    portrait: Character | None = None


class Seated(_Plain):
    """Confirm a seat; the token authenticates a player without an account."""

    table: str
    seat: int
    token: str


class Problem(_Plain):
    """Explain why a request was refused."""

    code: str
    message: str
    suggestion: str | None = None
    """A name nobody here has, when the one wanted is taken."""


# ---- client -> server ------------------------------------------------------------------------------------------


class _ToServer(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Hello(_ToServer, tag="hello", frozen=True):
    """Open the session; always the first message."""

    token: str | None = None
    """Of a seat here; the seat of an account is reached by its `session` only."""
    session: str | None = None
    """Secret of the account's session; it brings the account's seat, if it has one here. When the session ends, the
    connection is closed with code 4401."""
    watch: bool = False
    """Whether to be a spectator all the same, as a big screen is that others look at, too."""
    since: int | None = None
    """Last version this client has shown; the answer lists the events after it (0: all; None: none), or the newest."""
    deltas: bool = False
    """Whether to be sent `delta` instead of `sync`. Saying hello again brings the whole state."""
    check: bool = False
    """With `deltas`: whether each is to contain the whole state, too, for clients in development."""
    record: bool = False
    """For those that know the rules themselves: whether each `sync` is to have the `record`; with `deltas`, whether the
    state is to have a `position` instead of `view` and `draft`, if the server knows the same rules."""

    def __post_init__(self) -> None:
        """Refuse what cannot be had together."""
        if self.watch and self.token is not None:
            raise ValueError("expected either `token` or `watch`, got both")


class Decide(_ToServer, tag="decide", frozen=True):
    """Add one decision to the draft of this seat."""

    version: int
    step: int
    """Number of decisions in the draft when the sender chose; any other number is refused as stale."""
    action: int


class Undo(_ToServer, tag="undo", frozen=True):
    """Undo the last free decision (and the forced ones after it); with `all`, the whole draft."""

    version: int
    all: bool = False


class WhyNot(_ToServer, tag="why", frozen=True):
    """Ask why an action may not come next; answered by `because`, to this connection only."""

    version: int
    step: int
    """As in `decide`."""
    action: Annotated[str, msgspec.Meta(max_length=64)]
    """Text form."""
    decisions: Decisions | None = None
    """Draft that the sender keeps by itself; None: the one that is kept here."""


class AskFate(_ToServer, tag="fate", frozen=True):
    """Ask what may come, as far as one can know; answered by `fate`, to this connection only.

    Anybody may ask, spectators, too. The answer is about the moment at which the server reads this.
    """

    action: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    """Text form of a decision that may come next; the answer is about the time after it."""
    decisions: Decisions | None = None
    """As in `why`."""


class Confirm(_ToServer, tag="confirm", frozen=True):
    """Make the finished draft final."""

    version: int
    decisions: Annotated[tuple[int, ...], msgspec.Meta(min_length=1, max_length=64)]
    """Ids of all its actions, as the draft lists them. They are played whatever has become of the draft meanwhile."""
    turn: TurnId
    """Chosen by the client; a repeated id is answered but not played again, and refused for other decisions."""


class Play(_ToServer, tag="play", frozen=True):
    """Play a whole turn at once, regardless of the draft; for programs. Either all of it is played or nothing."""

    version: int
    actions: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=64)], ...], msgspec.Meta(max_length=64)]
    """Text forms, in order; forced decisions may be omitted."""
    turn: TurnId
    """As in `confirm`."""


class Mix(_ToServer, tag="mix", frozen=True):
    """Mix a word of one's own into the dealing, or replace it; before the start."""

    word: OwnWord
    """Printable characters."""


class PaintCanoes(_ToServer, tag="paint", frozen=True):
    """Choose a colour, a pattern or a portrait that nobody at the table has, or no portrait (""); before the start."""

    colour: Shade | None = None
    pattern: Shade | None = None
    portrait: Portrait | None = None


class SetRules(_ToServer, tag="set_rules", frozen=True):
    """Change what the table plays by, with `options` as in `NewTable`; host only, before the start."""

    preset: str
    options: dict[str, OptionValue] = {}


class Start(_ToServer, tag="start", frozen=True):
    """Start the game; host only, once every seat is taken."""


class AddBot(_ToServer, tag="add_bot", frozen=True):
    """Put a bot on a free seat, or another for a bot, by default as the same character; host only, before the start."""

    seat: SeatNumber
    bot: str
    character: Character | None = None


class LimitBots(_ToServer, tag="limit_bots", frozen=True):
    """Set the bots' thinking time per turn, 0.1 to 30 seconds; host only, until the game is over."""

    seconds: float


class RemoveSeat(_ToServer, tag="remove_seat", frozen=True):
    """Free a seat before the start; the host may free any seat, a player only their own."""

    seat: SeatNumber


class StandIn(_ToServer, tag="stand_in", frozen=True):
    """Let a bot play for oneself, or for a human who has been away as long as `Pace.absence`, until they return."""

    seat: SeatNumber
    bot: str | None = None
    """For oneself only; None: the table's `Pace.stand_in`."""


class ComeBack(_ToServer, tag="come_back", frozen=True):
    """Take one's seat back from the bot standing in."""


class Vote(_ToServer, tag="vote", frozen=True):
    """Vote to let a bot play for somebody who is silent (`Pace.silence`), or to stop the game.

    The first needs more than half of the other people who are connected and play themselves, the second all who play
    themselves.
    """

    matter: Matter
    seat: SeatNumber | None = None
    """Whom the bot is to play for; None for `stop`."""
    favour: bool = True
    """False takes one's vote back."""


class Resign(_ToServer, tag="resign", frozen=True):
    """Give up: a bot plays for this seat to the end. When one seat or no human is left, the game ends."""


class SetPace(_ToServer, tag="set_pace", frozen=True):
    """Change how long the table waits for people; host only, before the start."""

    pace: Pace


class SetAccess(_ToServer, tag="set_access", frozen=True):
    """Change who finds the table; host only."""

    access: Access


class Rematch(_ToServer, tag="rematch", frozen=True):
    """Open a new table with the same options, people and bots; everybody here is invited to it."""


class ShowEmote(_ToServer, tag="emote", frozen=True):
    """Show an emote; everybody at the table sees it beside this seat's name, and nothing is saved."""

    emote: Emote


class SayReady(_ToServer, tag="ready", frozen=True):
    """Say before the start that one is ready, or take it back; nothing is saved, and other rules ask anew."""

    ready: bool


class Ping(_ToServer, tag="ping", frozen=True):
    """Ask whether the connection is alive."""


ToServer: TypeAlias = (
    Hello | Decide | Undo | WhyNot | AskFate | Confirm | Play | PlanAhead | Mix | PaintCanoes | SetRules | Start
    | AddBot | LimitBots | RemoveSeat | StandIn | ComeBack | Vote | Resign | SetPace | SetAccess | Rematch | ShowEmote
    | SayReady | Ping
)  # fmt: skip

# ---- server -> client ------------------------------------------------------------------------------------------


class _ToClient(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    pass


class Draft(_ToClient, tag="draft", frozen=True):
    """Show a seat its own draft; never sent to anybody else."""

    version: int
    seat: int
    step: int
    """Number of decisions so far."""
    decisions: tuple[Action, ...]
    legal: tuple[Action, ...]
    complete: bool
    """Whether it can be confirmed."""
    confirmed: bool
    """Whether these decisions are the secret turn that this seat has confirmed. If so, `legal` lists what may replace
    it: deciding (at this `step`) or undoing begins a new draft; the confirmed turn counts until that is confirmed."""
    can_undo: bool
    view: View
    """Preview: the position after these decisions, as this seat sees it."""


class Update(_Plain, omit_defaults=True):
    """Report what one version changed. Fields from `bot` on are left out where they say nothing."""

    version: int
    seat: int | None
    """Seat whose turn it was, if any."""
    events: tuple[Event, ...]
    bot: str | None = None
    """Bot that played this turn for a human."""
    late: bool = False
    """The human had run out of time."""
    resigned: bool = False
    """The human has resigned: just now, if no bot played."""


class Sync(_ToClient, tag="sync", frozen=True):
    """Bring a client to `version`: everything it may know, and the events since the version it had."""

    version: int
    you: int | None
    table: TableInfo
    view: View | None
    """None before the start."""
    draft: Draft | None
    """Set when this seat owes a decision."""
    updates: tuple[Update, ...]
    ahead: Ahead | None
    record: dict[str, Any] | None = None
    """For those who asked: what they may know of the position, without their draft, as the game's `State` has it, field
    by field. Left out are fields that options determine, and fields that are nobody's."""


class Position(_Plain):
    """Tell a client that knows the rules what it may know of the position; it shows it, and drafts turns, by itself."""

    rules: str
    """Digest of the compiled rules for which the record is, as their module tells it."""
    record: tuple[bytes, ...]
    """The game's record, without this seat's draft or secret turn, in pieces: a change names those that differ."""
    board: bytes | None
    """Board that the rules do not have, compressed (raw deflate), and that the record then calls number 0."""
    given: dict[str, Any]
    """Fields of the view that the rules do not fill."""
    turn: tuple[int, ...] | None
    """Secret turn that this seat has confirmed, ids of its decisions."""
    asked: bool
    """Whether this seat has something to decide, or a secret turn that it may still change."""


class State(_Plain):
    """Show a client everything that it may know at one version, as `sync` does."""

    you: int | None
    table: TableInfo
    view: View | None
    draft: Draft | None
    ahead: Ahead | None
    position: Position | None = None
    """Instead of view and draft, for those who asked for the record."""


class Delta(_ToClient, tag="delta", frozen=True, omit_defaults=True):
    """Bring a client to `version`, as `sync` does, by what has changed.

    A patch is `[value]`, which takes the place of what was there, or an object that holds a patch for each field that
    has changed; of a list, for each index. `draft` and `table` messages that come in between change nothing of the
    state that is patched.
    """

    version: int
    since: int | None
    """Version of the state that is patched; None: the patch replaces it."""
    patch: Any
    updates: tuple[Update, ...]
    whole: State | None = None
    """The new state, for those who asked to check; left out for others."""


class TableChanged(_ToClient, tag="table", frozen=True):
    """Report who is connected and who is thinking, when the version has not changed."""

    table: TableInfo


class Refused(_ToClient, tag="refused", frozen=True):
    """Explain why nothing happened. After `stale`, a Sync follows; the connection stays open in any case."""

    code: RefusalCode
    message: str
    rule: str | None = None
    reason: Reason | None = None
    """Set when the rules refuse; as in `because`."""
    values: Values = {}


class Because(_ToClient, tag="because", frozen=True):
    """Explain why an action may not come next, or that it may (`reason` "legal")."""

    action: str
    """The action asked about, as text."""
    message: str
    """One sentence in English."""
    rule: str | None
    reason: Reason
    """Key of the translated sentence."""
    values: Values
    """Values named in the sentence."""


class FateAnswer(_ToClient, tag="fate", frozen=True):
    """Say what may come."""

    version: int
    """Version of the table that it is about."""
    step: int
    """Number of decisions in this seat's draft, whose result it is about; 0 without a draft."""
    action: str | None
    """Further decision that it takes for granted, as in the question."""
    fate: Fate | None
    """None: there is nothing to tell, for instance because the action is not possible."""


class Pong(_ToClient, tag="pong", frozen=True):
    """Answer a ping."""


ToClient: TypeAlias = Draft | Sync | Delta | TableChanged | Refused | Because | FateAnswer | Pong
