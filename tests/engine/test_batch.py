"""A batch plays what a match plays, for thousands of games at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from eddyline.engine.batch import Batch
from eddyline.engine.match import Match
from eddyline.engine.options import OptionError
from eddyline.engine.random import stir
from eddyline.engine.registry import GAMES, game
from eddyline.engine.rewards import REWARDS, reward
from support.canyon import bidding
from support.niagara import PLAIN, player, position
from support.random_games import shortened

STEPS = 40 if PLAIN else 260
TABLES = [
    ("niagara", "rulebook", 4, {}),
    ("niagara", "italian", 2, {}),
    ("niagara", "brettspielwelt", 6, {"spirits": True, "diamond_joe": True}),
    ("niagara", "boardgamearena", 3, {"whirlpool": True, "double_canoe": True}),
    ("canyon", "classic", 4, {}),
    ("canyon", "no_brown", 6, {"board": "whirlpool"}),
    ("canyon", "secret", 3, {}),
]


def stream(word):
    """Give a row's words of chance as a match takes them."""
    while True:
        word = np.uint64(stir(word))
        yield int(word)


class Shadow:
    """Play one row of a batch as matches, one after the other."""

    def __init__(self, rules, options, players, word) -> None:
        self.rules, self.options, self.players, self.words = rules, options, players, stream(word)
        self.begin()

    def begin(self) -> None:
        entropy = next(self.words)
        self.match = Match.new(self.rules, self.options, players=self.players, word=entropy, chance=self.words)

    def check(self, batch, i) -> None:
        seat = min(self.match.waiting)
        assert batch.seats[i] == seat
        assert np.flatnonzero(batch.masks[i]).tolist() == sorted(action.id for action in self.match.legal(seat))
        # A match keeps what others have chosen in secret apart, a batch has it in its record: who decides sees neither.
        draft = self.match._open_draft(seat)
        assert (batch.observations[i] == self.rules.observe(draft.states, seat)).all()

    def play(self, batch, i, seat, action) -> int:
        self.match.play(int(seat), int(action))
        assert batch.over[i] == self.match.over
        expected = self.rules.rewards(self.match.states)
        assert batch.rewards[i, : self.players].tolist() == expected.tolist()
        assert not batch.rewards[i, self.players :].any()
        if not self.match.over:
            return 0
        assert expected.any() or set(self.match.ranking) == {1}
        self.begin()
        return 1


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "preset", "players", "more"), TABLES)
def test_a_batch_plays_what_matches_play(game_id, preset, players, more) -> None:
    rules = game(game_id)
    options = rules.parse_options(preset, {"max_rounds": 4} | more, players)
    batch = Batch(rules, options, players=players, games=5, seed=7)
    shadows = [Shadow(rules, options, players, word) for word in batch._words]
    finished = 0
    for _ in range(STEPS):
        for i, shadow in enumerate(shadows):
            shadow.check(batch, i)
        seats, actions = batch.seats.copy(), batch.sample()
        batch.step(actions)
        finished += sum(shadow.play(batch, i, seats[i], actions[i]) for i, shadow in enumerate(shadows))
    assert finished > 0 or PLAIN


def run(batch, steps=STEPS):
    """Play at random and give all that was to be seen on the way."""
    found = []
    for _ in range(steps):
        batch.step(batch.sample())
        arrays = batch.seats, batch.masks, batch.observations, batch.rewards, batch.over
        found.append([array.copy() for array in arrays])
    return found


def equal(one, other) -> bool:
    return all((a == b).all() for left, right in zip(one, other, strict=True) for a, b in zip(left, right, strict=True))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_row_depends_on_the_seed_and_its_number_alone(game_id) -> None:
    rules = game(game_id)
    options = rules.parse_options(None, shortened(rules, 3), 4)
    seen = run(Batch(rules, options, players=4, games=7, seed=2))
    assert equal(seen, run(Batch(rules, options, players=4, games=7, seed=2, threads=3)))
    more = run(Batch(rules, options, players=4, games=20, seed=2))
    assert equal(seen, [[array[:7] for array in arrays] for arrays in more])
    assert any(arrays[-1].any() for arrays in seen) or PLAIN
    other = Batch(rules, options, players=4, games=7, seed=3)
    assert not equal(seen, run(other))
    other.reset(2)
    assert equal(seen, run(other))
    assert not (more[-1][2][:-1] == more[-1][2][1:]).all(axis=1).any()


