"""Replay saved games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.match import Match
from eddyline.record.file import Header, Record, RecordError, rules_of
from eddyline.record.walk import Fork, Step, check_end, checked, noted, walk

if TYPE_CHECKING:
    from collections.abc import Iterator


def begin(header: Header[int], *, hold: bool = False) -> Match:
    """Set up the match that a header describes; raises RecordError.

    With `hold`, its map stays loaded only while the match or a copy of it exists (see `Game.hold`).
    """
    header = checked(1, header, Header[int])
    rules, names = rules_of(header), header.players
    try:
        if header.position is not None:
            match = Match.from_position(rules, header.position, names=names, hold=hold)
        else:
            options = rules.parse_options(None, header.options)
            options = rules.hold(options) if hold else options
            match = Match.new(rules, options, players=len(names), word=header.word or 0, names=names)
    except ValueError as error:
        raise RecordError(1, str(error)) from None
    match.preset = header.preset
    return match


def replay(record: Record, *, hold: bool = False) -> Iterator[Step]:
    """Replay a saved game step by step; raises RecordError at the first line that breaks the rules.

    Variations are only checked; `walk` gives them, too. `hold` is that of `begin`.
    """
    match = begin(record.header, hold=hold)
    for each in walk(match, record.turns, record.notes):
        if isinstance(each, Step):
            yield each
        elif isinstance(each, Fork):
            each.check()
    check_end(record, match)


def played(record: Record, *, hold: bool = False) -> Match:
    """Replay a saved game and return the match at its end, with its notes; raises RecordError. `hold`: see `begin`."""
    match = begin(record.header, hold=hold)
    for step in replay(record, hold=hold):
        match = step.match
    match._notes = [*noted(record.notes, len(record.turns))]  # noqa: SLF001 - replayed just now
    return match
