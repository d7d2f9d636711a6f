"""Write and read saved games: one JSON object per line, so that people and line-based tools can read them.

    {"eddyline":1,"game":"niagara","rules_version":1,"preset":"rulebook","options":{…},"players":["Ann","Bo","Cy"],"entropy":"0x…"}
    {"seat":0,"turn":["card 3"]}
    {"deal":"0x…"}
    {"seat":1,"turn":["card cloud"]}
    {"resample":1,"word":"0x…"}
    {"comment":"Bold, with two gems on board."}
    {"variation":[{"seat":1,"turn":["card 2"]},{"comment":"Safe."}]}
    …
    {"ranking":[1,2,2]}

The first line is the header. Then follow one line per turn, in the order in which they were committed, and one per word
of chance that was dealt after the set-up. A game that goes on from another one begins with its lines; where it says
`resample`, all that this seat could not know was dealt anew. Only a finished game has the ranking. A game that began
with a position has `position` instead of `entropy`.

The game of a table also says what its words of chance were made of: `dealing` in the header, with the commitment that
the server published before the game, and in the last line of a finished game the link that proves them,
`{"revealed":"…"}`.

A comment stands below what it is about, a variation below the turn or deal that it replaces and other notes on it.
Both may stand inside a variation. docs/saved-games.md specifies all this for those who write other programs.
"""

from __future__ import annotations

import json
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Generic, Protocol, TypeAlias, TypeVar, cast, runtime_checkable

import msgspec
from msgspec.structs import replace

from eddyline.engine.copying import WholeError
from eddyline.engine.log import Deal, Entry, FormT, Resample, Turn
from eddyline.engine.messages import shown
from eddyline.engine.names import LONGEST_NAME
from eddyline.engine.notes import MOST_NESTED, Comment, Note, Variation, by_place, check_notes
from eddyline.engine.options import OptionValue
from eddyline.engine.registry import UnknownGameError, game
from eddyline.engine.text import EncodingError, text_of
from eddyline.record.dealing import Dealing, Link

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from eddyline.engine.game import Game

T = TypeVar("T")

FORMAT = 1
UNREADABLE = (msgspec.DecodeError, ValueError, RecursionError)
"""Errors of reading JSON, also for a lone surrogate, a number with too many digits, or lists nested too deeply."""

FilePath: TypeAlias = str | PathLike[str]


@runtime_checkable
class Source(Protocol):
    """Be a file that is open for reading text or bytes."""

    def read(self) -> Any:  # noqa: ANN401 - str or bytes
        """Return the rest of it."""


@runtime_checkable
class Sink(Protocol):
    """Be a file that is open for writing text or bytes."""

    def write(self, written: Any, /) -> object:  # noqa: ANN401 - str or bytes
        """Write to it."""


Name = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
Word = Annotated[str, msgspec.Meta(pattern=r"^0x[0-9a-f]{1,16}$")]
"""A word of chance as it is written in files."""


class RecordError(WholeError, ValueError):
    """Report an invalid saved game; `line` counts from 1, 0 means the file as a whole."""

    def __init__(self, line: int, reason: str) -> None:
        """Keep the line and the reason."""
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason


class Origin(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Say which game another one goes on from."""

    entries: Annotated[int, msgspec.Meta(ge=0)]
    """So many of the turns and deals are from there; the dealing knows nothing of them."""
    table: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    """Table at which that game was played, if it was."""


class Header(msgspec.Struct, Generic[FormT], frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Describe the game, its players and its set-up."""

    eddyline: int
    """Version of this format."""
    game: str
    """Id of the game."""
    rules_version: int
    """Version of its rules, see `Game.plays`."""
    preset: str | None = None
    """Preset that the options came from; for information only."""
    options: dict[str, OptionValue]
    players: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=12)]
    """Names by seat."""
    word: FormT | None = msgspec.field(default=None, name="entropy")
    """Word of chance for the set-up."""
    position: dict[str, Any] | None = None
    """Position that the game began with, instead of a set-up."""
    origin: Origin | None = None
    """Which game this one goes on from; None: it began by itself."""
    dealing: Dealing | None = None
    """What the words of chance were derived from; None for games that are not from a table, or from an older one."""
    ended: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None
    """When the game ended, in milliseconds since 1970 (UTC); for information only."""


class _TurnLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, msgspec.Meta(ge=0, le=11)]
    turn: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=64)]


