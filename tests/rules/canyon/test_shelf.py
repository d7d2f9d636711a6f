"""Every map has a slot of its own for as long as anybody needs it, and no longer where all say how long that is."""

from __future__ import annotations

import gc
import sys
from concurrent.futures import ThreadPoolExecutor
from weakref import ref

import pytest

from eddyline.bots.canyon.network import map_features
from eddyline.engine.match import Match
from eddyline.engine.options import OptionError
from eddyline.games.canyon.rules.board import MOST_BOARDS, Shelf
from eddyline.games.canyon.rules.boards import MAPS
from eddyline.games.canyon.rules.state import State
from support.canyon import CANYON, PLAIN, cleared_shelf, own_maps


class User:
    """Need a map."""


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """Play as in a process that has just begun."""
    return cleared_shelf(monkeypatch)


def test_maps_loaded_at_once_keep_their_numbers() -> None:
    texts = own_maps()[:8]
    for _ in range(20):
        shelf = Shelf(MAPS)
        with ThreadPoolExecutor(8) as threads:
            numbers = list(threads.map(shelf.number, texts * 3))
        assert len(shelf.lines) == len(MAPS) + len(texts) <= len(shelf.table)
        for text, number in zip(texts * 3, numbers, strict=True):
            assert shelf.text(shelf.lines[number]) == text


@pytest.mark.rule("C-BOARD-1")
def test_boards_stay_where_they_are_when_others_come() -> None:
    shelf, users = Shelf(MAPS), []
    kept = shelf.table[: len(MAPS)].tobytes()
    for text in own_maps()[:9]:
        before = shelf.table
        users.append(User())
        number = shelf.number(text, users[-1])
        assert number == len(MAPS) + len(users) - 1
        assert before[: len(MAPS)].tobytes() == shelf.table[: len(MAPS)].tobytes() == kept
        assert before[:number].tobytes() == shelf.table[:number].tobytes()
    # Twice as long each time that there is no room, so that nothing is copied again and again.
    assert len(shelf.table) == 16


def test_a_slot_is_anothers_once_all_its_users_are_gone() -> None:
    shelf = Shelf(MAPS)
    first, second, third, *_ = own_maps()
    one, other = User(), User()
    number = shelf.number(first, one)
    assert shelf.number(first, other) == number
    del one
    assert shelf.number(second, User()) == number + 1, "the first map has another user"
    geometry = shelf.table[number].tobytes()
    del other
    assert shelf.number(third, User()) in {number, number + 1}
    assert shelf.number(second, User()) in {number, number + 1}
    assert len(shelf.lines) == len(MAPS) + 2
    assert geometry not in {shelf.table[number].tobytes(), shelf.table[number + 1].tobytes()}
    assert set(map(shelf.number, MAPS)) == set(range(len(MAPS))), "those of the project stay"


@pytest.mark.parametrize("when", ["before", "meanwhile", "after"])
def test_a_map_stays_for_ever_once_somebody_did_not_say_for_how_long(when: str) -> None:
    shelf, user = Shelf(MAPS), User()
    first, *others = own_maps()[:5]
    numbers = []
    if when == "before":
        numbers.append(shelf.number(first))
    numbers.append(shelf.number(first, user))
    if when == "meanwhile":
        numbers.append(shelf.number(first))
    del user
    if when == "after":
        numbers.append(shelf.number(first))
    others_numbers = [shelf.number(text, User()) for text in others]
    assert set(others_numbers) == {len(MAPS) + 1}
    assert set(numbers) == {len(MAPS)}
    assert shelf.text(shelf.lines[len(MAPS)]) == first


def test_looking_at_a_map_takes_no_slot(shelf: Shelf) -> None:
    for text in own_maps()[:5]:
        assert CANYON.parse_options(None, {"board": text}).board == text
    assert len(shelf.lines) == len(MAPS)


def test_more_maps_than_a_position_can_number_are_refused() -> None:
    assert MOST_BOARDS == 1 << 15
    assert State.dtype["board"].itemsize == 2
    shelf, one, other = Shelf(MAPS, most=len(MAPS) + 2), User(), User()
    first, second, third, *_ = own_maps()
    numbers = [shelf.number(first, one), shelf.number(second, other)]
    for _ in range(2):
        with pytest.raises(OptionError, match="expected at most 4 boards in use at once, got one more"):
            shelf.number(third, User())
    assert [shelf.number(first, one), shelf.number(second, other)] == numbers, "those in use go on"
    del other
    assert shelf.number(third, one) == numbers[1]


def test_a_match_and_its_copies_hold_the_map_of_its_options(shelf: Shelf) -> None:
    first, second, third, *_ = own_maps()
    held = CANYON.hold(CANYON.parse_options(None, {"board": first}))
    assert held.board == first
    match = Match.new(CANYON, held, players=3, seed=1)
    thought, gone = match.copy(), ref(held)
    number = match.states[0].board
    del held, match
    assert gone() is not None
    assert shelf.number(second, User()) != number
    assert thought.view(None).board.rows == tuple(first.split("\n"))
    assert thought.options == CANYON.parse_options(None, {"board": first})
    del thought
    gc.collect()
    assert gone() is None
    assert {shelf.number(second, User()), shelf.number(third, User())} <= {number, number + 1}


def test_what_is_known_of_a_map_is_not_told_of_the_next_in_its_slot(shelf: Shelf) -> None:
    narrow = MAPS["whirlpool"].rstrip("\n").replace("o", "#", 1)
    number = shelf.number(own_maps()[0], User())
    before = map_features(number).copy()
    assert shelf.number(narrow, User()) == number
    assert map_features(number).tobytes() != before.tobytes()
    assert map_features(number).tobytes() == map_features(shelf.number("whirlpool")).tobytes()


def test_playouts_go_on_while_maps_come_and_go(shelf: Shelf) -> None:
    texts, rounds, times = own_maps()[:12], 2 if PLAIN else 300, 3 if PLAIN else 40
    chosen = CANYON.hold(CANYON.parse_options(None, {"board": texts[0], "max_rounds": 5}))
    start = CANYON.new(chosen, 3, 7)
    expected = start.copy()
    told = CANYON.doors.playout(expected, 0, 1, rounds)

    def play(_: int) -> bool:
        states = start.copy()
        return CANYON.doors.playout(states, 0, 1, rounds) == told and states.tobytes() == expected.tobytes()

    def come_and_go(_: int) -> bool:
        users = [User() for _ in texts]
        numbers = [shelf.number(text, user) for text, user in zip(texts, users, strict=True)]
        return [shelf.text(shelf.lines[number]) for number in numbers] == list(texts)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as threads:
            played, changed = threads.map(play, range(times)), threads.map(come_and_go, range(times))
            assert all([*played, *changed])
    finally:
        sys.setswitchinterval(interval)
    assert len(shelf.lines) == len(MAPS) + len(texts)
