"""Maps: what can be played on, and what is refused with line and column."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from eddyline.engine.match import Match
from eddyline.engine.options import OptionError
from eddyline.engine.random import words
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.boards import MAPS
from eddyline.games.canyon.rules.charting import check
from support.canyon import CANYON, legal, play

MAP = MAPS["canyon"].splitlines()
MESSAGES = json.loads((Path(__file__).parents[3] / "web" / "messages" / "canyon" / "en.json").read_text("utf-8"))


def changed(*changes: tuple[int, int, str], rows: list[str] = MAP) -> str:
    """Write other characters at (column, row)."""
    made = [list(row) for row in rows]
    for column, row, mark in changes:
        made[row][column] = mark
    return "\n".join("".join(row) for row in made)


LAKE = "\n".join(["VVV" + "." * 29, *[mark + "." * 31 for mark in "SGSSSSS......"]])

BROKEN = {
    "empty map": ("", 1, 1, "expected a map, got nothing"),
    "a long line": ("\n".join([*MAP[:4], MAP[4] + "#", *MAP[5:]]), 5, 20, "19 characters, as in line 1, got 20"),
    "a short line": ("\n".join([*MAP[:4], MAP[4][:-2], *MAP[5:]]), 5, 18, "19 characters, as in line 1, got 17"),
    "unknown character": (changed((9, 2, "x")), 3, 10, "got 'x'"),
    "a village jetty too many": (changed((1, 4, "V")), 5, 2, "expected 3 village jetties (V), got 4"),
    "a village jetty missing": (changed((1, 3, "#")), 3, 2, "expected 3 village jetties (V), got 2"),
    "a start jetty missing": (changed((4, 12, "#")), 12, 5, "expected 6 start jetties (S), got 5"),
    "no gangway": (changed((10, 0, "#")), 1, 1, "expected 1 gangway (G), got 0; none anywhere"),
    "two gangways": (changed((12, 0, "G")), 1, 13, "expected 1 gangway (G), got 2"),
    "an arrow onto a mountain": (changed((2, 2, "v"), (2, 3, "v")), 4, 3, "got a mountain at [2,4]"),
    "an arrow onto calm water": (changed((8, 2, ">")), 3, 9, "got calm water at [9,2]"),
    "a ring of arrows": (changed((5, 2, ">"), (6, 2, "<")), 3, 6, "got a ring: [5,2] to [6,2] to [5,2]"),
    "an arrow over the edge": (changed((18, 4, ">")), 5, 19, "got the edge of the map"),
    "a pond without a way out": (changed((2, 5, ".")), 6, 3, "expected a way to a village jetty, got none"),
    "a village without a way in": (
        changed((1, 3, "#"), (1, 5, "V")), 6, 2, "expected a way from a start jetty",
    ),
    "starts not equally far": (changed((4, 12, "#"), (5, 12, "S")), 13, 6, "as [4,7]: 29 steps, got 28"),
    "too many spaces": (LAKE, 13, 17, "expected at most 400 spaces for canoes, got 448"),
    "too many columns": ("\n".join(row + "#" * 14 for row in MAP), 1, 33, "expected at most 32 columns, got 33"),
    "too many lines": ("\n".join(MAP + ["#" * 19] * 20), 33, 1, "expected at most 32 lines, got 33"),
}  # fmt: skip


@pytest.mark.rule("C-BOARD-1")
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_map_is_refused_by_line_and_column(name: str) -> None:
    text, line, column, what = BROKEN[name]
    flaws = check(text)
    place = f"line {line}, column {column} (space [{column - 1},{line - 1}]): expected"
    found = [flaw for flaw in flaws if what in flaw.message]
    assert found, flaws
    assert (found[0].line, found[0].column) == (line, column)
    assert found[0].message.startswith(place)
    assert f"canyon_map_flaw_{found[0].code}" in MESSAGES, "clients need words for every flaw"
    assert {value for value in found[0].values.values() if isinstance(value, int)} <= {
        int(number) for number in re.findall(r"\d+", found[0].message)
    }
    if text:
        with pytest.raises(OptionError, match=r"board refused: line \d+, column \d+ "):
            CANYON.parse_options(None, {"board": text})


@pytest.mark.rule("C-BOARD-1")
def test_the_first_start_jetty_that_differs_from_the_topmost_is_named() -> None:
    flaws = check(changed((4, 11, "#"), (4, 12, "#"), (5, 11, "S"), (5, 12, "S")))
    assert [(flaw.line, flaw.column) for flaw in flaws] == [(12, 6)]


@pytest.mark.rule("C-BOARD-1")
@pytest.mark.parametrize("name", MAPS)
def test_the_projects_boards_are_sound_and_can_be_drawn_anew(name: str) -> None:
    assert check(MAPS[name]) == []
    assert "\n".join(SHELF.lines[SHELF.number(name)]) == MAPS[name].rstrip("\n")
    assert CANYON.boards[name] == tuple(MAPS[name].splitlines())
    # The text of a board of the project is that board; line ends of any kind will do.
    assert CANYON.parse_options(None, {"board": MAPS[name].replace("\n", "\r\n") + "\n\n"}).board == name


@pytest.mark.rule("C-BOARD-1")
def test_the_default_board_is_as_the_printed_one_is_known() -> None:
    rows = SHELF.lines[SHELF.number("canyon")]
    assert sum(row.count("S") for row in rows) == 6
    far = SHELF.table[SHELF.number("canyon")].distance
    assert {int(far[32 * row + 4]) - 1 for row in range(7, 13)} == {28}
    # The last seven levels are rapids and nothing else.
    for row, line in enumerate(rows):
        for column, mark in enumerate(line):
            if mark in ".^":
                assert (mark == "^") == (far[32 * row + column] <= 7)


@pytest.mark.rule("C-BOARD-1")
def test_a_map_of_ones_own_can_be_played_and_set_up_again() -> None:
    own = changed((9, 11, "o"), (14, 10, "o"))
    options = CANYON.parse_options(None, {"board": own, "max_rounds": 20})
    assert options.board == own
    m = Match.new(CANYON, options, players=3, word=1, chance=words(1))
    assert m.view(None).board.name is None
    assert m.view(None).board.rows == tuple(own.split("\n"))
    while not m.over:
        play(m, max(legal(m)))
    again = CANYON.set_up(CANYON.position(m.states))
    assert again.tobytes() == m.states.tobytes()
    assert SHELF.number(own) == m.states[0].board


@pytest.mark.rule("C-BOARD-1")
def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(OptionError, match="no board 'niagara'; expected canyon, whirlpool or the lines of a map"):
        CANYON.parse_options(None, {"board": "niagara"})