class _DealLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deal: Word


class _ResampleLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, msgspec.Meta(ge=0, le=11)] = msgspec.field(name="resample")
    word: Word


class _CommentLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    comment: str


class _VariationLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    variation: tuple[dict[str, Any], ...]


class _Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ranking: tuple[int, ...]


class _Revealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    revealed: Link


class Record(msgspec.Struct, frozen=True):
    """Hold a saved game that has been read but not replayed; `replay` checks whether its turns are legal."""

    header: Header[int]
    turns: tuple[Entry[int], ...]
    """Turns, deals and what was dealt anew, in order."""
    ranking: tuple[int, ...] | None = None
    """Ranks by seat, 1 the best."""
    revealed: str | None = None
    """Link of the last word of chance, in hexadecimal; see `record.dealing`."""
    notes: tuple[Note, ...] = ()
    """Comments and variations."""


def dump(record: Record) -> str:
    """Return a saved game as text, which `load` reads back; raises RecordError if it cannot be written."""
    try:
        header, rules = record.header, rules_of(record.header)
        lines: list[Any] = [header if header.word is None else replace(header, word=f"{header.word:#x}")]
        lines += _lines(rules, record.turns, check_notes(record.notes, len(record.turns)))
        if record.ranking is not None:
            lines.append(_Result(record.ranking))
        if record.revealed is not None:
            lines.append(_Revealed(record.revealed))
        return "".join(f"{msgspec.json.encode(line).decode()}\n" for line in lines)
    except (AttributeError, TypeError, ValueError, RecursionError) as error:
        raise RecordError(0, f"this game cannot be written: {error}") from None