def test_every_decision_is_sampled_alike() -> None:
    batch = Batch(game("niagara"), players=4, games=7000)
    counts = np.bincount(batch.sample())
    assert len(counts) == 7
    assert (abs(counts - 1000) < 150).all()
    assert (batch.sample() == batch.sample().copy()).all()


@pytest.mark.parametrize("action", [-1, 140, 10_000])
def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(action) -> None:
    batch = Batch(game("niagara"), players=4, games=3)
    before = batch.states.tobytes(), batch.masks.tobytes()
    actions = batch.sample().copy()
    actions[1] = action
    with pytest.raises(ValueError, match=f"game 1: action {action} is not legal for seat 0"):
        batch.step(actions)
    with pytest.raises(ValueError, match=r"expected 3 actions, got an array of shape \(2,\)"):
        batch.step(actions[:2])
    assert before == (batch.states.tobytes(), batch.masks.tobytes())


@pytest.mark.parametrize(
    ("actions", "error", "says"),
    [
        (lambda legal: legal + 0.7, TypeError, "expected 3 actions as integers, got float64"),
        (lambda _: np.full(3, np.nan), TypeError, "got float64"),
        (lambda _: np.ones(3, bool), TypeError, "got bool"),
        (lambda legal: legal.astype(object), TypeError, "got object"),
        (lambda legal: [str(action) for action in legal], TypeError, "got str"),
        (lambda _: [2**70, 0, 0], TypeError, "got object"),
        (lambda _: None, TypeError, "got object"),
        (lambda _: [[0], 0, 0], ValueError, "inhomogeneous"),
        (lambda legal: legal.reshape(3, 1), ValueError, r"got an array of shape \(3, 1\)"),
        (lambda _: np.array([2**64 - 1, 0, 0], np.uint64), ValueError, "action 18446744073709551615 is not legal"),
    ],
)
def test_what_is_no_array_of_actions_is_refused_and_changes_nothing(actions, error, says) -> None:
    batch = Batch(game("niagara"), players=4, games=3)
    before = batch.states.tobytes()
    with pytest.raises(error, match=says):
        batch.step(actions(batch.sample()))
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, ">i2", np.uint64])
def test_integers_of_any_width_are_actions(dtype) -> None:
    batch, other = (Batch(game("niagara"), players=4, games=3) for _ in range(2))
    actions = batch.sample()
    batch.step(actions.astype(dtype))
    frozen = np.repeat(actions, 2)[::2]
    frozen.flags.writeable = False
    other.step(frozen)
    assert batch.states.tobytes() == other.states.tobytes()


@pytest.mark.parametrize("name", ["states", "masks", "seats", "observations", "over", "rewards"])
def test_nobody_writes_into_what_a_batch_shows(name) -> None:
    batch = Batch(game("niagara"), players=4, games=3)
    shown = getattr(batch, name)
    with pytest.raises(ValueError, match="read-only"):
        shown[0] = shown[1]
    for array in (shown, shown.base, shown.view()):
        if isinstance(array, np.ndarray):
            with pytest.raises(ValueError, match="cannot set WRITEABLE"):
                array.flags.writeable = True


def test_other_arrays_in_the_place_of_a_batchs_own_make_nothing_legal() -> None:
    batch = Batch(game("niagara"), players=4, games=3)
    batch.masks = np.ones_like(batch.masks)
    with pytest.raises(ValueError, match="game 0: action 31 is not legal for seat 0"):
        batch.step(np.full(3, 31))


def test_threads_of_a_caller_step_one_after_the_other() -> None:
    batch = Batch(game("niagara"), players=4, games=500, threads=2)

    def play(_: int) -> int:
        try:
            batch.step(batch.sample().copy())
        except ValueError:  # drawn before another thread's step
            return 0
        return 1

    with ThreadPoolExecutor(4) as callers:
        assert sum(callers.map(play, range(200))) > 0


