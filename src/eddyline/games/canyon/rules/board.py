"""Turn maps into boards: geometry for kernels, and a shelf that holds every map in use once (C-BOARD-1).

A map is drawn with one character per space, and a *cell* is column and row, counted from 0 and stored as one number,
32 · row + column. Kernels process whole rows at once: a row of the board is a bit mask, bit `column`, with an empty row
above and below, so that row r of the map is mask r + 1.
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
"""Value in `Board.drift`: over the waterfall."""
CLOSED, START, CALM, RAPIDS, GANGWAY, VILLAGE = range(6)
KINDS = {"S": START, ".": CALM, "^": RAPIDS, "v": RAPIDS, "<": RAPIDS, ">": RAPIDS, "G": GANGWAY, "V": VILLAGE}


@record
class Board:
    """Hold the geometry of one map."""

    dtype: ClassVar[np.dtype[Any]]

    kind: Annotated[Grid, np.int8, (SIDE * SIDE,)]
    """CLOSED … VILLAGE, by cell."""
    distance: Annotated[Grid, np.int16, (SIDE * SIDE,)]
    """Steps to the nearest village jetty, ignoring canoes; −1 where no canoe can be (C-MOVE-3)."""
    drift: Annotated[Grid, np.int16, (SIDE * SIDE,)]
    """Target of a rapids space's arrow: a cell or FALLS."""
    gangway: Annotated[int, np.int16]
    start: Annotated[Grid, np.int16, (6,)]
    enter: Annotated[Grid, np.int64, (SIDE + 2,)]
    """Spaces that may be entered: calm, rapids and village jetties (C-MOVE-2, C-MOVE-4)."""
    village: Annotated[Grid, np.int64, (SIDE + 2,)]
    """Village jetties, where every canoe stops."""
    level: Annotated[Grid, np.int64, (MOST_SPACES + 1, SIDE + 2)]
    """By distance from the village: the spaces that may be entered."""


def _measured(lines: tuple[str, ...]) -> States:
    """Build the geometry of a map that passes `check`."""
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
    """Hold every map loaded in this process once; the number of a map never changes and is never reused."""

    def __init__(self, maps: dict[str, str]) -> None:
        """Load the built-in maps, which have names."""
        self.table: States = np.zeros(0, Board.dtype)
        """Geometry by number, for kernels."""
        self.lines: list[tuple[str, ...]] = []
        self.names: list[str | None] = []
        self._numbers: dict[tuple[str, ...], int] = {}
        self._named: dict[str, int] = {}
        self._loading = Lock()
        """Guards loading: several threads may load maps, and each new map must get its own number."""
        for name, text in maps.items():
            self._named[name] = self.number(text)
            self.names[self._named[name]] = name

    def number(self, board: str) -> int:
        """Return the number of a board, given its name or the text of its map; raises OptionError with the flaws."""
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
                # The table is replaced, never changed, so other threads can continue with the old one.
                self.table = np.concatenate([self.table, _measured(lines)])
                self.lines.append(lines)
                self.names.append(None)
                self._numbers[lines] = len(self.lines) - 1
        return self._numbers[lines]

    def text(self, number: int) -> str:
        """Return the value of the option `board` for a board: its name, or its map."""
        return self.names[number] or "\n".join(self.lines[number])


SHELF = Shelf(MAPS)
"""The shelf of this process."""
