"""Fold a table's log into its state: seats, host, game, and the events of every version."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, assert_never

import msgspec

from eddyline.engine.match import Deal, Draft, IllegalAction, Match
from eddyline.engine.registry import game as game_by_id
from eddyline.record import dump
from eddyline.server import entries
from eddyline.server.dealing import TableDealing
from eddyline.server.protocol import Event, SeatInfo, TableInfo, Update
from eddyline.server.store import Row, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from eddyline.engine.game import Game
    from eddyline.server.protocol import Status


def token_hash(token: str) -> str:
    """Hash a seat's token. Plain SHA-256 is enough: 192 random bits cannot be guessed, however fast the hash."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(slots=True)
class Seat:
    """Describe who has a seat."""

    kind: Literal["open", "human", "bot"] = "open"
    name: str = ""
    bot: str | None = None
    """Bot on this seat, or standing in for its human."""
    token: str | None = None
    """Hash of the player's token."""
    word: str | None = None
    """Own word that the player has mixed into the dealing."""


@dataclass(slots=True)
class TableState:
    """Hold a table's state at one version; changed only by `apply`."""

    id: str
    rules: Game
    opened: entries.Opened
    options: Any
    """Options of `opened`; their map is held as long as the table is in memory (see `Game.hold`)."""
    opened_at: int
    """Milliseconds since 1970."""
    version: int = 0
    host: int = 0
    bot_seconds: float = 1.0
    """Maximum thinking time of a bot in seconds per turn."""
    seats: list[Seat] = field(default_factory=list)
    match: Match | None = None
    updates: list[Update] = field(default_factory=list)
    """One per version, in order."""
    turn_ids: set[tuple[int, str]] = field(default_factory=set)
    rematch: str | None = None
    dealing: TableDealing | None = None
    """Where the words of chance come from; None for tables from before seeds."""

    @classmethod
    def fold(cls, table: str, rows: Iterable[Row]) -> TableState | None:
        """Build a table from its log; None when the log is empty. Raises StoreError when the log is invalid."""
        state = None
        for version, row in enumerate(rows, start=1):
            try:
                entry = entries.decode(row.body, state.rules if state else None)
                if state is None:
                    state = cls.begin(table, entry, row.at)
                else:
                    state.apply(entry)
            except (msgspec.DecodeError, IllegalAction, ValueError, LookupError) as error:
                raise StoreError(f"table {table} cannot be read: version {version} of its log: {error}") from error
        return state

    @classmethod
    def begin(cls, table: str, entry: entries.Entry[int], at: int) -> TableState:
        """Create a table from its first entry."""
        if not isinstance(entry, entries.Opened):
            raise ValueError(f"expected the entry that opens the table, got {type(entry).__name__}")  # noqa: TRY004
        rules = game_by_id(entry.game)
        if entry.rules_version != rules.rules_version:
            raise ValueError(
                f"it is played by version {entry.rules_version} of the rules of {entry.game}, "
                f"this program has version {rules.rules_version}"
            )
        options = rules.hold(rules.parse_options(entry.preset, entry.options))
        seats = [Seat() for _ in range(entry.seats)]
        state = cls(table, rules, entry, options, at, host=entry.host, bot_seconds=entry.bot_seconds, seats=seats)
        state.dealing = TableDealing.of(table, entry)
        state._note(None, ())
        return state

    @property
    def created(self) -> str:
        """Return when the table was opened: UTC, ISO 8601."""
        return datetime.fromtimestamp(self.opened_at // 1000, UTC).isoformat()

    @property
    def status(self) -> Status:
        """Return whether the table is open, running or over."""
        if self.match is None:
            return "open"
        return "over" if self.match.over else "running"

    def info(self, online: frozenset[int], spectators: int, preparing: frozenset[str]) -> TableInfo:
        """Describe the table as everybody may see it; `preparing` are the bots that are still being compiled."""
        thinking = self.match.waiting if self.match else frozenset()
        return TableInfo(
            id=self.id,
            game=self.opened.game,
            status=self.status,
            version=self.version,
            created=self.created,
            preset=self.opened.preset,
            options=self.opened.options,
            host=self.host,
            bot_seconds=self.bot_seconds,
            seats=tuple(
                SeatInfo(
                    seat=number,
                    kind=seat.kind,
                    name=seat.name,
                    bot=seat.bot,
                    online=number in online,
                    thinking=number in thinking,
                    preparing=seat.bot in preparing,
                )
                for number, seat in enumerate(self.seats)
            ),
            spectators=spectators,
            rematch=self.rematch,
            dealing=None if self.dealing is None else self.dealing.info(self.own_words),
        )

    @property
    def own_words(self) -> tuple[str | None, ...]:
        """Return the players' own words by seat."""
        return tuple(seat.word for seat in self.seats)

    def apply(self, entry: entries.Entry[int], draft: Draft | None = None) -> Update:
        """Apply one entry; return its public update. Passing a turn's draft saves checking the turn again.

        Raises IllegalAction or ValueError for an entry that cannot come next.
        """
        seat: int | None = None
        events: tuple[Event, ...] = ()
        match entry:
            case entries.Joined():
                self.seats[entry.seat] = Seat(kind="human", name=entry.name, token=entry.token)
                if self.seats[self.host].kind != "human":
                    self.host = entry.seat
            case entries.BotSat():
                self.seats[entry.seat] = Seat(kind="bot", name=entry.name, bot=entry.bot)
            case entries.Freed():
                self.seats[entry.seat] = Seat()
                if entry.seat == self.host:
                    self.host = next((i for i, other in enumerate(self.seats) if other.kind == "human"), self.host)
            case entries.Mixed():
                self.seats[entry.seat].word = entry.word
            case entries.HostMoved():
                self.host = entry.seat
            case entries.BotsLimited():
                self.bot_seconds = entry.seconds
            case entries.Started():
                players, preset = len(self.seats), self.opened.preset
                self.match = Match.new(self.rules, self.options, players=players, word=entry.word, preset=preset)
                events = tuple(self.rules.tell_start(self.match.states))
            case Deal():
                events = self._begun().deal(entry.word)
            case entries.Turn():
                seat = entry.seat
                # The player may have changed the draft while the entry was being written.
                turn = draft if draft is not None and draft.decisions == entry.decisions else entry.decisions
                events = self._begun().commit(seat, turn)
                if entry.id is not None:
                    self.turn_ids.add((seat, entry.id))
            case entries.StoodIn():
                self.seats[entry.seat].bot = entry.bot
            case entries.CameBack():
                self.seats[entry.seat].bot = None
            case entries.Rematched():
                self.rematch = entry.table
            case entries.Opened():
                raise ValueError("a table is opened once only")
            case _:
                assert_never(entry)
        if self.dealing is not None and isinstance(entry, entries.Started | Deal):
            self.dealing.used += 1
        return self._note(seat, events)

    def _note(self, seat: int | None, events: tuple[Event, ...]) -> Update:
        self.version += 1
        if self.dealing is not None and self.status == "over":
            self.dealing.reveal()
        update = Update(version=self.version, seat=seat, events=events)
        self.updates.append(update)
        return update

    def _begun(self) -> Match:
        if self.match is None:
            raise ValueError("expected the start of the game before anything is dealt or played")
        return self.match

    def record(self) -> str | None:
        """Return the game's record: what everybody may know, or all of it once it is over; None before the start."""
        if self.match is None:
            return None
        self.match.names = [seat.name for seat in self.seats]
        record = self.match.record(public=True)
        if self.dealing is not None:
            header = msgspec.structs.replace(record.header, dealing=self.dealing.public(self.own_words))
            record = msgspec.structs.replace(record, header=header, revealed=self.dealing.revealed)
        return dump(record)
