from __future__ import annotations

import random

import msgspec
import numpy as np
import pytest

from eddyline.ratings.model import Rating
from eddyline.ratings.standings import ANCHORED, DAY, FULL, SURE, Player, Result, Standings
from support.rated import MIDDLE, Bot, Season


@pytest.mark.slow
def test_ten_players_of_known_strength_are_ordered_rightly():
    season = Season(13)
    draw = random.Random(13)
    strengths = {f"player{number}": 15.0 + 2 * number for number in range(10)}
    for number in range(3000):
        sitting = draw.sample(sorted(strengths), 4)
        season.play(sitting, season.fair(strengths[person] for person in sitting))
        season.day += number % 6 == 5
    found = np.argsort(np.argsort([season.points(person) for person in strengths]))
    assert np.corrcoef(found, range(10))[0, 1] >= 0.98  # Spearman's rank correlation


def test_the_margin_is_honest():
    season = Season(3)
    season.honest({f"player{number}": 21.0 + number for number in range(10)})
    off = [
        (season.standings.people[f"player{number}"].rating.mu - 21 - number)
        / season.standings.people[f"player{number}"].rating.sigma
        for number in range(10)
    ]
    assert sum(each**2 for each in off) / 10 < 2
    assert max(map(abs, off)) < 3


@pytest.mark.slow
def test_ten_thousand_games_folded_again_are_equal_bit_for_bit():
    season = Season(7)
    draw = random.Random(7)
    strengths = {f"player{number}": draw.gauss(25, 5) for number in range(60)}
    for number in range(10_000):
        sitting = [*draw.sample(sorted(strengths), draw.choice((1, 3, 4))), Bot(MIDDLE), Bot(MIDDLE + 5)]
        ranks = season.fair(strengths[each] if isinstance(each, str) else each.mu for each in sitting)
        season.play(sitting, ranks, frozenset({0} if draw.random() < 0.03 else ()))
        season.day += number % 100 == 99
    log = [msgspec.json.encode(result) for result in season.results]
    again = Standings()
    for line in log:
        again.apply(msgspec.json.decode(line, type=Result))
    assert again.people == season.standings.people
    assert again.games == season.standings.games


def test_a_table_is_rated_once():
    season = Season(1)
    season.play(["ann", "ben", "cas"], [1, 2, 3])
    before = season.points("ann")
    assert season.standings.apply(season.results[0]) == season.standings.games["table0"]
    assert (season.points("ann"), season.standings.people["ann"].games) == (before, 1)


def test_a_rating_is_provisional_until_it_is_sure_and_tied_to_the_bots():
    among = Season(5)
    sure = 0
    for among.day in range(200):
        people = ["ann", "ben", "cas", "dan"]
        among.play(people, among.fair([25.0] * 4))
        sure = max(sure, sum(among.standings.people[person].rating.sigma <= SURE for person in people))
    assert sure == 4
    assert all(standing.provisional for standing in among.standings.people.values())
    assert among.standings.leaders() == []
    for _ in range(ANCHORED):
        among.day += 1
        among.play(["ann", Bot(MIDDLE), Bot(MIDDLE)], among.fair([25.0] * 3))
    assert [person for person, _ in among.standings.leaders()] == ["ann"]


def test_the_same_people_count_in_full_three_times_a_day():
    season = Season(2)
    for _ in range(FULL + 2):
        season.play(["ann", "ben", Bot(MIDDLE)], [1, 2, 3])
    weights = [game.change.weight for game in season.standings.people["ann"].history]
    assert weights == pytest.approx([0.5, 0.5, 0.5, 0.25, 0.125])
    season.day += 1
    season.play(["ann", "ben", Bot(MIDDLE)], [1, 2, 3])
    assert season.standings.people["ann"].history[-1].change.weight == 0.5


def test_a_result_of_yesterday_that_comes_late_begins_no_new_day():
    standings = Standings()
    for number, at in enumerate([DAY, DAY + 1, DAY + 2, DAY - 1, DAY + 3]):
        players = (Player(person="ann", rank=1), Player(bot="bot", anchor=25.0, rank=2))
        standings.apply(Result(table=str(number), at=at, players=players))
    assert [game.change.weight for game in standings.people["ann"].history] == [0.5, 0.5, 0.5, 0.25, 0.125]


def test_strangers_tell_nothing_where_a_bot_sits():
    season = Season(4)
    season.play(["ann", "new", Bot(MIDDLE)], [2, 3, 1])
    alone = Season(4)
    alone.play(["ann", Bot(MIDDLE)], [2, 1])
    assert season.standings.people["ann"].rating == alone.standings.people["ann"].rating


def test_bots_never_move():
    season = Season(6)
    season.play(["ann", Bot(MIDDLE), Bot(0.0)], [3, 2, 1])
    assert season.standings.games["table0"][1:] == (None, None)
    assert list(season.standings.people) == ["ann"]
    assert season.standings.people["ann"].rating.mu < Rating().mu