def load(text: str) -> Record:
    """Read a saved game; raises RecordError naming the line and the reason, and TypeError for anything but a str.

    Checks the format and that the game is available. Whether the turns are legal is checked only by `replay`.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected the text of a saved game, got {shown(text)}")
    # Not splitlines, which also splits at characters that names may contain, such as U+2028.
    lines = text_of(text).removesuffix("\n").split("\n")
    if not lines[0].strip():
        raise RecordError(1, "expected the header of a saved game, got an empty line")
    header = _header(lines[0])
    rules = rules_of(header)
    main = _Line(rules)
    ranking: tuple[int, ...] | None = None
    revealed: str | None = None
    for number, line in enumerate(lines[1:], start=2):
        if revealed is not None:
            raise RecordError(number, "expected nothing below the revealed link")
        written = _object(number, line)
        if header.dealing is not None and "revealed" in written:
            revealed = _converted(number, written, _Revealed).revealed
        elif ranking is not None:
            raise RecordError(number, "expected nothing below the ranking")
        elif "ranking" in written:
            ranking = _converted(number, written, _Result).ranking
        else:
            main.read(number, written)
    return Record(header, tuple(main.entries), ranking, revealed, tuple(main.notes))


def rules_of(header: Header[int]) -> Game:
    """Return the game of a header; raises RecordError if it, or this version of its rules, is not available."""
    try:
        rules = game(header.game)
    except UnknownGameError as error:
        raise RecordError(1, str(error)) from None
    if not rules.plays(header.rules_version):
        raise RecordError(1, f"expected rules version {rules.rules_version}, got {header.rules_version}")
    return rules


class _Line:
    """Read turns and deals, with the notes on them: a game, or a variation of it."""

    def __init__(self, rules: Game, nested: int = 0) -> None:
        self.rules, self.nested = rules, nested
        self.entries: list[Entry[int]] = []
        self.notes: list[Note] = []

    def read(self, number: int, written: dict[str, Any]) -> None:
        """Read the next object; raises RecordError with the number of its line."""
        try:
            if "comment" in written:
                self._note(Comment(len(self.entries), _converted(number, written, _CommentLine).comment))
            elif "variation" in written:
                self._note(self._variation(number, _converted(number, written, _VariationLine).variation))
            elif "deal" in written:
                self.entries.append(Deal(int(_converted(number, written, _DealLine).deal, 16)))
            elif "resample" in written:
                again = _converted(number, written, _ResampleLine)
                self.entries.append(Resample(again.seat, int(again.word, 16)))
            else:
                turn = _converted(number, written, _TurnLine)
                self.entries.append(Turn(turn.seat, tuple(map(self.rules.parse_action, turn.turn))))
        except RecordError:
            raise
        except ValueError as error:  # including ActionError
            raise RecordError(number, str(error)) from None

    def _note(self, note: Note) -> None:
        self.notes += check_notes((note,), len(self.entries), nested=self.nested)

    def _variation(self, number: int, written: tuple[dict[str, Any], ...]) -> Variation:
        if self.nested == MOST_NESTED:
            raise RecordError(number, f"expected at most {MOST_NESTED} variations inside one another")
        line = _Line(self.rules, self.nested + 1)
        for each in written:
            line.read(number, each)
        return Variation(len(self.entries), tuple(line.entries), tuple(line.notes))


def _lines(rules: Game, entries: Sequence[Entry[int]], notes: Sequence[Note]) -> Iterator[Any]:
    """Yield what is written of a game or a variation, object by object."""
    notes_at = by_place(notes)
    for place in range(len(entries) + 1):
        if place:
            entry = entries[place - 1]
            if isinstance(entry, Deal):
                yield _DealLine(f"{entry.word:#x}")
            elif isinstance(entry, Resample):
                yield _ResampleLine(entry.seat, f"{entry.word:#x}")
            else:
                yield _TurnLine(entry.seat, rules.texts(entry.decisions))
        for note in notes_at.get(place, ()):
            if isinstance(note, Comment):
                yield _CommentLine(note.text)
            else:
                yield {"variation": [*_lines(rules, note.entries, note.notes)]}


def write(record: Record, file: FilePath | Sink) -> None:
    """Write a saved game to a path, or into a file that is open for text or bytes.

    Raises OSError, and TypeError for anything else.
    """
    text = dump(record)
    if not isinstance(file, Sink):
        path_of(file).write_text(text, "utf-8", newline="\n")
        return
    try:
        file.write(text)
    except TypeError:  # of bytes
        file.write(text.encode())


def read(file: FilePath | Source) -> Record:
    """Read a saved game from a path, or the rest of a file that is open for text or bytes.

    Raises RecordError and OSError, and TypeError for anything else.
    """
    data: object = file.read() if isinstance(file, Source) else path_of(file).read_bytes()
    if not isinstance(data, str | bytes):
        raise TypeError(f"expected a file of text or bytes, got one of {type(data).__name__}")
    try:
        return load(text_of(data))
    except EncodingError as error:
        raise RecordError(0, f"this is not a saved game: {error}") from None


def path_of(file: object) -> Path:
    """Return a path; raises TypeError for anything but a path or a str."""
    if not isinstance(file, str | PathLike):
        raise TypeError(f"expected a path or an open file, got {shown(file)}")
    return Path(file)


def _header(line: str) -> Header[int]:
    try:
        start = msgspec.json.decode(line)
    except UNREADABLE as error:
        raise RecordError(1, f"this is not a saved game: {error}") from None
    if not isinstance(start, dict) or "eddyline" not in start:
        raise RecordError(1, 'this is not a saved game: its first line has no "eddyline"')
    if start["eddyline"] != FORMAT:
        raise RecordError(
            1, f"expected format {FORMAT}, got {shown(start['eddyline'])}: written by another version of Eddyline"
        )
    header = _converted(1, _object(1, line), Header[Word])
    if (header.word is None) == (header.position is None):
        raise RecordError(1, 'expected either "entropy" or "position"')
    if header.dealing is not None and len(header.dealing.words) != len(header.players):
        raise RecordError(1, f"expected own words of {len(header.players)} seats, got {len(header.dealing.words)}")
    return cast("Header[int]", replace(header, word=header.word and int(header.word, 16)))


def _object(number: int, line: str) -> dict[str, Any]:
    """Read a line as an object in which no key is written twice: readers disagree about which one counts."""
    try:
        msgspec.json.decode(line, type=dict[str, Any])
        written: dict[str, Any] = json.loads(line, object_pairs_hook=once)
    except UNREADABLE as error:
        raise RecordError(number, f"{error}; got {shown(line)}") from None
    return written


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its keys and values; raises ValueError for a key that is there twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(key for number, (key, _) in enumerate(pairs) if key in dict(pairs[:number]))
        raise ValueError(f"expected every key once, got {shown(twice)} twice")
    return made


def _converted(number: int, written: dict[str, Any], kind: type[T]) -> T:
    try:
        return msgspec.convert(written, kind)
    except UNREADABLE as error:
        raise RecordError(number, f"{error}; got {shown(written)}") from None
