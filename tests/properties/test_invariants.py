"""Walk through random games and hold every position to what must always be true."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eddyline.engine.match import IllegalAction, Match
from eddyline.games.niagara.rules.cargo import CARGOES
from eddyline.games.niagara.rules.options import SPIRITS
from eddyline.games.niagara.rules.state import BEAVER, DIAMOND_JOE, DOUBLE_CANOE, MOOSE, ROPE, WHIRLPOOL
from support.niagara import NIAGARA
from support.rule_ids import defined_ids

DOORS = NIAGARA.doors
LOST = 10
RULE_IDS = defined_ids(Path(__file__).parents[2])


@st.composite
def positions(draw):
    """Give a position somewhere in a random game."""
    preset = draw(st.sampled_from(sorted(NIAGARA.presets)))
    modules = draw(st.sets(st.sampled_from((*SPIRITS, "diamond_joe"))))
    players = draw(st.sampled_from((2, 3, 4, 5, 6) if modules & set(SPIRITS) else (2, 3, 4, 5)))
    rounds = draw(st.integers(1, 20))
    steps = draw(st.integers(0, 400))
    options = {"max_rounds": rounds} | dict.fromkeys(sorted(modules), True)
    return somewhere(preset, players, options, steps, draw(st.integers(0, 2**64 - 1)))


def somewhere(preset: str, players: int, changed: dict[str, object], steps: int, entropy: int):
    """Play some random decisions; canoes like to load, so that there is something to steal and to lose."""
    options = NIAGARA.parse_options(preset, changed, players)
    states = NIAGARA.new(options, players, entropy)
    chance = random.Random(entropy)
    for _ in range(steps):
        if DOORS.is_over(states, 0):
            break
        if not DOORS.to_act(states, 0):
            DOORS.advance(states, 0)
            continue
        seat = chance.choice(sorted(NIAGARA.to_act(states)))
        legal = NIAGARA.legal(states, seat)
        works = [
            action for action in legal if NIAGARA.actions[action].text.startswith(("load", "steal", "moose", "joe"))
        ]
        DOORS.decide(states, 0, seat, chance.choice(works or legal))
    return states


@given(positions())
@settings(max_examples=300)
def test_no_gem_appears_or_vanishes(states) -> None:
    s = states[0]
    total = s.stash.sum(axis=0) + s.deposit.sum(axis=0)
    for cargo in s.cargo[: s.seats].ravel():
        total += np.bincount(CARGOES[cargo], minlength=5)
    total += np.bincount(CARGOES[s.joe_gem], minlength=5)
    assert total.tolist() == [s.gems_per_deposit] * 5
    assert min(s.stash.min(), s.deposit.min()) >= 0


@given(positions())
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


@given(positions())
@settings(max_examples=300)
def test_every_canoe_is_in_one_place_and_carries_cargo_only_in_the_water(states) -> None:
    s = states[0]
    for seat in range(s.seats):
        for canoe in range(2):
            place = int(s.place[seat, canoe])
            assert 0 <= place <= LOST
            assert s.cargo[seat, canoe] == -1 or 0 < place < LOST
            assert s.sits_out[seat, canoe] == 0 or place == LOST
            assert len(CARGOES[s.cargo[seat, canoe]]) <= 1 + (canoe == 1 and bool(s.modules & DOUBLE_CANOE))
    shown = NIAGARA.view(NIAGARA.redact(states, None), None).players
    assert [len(player.canoes) for player in shown] == [2] * int(s.seats)


@given(positions())
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


@given(positions())
@settings(max_examples=300)
def test_whoever_owes_a_decision_has_one_and_can_go_on_to_the_end_of_the_turn(states) -> None:
    for seat in NIAGARA.to_act(states):
        legal = NIAGARA.legal(states, seat)
        assert legal
        assert len(set(legal)) == len(legal) < NIAGARA.max_legal
        for action in legal:
            after = states.copy()
            DOORS.decide(after, 0, seat, action)
            for _ in range(20):
                if seat not in NIAGARA.to_act(after):
                    break
                DOORS.decide(after, 0, seat, NIAGARA.legal(after, seat)[-1])
            assert seat not in NIAGARA.to_act(after)


@given(positions())
@settings(max_examples=80)
def test_every_action_is_legal_or_refused_with_a_sentence_and_a_rule(states) -> None:
    match = Match(NIAGARA, states)
    before = match.states.tobytes()
    for seat in match.waiting:
        draft = match.draft(seat)
        legal = draft.legal()
        for action in NIAGARA.actions:
            if action.id in legal:
                match.draft(seat).decide(action.id)
                continue
            with pytest.raises(IllegalAction) as refusal:
                draft.decide(action.id)
            assert refusal.value.rule in RULE_IDS, action.text
            sentence = refusal.value.message
            assert sentence.endswith(".")
            assert sentence[0].isupper() or sentence[0].isdigit()
            assert draft.decisions == ()
        assert draft.states.tobytes() == before
    assert match.states.tobytes() == before


def test_every_action_has_a_text_that_reads_back() -> None:
    texts = [action.text for action in NIAGARA.actions]
    assert len(set(texts)) == len(texts)
    for number, action in enumerate(NIAGARA.actions):
        assert action.id == number == NIAGARA.parse_action(action.text)


@given(positions())
@settings(max_examples=300)
def test_a_position_reads_back_into_the_same_record(states) -> None:
    written = msgspec.json.encode(NIAGARA.position(states))
    again = NIAGARA.set_up(msgspec.json.decode(written))
    assert again.tobytes() == states.tobytes(), Counter(
        name for name in NIAGARA.dtype.names if (again[name] != states[name]).any()
    )
    assert msgspec.json.encode(NIAGARA.position(again)) == written


@given(positions(), st.integers(0, 2**32))
@settings(max_examples=100)
def test_copies_are_independent(states, seed: int) -> None:
    match = Match(NIAGARA, states)
    twin = match.copy()
    before = match.states.tobytes(), match.start, list(match.log), dict(match.pending)
    chance = random.Random(seed)
    for _ in range(12):
        if twin.over:
            break
        seat = min(twin.waiting)
        draft = twin.draft(seat)
        while not draft.complete:
            draft.decide(chance.choice(draft.legal()))
        twin.commit(seat, draft.decisions)
    assert (match.states.tobytes(), match.start, list(match.log), dict(match.pending)) == before


@given(positions())
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


@given(positions())
@settings(max_examples=100)
def test_rankings_are_complete_and_skip_shared_ranks(states) -> None:
    ranks = NIAGARA.ranking(states, int(states[0].seats))
    for rank in ranks:
        assert rank == 1 + sum(other < rank for other in ranks)
    if NIAGARA.is_over(states):
        winners = NIAGARA.winners(states)
        assert all(ranks[seat] == 1 for seat in winners)
        assert bool(winners) == bool(states[0].reached)


@given(positions(), st.integers(1, 2**64 - 1))
@settings(max_examples=30)
def test_playouts_end_in_a_position_that_is_still_sound(states, seed: int) -> None:
    if NIAGARA.is_over(states):
        return
    decisions, rounds, _ = DOORS.playout(states, 0, seed, 30)
    assert rounds == 30
    assert decisions > 30
    if NIAGARA.to_act(states):
        assert NIAGARA.set_up(NIAGARA.position(states)).tobytes() == states.tobytes()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_playouts_are_uniform_over_the_first_card_whatever_the_seed(players: int) -> None:
    first = Counter()
    for seed in range(700):
        states = NIAGARA.new(NIAGARA.parse_options(None, {}, players), players, seed)
        DOORS.playout(states, 0, seed, 1)
        first[next(card for card in range(7) if not int(states[0].hand[0]) >> card & 1)] += 1
    assert set(first) == set(range(7))
    assert max(first.values()) < 1.5 * 100
