"""Store a tournament's games in a file: one JSON object per line, each written when its game is over.

    {"arena":1,"game":"niagara","rules_version":1,"options":{…},"lineups":[["guide","paddler",…]],"seed":"0x1","time_limit":60.0}
    {"lineup":0,"number":3,"block":0,"seats":["paddler","paddler","paddler","guide"],"ranking":[2,2,4,1],"winners":[3],…}
    …

Games are in the order in which they ended. Between them, lines that begin with `{"sprt":` tell how a sequential test
stood when the tournament was stopped. If the last line of a file was cut off, it is overwritten.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import TYPE_CHECKING, Literal, Self, TypeAlias, TypeVar

import msgspec

from eddyline.arena.schedule import Seating, Word
from eddyline.engine.copying import Uncopied
from eddyline.engine.text import EncodingError, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from types import TracebackType

    from eddyline.arena.sequential import Sequential


Header: TypeAlias = msgspec.Struct
"""What determines the games of a file, such as a Tournament; its first field is the version of the format."""
HeaderT = TypeVar("HeaderT", bound=msgspec.Struct)
NOTE = '{"sprt":'
"""How a line begins that is no game."""
Kind = Literal["crash", "illegal", "timeout"]


class Failure(msgspec.Struct, frozen=True):
    """Describe how a bot failed in one turn."""

    seat: int
    kind: Kind
    what: str


class Played(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Record the result of one game. Tuples are by seat."""

    lineup: int
    """Index among the tournament's lineups."""
    number: int
    """Index among the games of the lineup, from 0."""
    block: int
    """Games of one block share all luck, see `eddyline.arena.schedule`."""
    seats: tuple[str, ...]
    """Entrants."""
    seed: Word
    """Determines all chance in this game; see `engine.random.derived`."""
    ranking: tuple[int, ...]
    """1 is the best; ties share a rank and the next rank is skipped."""
    winners: tuple[int, ...]
    """Winning seats; empty if nobody won."""
    rounds: int
    turns: tuple[tuple[int, ...], ...] = ()
    """Planning time in microseconds (wall clock), for each turn in which the bot had a choice."""
    decisions: tuple[int, ...] = ()
    """Number of decisions it planned, not counting forced ones."""
    cpu: tuple[float, ...] = ()
    """Planning time in seconds of processor time."""
    failures: tuple[Failure, ...] = ()
    moves: tuple[tuple[int, ...], ...] = ()
    """Ids of its decisions in order, without forced ones: with the seed, all that is needed to replay the game."""

    def share(self, entrant: str) -> float:
        """Return an entrant's share of the win, per seat that it had."""
        seats = [seat for seat, sitting in enumerate(self.seats) if sitting == entrant]
        won = sum(seat in self.winners for seat in seats)
        return won / len(self.winners) / len(seats) if won else 0.0


def lost(game: Seating, seed: Word, failures: tuple[Failure, ...]) -> Played:
    """Return a game as won by all seats without a failure."""
    losers = {failure.seat for failure in failures}
    winners = tuple(seat for seat in range(len(game.seats)) if seat not in losers)
    return Played(
        **game._asdict(),
        seed=seed,
        ranking=tuple(len(winners) + 1 if seat in losers else 1 for seat in range(len(game.seats))),
        winners=winners,
        rounds=0,
        failures=failures,
    )


class GamesFileError(ValueError):
    """Report an invalid games file, naming the line or the difference."""


class GamesFile(Uncopied):
    """Append games to a file; a context manager."""

    def __init__(self, path: Path, tournament: Header) -> None:
        """Open a new file, or one with games of the same tournament; raises GamesFileError and OSError."""
        self.path = path
        self.games: list[Played] = []
        """Games read from the file."""
        self._file = path.open("a+b")
        try:
            self._begin(tournament)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, game: Played) -> None:
        """Write and flush a game, so that only a power cut can lose it."""
        self._file.write(msgspec.json.encode(game) + b"\n")
        self._file.flush()

    def note(self, test: Sequential) -> None:
        """Write down how a test of the games stands; whoever reads them computes it anew."""
        self._file.write(msgspec.json.encode({"sprt": test.verdicts}) + b"\n")
        self._file.flush()

    def _begin(self, tournament: Header) -> None:
        self._file.seek(0)
        data = self._file.read()
        whole = data[: data.rfind(b"\n") + 1]
        if not whole and data and not data.removeprefix(BOM_UTF8).startswith(_beginning(tournament)):
            raise GamesFileError(f"{self.path}: not a games file, left unchanged")
        if not whole:
            self._file.truncate(0)
            self._file.write(msgspec.json.encode(tournament) + b"\n")
            self._file.flush()
            return
        header, lines = _split(self.path, whole)
        self._compare(_header(self.path, header, type(tournament)), tournament)
        self.games = _games(self.path, lines)
        # Only now is it certain that the file is one of this tournament.
        self._file.truncate(len(whole))

    def _compare(self, kept: Header, tournament: Header) -> None:
        differing = [
            f"{field} is {_short(getattr(kept, field))}, not {_short(getattr(tournament, field))}"
            for field in tournament.__struct_fields__
            if getattr(kept, field) != getattr(tournament, field)
        ]
        if differing:
            raise GamesFileError(
                f"{self.path} holds games of another tournament: its {'; its '.join(differing)}. "
                "Use the same settings to resume it, or another file"
            )


def read_games(path: Path, kind: type[HeaderT]) -> tuple[HeaderT, list[Played]]:
    """Read a file; raises GamesFileError and OSError."""
    header, lines = _split(path, path.read_bytes())
    return _header(path, header, kind), _games(path, lines)


def _split(path: Path, data: bytes) -> tuple[str, list[str]]:
    try:
        header, *lines = text_of(data).removesuffix("\n").split("\n")
    except EncodingError as error:
        raise GamesFileError(f"{path}: not a games file, left unchanged: {error}") from None
    return header, lines


def _header(path: Path, line: str, kind: type[HeaderT]) -> HeaderT:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError as error:
        raise GamesFileError(f"{path}, line 1: not a games file: {error}") from None


def _games(path: Path, lines: Sequence[str]) -> list[Played]:
    games = []
    for number, line in enumerate(lines, start=2):
        if line.startswith(NOTE):
            continue
        try:
            games.append(msgspec.json.decode(line, type=Played))
        except msgspec.DecodeError as error:
            raise GamesFileError(f"{path}, line {number}: {error}") from None
    return games


def _beginning(header: Header) -> bytes:
    """Return how a file with such a header begins: with the version of its format."""
    return f'{{"{header.__struct_fields__[0]}":'.encode()


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else f"{text[:200]} …"
