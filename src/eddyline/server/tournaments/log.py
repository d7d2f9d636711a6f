"""Define the log of a tournament: everything that happens to it, and what that amounts to."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

from eddyline.characters import Character
from eddyline.engine.options import OptionValue
from eddyline.protocol.pace import Pace
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.tournaments import MOST_ENTRANTS, Door, Format, Status, Watching
from eddyline.server.logs.ledger import Kind

if TYPE_CHECKING:
    from eddyline.server.base.outages import Outages


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True):
    pass


class Announced(_Entry, tag="announced", frozen=True, kw_only=True):
    """Announce a tournament; always version 1."""

    name: str
    organiser: str
    """Id of an account."""
    game: str
    preset: str | None
    options: dict[str, OptionValue]
    """Those that differ from the preset and from what a table's number of players implies."""
    format: Format
    rounds: int
    size: int
    """Seats that a table has if the number of players allows it."""
    pace: Pace
    bot_seconds: float = 1.0
    rated: bool = True
    outside_bots: bool = False
    """Whether people may enter bots of theirs, which play from outside."""


class Agreed(_Entry, tag="agreed", frozen=True, kw_only=True):
    """Say who takes part and who watches; the last one before the start holds."""

    description: str = ""
    limit: int | None = None
    """Most entrants who have not withdrawn; None: as many as any tournament has."""
    door: Door = "open"
    password: str | None = None
    """Argon2id of what is to be known at the door `password`."""
    watching: Watching = "everybody"
    break_minutes: int = 0


class Entered(_Entry, tag="entered", frozen=True, kw_only=True):
    """Enter a person or a bot; they are numbered in the order of these entries, from 0."""

    name: str
    account: str | None = None
    """Of a person, or of a bot that plays from outside."""
    owner: str | None = None
    """Id of the account whose bot it is; None: a person, or a bot of the house."""
    bot: str | None = None
    """Kind of a bot of the house."""
    portrait: Character | None = None
    """Of a person."""


class Withdrew(_Entry, tag="withdrew", frozen=True, kw_only=True):
    """Take somebody out, from the next round on."""

    entrant: int


class Scheduled(_Entry, tag="scheduled", frozen=True, kw_only=True):
    """Choose when it starts by itself."""

    starts: int | None
    """In milliseconds since 1970; None: when its organiser starts it."""


class Missed(_Entry, tag="missed", frozen=True, kw_only=True):
    """Note that its time has come, and too few had entered to start."""


class Started(_Entry, tag="started", frozen=True, kw_only=True):
    """Close the entries."""

    seed: str
    """Decides all lots; published from now on."""
    seeding: tuple[int, ...]
    """Entrants, the strongest first, as far as that is known."""


class Pairing(msgspec.Struct, frozen=True, array_like=True):
    """Seat entrants at a table."""

    table: str
    """Id of the table; it is opened after this is written."""
    seats: tuple[int, ...]
    """Entrants in the order of the seats."""


class Paused(_Entry, tag="paused", frozen=True, kw_only=True):
    """Let the break before the next round go on for so long from now."""

    seconds: int


class Paired(_Entry, tag="paired", frozen=True, kw_only=True):
    """Pair the next round."""

    tables: tuple[Pairing, ...]
    out: tuple[int, ...] = ()
    """Who is not seated in this round."""


class Finished(_Entry, tag="finished", frozen=True, kw_only=True):
    """Note how a table of the running round has ended."""

    table: str
    ranks: tuple[int, ...] | None
    """By seat, 1 the best; None: the table cannot be played to its end, and nobody wins or loses there."""


class Ended(_Entry, tag="ended", frozen=True, kw_only=True):
    """End the tournament."""

    closed: bool = False
    """By its organiser, before all rounds were played."""


class Forgotten(_Entry, tag="forgotten", frozen=True, kw_only=True):
    """Take the name of a deleted account away."""

    entrant: int
    name: str
    """What stands there instead."""


class Renamed(_Entry, tag="renamed", frozen=True, kw_only=True):
    """Write another name down; the account of whoever plays along has a new one."""

    entrant: int
    name: str


Entry: TypeAlias = (
    Announced
    | Agreed
    | Entered
    | Withdrew
    | Scheduled
    | Missed
    | Started
    | Paused
    | Paired
    | Finished
    | Ended
    | Forgotten
    | Renamed
)


@dataclass(slots=True)
class Entrant:
    """Describe who plays along."""

    number: int
    name: str
    account: str | None
    owner: str | None
    bot: str | None
    portrait: Character | None = None
    gone: bool = False
    """Withdrawn."""


@dataclass(slots=True)
class Played:
    """Describe a table of a round."""

    id: str
    seats: tuple[int, ...]
    over: bool = False
    ranks: tuple[int, ...] | None = None
    """As in `Finished`."""


@dataclass(slots=True)
class Round:
    """Describe a round."""

    tables: tuple[Played, ...]
    out: tuple[int, ...]

    @property
    def over(self) -> bool:
        """Return whether all tables of it are over."""
        return all(table.over for table in self.tables)