@pytest.mark.parametrize(
    ("choices", "error", "says"),
    [
        ({"games": 0}, ValueError, "expected a number of games from 1 to 1048576, got 0"),
        ({"games": -1}, ValueError, "got -1"),
        ({"games": 10**12}, ValueError, "got 1000000000000"),
        ({"games": 2.0}, TypeError, "expected a number of games from 1 to 1048576 as an int, got float"),
        ({"threads": 0}, ValueError, "expected a number of threads from 1 to 256, got 0"),
        ({"threads": 10**9}, ValueError, "got 1000000000"),
        ({"threads": None}, TypeError, "got NoneType"),
        ({"seed": -1}, ValueError, "expected a seed from 0 to 18446744073709551615, got -1"),
        ({"seed": 2**64}, ValueError, "got 18446744073709551616"),
        ({"seed": 1.5}, TypeError, "as an int, got float"),
        ({"players": 0}, OptionError, "Niagara is for 2, 3, 4, 5, 6 players, got 0"),
        ({"players": 99}, OptionError, "got 99"),
        ({"players": 4.0}, OptionError, "got 4.0"),
    ],
)
def test_numbers_of_a_batch_are_checked(choices, error, says) -> None:
    with pytest.raises(error, match=says):
        Batch(game("niagara"), **({"players": 4, "games": 1} | choices))
    batch = Batch(game("niagara"), players=4, games=1)
    if "seed" in choices:
        with pytest.raises(error, match=says):
            batch.reset(choices["seed"])


def test_games_begin_with_a_position_again_and_again() -> None:
    rich = player("1", "dock", "ruby ruby ruby amber amber amber", hand=["1"], card="1")
    start = position(rich, player(hand=["1"]), player(hand=["1"]), round=14, options={"max_rounds": 14})
    batch = Batch(game("niagara"), players=9, games=2, position=start, reward="win")
    assert batch.players == 3
    first = batch.states.copy()
    for _ in range(3):
        while not batch.over.any():
            batch.step(batch.sample())
        assert (batch.states[batch.over] == first[batch.over]).all()
        batch.step(batch.sample())


def test_a_position_without_a_decision_left_is_refused() -> None:
    players = [player(hand=[], card="6") for _ in range(3)]
    over = position(*players, phase="over", round=14, options={"max_rounds": 14})
    with pytest.raises(ValueError, match="expected a position with a decision left"):
        Batch(game("niagara"), players=3, games=1, position=over)


def test_chance_differs_from_row_to_row_and_from_game_to_game() -> None:
    hands = (["fir 1"], ["fish 1"], ["sun 1"])
    start = bidding(*hands, round=8, options={"max_rounds": 9})
    batch = Batch(game("canyon"), players=3, games=40, position=start)
    dealt = [set() for _ in range(40)]
    for _ in range(100):
        batch.step(batch.sample())
        for i in range(40):
            if batch.states["round_number"][i] == 9:
                dealt[i].add(batch.states["trump"][i])
    assert len(set.union(*dealt)) > 10
    assert any(len(trumps) > 1 for trumps in dealt)


@pytest.mark.parametrize(
    ("kind", "ranks", "winners", "expected"),
    [
        ("ranking", [1, 2, 3], 0b001, [1, 0, -1]),
        ("ranking", [4, 1, 1, 3], 0, [-1, 2 / 3, 2 / 3, -1 / 3]),
        ("ranking", [2, 1], 0b10, [-1, 1]),
        ("ranking", [1, 1, 1, 1, 1, 1], 0, [0] * 6),
        ("win", [1, 2, 3], 0b001, [1, 0, 0]),
        ("win", [1, 1, 3], 0b011, [0.5, 0.5, 0]),
        ("win", [1, 2, 3], 0, [0, 0, 0]),
    ],
)
def test_rewards(kind, ranks, winners, expected) -> None:
    players, ranks = len(ranks), np.array(ranks, np.int8)
    found = [reward(REWARDS.index(kind), players, ranks, winners, seat) for seat in range(players)]
    assert found == pytest.approx(expected)


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no reward 'gems'; expected one of: ranking, win, shaped"):
        Batch(game("niagara"), players=3, games=1, reward="gems")
