"""Fold a table's log into its state: seats, host, game, and the events of every version."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, assert_never

from msgspec.structs import replace

from eddyline.engine.match import Deal, Draft, Match
from eddyline.protocol.pace import Pace
from eddyline.protocol.paint import SHADES, swap
from eddyline.protocol.table import Update
from eddyline.protocol.table_info import SeatInfo, TableInfo
from eddyline.record import dump
from eddyline.server.base.outages import Outages
from eddyline.server.table import entries
from eddyline.server.table.bot_choice import quick_bot
from eddyline.server.table.dealing import TableDealing
from eddyline.server.table.facts import Facts, unrated
from eddyline.server.table.known import Known
from eddyline.server.table.parts import PARTS
from eddyline.server.table.plans import Plans
from eddyline.server.table.replay import private
from eddyline.server.table.timing import Timing

if TYPE_CHECKING:
    from eddyline.characters import Character
    from eddyline.engine.game import Game
    from eddyline.engine.options import OptionValue
    from eddyline.protocol.table_info import Access, DealingInfo, Ending, Status
    from eddyline.server.table.attendance import Attendance


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
    account: str | None = None
    """Id of the player's account; None: a guest."""
    owner: str | None = None
    """Id of the account whose bot the player is; None: a person."""
    resigned: bool = False
    """The bot plays to the end."""
    vacations: tuple[tuple[int, int], ...] = ()
    """Vacations of the player, from when to when, in milliseconds since 1970."""
    word: str | None = None
    """Own word that the player has mixed into the dealing."""
    wins: int = 0
    """Games that this player has won at the tables before."""
    portrait: Character | None = None
    """Who is drawn; a bot plays in the manner of this character."""

    @property
    def played_by_human(self) -> bool:
        """Return whether a human decides for this seat."""
        return self.kind == "human" and self.bot is None


