"""An observation tells a seat what it may know, in numbers of a known range, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from eddyline.engine.registry import GAMES, game
from support.niagara import NIAGARA, match, player
from support.secrecy import alike, differences, positions, secrets_of


def piece(rules, seen: np.ndarray, name: str) -> np.ndarray:
    found = next(piece for piece in rules.pieces if piece.name == name)
    return seen[found.start : found.start + found.size].reshape(found.shape)


@pytest.fixture(params=GAMES)
def rules(request):
    return game(request.param)


def test_pieces_fill_the_observation_without_gaps(rules) -> None:
    ends = [0]
    for found in rules.pieces:
        assert found.start == ends[-1]
        assert -128 <= found.low < found.high <= 127
        ends.append(found.start + found.size)
    assert ends[-1] == rules.observation_size == len(rules.observe(rules.new(rules.parse_options(None, {}), 3, 1), 0))


@pytest.mark.slow
def test_numbers_stay_in_their_range_and_are_the_same_for_a_redacted_state(rules) -> None:
    least, most = (
        np.concatenate([np.full(found.size, bound) for found, bound in zip(rules.pieces, bounds, strict=True)])
        for bounds in zip(*[(found.low, found.high) for found in rules.pieces], strict=True)
    )
    lowest, highest = most.copy(), least.copy()
    number = 0
    for states in positions(rules, 30):
        for seat in range(rules.seats(states)):
            seen = rules.observe(states, seat)
            assert (seen == rules.observe(rules.redact(states, seat), seat)).all()
            lowest, highest = np.minimum(lowest, seen), np.maximum(highest, seen)
            number += 1
    assert number > 3000
    assert (lowest >= least).all()
    assert (highest <= most).all()
    # Every number but those for the empty seats of small tables says something at times.
    assert (lowest < highest).mean() > 0.9


@pytest.mark.slow
@pytest.mark.rule("N-ROUND-5", "N-LOST-0", "C-BID-1", "C-DEAL-2")
def test_positions_that_differ_only_in_what_is_hidden_are_observed_alike(rules) -> None:
    assert alike(differences(rules, lambda states, seat: rules.observe(states, seat).tobytes(), 6, spectators=False))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "name"), [(game_id, name) for game_id in GAMES for name in secrets_of(game_id).SEEN_LEAKS]
)
def test_a_planted_leak_is_caught(game_id: str, name: str) -> None:
    rules, of_next = game(game_id), secrets_of(game_id).SEEN_LEAKS[name]

    def leaky(states, seat):
        seen = rules.observe(states, seat)
        piece(rules, seen, name).flat[1] = of_next(states[0], (seat + 1) % rules.seats(states))
        return seen.tobytes()

    assert any(differences(rules, leaky, 2, spectators=False))


@pytest.mark.rule("N-LOST-0")
def test_nobody_sees_that_another_buys_a_second_canoe_back() -> None:
    lost = [player("lost", "lost", "ruby amber") for _ in range(3)]
    seen = []
    for decisions in ([], ["decline"], ["rescue a ruby"], ["rescue a ruby", "rescue b amber"]):
        states = match(*lost, phase="rescue", round=17).states.copy()
        for decision in decisions:
            NIAGARA.doors.decide(states, 0, 1, NIAGARA.parse_action(decision))
        seen.append([NIAGARA.observe(states, 0).tolist(), NIAGARA.observe(states, 2).tolist()])
    assert seen[0] == seen[1] == seen[2] == seen[3]


def test_seats_are_relative_to_the_observer() -> None:
    m = match(player("1", "2", "ruby"), player("3", "4", "amber"), player("5", "6L"), player("7L", "7R"), first=2)
    for observer in range(4):
        seen = NIAGARA.observe(m.states, observer)
        places = [[1, 2], [3, 4], [5, 6], [7, 9]]
        assert piece(NIAGARA, seen, "place").tolist() == [
            *places[observer:],
            *places[:observer],
            *[[-1, -1]] * 2,
        ]
        assert piece(NIAGARA, seen, "first") == (2 - observer) % 4
        assert piece(NIAGARA, seen, "seat") == observer
        assert piece(NIAGARA, seen, "decides").tolist() == [1, 0, 0, 0, 0, 0]


def test_nothing_is_seen_of_a_seat_that_nobody_has(rules) -> None:
    seen = rules.observe(rules.new(rules.parse_options(None, {}), 3, 1), 0)
    for found in rules.pieces:
        if found.shape[:1] == (6,):
            assert (piece(rules, seen, found.name)[3:] == min(found.low, 0)).all(), found.name
