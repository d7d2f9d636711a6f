"""Hold positions of random games of Niagara to what must be true in it."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from eddyline.games.niagara.rules.cargo import CARGOES
from eddyline.games.niagara.rules.state import BEAVER, DIAMOND_JOE, DOUBLE_CANOE, MOOSE, ROPE, WHIRLPOOL
from support.niagara import NIAGARA
from support.somewhere import positions

DOORS = NIAGARA.doors
LOST = 10


@pytest.mark.slow
@given(positions("niagara", rounds=20, steps=400))
@settings(max_examples=300)
def test_no_gem_appears_or_vanishes(states) -> None:
    s = states[0]
    total = s.stash.sum(axis=0) + s.deposit.sum(axis=0)
    for cargo in s.cargo[: s.seats].ravel():
        total += np.bincount(CARGOES[cargo + 1], minlength=5)
    total += np.bincount(CARGOES[s.joe_gem + 1], minlength=5)
    assert total.tolist() == [s.gems_per_deposit] * 5
    assert min(s.stash.min(), s.deposit.min()) >= 0


@pytest.mark.slow
@given(positions("niagara", rounds=20, steps=400))
@settings(max_examples=300)
def test_every_hand_has_the_cards_that_the_round_leaves(states) -> None:
    s = states[0]
    begun = NIAGARA.doors.is_over(states, 0)
    for seat in range(s.seats):
        hand, card = int(s.hand[seat]), int(s.card[seat])
        turn_begun = s.phase == 2 and (seat - s.first) % s.seats <= s.turns_taken
        played = begun or s.phase == 3 or turn_begun
        assert hand.bit_count() == s.cycle - (s.round_number - 1) % s.cycle - played
        if card >= 0:
            assert bool(hand >> card & 1) != played


@pytest.mark.slow
@given(positions("niagara", rounds=20, steps=400))
@settings(max_examples=300)
def test_every_canoe_is_in_one_place_and_carries_cargo_only_in_the_water(states) -> None:
    s = states[0]
    for seat in range(s.seats):
        for canoe in range(2):
            place = int(s.place[seat, canoe])
            assert 0 <= place <= LOST
            assert s.cargo[seat, canoe] == -1 or 0 < place < LOST
            assert s.sits_out[seat, canoe] == 0 or place == LOST
            assert len(CARGOES[s.cargo[seat, canoe] + 1]) <= 1 + (canoe == 1 and bool(s.modules & DOUBLE_CANOE))
    shown = NIAGARA.view(NIAGARA.redact(states, None), None).players
    assert [len(player.canoes) for player in shown] == [2] * int(s.seats)


@pytest.mark.slow
@given(positions("niagara", rounds=20, steps=400))
@settings(max_examples=300)
def test_what_the_modules_put_into_the_river_is_where_it_can_be(states) -> None:
    s = states[0]
    discs = range(1, LOST)
    assert (s.whirlpool != 0) == bool(s.modules & WHIRLPOOL)
    for seat in range(s.seats):
        for canoe in range(2):
            # Who was tied there waits for the choice of an arm, on disc 5.
            waits = s.phase == 3 and s.card[seat] == ROPE and s.whirlpool == 5
            assert s.place[seat, canoe] not in discs or s.place[seat, canoe] != s.whirlpool or waits
    assert s.joe != s.whirlpool or s.joe in {0, LOST}
    assert (s.joe != 0) == bool(s.modules & DIAMOND_JOE)
    assert s.joe != LOST or (s.phase == 3 and s.joe_gem == -1)
    assert s.beaver == 0 or (s.modules & BEAVER and s.beaver in discs)
    # A canoe that fell has the moose until Joe has paddled.
    assert s.moose == -1 or s.place[divmod(int(s.moose), 2)] in discs or s.phase == 3
    assert s.moose == -1 or (s.modules & MOOSE and s.moose // 2 < s.seats)
    assert -1 <= s.weather <= 2


@given(positions("niagara", rounds=20, steps=400))
@settings(max_examples=100)
def test_the_speeds_shown_bound_what_the_river_does(states) -> None:
    s = states[0]
    if s.phase != 2 or NIAGARA.is_over(states):
        return
    number = int(s.round_number)
    bounds = [NIAGARA.view(NIAGARA.redact(states, seat), seat).speeds for seat in (None, *range(s.seats))]
    after = states.copy()
    chance = random.Random(number)
    while True:
        for seat in NIAGARA.to_act(after):
            DOORS.decide(after, 0, seat, chance.choice(NIAGARA.legal(after, seat)))
        if not NIAGARA.to_act(after):
            before = after.copy()
            DOORS.advance(after, 0)
            events = NIAGARA.tell_advance(before, after)
            pushes = [event.pushes for event in events if type(event).__name__ == "RiverFlows"]
            if pushes or NIAGARA.is_over(after):
                break
    for speeds in bounds:
        assert all(speeds.least <= number <= speeds.most for number in pushes)


@pytest.mark.slow
@given(positions("niagara", rounds=6, steps=400))
@settings(max_examples=100)
def test_somebody_wins_a_finished_game_if_a_goal_was_reached(states) -> None:
    if NIAGARA.is_over(states):
        assert bool(NIAGARA.winners(states)) == bool(states[0].reached)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_playouts_are_uniform_over_the_first_card_whatever_the_seed(players: int) -> None:
    first = Counter()
    for seed in range(700):
        states = NIAGARA.new(NIAGARA.parse_options(None, {}, players), players, seed)
        DOORS.playout(states, 0, seed, 1)
        first[next(card for card in range(7) if not int(states[0].hand[0]) >> card & 1)] += 1
    assert set(first) == set(range(7))
    assert max(first.values()) < 1.5 * 100
