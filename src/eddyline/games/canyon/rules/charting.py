"""Parse maps drawn as text, measure them, and report flaws by line and column (C-BOARD-1)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from eddyline.engine.maps import MapFlaw
from eddyline.engine.text import text_of
from eddyline.games.canyon.rules.actions import SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

MOST_SPACES = 400
"""Maximum number of spaces of a board that a canoe can be on."""
ARROWS = {"^": (0, -1), "v": (0, 1), "<": (-1, 0), ">": (1, 0)}
WATER = {".", *ARROWS}
"""Spaces that canoes go through."""
STANDING = WATER | {"S", "V", "G"}
COUNTS = {"V": (3, "village jetties"), "S": (6, "start jetties"), "G": (1, "gangway")}
MARKS = {
    "#": "a mountain",
    "o": "an island",
    ".": "calm water",
    **dict.fromkeys(ARROWS, "rapids"),
    "W": "the waterfall",
    "C": "the cave",
    "G": "the gangway",
    "S": "a start jetty",
    "V": "a village jetty",
    "T": "a totem",
}
"""Every character of a map and its meaning."""

Lines = tuple[str, ...]
Cell = tuple[int, int]
"""Column and row, from 0."""


def lines_of(text: str) -> Lines:
    """Split the text of a map into lines; any line ends and empty lines at the end are accepted."""
    return tuple(text_of(text).replace("\r", "\n").rstrip("\n").split("\n"))


def cells_of(lines: Lines) -> Iterator[tuple[int, int, str]]:
    """Yield column, row and character of every space, line by line."""
    for row, line in enumerate(lines):
        for column, mark in enumerate(line):
            yield column, row, mark


def arrow_goal(column: int, row: int, mark: str) -> Cell:
    """Return the cell that an arrow points to."""
    across, down = ARROWS[mark]
    return column + across, row + down


def mark_at(lines: Lines, cell: Cell) -> str:
    """Return the character at a cell; "" outside the map."""
    column, row = cell
    return lines[row][column] if 0 <= row < len(lines) and 0 <= column < len(lines[row]) else ""


def _around(lines: Lines, cell: Cell, marks: AbstractSet[str]) -> list[Cell]:
    """List those of the eight neighbours of a cell that have one of these characters."""
    near = [(cell[0] + across, cell[1] + down) for down, across in product((-1, 0, 1), repeat=2) if across or down]
    return [other for other in near if mark_at(lines, other) in marks]


def _steps(lines: Lines, sources: list[Cell]) -> dict[Cell, int]:
    """Count the steps from the nearest source to every water space."""
    found = dict.fromkeys(sources, 0)
    edge = list(sources)
    while edge:
        reached = []
        for cell in edge:
            for other in _around(lines, cell, WATER):
                if other not in found:
                    found[other] = found[cell] + 1
                    reached.append(other)
        edge = reached
    return found


def distances(lines: Lines) -> dict[Cell, int]:
    """Measure the distance of every space from the nearest village jetty, ignoring canoes (C-MOVE-3).

    Start jetties and the gangway can be left but not entered (C-MOVE-4); spaces from which no village jetty can be
    reached are omitted.
    """
    found = _steps(lines, [(column, row) for column, row, mark in cells_of(lines) if mark == "V"])
    for column, row, mark in cells_of(lines):
        if mark in {"S", "G"}:
            near = [found[other] for other in _around(lines, (column, row), WATER | {"V"}) if other in found]
            if near:
                found[column, row] = min(near) + 1
    return found


def check(text: str) -> list[MapFlaw]:
    """List the flaws of a map, the first to fix first; empty if it can be played."""
    lines = lines_of(text)
    return _misshapen(lines) or _miscounted(lines) + _stray_arrows(lines) or _out_of_reach(lines) + _unfair(lines)


def describe(text: str) -> list[str]:
    """Describe the size of a map and the distance of its village."""
    lines = lines_of(text)
    far = distances(lines)
    starts = {far[column, row] for column, row, mark in cells_of(lines) if mark == "S"}
    rapids = sum(mark in ARROWS for _, _, mark in cells_of(lines))
    return [
        f"{len(lines[0])} columns, {len(lines)} lines",
        f"{len(far)} spaces for canoes, {rapids} of them rapids",
        f"{min(starts)} steps from every start jetty to the village",
    ]


def _flaw(column: int, row: int, sentence: str, code: str, **values: str | int) -> MapFlaw:
    """Return a flaw at a space; its sentence names the place in both notations."""
    place = f"line {row + 1}, column {column + 1} (space [{column},{row}])"
    return MapFlaw(line=row + 1, column=column + 1, code=code, values=values, message=f"{place}: {sentence}")


def _at(cell: Cell) -> str:
    return f"[{cell[0]},{cell[1]}]"


def _misshapen(lines: Lines) -> list[MapFlaw]:
    """Find text that is not a map: empty, too large, lines of different lengths, unknown characters."""
    if not any(lines):
        return [_flaw(0, 0, "expected a map, got nothing", "empty")]
    flaws = []
    if len(lines) > SIDE:
        wanted = f"expected at most {SIDE} lines, got {len(lines)}"
        flaws.append(_flaw(0, SIDE, wanted, "too_many_lines", most=SIDE, got=len(lines)))
    width = len(lines[0])
    if width > SIDE:
        wanted = f"expected at most {SIDE} columns, got {width}"
        flaws.append(_flaw(SIDE, 0, wanted, "too_many_columns", most=SIDE, got=width))
    for row, line in enumerate(lines):
        if len(line) != width:
            wanted = f"expected {width} characters, as in line 1, got {len(line)}"
            flaws.append(_flaw(min(len(line), width), row, wanted, "uneven", wanted=width, got=len(line)))
    known = " ".join(MARKS)
    for column, row, mark in cells_of(lines):
        if mark not in MARKS:
            flaws.append(_flaw(column, row, f"expected one of {known}, got {mark!r}", "unknown_mark", mark=mark))
    return flaws


def _miscounted(lines: Lines) -> list[MapFlaw]:
    """Find missing or surplus jetties and gangways, and surplus spaces."""
    flaws = []
    for wanted, (number, name) in COUNTS.items():
        found = [(column, row) for column, row, mark in cells_of(lines) if mark == wanted]
        if len(found) > number:
            got = f"expected {number} {name} ({wanted}), got {len(found)}; one too many"
            flaws.append(_flaw(*found[number], got, "count", mark=wanted, wanted=number, got=len(found)))
        elif len(found) < number:
            last = found[-1] if found else (0, 0)
            where = "the last is here" if found else "none anywhere"
            got = f"expected {number} {name} ({wanted}), got {len(found)}; {where}"
            flaws.append(_flaw(*last, got, "count", mark=wanted, wanted=number, got=len(found)))
    standing = [(column, row) for column, row, mark in cells_of(lines) if mark in STANDING]
    if len(standing) > MOST_SPACES:
        wanted_most = f"expected at most {MOST_SPACES} spaces for canoes, got {len(standing)}; from here on too many"
        flaws.append(_flaw(*standing[MOST_SPACES], wanted_most, "too_large", most=MOST_SPACES, got=len(standing)))
    return flaws


def _stray_arrows(lines: Lines) -> list[MapFlaw]:
    """Find arrows that lead out of the rapids other than over the waterfall, and chains that form a cycle."""
    flaws = []
    rapids = {(column, row): arrow_goal(column, row, mark) for column, row, mark in cells_of(lines) if mark in ARROWS}
    for cell, goal in rapids.items():
        mark = mark_at(lines, goal)
        if goal not in rapids and mark != "W":
            got = f"{MARKS[mark]} at {_at(goal)}" if mark else "the edge of the map"
            wanted = f"expected this arrow to lead to rapids or the waterfall, got {got}"
            flaws.append(_flaw(*cell, wanted, "stray_arrow", mark=mark))
    seen: set[Cell] = set()
    for cell in rapids:
        chain = [cell]
        while chain[-1] in rapids and chain[-1] not in seen:
            seen.add(chain[-1])
            chain.append(rapids[chain[-1]])
        if chain[-1] in chain[:-1]:
            ring = chain[chain.index(chain[-1]) :]
            way = " to ".join(map(_at, ring))
            wanted = f"expected every chain of arrows to end in the waterfall, got a ring: {way}"
            flaws.append(_flaw(*ring[0], wanted, "ring", got=len(ring) - 1))
    return flaws


def _out_of_reach(lines: Lines) -> list[MapFlaw]:
    """Find spaces from which no village jetty can be reached, and unreachable village jetties."""
    far = distances(lines)
    starts = [(column, row) for column, row, mark in cells_of(lines) if mark == "S"]
    sailed = _steps(lines, starts)
    flaws = []
    for column, row, mark in cells_of(lines):
        if mark in STANDING and (column, row) not in far:
            wanted = f"expected a way to a village jetty, got none from {MARKS[mark]} here"
            flaws.append(_flaw(column, row, wanted, "no_way_on", mark=mark))
        if mark == "V" and not any(cell in sailed for cell in _around(lines, (column, row), WATER | {"S"})):
            wanted = "expected a way from a start jetty to this village jetty, got none"
            flaws.append(_flaw(column, row, wanted, "no_way_here"))
    return flaws


def _unfair(lines: Lines) -> list[MapFlaw]:
    """Find the first start jetty whose distance from the village differs from that of the topmost one."""
    far = distances(lines)
    starts = [(column, row) for column, row, mark in cells_of(lines) if mark == "S" and (column, row) in far]
    for cell in starts[1:]:
        if far[cell] != far[starts[0]]:
            wanted = f"expected this start jetty as far from the village as {_at(starts[0])}: {far[starts[0]]} steps"
            return [_flaw(*cell, f"{wanted}, got {far[cell]}", "unfair", wanted=far[starts[0]], got=far[cell])]
    return []
