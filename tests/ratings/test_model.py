from __future__ import annotations

import pytest

from eddyline.ratings.model import START_SIGMA, Rating, partly, rate


def test_everybody_starts_at_1500_with_much_doubt():
    assert (Rating().points, Rating().margin) == (1500, 500)
    assert Rating(mu=25 + 400 / 30).points == 1900


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_tie_of_all_moves_nobody_and_a_shared_rank_moves_both_alike(players):
    equal = rate([Rating()] * players, [1] * players)
    assert all(rating.mu == pytest.approx(25) for rating in equal)
    first, *others = rate([Rating()] * players, [1] + [2] * (players - 1))
    assert first.mu > 25 > others[0].mu
    assert len(set(others)) == 1


@pytest.mark.parametrize("players", [3, 4, 6])
def test_each_comparison_counts_alike_whatever_the_number_of_players(players):
    last = [Rating(sigma=2.0)] * (players - 1)
    first = rate([Rating(sigma=2.0), *last], [1, *range(2, players + 1)])[0]
    two = rate([Rating(sigma=2.0)] * 2, [1, 2])[0]
    assert first.mu - 25 == pytest.approx((players - 1) * (two.mu - 25), rel=0.02)


def test_a_part_of_a_game_moves_a_part_of_the_way():
    before, after = Rating(25.0, 4.0), Rating(27.0, 3.0)
    assert partly(before, after, 0) == pytest.approx(before)
    assert partly(before, after, 1) == pytest.approx(after)
    half = partly(before, after, 0.5)
    assert half.mu == pytest.approx(26)
    assert 3.0 < half.sigma < 4.0


def test_doubt_shrinks_with_games_and_returns_only_a_little():
    rating = Rating()
    for _ in range(40):
        rating = rate([rating, *[Rating(25.0, 1.0)] * 3], [1, 2, 3, 4])[0]
    assert rating.sigma < START_SIGMA / 2
    assert rate([rating, rating], [1, 1])[0].sigma < rating.sigma + 0.01
