"""Compare the movement with a naive player of the same rules that shares no code with it."""

from __future__ import annotations

import random
from functools import cache

import pytest

from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.boards import MAPS
from support import canyon_oracle as oracle
from support.canyon import CANYON, moving

POSITIONS = [(1, 300), pytest.param(2, 1700, marks=pytest.mark.slow)]
"""A seed for positions, and how many of them."""


@cache
def board_of(name: str) -> oracle.Map:
    return oracle.Map(MAPS[name].splitlines())


def some_position(rng: random.Random, name: str):
    """Make up a movement: canoes crowd together, many in the rapids, near gullets, or on the gangway."""
    board = board_of(name)
    seats = rng.choice([3, 4, 5, 6])
    spaces = sorted(cell for cell in board.far if board.marks[cell] != "V")
    rapids = [cell for cell in spaces if board.marks[cell] in oracle.ARROWS]
    centre = rng.choice(rapids if rng.random() < 0.5 else spaces)
    crowd = sorted(spaces, key=lambda cell: max(abs(cell[0] - centre[0]), abs(cell[1] - centre[1])))
    cells = rng.sample(crowd[: rng.choice([6, 9, 16, 40])], seats)
    if rng.random() < 0.2:
        for seat in rng.sample(range(seats), 2):
            cells[seat] = board.gangway
    left = 8
    canoes = []
    for cell in cells:
        tricks = rng.randint(0, min(left, rng.choice([0, 1, 2, 8])))
        left -= tricks
        bid = tricks if rng.random() < 0.5 else rng.randint(0, 8)
        canoes.append((f"{cell[0]},{cell[1]}", tricks, bid))
    dealer = rng.randrange(seats)
    return moving(*canoes, dealer=dealer, cards=8, options={"board": name})


def at(s, seat: int) -> oracle.Cell:
    return int(s.place[seat]) % 32, int(s.place[seat]) // 32


@pytest.mark.rule("C-MOVE-1", "C-MOVE-2", "C-MOVE-3", "C-MOVE-4", "C-RAPID-1", "C-RAPID-2", "C-RAPID-3", "C-RAPID-4")
@pytest.mark.parametrize(("seed", "number"), POSITIONS)
@pytest.mark.parametrize("name", MAPS)
def test_every_turn_of_thousands_of_movements_agrees(name: str, seed: int, number: int) -> None:
    rng, board = random.Random(f"oracle {name} {seed}"), board_of(name)
    decided = drifted = fallen = blocked = arrived = 0
    for _ in range(number):
        states = CANYON.set_up(some_position(rng, name))
        doors, s = CANYON.doors, states[0]
        seats, done, lost = int(s.seats), set(), set()
        for step in range(seats):
            seat = (int(s.dealer) + 1 + step) % seats
            canoes = [oracle.Canoe(at(s, other), int(s.tricks[other]), int(s.bid[other])) for other in range(seats)]
            doors.advance(states, 0)
            if seat in lost:
                expected = oracle.Turn({}, [canoe.cell for canoe in canoes], set())
            else:
                expected = oracle.turn(board, canoes, seat, done)
            ends = {f"to {column},{row}" for column, row in expected.ends}
            assert {CANYON.actions[action].text for action in CANYON.legal(states, seat)} == ends
            assert CANYON.to_act(states) == ({seat} if ends else set())
            done.add(seat)
            lost |= expected.fallen
            if not ends:
                assert [at(s, other) for other in range(seats)] == expected.cells
                moved = expected.cells != [canoe.cell for canoe in canoes]
                drifted, blocked, fallen = drifted + moved, blocked + (not moved), fallen + len(expected.fallen)
                continue
            decided += 1
            shown = {(end.column, end.row): end.left for end in CANYON.view(states, None).ends}
            assert shown == expected.ends
            cell = rng.choice(sorted(expected.ends))
            doors.decide(states, 0, seat, CANYON.parse_action(f"to {cell[0]},{cell[1]}"))
            if board.marks[cell] == "V":
                arrived += 1
                assert s.left[seat] == expected.ends[cell]
            else:
                assert s.left[seat] == -1
        assert not CANYON.to_act(states)
    # The positions are worth comparing.
    assert min(decided, drifted, blocked, 20 * arrived, 20 * fallen) > number // 2


@pytest.mark.rule("C-MOVE-3", "C-BOARD-1")
@pytest.mark.parametrize("name", MAPS)
def test_distances_are_those_of_the_naive_player(name: str) -> None:
    far = SHELF.table[SHELF.number(name)].distance
    board = board_of(name)
    assert {cell: int(far[32 * cell[1] + cell[0]]) for cell in board.far} == board.far
    assert sum(int(number) >= 0 for number in far) == len(board.far)
