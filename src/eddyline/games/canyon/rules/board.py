"""Turn maps into boards: geometry for kernels, and a shelf on which every map that is played stands once (C-BOARD-1).

A map is drawn with one character a space, and a *cell* is column and row, counted from 0 and kept as one number,
32 · row + column. Kernels walk whole rows at once: a row of the board is a bit mask, bit `column`, and rows have
an empty one above and below, so that row r of the map is mask r + 1.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.messages import shown
from eddyline.engine.options import OptionError
from eddyline.engine.records import Grid, record
from eddyline.engine.suggest import suggest
from eddyline.games.canyon.rules.actions import SIDE
from eddyline.games.canyon.rules.boards import MAPS
from eddyline.games.canyon.rules.charting import (
    MOST_SPACES,
    arrow_goal,
    cells_of,
    check,
    distances,
    lines_of,
)

if TYPE_CHECKING:
    from eddyline.engine.records import States

FALLS = -2
"""In `Board.drift`: over the waterfall."""
CLOSED, START, CALM, RAPIDS, GANGWAY, VILLAGE = range(6)
KINDS = {"S": START, ".": CALM, "^": RAPIDS, "v": RAPIDS, "<": RAPIDS, ">": RAPIDS, "G": GANGWAY, "V": VILLAGE}


@record
class Board:
    """Geometry of one map."""

    dtype: ClassVar[np.dtype[Any]]

    kind: Annotated[Grid, np.int8, (SIDE * SIDE,)]
    """CLOSED … VILLAGE, by cell."""
    distance: Annotated[Grid, np.int16, (SIDE * SIDE,)]
    """Steps to the nearest village jetty, all canoes ignored; −1 where no canoe stands (C-MOVE-3)."""
    drift: Annotated[Grid, np.int16, (SIDE * SIDE,)]
    """Where the arrow of a rapids space leads: a cell or FALLS."""
    gangway: Annotated[int, np.int16]
    start: Annotated[Grid, np.int16, (6,)]
    enter: Annotated[Grid, np.int64, (SIDE + 2,)]
    """Spaces that may be entered: calm, rapids and village jetties (C-MOVE-2, C-MOVE-4)."""
    village: Annotated[Grid, np.int64, (SIDE + 2,)]
    """Village jetties, where every canoe stops."""
    level: Annotated[Grid, np.int64, (MOST_SPACES + 1, SIDE + 2)]
    """By distance: the spaces that may be entered and are so far from the village."""


def _measured(lines: tuple[str, ...]) -> States:
    """Build the geometry of a map that `check` finds nothing wrong with."""
    made = np.zeros(1, Board.dtype)
    b = made[0]
    b.distance[:] = b.drift[:] = -1
    far = distances(lines)
    starts = 0
    for column, row, mark in cells_of(lines):
        cell, kind = SIDE * row + column, KINDS.get(mark, CLOSED)
        b.kind[cell] = kind
        b.distance[cell] = far.get((column, row), -1)
        if kind == START:
            b.start[starts] = cell
            starts += 1
        elif kind == GANGWAY:
            b.gangway = cell
        elif kind != CLOSED:
            b.enter[row + 1] |= 1 << column
            b.level[far[column, row], row + 1] |= 1 << column
        if kind == VILLAGE:
            b.village[row + 1] |= 1 << column
        if kind == RAPIDS:
            to_column, to_row = arrow_goal(column, row, mark)
            falls = lines[to_row][to_column] == "W"
            b.drift[cell] = FALLS if falls else SIDE * to_row + to_column
    return made


class Shelf:
    """Keep every map that was loaded in this process, once; the number of a map stays and never means another."""

    def __init__(self, maps: dict[str, str]) -> None:
        """Load the maps of the project, which have names."""
        self.table: States = np.zeros(0, Board.dtype)
        """Geometry by number: what kernels take."""
        self.lines: list[tuple[str, ...]] = []
        self.names: list[str | None] = []
        self._numbers: dict[tuple[str, ...], int] = {}
        self._named: dict[str, int] = {}
        self._loading = Lock()
        """Two tables may be read in two threads at once; each new map gets a number of its own."""
        for name, text in maps.items():
            self._named[name] = self.number(text)
            self.names[self._named[name]] = name

    def number(self, board: str) -> int:
        """Return the number of a board, by its name or by the text of its map; raises OptionError with the flaws."""
        if board in self._named:
            return self._named[board]
        lines = lines_of(board)
        if lines in self._numbers:
            return self._numbers[lines]
        if len(lines) == 1:
            expected = f"expected {', '.join(self._named)} or the lines of a map{suggest(board, self._named)}"
            raise OptionError(f"there is no board {shown(board)}; {expected}")
        flaws = check(board)
        if flaws:
            more = f" (and {len(flaws) - 1} more)" if len(flaws) > 1 else ""
            raise OptionError(f"board refused: {flaws[0].message}{more}")
        with self._loading:
            if lines not in self._numbers:
                # The table is replaced, never changed: whoever is computing with the old one may go on.
                self.table = np.concatenate([self.table, _measured(lines)])
                self.lines.append(lines)
                self.names.append(None)
                self._numbers[lines] = len(self.lines) - 1
        return self._numbers[lines]

    def text(self, number: int) -> str:
        """Return what the option `board` says for a board: its name, or its map."""
        return self.names[number] or "\n".join(self.lines[number])


SHELF = Shelf(MAPS)
"""The one shelf of this process."""
