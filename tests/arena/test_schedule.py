from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from eddyline.arena import SpecError, pairings, schedule, tournament
from eddyline.arena.entrants import Entrant, check, maker, parse
from eddyline.arena.schedule import orders, rotations
from eddyline.bots import Budget
from eddyline.engine.options import OptionError
from eddyline.engine.random import derived
from eddyline.engine.registry import game

LINEUPS = [
    ("a", "b", "b", "b"),
    ("a", "a", "b", "b"),
    ("a", "b", "c", "d"),
    ("a", "a", "a"),
    ("a", "b"),
    ("a", "a", "b", "b", "c", "c"),
]


@pytest.mark.parametrize("lineup", LINEUPS)
@pytest.mark.parametrize("games", [1, 7, 60])
def test_everybody_sits_everywhere_equally_often(lineup, games):
    plan = schedule([lineup], games)
    assert len(plan) >= games
    assert all(sorted(game.seats) == sorted(lineup) for game in plan)
    for seat in range(len(lineup)):
        sat = Counter(game.seats[seat] for game in plan)
        assert all(sat[name] * len(lineup) == len(plan) * lineup.count(name) for name in lineup)


@pytest.mark.parametrize("lineup", LINEUPS)
def test_every_arrangement_comes_once_before_any_comes_again(lineup):
    arrangements = set(permutations(lineup))
    assert {seats for order in orders(lineup) for seats in rotations(order)} == arrangements
    played = [game.seats for game in schedule([lineup], len(arrangements))]
    assert len(played) == len(arrangements)
    assert set(played) == arrangements


def test_games_are_rounded_up_to_whole_blocks():
    assert len(schedule([("a", "b", "b", "b")], 1000)) == 1000
    assert len(schedule([("a", "b", "b", "b")], 1001)) == 1004
    assert len(schedule([("a", "a", "a")], 5)) == 5


def test_more_games_change_no_earlier_ones():
    lineups = [("a", "b", "c"), ("b", "a", "a")]
    assert set(schedule(lineups, 10)) < set(schedule(lineups, 30))


def test_lineups_take_turns():
    plan = schedule([("a", "b"), ("a", "c")], 4)
    assert [game.lineup for game in plan] == [0, 0, 1, 1, 0, 0, 1, 1]
    assert [game.number for game in plan] == [0, 1, 0, 1, 2, 3, 2, 3]
    assert [game.block for game in plan] == [0, 0, 0, 0, 1, 1, 1, 1]


def test_derived_seeds_have_64_bits_and_do_not_meet():
    seeds = {derived(seed, block, what) for seed in range(3) for block in range(50) for what in ("chance", "bot")}
    assert len(seeds) == 300
    assert max(seeds).bit_length() == 64


def test_pairings_let_one_meet_copies_of_another():
    assert pairings(["a", "b"], 3) == [("a", "b", "b"), ("b", "a", "a")]
    assert pairings(["a", "b", "a", "c"], 2, first_only=True) == [("a", "b"), ("a", "c")]


@pytest.mark.parametrize(
    ("spec", "entrant"),
    [
        ("paddler", Entrant("paddler")),
        ("guide@0.2s", Entrant("guide", Budget(0.2, None))),
        ("guide@200ms", Entrant("guide", Budget(0.2, None))),
        ("guide@800", Entrant("guide", Budget(None, 800))),
        ("my.bots:Mine@2s", Entrant("my.bots:Mine", Budget(2.0, None))),
    ],
)
def test_entrants_are_read_and_written(spec, entrant):
    assert parse(spec) == entrant
    assert parse(str(entrant)) == entrant


@pytest.mark.parametrize("spec", ["", "@1s", "guide@", "guide@fast", "guide@0s", "guide@0", "guide@1.5", "guide@-1s"])
def test_entrants_that_say_nothing_are_refused(spec):
    with pytest.raises(SpecError, match="expected"):
        parse(spec)


def test_a_budget_reaches_the_bot():
    own = maker("niagara", parse("support.arena_bots:Crashing"))(7)
    bound = maker("niagara", parse("support.arena_bots:Crashing@800"))(7)
    assert (own.budget, bound.budget) == (Budget(), Budget(None, 800))


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("voyageur", "niagara has no bot 'voyageur'; its bots are: "),
        ("no_such_module:Bot", "cannot import no_such_module:Bot: there is no module 'no_such_module'"),
        ("support.no_such:Bot", "there is no module 'support.no_such'"),
        ("support.arena_bots.x:Bot", "there is no module 'support.arena_bots.x'"),
        ("support..x:Bot", "there is no module 'support.'"),
        (":Bot", "there is no module ''"),
        ("support.arena_bots:Bot", "cannot import support.arena_bots:Bot: AttributeError"),
        ("support.arena_bots:NOT_A_MAKER", r"expected a class or function of \(seed, budget\) .*, got 7"),
        ("support.arena_bots:makes_no_bot", r"expected a bot, which has a method plan\(states, seat\), got 'a paddle'"),
        ("support.arena_bots:Planted.plan", "cannot import"),
        ("eddyline.engine.match:Match@5", "cannot be made: AttributeError"),
    ],
)
def test_entrants_that_cannot_be_are_refused(spec, reason):
    with pytest.raises(SpecError, match=reason):
        check("niagara", parse(spec))


def test_tournaments_that_cannot_be_are_refused():
    niagara = game("niagara")
    with pytest.raises(OptionError, match="players, got 7"):
        tournament(niagara, [("random",) * 7], seed=1)
    with pytest.raises(SpecError, match="same number of seats"):
        tournament(niagara, [("random",) * 3, ("random",) * 4], seed=1)