@dataclass(slots=True)
class TableState:
    """Hold a table's state at one version; changed only by `apply`."""

    id: str
    rules: Game
    opened: entries.Opened
    opened_at: int
    """Milliseconds since 1970."""
    created: str
    """The same for people: UTC, ISO 8601."""
    outages: Outages = field(default_factory=Outages)
    preset: str | None = None
    given: dict[str, OptionValue] = field(default_factory=dict)
    """All options, as they were given."""
    options: Any = None
    """The same as the game has them; their map is held as long as the table is in memory (see `Game.hold`)."""
    version: int = 0
    host: int = 0
    bot_seconds: float = 1.0
    """Maximum thinking time of a bot in seconds per turn."""
    pace: Pace = field(default_factory=Pace)
    access: Access = "link"
    invited: tuple[str, ...] = ()
    """Accounts that may come to a table for friends, besides these."""
    timing: Timing = field(default_factory=lambda: Timing(None, 0))
    """Of the running game."""
    unattended: float | None = None
    """Since when nobody is at the table, as its log says; None: it does not."""
    seats: list[Seat] = field(default_factory=list)
    colours: list[int] = field(default_factory=lambda: list(range(SHADES)))
    """By seat, those after the last one being free: each colour once."""
    patterns: list[int] = field(default_factory=lambda: list(range(SHADES)))
    """Likewise."""
    match: Match | None = None
    known: Known = field(default_factory=Known)
    """What everybody may know of the present position."""
    shown: int = 0
    """Version that was the first to show the present position."""
    confirmed: dict[int, int] = field(default_factory=dict)
    """By seat: version of the secret turn that it has confirmed in this position."""
    updates: list[Update] = field(default_factory=list)
    """One per version, in order."""
    turn_ids: dict[tuple[int, str], tuple[int, ...]] = field(default_factory=dict)
    """Decisions of the turns that clients gave an id, by seat and id."""
    stopped: Ending | None = None
    """Why the game ended before the rules ended it."""
    notice: str | None = None
    """What the server's host said when closing the table."""
    rematch: str | None = None
    parts: dict[str, Any] = field(default_factory=dict)
    """By name, what there is of each part of the table (see `parts.py`)."""
    dealing: TableDealing | None = None
    """Where the words of chance come from; None for tables from before seeds."""
    facts: Facts = field(default_factory=Facts)
    """What decides about the rating of the game."""
    plans: Plans = field(default_factory=Plans)
    """What seats have decided in advance."""

    @classmethod
    def begin(
        cls, table: str, rules: Game, entry: entries.Opened, at: int, outages: Outages | None = None
    ) -> TableState:
        """Create a table from its first entry, appended at `at`, in milliseconds since 1970."""
        seats = [Seat() for _ in range(entry.seats)]
        created = datetime.fromtimestamp(at // 1000, UTC).isoformat()
        state = cls(
            table, rules, entry, at, created, outages or Outages(),
            host=entry.host, bot_seconds=entry.bot_seconds, pace=entry.pace, access=entry.access, seats=seats,
        )  # fmt: skip
        state._rule(entry)
        state.dealing = TableDealing.of(table, entry)
        state._change_parts(entry, at)
        state._note(Update(version=1, seat=None, events=()))
        return state

    @property
    def start_due(self) -> bool:
        """Return whether the table is to start by itself and every seat is taken."""
        return self.opened.start and self.match is None and all(seat.kind != "open" for seat in self.seats)

    @property
    def fills_at(self) -> float | None:
        """Return when bots take the free seats, in seconds since 1970; None: they do not."""
        after = self.opened.fill_after
        return None if after is None or self.status != "open" else self.outages.later(self.opened_at / 1000, after)

    @property
    def goes_on_alone(self) -> bool:
        """Return whether the game goes on although nobody is there: a turn may take hours, or a tournament waits."""
        return self.timing.slow or self.opened.tournament is not None

    @property
    def due(self) -> float | None:
        """Return when the game goes on although nobody is there, in seconds since 1970; None: it waits for people."""
        if not self.goes_on_alone:
            return None
        return 0.0 if self.to_play - self.awaited else self.timing.deadline(self.awaited)

    @property
    def status(self) -> Status:
        """Return whether the table is open, running or over."""
        if self.stopped:
            return "over"
        if self.match is None:
            return "open"
        return "over" if self.match.over else "running"

    @property
    def ended(self) -> Ending | None:
        """Return how the game ended; None when it has not."""
        return (self.stopped or "finished") if self.status == "over" else None

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that have won: by the rules, or because all others have resigned."""
        if self.stopped == "resigned":
            left = tuple(number for number, seat in enumerate(self.seats) if not seat.resigned)
            return left if len(left) == 1 else ()
        return self.match.winners if self.match is not None and self.ended == "finished" else ()

    def wins(self, seat: int) -> int:
        """Count the games that a player has won here and at the tables before."""
        return self.seats[seat].wins + (seat in self.winners)

    @property
    def games(self) -> int:
        """Count the games that were played here and at the tables before, without those that were called off."""
        return self.opened.games + (self.ended in {"finished", "resigned"})

    @property
    def to_play(self) -> frozenset[int]:
        """Return the seats that owe a turn."""
        return self.match.waiting if self.match and not self.stopped else frozenset()

    @property
    def awaited(self) -> frozenset[int]:
        """Return the seats that owe a turn which a human has to decide."""
        return frozenset(seat for seat in self.to_play if self.seats[seat].played_by_human)

    @property
    def stand_in(self) -> str:
        """Return the bot that plays for people, unless they choose one themselves."""
        return self.pace.stand_in or quick_bot(self.opened.game)

    def info(self, attendance: Attendance) -> TableInfo:
        """Describe the table as everybody may see it."""
        status, thinking, fills_at, timing = self.status, self.to_play, self.fills_at, self.timing
        winners = self.winners if status == "over" else ()
        return TableInfo(
            id=self.id,
            game=self.opened.game,
            status=status,
            version=self.version,
            created=self.created,
            preset=self.preset,
            options=self.given,
            host=self.host,
            bot_seconds=self.bot_seconds,
            pace=self.pace if self.pace.stand_in else replace(self.pace, stand_in=self.stand_in),
            access=self.access,
            fills=None if fills_at is None else _rounded(max(0.0, fills_at - attendance.now)),
            ended=self.ended,
            votes=attendance.votes,
            seats=tuple(
                SeatInfo(
                    seat=number,
                    kind=seat.kind,
                    name=seat.name,
                    account=seat.account,
                    owner=seat.owner if seat.account is not None else None,
                    bot=seat.bot,
                    resigned=seat.resigned,
                    online=number in attendance.online,
                    away=self._away(number, attendance),
                    thinking=number in thinking,
                    taken=_rounded(timing.taken(number, attendance.now)) if seat.played_by_human else None,
                    left=self._left(number, attendance.now),
                    preparing=seat.bot in attendance.preparing,
                    colour=self.colours[number],
                    pattern=self.patterns[number],
                    wins=seat.wins + (number in winners),
                    vacation=self._vacation(number, attendance.now),
                    emote=attendance.emotes.get(number),
                    portrait=seat.portrait,
                )
                for number, seat in enumerate(self.seats)
            ),
            spectators=attendance.spectators,
            rematch=self.rematch,
            previous=self.opened.previous,
            tournament=self.opened.tournament,
            origin=None if self.opened.origin is None else self.opened.origin.info,
            games=self.games,
            notice=self.notice,
            dealing=self._dealing_info(),
            unrated=unrated(self, attendance.neighbours),
            levels=attendance.levels if status == "open" and any(attendance.levels) else None,
            ready=tuple(sorted(attendance.ready & attendance.online)) or None if status == "open" else None,
            ratings=attendance.ratings,
            **self.parts,
        )

    def _dealing_info(self) -> DealingInfo | None:
        """Describe the dealing; from what is revealed anybody could compute all that was dealt in a private game."""
        if self.dealing is None:
            return None
        info = self.dealing.info(self.own_words)
        return replace(info, revealed=None) if self.ended_privately else info

    @property
    def ended_privately(self) -> bool:
        """Whether the game is over, and how it went is the business of those who had a seat."""
        return self.status == "over" and private(self)

    @property
    def own_words(self) -> tuple[str | None, ...]:
        """Return the players' own words by seat."""
        return tuple(seat.word for seat in self.seats)

    def _away(self, seat: int, attendance: Attendance) -> float | None:
        gone = attendance.gone.get(seat)
        if gone is None or self.seats[seat].kind != "human":
            return None
        return _rounded(max(0.0, self.outages.elapsed(gone, attendance.now)))

    def _vacation(self, seat: int, now: float) -> str | None:
        until = self.timing.vacation(seat, now) if self.seats[seat].kind == "human" else None
        return None if until is None else datetime.fromtimestamp(until - 0.001, UTC).date().isoformat()

    def _left(self, seat: int, now: float) -> tuple[float, float] | None:
        left = self.timing.left(seat, now) if self.seats[seat].played_by_human else None
        return left and (round(left[0], 3), round(left[1], 3))

    def apply(self, entry: entries.Entry[int], at: int, draft: Draft | None = None) -> Update:
        """Apply an entry that was appended at `at`, in milliseconds since 1970; return its public update.

        Passing a turn's draft saves checking the turn again. Raises IllegalAction or ValueError for an entry that
        cannot come next.
        """
        leaver = entry.seat if isinstance(entry, entries.Resigned) else None
        update = Update(version=self.version + 1, seat=leaver, events=(), resigned=leaver is not None)
        match entry:
            case entries.Started():
                players = len(self.seats)
                self.timing = Timing(self.pace.clock, players, self.outages)
                for number, seat in enumerate(self.seats):
                    self.timing.rest_on(number, seat.vacations)
                if self.opened.origin is not None:
                    self.match = self.opened.origin.begin(entry.word)
                else:
                    self.match = Match.new(
                        self.rules, self.options, players=players, word=entry.word, preset=self.preset
                    )
                    update = replace(update, events=tuple(self.rules.tell_start(self.match.states)))
            case Deal():
                update = replace(update, events=self._begun().deal(entry.word))
            case entries.Turn():
                update = self._turn(update, entry, draft)
            case entries.Unattended():
                self._leave_alone(entry)
            case entries.Neighbours() | entries.Planned() | entries.OfPart():
                pass  # what depends on it is noted below
            case entries.Opened():
                raise ValueError("a table is opened once only")
            case _ if isinstance(entry, entries.OfSeats):
                self._change_seat(entry, at / 1000)
            case _:
                self._change_table(entry)
        if isinstance(entry, entries.Turn) and entry.seat in self._begun().pending:
            self.confirmed[entry.seat] = update.version
        elif isinstance(entry, entries.Started | entries.Turn | Deal):
            self.shown, self.confirmed = update.version, {}
        if self.dealing is not None and isinstance(entry, entries.Started | Deal):
            self.dealing.used += 1
        self.timing.owe(self.to_play, at / 1000)
        self.facts.note(self, entry, update, at)
        self.plans.note(self, entry)
        self._change_parts(entry, at)
        return self._note(update)

    def _started(self, word: int) -> Match:
        if self.opened.origin is not None:
            return self.opened.origin.begin(word)
        return Match.new(self.rules, self.options, players=len(self.seats), word=word, preset=self.preset)

    def _change_table(self, entry: entries.OfTable) -> None:
        match entry:
            case entries.Ruled():
                self._rule(entry)
            case entries.HostMoved():
                self.host = entry.seat
            case entries.BotsLimited():
                self.bot_seconds = entry.seconds
            case entries.Paced():
                self.pace = entry.pace
            case entries.Admitted():
                self.access = entry.access
            case entries.Invited():
                self.invited = (*self.invited, entry.account)
            case entries.Uninvited():
                self.invited = tuple(account for account in self.invited if account != entry.account)
            case entries.Stopped():
                self.stopped, self.notice = entry.why, entry.notice
            case entries.Rematched():
                self.rematch = entry.table
            case _:
                assert_never(entry)

    def _change_parts(self, entry: entries.Entry[int], at: int) -> None:
        for part in PARTS:
            self.parts[part.name] = part.after(part.of(self), entry, at)

    def _rule(self, entry: entries.Opened | entries.Ruled) -> None:
        self.preset, self.given = entry.preset, entry.options
        self.options = self.rules.hold(self.rules.parse_options(entry.preset, entry.options))

    def _turn(self, update: Update, entry: entries.Turn[int], draft: Draft | None) -> Update:
        # The player may have changed the draft while the entry was being written.
        turn = draft if draft is not None and draft.decisions == entry.decisions else entry.decisions
        events = self._begun().commit(entry.seat, turn)
        self.timing.played(entry.seat, entry.spent)
        if entry.id is not None:
            self.turn_ids[entry.seat, entry.id] = entry.decisions
        seat = self.seats[entry.seat]
        bot = entry.late or seat.bot if seat.kind == "human" else None
        late, resigned = entry.late is not None, seat.resigned
        return replace(update, seat=entry.seat, bot=bot, late=late, resigned=resigned, events=events)

    def _change_seat(self, entry: entries.OfSeats, now: float) -> None:
        number = entry.seat
        match entry:
            case entries.Joined():
                self.seats[number] = Seat(
                    kind="human",
                    name=entry.name,
                    token=entry.token,
                    account=entry.account,
                    owner=entry.owner,
                    wins=entry.wins,
                )
                if self.seats[self.host].kind != "human":
                    self.host = number
            case entries.BotSat():
                self.seats[number] = Seat(
                    kind="bot", name=entry.name, bot=entry.bot, wins=entry.wins, portrait=entry.character
                )
            case entries.Adopted():
                self.seats[number].account = entry.account
            case entries.Freed():
                self.seats[number] = Seat()
                if number == self.host:
                    self.host = next((i for i, other in enumerate(self.seats) if other.kind == "human"), self.host)
            case entries.Mixed():
                self.seats[number].word = entry.word
            case entries.Painted():
                swap(self.colours, number, entry.colour)
                swap(self.patterns, number, entry.pattern)
                if entry.portrait is not None:
                    self.seats[number].portrait = entry.portrait or None
            case entries.OnVacation():
                self.seats[number].vacations = entry.times
                self.timing.rest_on(number, entry.times)
            case entries.StoodIn():
                self.seats[number].bot = entry.bot
                self.timing.stood_in(number, now)
            case entries.CameBack():
                self.seats[number].bot = None
                self.timing.came_back(number, now)
            case entries.Resigned():
                self.seats[number].bot = entry.bot
                self.seats[number].resigned = True
            case entries.Forgotten():
                seat = self.seats[number]
                seat.name, seat.token, seat.account = entry.name, None, None
                seat.vacations = ()
                self.timing.rest_on(number, ())
            case entries.Renamed():
                self.seats[number].name = entry.name
            case _:
                assert_never(entry)

    def _leave_alone(self, entry: entries.Unattended) -> None:
        since = entry.since / 1000 if self.unattended is None else self.unattended
        if entry.until is None:
            self.unattended = since
            self.timing.leave(since)
        else:
            self.unattended = None
            self.timing.come(since, entry.until / 1000)

    def _note(self, update: Update) -> Update:
        self.version = update.version
        if self.dealing is not None and self.status == "over":
            self.dealing.reveal()
        self.updates.append(update)
        return update

    def _begun(self) -> Match:
        if self.match is None:
            raise ValueError("expected the start of the game before anything is dealt or played")
        return self.match

    def record(self) -> str | None:
        """Return the game's record: what everybody may know, or all of it once it has ended; None if there is none yet.

        A game that began with a position has none before its end, because positions show what is hidden.
        """
        if self.match is None or (self.status == "running" and self.match.word is None):
            return None
        self.match.names = [seat.name for seat in self.seats]
        record = self.match.record(public=self.status == "running")
        if self.opened.origin is not None:
            record = replace(record, header=self.opened.origin.marked(record.header))
        if self.dealing is not None:
            header = replace(record.header, dealing=self.dealing.public(self.own_words))
            record = replace(record, header=header, revealed=self.dealing.revealed)
        if self.facts.ended is not None:
            record = replace(record, header=replace(record.header, ended=self.facts.ended.at))
        return dump(record)


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)
