"""Turn maps into boards: geometry for kernels, and a shelf that holds every map in use once (C-BOARD-1).

A map is drawn with one character per space, and a *cell* is column and row, counted from 0 and stored as one number,
32 · row + column. Kernels process whole rows at once: a row of the board is a bit mask, bit `column`, with an empty row
above and below, so that row r of the map is mask r + 1.
"""

from __future__ import annotations

from collections import deque
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Any, ClassVar
from weakref import finalize

import numpy as np

from eddyline.engine.forks import hold_through_forks
from eddyline.engine.messages import shown
from eddyline.engine.options import OptionError
from eddyline.engine.records import Grid, record
from eddyline.engine.suggest import suggest
from eddyline.games.canyon.rules.actions import SIDE
from eddyline.games.canyon.rules.boards import MAPS
from eddyline.games.canyon.rules.charting import (
    MOST_SPACES,
    Lines,
    arrow_goal,
    cells_of,
    check,
    distances,
    lines_of,
)
from eddyline.games.canyon.rules.state import State

if TYPE_CHECKING:
    from eddyline.engine.records import States

FALLS = -2
"""Value in `Board.drift`: over the waterfall."""
CLOSED, START, CALM, RAPIDS, GANGWAY, VILLAGE = range(6)
KINDS = {"S": START, ".": CALM, "^": RAPIDS, "v": RAPIDS, "<": RAPIDS, ">": RAPIDS, "G": GANGWAY, "V": VILLAGE}
MOST_BOARDS = int(np.iinfo(State.dtype["board"]).max) + 1
"""Boards in use at once: as many as `State.board` can number."""


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


def _measured(lines: Lines) -> States:
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
    """Keep every map that is played in this process, once, in a numbered slot.

    Positions hold the number of a slot, and nobody counts positions: a map stays for ever, unless all who ever asked
    for its number named a user. Once these are gone its slot is free for another map.
    """

    def __init__(self, maps: dict[str, str], most: int = MOST_BOARDS) -> None:
        """Load the maps of the project, which have names."""
        self.table: States = np.zeros(len(maps), Board.dtype)
        """Geometry by slot: what kernels take. As long as a slot is in use no table, new or old, changes there."""
        self.lines: list[Lines] = []
        """Map by slot."""
        self._named = {name: lines_of(text) for name, text in maps.items()}
        self.names = {lines: name for name, lines in self._named.items()}
        self._most = most
        self._numbers: dict[Lines, int] = {}
        self._users: dict[int, int] = {}
        """How many users a slot has; left out where its map stays for ever."""
        self._gone: deque[int] = deque()
        """Slots of users that are gone, to be counted off: they end at any moment, even in the middle of `number`."""
        self._free: list[int] = []
        self._loading = Lock()
        hold_through_forks(self._loading)
        """Tables may be read in several threads at once."""
        for text in maps.values():
            self.number(text)

    def number(self, board: str, user: object = None) -> int:
        """Return the slot of a board, by its name or by the text of its map; raises OptionError with the flaws.

        It stays the slot of this board for as long as `user` exists; for ever where none is named.
        """
        lines = self.read(board)
        with self._loading:
            self._count_off()
            if lines not in self._numbers:
                self._add(lines)
            number = self._numbers[lines]
            if user is None:
                self._users.pop(number, None)
            elif number in self._users:
                self._users[number] += 1
                finalize(user, self._gone.append, number).atexit = False
        return number

    def read(self, board: str) -> Lines:
        """Return the map of a board, by its name or as the text itself; raises OptionError with the flaws."""
        lines = self._named.get(board) or lines_of(board)
        if lines in self._numbers:
            return lines
        if len(lines) == 1:
            expected = f"expected {', '.join(self._named)} or the lines of a map{suggest(board, self._named)}"
            raise OptionError(f"there is no board {shown(board)}; {expected}")
        flaws = check(board)
        if flaws:
            more = f" (and {len(flaws) - 1} more)" if len(flaws) > 1 else ""
            raise OptionError(f"board refused: {flaws[0].message}{more}")
        return lines

    def text(self, lines: Lines) -> str:
        """Return what the option `board` says for a map: its name, or its text."""
        return self.names.get(lines) or "\n".join(lines)

    def _count_off(self) -> None:
        while self._gone:
            number = self._gone.popleft()
            if number not in self._users:
                continue
            self._users[number] -= 1
            if not self._users[number]:
                del self._users[number], self._numbers[self.lines[number]]
                self._free.append(number)

    def _add(self, lines: Lines) -> None:
        number = self._free.pop() if self._free else len(self.lines)
        if number == self._most:
            raise OptionError(f"expected at most {number} boards in use at once, got one more")
        if number == len(self.table):
            # Replaced, for it cannot grow where it is: whoever is computing with the old one may go on.
            longer = np.zeros(2 * number, Board.dtype)
            longer[:number] = self.table
            self.table = longer
        self.table[number] = _measured(lines)[0]
        self.lines[number : number + 1] = [lines]
        self._numbers[lines] = number
        self._users[number] = 0


SHELF = Shelf(MAPS)
"""The shelf of this process."""
