"""Describe a saved game in English, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.checks import check_integer, check_seat
from eddyline.engine.log import Turn
from eddyline.record.places import places
from eddyline.record.replay import begin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from eddyline.record.file import Record


def story(record: Record, *, seat: int | None = None, turn: int | None = None, board: bool = False) -> Iterator[str]:
    """Yield the description line by line: the players, every turn with its events and notes, and the ranking.

    With a `seat`, only what it saw: secret turns of others are not told, and no notes. With a `turn`, counted from 1,
    only that one and what it led to, and for 0 the beginning. With `board`, the table after every turn, as `seat` or
    else a spectator sees it.
    Raises RecordError at the first line that breaks the rules, and TypeError or ValueError for an invalid seat or turn.
    """
    match, names = begin(record.header), record.header.players
    seat = None if seat is None else check_seat(seat, len(names))
    if turn is not None:
        turn = check_integer(turn, "a turn", 0, sum(isinstance(entry, Turn) for entry in record.turns))
    yield f"{match.game.name}, {len(names)} players: {', '.join(names)}"
    for number, lines in enumerate(places(record, match, seat)):
        if turn is None or turn == number:
            yield from lines
            if board:
                yield ""
                table = match.game.diagram(match.known(seat), seat, names)
                yield from (f"    {line}".rstrip() for line in table.split("\n"))
    if turn is not None:
        return
    yield ""
    if match.ranking is None:
        yield "The game was still running here."
    else:
        yield ", ".join(f"{rank}. {name}" for rank, name in sorted(zip(match.ranking, names, strict=True)))
