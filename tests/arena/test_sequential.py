from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from eddyline.arena import Played, Sequential, SpecError, Sprt, parse_sprt, results, schedule, tournament
from eddyline.arena.sprt import verdict
from eddyline.engine.registry import game

A, B = "paddler", "random"
FOUR = (A, B, B, B)
QUESTION = parse_sprt("share0=0.25,share1=0.4")


def event(*lineups, sprt=QUESTION):
    return tournament(game("niagara"), lineups or [FOUR], seed=1, sprt=sprt)


def played(seating, won):
    """Give a game to A, or to the seat after it."""
    seat = (seating.seats.index(A) + (not won)) % len(seating.seats)
    ranking = tuple(1 if each == seat else 2 for each in range(len(seating.seats)))
    return Played(**seating._asdict(), seed="0x1", ranking=ranking, winners=(seat,), rounds=9)


def drawn(share, size, luck, blocks, draw):
    """Draw scores of blocks, whose games have the same chance: it varies from block to block."""
    chances = draw.beta(share * luck, (1 - share) * luck, blocks)
    return draw.binomial(size, chances) / size


@pytest.mark.parametrize(
    ("size", "share0", "share1", "luck"),
    [
        (4, 0.25, 0.4, 9),
        (2, 0.5, 0.65, 1e6),
        (6, 1 / 6, 0.3, 9),
        (4, 0.02, 0.1, 40),
        (4, 0.9, 0.97, 20),
        (3, 0.6, 0.8, 2),
    ],
)
@pytest.mark.parametrize("rate", [0.05, 0.2])
def test_no_more_errors_than_asked(size, share0, share1, luck, rate):
    """Among 600 tests; with 0.2 many look early, when hardly anything is known of the variance."""
    sprt = Sprt(share0=share0, share1=share1, alpha=rate, beta=rate)
    draw = np.random.default_rng(31)
    for truth, wrong in ((share0, "H1"), (share1, "H0")):
        accepted = [verdict(sprt, ("a", "b"), drawn(truth, size, luck, 500, draw), size).accepted for _ in range(600)]
        assert accepted.count(None) <= 6
        assert accepted.count(wrong) / 600 <= rate + 3 * math.sqrt(rate * (1 - rate) / 600) * (rate < 0.1)


def test_hypotheses_are_read():
    assert parse_sprt("elo0=0, elo1=40") == Sprt(elo0=0, elo1=40)
    assert parse_sprt("share1=30%,share0=0.25,alpha=1%,beta=0.1") == Sprt(share0=0.25, share1=0.3, alpha=0.01, beta=0.1)
    low, high = parse_sprt("elo0=0,elo1=400").shares(FOUR)
    assert (low, high) == pytest.approx((1 / 4, 10 / 13))
    assert parse_sprt("elo0=-400,elo1=400").shares((A, A, B)) == pytest.approx((0.1 / 1.2, 10 / 21))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected such as elo0=0,elo1=40"),
        ("elo0=0", "got 'elo0=0'"),
        ("elo0=0,share1=30%", "expected such as"),
        ("elo0=0,elo1=40,elo1=50", "got 'elo1=50'"),
        ("elo0=0,elo1=nan", "got 'elo1=nan'"),
        ("elo0=40,elo1=0", "expected elo0 below elo1"),
        ("share0=0,share1=30%", "both between 0 and 1"),
        ("elo0=0,elo1=40,alpha=0.5", "alpha and beta between 0 and 0.5"),
    ],
)
def test_hypotheses_that_are_none_are_refused(text, reason):
    with pytest.raises(SpecError, match=reason):
        parse_sprt(text)


def test_a_test_begins_with_nothing():
    (found,) = Sequential(event()).verdicts
    assert (found.accepted, found.blocks, found.llr_h1, found.llr_h0) == (None, 0, 0.0, 0.0)
    assert found.bound_h1 == pytest.approx(math.log(20))


def test_only_whole_blocks_without_a_gap_count():
    test = Sequential(event())
    plan = schedule([FOUR], 12)
    for seating in plan[4:]:
        test.add(played(seating, won=True))
    assert test.verdicts[0].blocks == 0
    for seating in plan[:3]:
        test.add(played(seating, won=True))
    assert test.verdicts[0].blocks == 0
    test.add(played(plan[3], won=True))
    assert test.verdicts[0].blocks == 3


def test_the_order_in_which_games_end_changes_nothing():
    games = [played(seating, seating.number % 3 != 1) for seating in schedule([FOUR], 400)]
    states = []
    for order in (games, games[::-1], sorted(games, key=lambda each: each.number % 7)):
        test = Sequential(event())
        for each in order:
            test.add(each)
        states.append(test.verdicts)
    assert states[0] == states[1] == states[2]
    assert states[0][0].accepted == "H1"
    assert 1 < states[0][0].blocks < 100


@pytest.mark.parametrize(("won", "accepted"), [(True, "H1"), (False, "H0")])
def test_games_after_the_decision_count_for_nothing(won, accepted):
    arranged = event(FOUR, (A, B, B, A))
    plan = schedule(arranged.lineups, 400)
    games = [played(seating, won) for seating in plan if seating.lineup == 0]
    test = Sequential(arranged)
    for each in games:
        test.add(each)
    first, second = test.verdicts
    assert (first.accepted, second.accepted, test.decided) == (accepted, None, False)
    assert [test.wants(each) for each in games] == [each.block < first.blocks for each in games]
    assert all(test.wants(seating) for seating in plan if seating.lineup == 1)
    found = results(arranged, games)
    assert found.lineups[0].games == 4 * first.blocks
    assert found.sprt[0] == first
    assert msgspec.json.decode(msgspec.json.encode(found), type=type(found)) == found
