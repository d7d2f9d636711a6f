"""Replay saved games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from eddyline.engine.log import Deal, Entry, Resample, Turn
from eddyline.engine.match import Match
from eddyline.engine.messages import convert, shown
from eddyline.record.file import Header, Record, RecordError, rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator


T = TypeVar("T")


class Step(NamedTuple):
    """Hold one entry of a replay: a turn, a deal, or what was dealt anew."""

    entry: Entry[int]
    events: tuple[Any, ...]
    match: Match
    """Match after this step; the same object in every step."""


def begin(header: Header[int]) -> Match:
    """Set up the match that a header describes; raises RecordError."""
    header = _checked(1, header, Header[int])
    rules, names = rules_of(header), header.players
    try:
        if header.position is not None:
            match = Match.from_position(rules, header.position, names=names)
        else:
            options = rules.parse_options(None, header.options)
            match = Match.new(rules, options, players=len(names), word=header.word or 0, names=names)
    except ValueError as error:
        raise RecordError(1, str(error)) from None
    match.preset = header.preset
    return match


def carry_out(match: Match, entry: Entry[int]) -> tuple[Any, ...]:
    """Carry out one entry of a log in a match, and return the public events; raises what the match raises."""
    if isinstance(entry, Turn):
        return match.commit(entry.seat, entry.decisions)
    if isinstance(entry, Deal):
        return match.deal(entry.word)
    match.resample(entry.seat, entry.word)
    return ()


def _checked(number: int, line: object, kind: type[T]) -> T:
    """Check the types of a line again, because a record need not come from `load`."""
    return convert(line, kind, lambda why: RecordError(number, why))


def replay(record: Record) -> Iterator[Step]:
    """Replay a saved game step by step; raises RecordError at the first line that breaks the rules."""
    match = begin(record.header)
    for number, given in enumerate(record.turns, start=2):
        kind: Any = next((kind[int] for kind in (Deal, Resample) if isinstance(given, kind)), Turn[int])
        entry: Entry[int] = _checked(number, given, kind)
        try:
            events = carry_out(match, entry)
        except ValueError as error:  # including IllegalAction, and a deal that is not due
            raise RecordError(number, str(error)) from None
        yield Step(entry, events, match)
    if record.ranking is not None and record.ranking != match.ranking:
        reached = "a game that is not over" if match.ranking is None else f"the ranking {match.ranking}"
        raise RecordError(len(record.turns) + 2, f"the turns lead to {reached}, not to {shown(record.ranking)}")
