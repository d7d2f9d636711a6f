"""Play the attacks that docs/ratings.md names; each moves a rating by no more than stated there."""

from __future__ import annotations

import copy
from functools import cache
from typing import TYPE_CHECKING

import pytest

from support.rated import MIDDLE, Bot, Season

if TYPE_CHECKING:
    from collections.abc import Callable

STRENGTH = 27.0
OLD = ("main", "friend", "other", "victim")
A_LOT = 12
"""Games of a day: more than the day lets count."""


@cache
def season_before() -> Season:
    season = Season(1)
    season.honest(dict.fromkeys(OLD, STRENGTH))
    return season


def moved(days: int, play: Callable[[Season, int], None]) -> dict[str, int]:
    """Let people attack for some days; return by how many points everybody moved."""
    season = copy.deepcopy(season_before())
    before = {person: season.points(person) for person in OLD}
    for _ in range(days):
        for number in range(A_LOT):
            play(season, number)
        season.day += 1
    return {person: season.points(person) - before[person] for person in OLD}


@pytest.mark.parametrize(("days", "bound"), [(1, 40), (30, 60)])
def test_a_friend_who_throws_games(days, bound):
    def play(season: Season, _: int) -> None:
        ranks = season.fair([STRENGTH, MIDDLE, MIDDLE])
        season.play(["main", Bot(MIDDLE), Bot(MIDDLE), "friend"], [*ranks, 4])

    change = moved(days, play)
    assert change["main"] <= bound
    assert change["friend"] < -bound


@pytest.mark.slow
def test_leaving_is_never_better_than_losing():
    for rank in (1, 2, 3, 4):
        left, stayed = copy.deepcopy(season_before()), copy.deepcopy(season_before())
        ranks = [rank, *(other for other in (1, 2, 3, 4) if other != rank)]
        people = ["main", "friend", "other", "victim"]
        left.play(people, ranks, frozenset({0}))
        stayed.play(people, ranks)
        assert left.points("main") <= stayed.points("main")
        assert left.standings.people["main"].left == 1
        last = [4, *range(1, 4)]
        lost = copy.deepcopy(season_before())
        lost.play(people, last)
        assert left.points("main") == lost.points("main")


@pytest.mark.slow
@pytest.mark.parametrize(("days", "bound"), [(1, 10), (30, 240), (365, 360)])
def test_ever_new_accounts_that_lose(days, bound):
    def play(season: Season, number: int) -> None:
        season.play(["main", *(f"new{season.day}-{number}-{each}" for each in range(3))], [1, 2, 2, 2])

    assert moved(days, play)["main"] <= bound


def test_new_accounts_that_lose_where_bots_sit_move_nothing():
    def play(season: Season, number: int) -> None:
        season.play(["main", f"new{season.day}-{number}", Bot(0.0)], [1, 2, 3])

    assert moved(30, play)["main"] == 0


def test_weak_bots_move_nothing():
    assert moved(30, lambda season, _: season.play(["main", Bot(0.0), Bot(0.0), Bot(5.0)], [1, 2, 3, 4]))["main"] == 0


def test_bots_that_are_no_weaker_move_a_rating_only_to_where_it_belongs():
    def play(season: Season, _: int) -> None:
        season.play(["main", *[Bot(MIDDLE)] * 3], season.fair([STRENGTH, *[MIDDLE] * 3]))

    assert abs(moved(100, play)["main"]) <= 100


@pytest.mark.parametrize(("days", "gain", "loss"), [(1, 65, 60), (30, 470, 440)])
def test_three_against_one_at_a_table_of_four(days, gain, loss):
    change = moved(days, lambda season, _: season.play(["main", "friend", "other", "victim"], [1, 2, 3, 4]))
    assert change["main"] <= gain
    assert change["victim"] >= -loss


def test_many_established_accounts_that_lose_in_turn_end_400_points_below():
    season = Season(1)
    losers = [f"loser{number}" for number in range(12)]
    season.honest(dict.fromkeys(["main", *losers], STRENGTH))
    start = season.points("main")
    gains = []
    for _ in range(60):
        for number in range(A_LOT):
            group = 3 * (number % 4)
            season.play(["main", *losers[group : group + 3]], [1, 2, 2, 2])
        season.day += 1
        gains.append(season.points("main") - start)
    assert gains[0] <= 170
    assert season.points("main") <= max(map(season.points, losers)) + 400 + 15


def test_a_new_account_fed_by_others_is_not_established_by_them():
    season = Season(9)
    for season.day in range(30):
        for number in range(A_LOT):
            season.play(["main", *(f"new{season.day}-{number}-{each}" for each in range(3))], [1, 2, 2, 2])
    assert season.standings.people["main"].provisional
    while season.standings.people["main"].provisional:
        season.day += 1
        season.play(["main", *[Bot(MIDDLE)] * 3], season.fair([STRENGTH, *[MIDDLE] * 3]))
    assert abs(season.points("main") - (1500 + 30 * (STRENGTH - MIDDLE))) <= 150
