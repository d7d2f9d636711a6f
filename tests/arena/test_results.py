from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from eddyline.arena import Played, Results, results, tournament
from eddyline.arena.file import Failure
from eddyline.arena.results import interval
from eddyline.engine.registry import game

A, B = "paddler", "random"


@pytest.fixture(scope="module")
def event():
    return tournament(game("niagara"), [(A, B, B)], seed=1)


def played(number, seats, ranking, winners, **more):
    own = {"block": number // 3, "seed": "0x1", "rounds": 10} | more
    return Played(lineup=0, number=number, seats=seats, ranking=ranking, winners=winners, **own)


@pytest.fixture(scope="module")
def four_games():
    turns = ((1000, 3000), (2000,), ())
    own = {"turns": turns, "decisions": (4, 1, 0), "cpu": (0.004, 0.001, 0.0)}
    return [
        played(0, (A, B, B), (1, 2, 3), (0,), **own),
        played(1, (B, A, B), (1, 1, 3), (0, 1), **own),
        played(2, (B, B, A), (1, 1, 1), (), rounds=20),
        played(3, (A, B, B), (3, 1, 1), (1, 2), rounds=0, failures=(Failure(0, "timeout", "no answer"),)),
    ]


def test_shares_ranks_and_rounds(event, four_games):
    (lineup,) = results(event, four_games).lineups
    assert (lineup.games, lineup.without_winner, lineup.median_rounds) == (4, 1, 10.0)
    a, b = lineup.shares
    assert (a.entrant, a.seats, a.fair) == (A, 1, 1 / 3)
    assert a.share == pytest.approx((1 + 0.5 + 0 + 0) / 4)
    assert b.share == pytest.approx((0 + 0.5 / 2 + 0 + 1 / 2) / 4)
    assert a.mean_rank == pytest.approx((1 + 1 + 1 + 3) / 4)
    assert b.mean_rank == pytest.approx((2.5 + 2 + 1 + 1) / 4)


def test_times_and_failures(event, four_games):
    by_name = {entrant.entrant: entrant for entrant in results(event, four_games).entrants}
    a, b = by_name[A], by_name[B]
    assert (a.games, b.games) == (4, 8)
    # In the first game the paddler took 1 and 3 ms, in the second, one seat further, 2 ms.
    assert (a.ms_per_turn, a.ms_per_turn_most) == (2.0, 3.0)
    assert a.ms_per_turn_p95 == pytest.approx(2.9)
    assert a.us_per_decision == pytest.approx(6000 / 5)
    assert a.decisions_per_turn == pytest.approx(5 / 3)
    assert a.cpu_ms_per_turn == pytest.approx(5 / 3)
    assert (a.crashes, a.illegal, a.timeouts, b.timeouts) == (0, 0, 1, 0)
    assert a.first_failure == f"game 4 of {A}, {B}, {B}, seat 0, no answer"


def test_the_order_of_games_does_not_matter(event, four_games):
    assert results(event, four_games) == results(event, reversed(four_games))


def test_results_are_written_and_read(event, four_games):
    found = results(event, four_games)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Results) == found


def test_no_games_make_no_figures(event):
    found = results(event, [])
    assert found.lineups == ()
    assert [(entrant.games, entrant.mu, entrant.ms_per_turn) for entrant in found.entrants] == [(0, 25.0, None)] * 2


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    # Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_of_independent_games_the_interval_is_wilsons(won, of, low, high):
    shares = [1.0] * won + [0.0] * (of - won)
    # The variance is estimated from the sample, with n − 1 in the place of n: a little wider.
    assert interval(shares, range(of)) == pytest.approx((low, high), abs=4e-3)


def test_intervals_know_that_games_of_a_block_belong_together():
    wins = [1.0] * 25 + [0.0] * 75
    alone = interval(wins, range(100))
    copied = interval([win for win in wins for _ in range(4)], [block for block in range(100) for _ in range(4)])
    assert copied == pytest.approx(alone)


def test_intervals_at_the_ends():
    assert interval([0.25] * 8, [0, 0, 0, 0, 1, 1, 1, 1]) == (0.25, 0.25)
    assert interval([1.0] * 4, [0] * 4) is None
    low, high = interval([1.0] * 40, [number // 4 for number in range(40)])
    assert (low, high) == (pytest.approx(1 / (1 + 1.959964**2 / 40)), 1.0)


@pytest.mark.parametrize("games", [6, 36, 42, 100, 400, 1000])
@pytest.mark.parametrize("share", [0.0, 1.0])
def test_intervals_hold_their_mean_and_stay_between_the_ends(games, share):
    low, high = interval([share] * games, [number // 3 for number in range(games)])
    assert 0.0 <= low <= share <= high <= 1.0


@pytest.mark.parametrize("blocks", [8, 60])
@pytest.mark.parametrize("chance", [0.1, 0.25, 0.6])
@pytest.mark.parametrize("shared_luck", [False, True])
def test_intervals_hold_the_true_share_nineteen_times_of_twenty(blocks, chance, shared_luck):
    draw = np.random.default_rng([blocks, int(100 * chance), shared_luck])
    names = np.repeat(np.arange(blocks), 4)
    held = 0
    for _ in range(600):
        luck = draw.beta(6 * chance, 6 * (1 - chance), (blocks, 1)) if shared_luck else chance
        wins = (draw.random((blocks, 4)) < luck).astype(float).ravel()
        low, high = interval(wins, names)
        held += low <= chance <= high
    assert 0.88 <= held / 600 <= 0.985


def test_ratings_find_the_strengths_that_ranks_were_drawn_from():
    names = ("paddler", "random", "support.arena_bots:Planted", "support.arena_bots:Slow")
    strength = dict(zip(names, (8.0, 4.0, 2.0, 1.0), strict=True))
    event = tournament(game("niagara"), [names], seed=5)
    draw = np.random.default_rng(5)
    games = []
    for number in range(1500):
        # Exponential times with these rates end in the order of the Plackett–Luce model.
        times = {name: draw.exponential(1 / strength[name]) for name in names}
        ranking = tuple(1 + sum(times[other] < times[name] for other in names) for name in names)
        games.append(played(number, names, ranking, (ranking.index(1),)))
    found = results(event, games)
    assert tuple(entrant.entrant for entrant in found.entrants) == names
    mus = [entrant.mu for entrant in found.entrants]
    # The model compares two at a time, with c = sqrt(2 (sigma² + beta²)); its chances against the true ones.
    c = math.sqrt(2 * (found.entrants[0].sigma ** 2 + (25 / 6) ** 2))
    chances = np.exp(np.array(mus) / c) / np.exp(np.array(mus) / c).sum()
    assert chances == pytest.approx([8 / 15, 4 / 15, 2 / 15, 1 / 15], abs=0.05)
    assert all(entrant.ordinal == pytest.approx(entrant.mu - 3 * entrant.sigma) for entrant in found.entrants)


def test_copies_of_one_bot_alone_are_not_rated():
    event = tournament(game("niagara"), [(A, A, A)], seed=1)
    games = [played(number, (A, A, A), (1, 2, 3), (0,)) for number in range(10)]
    (entrant,) = results(event, games).entrants
    assert entrant.mu == 25.0
