"""Write and read saved games: one JSON object per line, so that people and line-based tools can read them.

    {"eddyline":1,"game":"niagara","rules_version":1,"preset":"rulebook","options":{…},"players":["Ann","Bo","Cy"],"entropy":"0x…"}
    {"seat":0,"turn":["card 3"]}
    {"deal":"0x…"}
    {"seat":1,"turn":["card cloud"]}
    {"resample":1,"word":"0x…"}
    …
    {"ranking":[1,2,2]}

The first line is the header. Then follow one line per turn, in the order in which they were committed, and one per word
of chance that was dealt after the set-up. A game that goes on from another one begins with its lines; where it says
`resample`, all that this seat could not know was dealt anew. Only a finished game has the ranking. A game that began
with a position has `position` instead of `entropy`.

The game of a table also says what its words of chance were made of: `dealing` in the header, with the commitment that
the server published before the game, and in the last line of a finished game the link that proves them,
`{"revealed":"…"}`.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Annotated, Any, Generic, TypeAlias, TypeVar, cast

import msgspec
from msgspec.structs import replace

from eddyline.engine.copying import WholeError
from eddyline.engine.game import ActionError, Game
from eddyline.engine.log import Deal, Entry, FormT, Resample, Turn
from eddyline.engine.messages import shown
from eddyline.engine.options import OptionValue
from eddyline.engine.registry import UnknownGameError, game
from eddyline.engine.text import EncodingError, text_of
from eddyline.record.dealing import Dealing, Link

T = TypeVar("T")

FORMAT = 1
UNREADABLE = (msgspec.DecodeError, ValueError, RecursionError)
"""Errors of reading JSON, also for a lone surrogate, a number with too many digits, or lists nested too deeply."""

FilePath: TypeAlias = str | PathLike[str]

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
    players: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=12)]
    """Names by seat."""
    word: FormT | None = msgspec.field(default=None, name="entropy")
    """Word of chance for the set-up."""
    position: dict[str, Any] | None = None
    """Position that the game began with, instead of a set-up."""
    origin: Origin | None = None
    """Which game this one goes on from; None: it began by itself."""
    dealing: Dealing | None = None
    """What the words of chance were derived from; None for games that are not from a table, or from an older one."""


class _TurnLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, msgspec.Meta(ge=0, le=11)]
    turn: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=64)]


class _DealLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deal: Word


class _ResampleLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, msgspec.Meta(ge=0, le=11)] = msgspec.field(name="resample")
    word: Word


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


def dump(record: Record) -> str:
    """Return a saved game as text, which `load` reads back; raises RecordError if it cannot be written."""
    try:
        header, rules = record.header, rules_of(record.header)
        lines: list[Any] = [header if header.word is None else replace(header, word=f"{header.word:#x}")]
        for entry in record.turns:
            if isinstance(entry, Deal):
                lines.append(_DealLine(f"{entry.word:#x}"))
            elif isinstance(entry, Resample):
                lines.append(_ResampleLine(entry.seat, f"{entry.word:#x}"))
            else:
                lines.append(_TurnLine(entry.seat, rules.texts(entry.decisions)))
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
    turns: list[Entry[int]] = []
    ranking: tuple[int, ...] | None = None
    revealed: str | None = None
    for number, line in enumerate(lines[1:], start=2):
        if revealed is not None:
            raise RecordError(number, "expected nothing below the revealed link")
        if header.dealing is not None and '"turn"' not in line and '"revealed"' in line:
            revealed = _read(number, line, _Revealed).revealed
        elif ranking is not None:
            raise RecordError(number, "expected nothing below the ranking")
        elif '"turn"' not in line and '"ranking"' in line:
            ranking = _read(number, line, _Result).ranking
        elif '"turn"' not in line and '"deal"' in line:
            turns.append(Deal(int(_read(number, line, _DealLine).deal, 16)))
        elif '"turn"' not in line and '"resample"' in line:
            again = _read(number, line, _ResampleLine)
            turns.append(Resample(again.seat, int(again.word, 16)))
        else:
            written = _read(number, line, _TurnLine)
            try:
                turns.append(Turn(written.seat, tuple(map(rules.parse_action, written.turn))))
            except ActionError as error:
                raise RecordError(number, str(error)) from None
    return Record(header, tuple(turns), ranking, revealed)


def rules_of(header: Header[int]) -> Game:
    """Return the game of a header; raises RecordError if it, or this version of its rules, is not available."""
    try:
        rules = game(header.game)
    except UnknownGameError as error:
        raise RecordError(1, str(error)) from None
    if not rules.plays(header.rules_version):
        raise RecordError(1, f"expected rules version {rules.rules_version}, got {header.rules_version}")
    return rules


def write(record: Record, path: FilePath) -> None:
    """Write a saved game to a file; raises OSError."""
    Path(path).write_text(dump(record), "utf-8", newline="\n")


def read(path: FilePath) -> Record:
    """Read a saved game from a file; raises RecordError and OSError."""
    try:
        return load(text_of(Path(path).read_bytes()))
    except EncodingError as error:
        raise RecordError(0, f"this is not a saved game: {error}") from None


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
    header = _read(1, line, Header[Word])
    if (header.word is None) == (header.position is None):
        raise RecordError(1, 'expected either "entropy" or "position"')
    if header.dealing is not None and len(header.dealing.words) != len(header.players):
        raise RecordError(1, f"expected own words of {len(header.players)} seats, got {len(header.dealing.words)}")
    return cast("Header[int]", replace(header, word=header.word and int(header.word, 16)))


def _read(number: int, line: str, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except UNREADABLE as error:
        raise RecordError(number, f"{error}; got {shown(line)}") from None