class Pause(NamedTuple):
    """Say when a break began, or was given another length, in milliseconds since 1970, and for how many seconds."""

    since: int
    seconds: int

    def ends(self, outages: Outages) -> float:
        """Return when it ends, in seconds since 1970, as far as is known: nobody rests while the server is down."""
        ends = outages.later(self.since / 1000, self.seconds)
        return ends if math.isfinite(ends) else self.since / 1000 + self.seconds


@dataclass(slots=True)
class Tournament:
    """Hold what is known of a tournament; changed only by `apply`."""

    id: str
    announced: Announced | None = None
    at: int = 0
    """When it was announced, in milliseconds since 1970."""
    terms: Agreed = field(default_factory=Agreed)
    entrants: list[Entrant] = field(default_factory=list)
    starts: int | None = None
    """When it starts by itself, in milliseconds since 1970; None: when its organiser starts it."""
    missed: int | None = None
    """When it should have started by itself, and too few had entered; None: its organiser has chosen anew since."""
    seed: str | None = None
    seeding: tuple[int, ...] = ()
    rounds: list[Round] = field(default_factory=list)
    pause: Pause | None = None
    """The break before the next round; None: none was begun."""
    ended: int | None = None
    """When it ended, in milliseconds since 1970."""
    closed: bool = False

    def must_exist(self) -> Announced:
        """Return its announcement; raises RefusalError when there is no such tournament."""
        if self.announced is None:
            raise RefusalError("unknown", "There is no such tournament. Perhaps a letter is missing from the link?")
        return self.announced

    def must_be(self, status: Status) -> Announced:
        """Return its announcement; raises RefusalError unless the tournament has this status."""
        announced = self.must_exist()
        if self.status != status:
            now = {"open": "has not started yet", "running": "is running", "over": "is over"}[self.status]
            raise RefusalError("wrong_time", f"The tournament {now}.")
        return announced

    @property
    def organiser(self) -> str | None:
        """Return the id of the organiser's account; None: there is no such tournament."""
        return None if self.announced is None else self.announced.organiser

    @property
    def status(self) -> Status:
        """Return whether it takes entries, is running or over."""
        if self.ended is not None:
            return "over"
        return "open" if self.seed is None else "running"

    @property
    def playing(self) -> list[int]:
        """List the entrants who have not withdrawn."""
        return [entrant.number for entrant in self.entrants if not entrant.gone]

    @property
    def room(self) -> int:
        """Return how many more may enter."""
        most, limit = MOST_ENTRANTS - len(self.entrants), self.terms.limit
        return most if limit is None else min(most, limit - len(self.playing))

    def due(self, now: float) -> bool:
        """Return whether it should start by itself at this time, in seconds since 1970."""
        return self.status == "open" and self.starts is not None and self.starts <= now * 1000

    @property
    def unfinished(self) -> list[Played]:
        """List the tables where the running round is still played."""
        return [table for table in self.rounds[-1].tables if not table.over] if self.rounds else []

    def entrant_of(self, account: str | None) -> Entrant | None:
        """Return the entrant of an account that has not withdrawn."""
        return next((each for each in self.entrants if account and each.account == account and not each.gone), None)

    def takes_part(self, account: str | None) -> bool:
        """Return whether somebody organises it, plays along, or has a bot that does; until its end, if they began."""
        return account is not None and (
            account == self.organiser
            or any(
                account in {each.account, each.owner} and (not each.gone or each.number in self.seeding)
                for each in self.entrants
            )
        )

    def admits(self, account: str | None) -> bool:
        """Return whether somebody may watch its games and read its chat."""
        return self.terms.watching == "everybody" or self.takes_part(account)

    def apply(self, entry: Entry, at: int) -> None:
        """Take in the next entry of the log."""
        match entry:
            case Announced():
                self.announced, self.at = entry, at
            case Agreed():
                self.terms = entry
            case Entered():
                number = len(self.entrants)
                self.entrants.append(Entrant(number, entry.name, entry.account, entry.owner, entry.bot, entry.portrait))
            case Withdrew():
                self.entrants[entry.entrant].gone = True
            case Scheduled():
                self.starts, self.missed = entry.starts, None
            case Missed():
                self.starts, self.missed = None, self.starts
            case Started():
                self.seed, self.seeding = entry.seed, entry.seeding
            case Paused():
                self.pause = Pause(at, entry.seconds)
            case Paired():
                self.pause = None
                self.rounds.append(Round(tuple(Played(each.table, each.seats) for each in entry.tables), entry.out))
            case Finished():
                table = next(table for table in self.rounds[-1].tables if table.id == entry.table)
                table.over, table.ranks = True, entry.ranks
            case Ended():
                self.ended, self.closed, self.pause = at, entry.closed, None
            case Forgotten():
                forgotten = self.entrants[entry.entrant]
                forgotten.name, forgotten.account, forgotten.owner = entry.name, None, None
                forgotten.portrait = None
                # Whoever has played to the end has not withdrawn.
                forgotten.gone |= self.ended is None
            case Renamed():
                self.entrants[entry.entrant].name = entry.name


KIND: Kind[Entry, Tournament] = Kind("tournament", msgspec.json.Decoder(Entry), Tournament)
