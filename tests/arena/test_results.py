from __future__ import annotations

import math
import random

import msgspec
import numpy as np
import pytest

from eddyline.arena import Played, Results, pairings, rating, results, schedule, tournament
from eddyline.arena.file import Failure
from eddyline.arena.results import against_the_ladder, interval
from eddyline.engine.registry import game

A, B = "paddler", "random"


@pytest.fixture(scope="module")
def event():
    return tournament(game("niagara"), [(A, B, B)], seed=1)


def played(number, seats, ranking, winners, **more):
    own = {"lineup": 0, "block": number // 3, "seed": "0x1", "rounds": 10} | more
    return Played(number=number, seats=seats, ranking=ranking, winners=winners, **own)


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
    assert [(entrant.games, entrant.rating.points, entrant.ms_per_turn) for entrant in found.entrants] == [
        (0, 1500.0, None)
    ] * 2


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


def drawn(event, strength, games, seed):
    """Draw the winners of a tournament's games by the strengths of the bots."""
    draw = np.random.default_rng(seed)
    for one in schedule(event.lineups, games):
        chances = np.array([strength[name] for name in one.seats])
        winner = int(draw.choice(len(chances), p=chances / chances.sum()))
        ranking = tuple(1 if seat == winner else 2 for seat in range(len(chances)))
        yield played(one.number, one.seats, ranking, (winner,), lineup=one.lineup, block=one.block)


FOUR = dict(zip((A, B, "support.arena_bots:Planted", "support.arena_bots:Slow"), (8.0, 4.0, 2.0, 1.0), strict=True))


def test_ratings_find_the_strengths_that_winners_were_drawn_from():
    event = tournament(game("niagara"), pairings([*FOUR], 4), seed=5)
    found = results(event, drawn(event, FOUR, 600, 5)).entrants
    assert [entrant.entrant for entrant in found] == [*FOUR]
    # 400 points are ten times the strength, and the mean is 1500.
    for entrant, true in zip(found, np.log10([8, 4, 2, 1]) * 400, strict=True):
        assert entrant.rating.points == pytest.approx(1500 + true - 400 * math.log10(8) / 2, abs=15)
        assert entrant.rating.low < entrant.rating.points < entrant.rating.high
        assert 10 < entrant.rating.high - entrant.rating.low < 40


def test_intervals_of_ratings_hold_the_true_gap_nineteen_times_of_twenty(monkeypatch):
    monkeypatch.setattr(rating, "RESAMPLES", 40)
    event = tournament(game("niagara"), [(A, B, B)], seed=5)
    true = 1500 + 200 * math.log10(2)
    found = [rating.rate(event, drawn(event, {A: 2.0, B: 1.0}, 180, seed))[A] for seed in range(30)]
    assert sum(one.low <= true <= one.high for one in found) >= 25


def test_200_orders_of_the_games_give_the_same_ratings(monkeypatch):
    monkeypatch.setattr(rating, "RESAMPLES", 2)
    event = tournament(game("niagara"), pairings([*FOUR], 4), seed=5)
    # Almost equal bots, with shared wins and games that nobody won: the order would show at once.
    games = list(drawn(event, dict.fromkeys(FOUR, 1.0), 12, 5))
    games[::5] = [msgspec.structs.replace(one, winners=(0, 2, 3)) for one in games[::5]]
    games[::7] = [msgspec.structs.replace(one, winners=()) for one in games[::7]]
    found = results(event, games)
    shuffler = random.Random(200)
    for _ in range(200):
        shuffler.shuffle(games)
        assert results(event, games) == found


@pytest.mark.parametrize("won", range(0, 61, 4))
def test_ratings_of_two_bots_never_contradict_their_shares(monkeypatch, won):
    """Also where ranks would: here the first is last whenever it does not win."""
    monkeypatch.setattr(rating, "RESAMPLES", 2)
    event = tournament(game("niagara"), [(A, B, B)], seed=1)
    games = [
        played(number, (A, B, B), (1, 2, 2) if number < won else (3, 1, 2), (0,) if number < won else (1,))
        for number in range(60)
    ]
    found = results(event, games)
    points = {entrant.entrant: entrant.rating.points for entrant in found.entrants}
    ours, theirs = found.lineups[0].shares
    assert np.sign(round(points[A] - points[B], 3)) == np.sign(round(ours.share - theirs.share, 9))


def test_a_bot_that_always_wins_has_a_finite_rating_with_an_open_end(event):
    games = [played(number, (A, B, B), (1, 2, 2), (0,)) for number in range(60)]
    first, last = (entrant.rating for entrant in results(event, games).entrants)
    assert first.high is None
    assert last.low is None
    assert 1500 < first.low <= first.points < 3000


def test_a_circle_is_told(monkeypatch):
    monkeypatch.setattr(rating, "RESAMPLES", 2)
    names = [*FOUR][:3]
    event = tournament(game("niagara"), pairings(names, 2), seed=1)
    beats = {(names[0], names[1]), (names[1], names[2]), (names[2], names[0])}
    games = []
    for one in schedule(event.lineups, 40):
        # The first beats the second in three blocks of four only, so it comes last.
        turned = set(one.seats) == {names[0], names[1]} and one.block % 4 == 0
        seat = int((one.seats in beats) == turned)
        ranking = (1, 2) if seat == 0 else (2, 1)
        games.append(played(one.number, one.seats, ranking, (seat,), lineup=one.lineup, block=one.block))
    found = results(event, games)
    assert [entrant.entrant for entrant in found.entrants] == [names[1], names[2], names[0]]
    assert [set(lineup.lineup) for lineup in against_the_ladder(found)] == [{names[0], names[1]}] * 2


def test_copies_of_one_bot_alone_are_not_rated():
    event = tournament(game("niagara"), [(A, A, A)], seed=1)
    games = [played(number, (A, A, A), (1, 2, 3), (0,)) for number in range(10)]
    (entrant,) = results(event, games).entrants
    assert entrant.rating == rating.Rating(1500.0, None, None)
