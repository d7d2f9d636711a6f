"""Move canoes the naive way, straight from rules.md, to check the real rules against.

Nothing here is shared with the package and nothing is clever: a map is its lines, a space is (column, row), and what
can be reached is found by taking one step after the other.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

Cell = tuple[int, int]
ARROWS = {"^": (0, -1), "v": (0, 1), "<": (-1, 0), ">": (1, 0)}
STEPS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


class Canoe(NamedTuple):
    cell: Cell
    tricks: int
    bid: int


class Turn(NamedTuple):
    """What a canoe's turn is: `ends` with the points left over there, or nobody decides and `cells` is what follows."""

    ends: dict[Cell, int]
    cells: list[Cell]
    fallen: set[int]


class Map:
    def __init__(self, lines: list[str]) -> None:
        self.marks = {(column, row): mark for row, line in enumerate(lines) for column, mark in enumerate(line)}
        self.gangway = next(cell for cell, mark in self.marks.items() if mark == "G")
        self.far = {cell: self.distance(cell) for cell, mark in self.marks.items() if mark not in "#oWCT"}

    def neighbours(self, cell: Cell) -> list[Cell]:
        """List what may be entered from here."""
        near = [(cell[0] + across, cell[1] + down) for across, down in STEPS]
        return [other for other in near if self.marks.get(other, "#") in ".^v<>V"]

    def steps(self, start: Cell, closed: set[Cell], most: int) -> dict[Cell, int]:
        """Count the steps to every space within so many; a canoe does not go on from a village jetty."""
        found, edge = {start: 0}, {start}
        for number in range(1, most + 1):
            edge = {
                other
                for cell in edge
                if self.marks[cell] != "V"
                for other in self.neighbours(cell)
                if other not in found and other not in closed
            }
            found |= dict.fromkeys(edge, number)
        return found

    def distance(self, cell: Cell) -> int:
        if self.marks[cell] == "V":
            return 0
        return min(number for other, number in self.steps(cell, set(), 400).items() if self.marks[other] == "V")


def bonus(canoe: Canoe) -> int:
    if canoe.tricks != canoe.bid:
        return 0
    return {0: 1, 1: 2}.get(canoe.bid, 3)


def turn(board: Map, canoes: list[Canoe], seat: int, done: set[int]) -> Turn:
    """Play the turn of a seat that has not lost it; `done` are the seats whose turn is over."""
    canoe = canoes[seat]
    cells = [other.cell for other in canoes]
    points = canoe.tricks + bonus(canoe)
    if board.marks[canoe.cell] in ARROWS:
        if bonus(canoe) == 0:
            return drift(board, cells, seat, done)
        points = bonus(canoe)
    others = {cell for number, cell in enumerate(cells) if number != seat}
    reached = board.steps(canoe.cell, others, points)
    best = min(board.far[cell] for cell in reached)
    if best == board.far[canoe.cell]:
        return Turn({}, cells, set())
    return Turn({cell: points - used for cell, used in reached.items() if board.far[cell] == best}, cells, set())


def drift(board: Map, cells: list[Cell], seat: int, done: set[int]) -> Turn:
    pushed: int | None = seat
    fallen: set[int] = set()
    while pushed is not None:
        across, down = ARROWS[board.marks[cells[pushed]]]
        goal = (cells[pushed][0] + across, cells[pushed][1] + down)
        if board.marks[goal] == "W":
            cells[pushed] = board.gangway
            if pushed != seat and pushed not in done:
                fallen.add(pushed)
            break
        hit = [other for other, cell in enumerate(cells) if cell == goal]
        cells[pushed] = goal
        pushed = hit[0] if hit else None
    return Turn({}, cells, fallen)
