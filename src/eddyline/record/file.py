"""Write and read saved games: one JSON object a line, so that people and line-based tools can read them.

    {"eddyline":1,"game":"niagara","rules_version":1,"preset":"rulebook","options":{…},"players":["Ann","Bo","Cy"],"entropy":"0x…"}
    {"seat":0,"turn":["card 3"]}
    {"deal":"0x…"}
    {"seat":1,"turn":["card cloud"]}
    …
    {"ranking":[1,2,2]}

The first line is the header, then one line a turn in the order in which they were confirmed, and one for each word of
chance where a game deals in its middle; the last line stands only below a finished game. A game that began with a
position that was set up has `position` instead of `entropy`.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec

from eddyline.engine.messages import shown
from eddyline.engine.options import OptionValue

T = TypeVar("T")

FORMAT = 1
UNREADABLE = (msgspec.DecodeError, ValueError, RecursionError)
"""What reading JSON can raise: also for a lone surrogate, a number of too many digits, lists too deep in each other."""

FilePath: TypeAlias = str | PathLike[str]

Word = Annotated[str, msgspec.Meta(pattern=r"^0x[0-9a-f]{1,16}$")]
"""64 bits, hexadecimal: JSON readers round large numbers."""


class RecordError(ValueError):
    """Refuse a saved game; `line` counts from 1, 0 means the file as a whole."""

    def __init__(self, line: int, reason: str) -> None:
        """Keep the line and the reason."""
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Say what is played, by whom, and from which set-up."""

    eddyline: int
    """Version of this format."""
    game: str
    rules_version: int
    preset: str | None = None
    """Preset the options came from; information only."""
    options: dict[str, OptionValue]
    players: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=12)]
    """Names by seat."""
    entropy: Word | None = None
    position: dict[str, Any] | None = None


class TurnLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One turn: its decisions in their text form."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=11)]
    turn: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=64)]


class DealLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One word of chance."""

    deal: Word


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ranks by seat, 1 the best."""

    ranking: tuple[int, ...]


class Record(msgspec.Struct, frozen=True):
    """A saved game, read but not yet played through: `replay` does that."""

    header: Header
    turns: tuple[TurnLine | DealLine, ...]
    """Turns, and the deals between them."""
    ranking: tuple[int, ...] | None = None


def dump(record: Record) -> str:
    """Write a saved game; `load` reads it back into an equal one. Raises RecordError for what is no text in UTF-8."""
    parts: list[Any] = [record.header, *record.turns]
    if record.ranking is not None:
        parts.append(Result(record.ranking))
    try:
        return "".join(f"{msgspec.json.encode(part).decode()}\n" for part in parts)
    except (TypeError, ValueError, RecursionError) as error:
        raise RecordError(0, f"this game cannot be written: {error}") from None


def load(text: str) -> Record:
    """Read a saved game; raises RecordError naming the line and the reason, and TypeError for what is no text.

    Checks the form of the file. Whether the turns are legal shows when it is replayed.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected the text of a saved game, got {shown(text)}")
    # Not by splitlines: a name may hold what that takes for the end of a line, such as U+2028.
    lines = text.removesuffix("\n").split("\n")
    if not lines[0].strip():
        raise RecordError(1, "expected the header of a saved game, got an empty line")
    header = _header(lines[0])
    turns: list[TurnLine | DealLine] = []
    ranking: tuple[int, ...] | None = None
    for number, line in enumerate(lines[1:], start=2):
        if ranking is not None:
            raise RecordError(number, "expected nothing below the ranking")
        if '"turn"' in line:
            turns.append(_read(number, line, TurnLine))
        elif '"ranking"' in line:
            ranking = _read(number, line, Result).ranking
        elif '"deal"' in line:
            turns.append(_read(number, line, DealLine))
        else:
            turns.append(_read(number, line, TurnLine))
    return Record(header, tuple(turns), ranking)


def write(record: Record, path: FilePath) -> None:
    """Write a saved game to a file; raises OSError."""
    Path(path).write_text(dump(record), "utf-8", newline="\n")


def read(path: FilePath) -> Record:
    """Read a saved game from a file; raises RecordError and OSError."""
    try:
        return load(Path(path).read_text("utf-8"))
    except UnicodeDecodeError as error:
        raise RecordError(0, f"this is no saved game: it is not text ({error.reason})") from None


def _header(line: str) -> Header:
    try:
        start = msgspec.json.decode(line)
    except UNREADABLE as error:
        raise RecordError(1, f"this is no saved game: {error}") from None
    if not isinstance(start, dict) or "eddyline" not in start:
        raise RecordError(1, 'this is no saved game: its first line has no "eddyline"')
    if start["eddyline"] != FORMAT:
        raise RecordError(
            1, f"expected format {FORMAT}, got {shown(start['eddyline'])}: written by another version of Eddyline"
        )
    header = _read(1, line, Header)
    if (header.entropy is None) == (header.position is None):
        raise RecordError(1, 'expected either "entropy" or "position"')
    return header


def _read(number: int, line: str, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except UNREADABLE as error:
        raise RecordError(number, f"{error}; got {shown(line)}") from None
