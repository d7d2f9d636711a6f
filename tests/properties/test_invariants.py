"""Hold positions of random games to what must be true in every game."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eddyline.engine.match import IllegalAction, Match
from eddyline.engine.pieces import SEATS
from eddyline.engine.plain import PLAIN_MESSAGES
from eddyline.engine.random import words
from eddyline.engine.records import ranges_of
from eddyline.engine.registry import GAMES, game
from support.rule_ids import defined_ids
from support.somewhere import WORDS, positions

RULE_IDS = defined_ids(Path(__file__).parents[2])
everywhere = pytest.mark.parametrize("game_id", GAMES)


@pytest.mark.slow
@everywhere
@given(data=st.data())
@settings(max_examples=300)
def test_whoever_owes_a_decision_has_one_and_can_go_on_to_the_end_of_the_turn(game_id: str, data) -> None:
    rules, states = game(game_id), data.draw(positions(game_id))
    for seat in rules.to_act(states):
        legal = rules.legal(states, seat)
        assert legal
        assert len(set(legal)) == len(legal) <= rules.max_legal
        for action in legal:
            after = states.copy()
            rules.doors.decide(after, 0, seat, action)
            for _ in range(rules.most_decisions):
                if seat not in rules.to_act(after):
                    break
                rules.doors.decide(after, 0, seat, rules.legal(after, seat)[-1])
            assert rules.to_act(after) == rules.to_act(states) - {seat}
    assert not (rules.to_act(states) and rules.chance_due(states))


@pytest.mark.slow
@everywhere
@given(data=st.data())
@settings(max_examples=60)
def test_every_action_is_legal_or_refused_with_a_sentence_and_a_rule(game_id: str, data) -> None:
    rules, states = game(game_id), data.draw(positions(game_id))
    # Of a large alphabet some: its blocks hold hundreds of actions of a kind.
    tried = rules.actions if len(rules.actions) < 200 else random.Random(0).sample(rules.actions, 200)
    match = Match(rules, states)
    before = match.states.tobytes()
    for seat in match.waiting:
        draft = match.draft(seat)
        for action in draft.legal():
            match.draft(seat).decide(action)
        for action in tried:
            if action.id not in draft.legal():
                with pytest.raises(IllegalAction) as refusal:
                    draft.decide(action.id)
                assert refusal.value.rule in RULE_IDS or rules.messages is PLAIN_MESSAGES, action.text
                sentence = refusal.value.message
                assert sentence.endswith(".")
                assert not sentence[0].islower()
        assert draft.decisions == ()
        assert draft.states.tobytes() == before
    assert match.states.tobytes() == before


@everywhere
def test_every_action_has_a_text_that_reads_back(game_id: str) -> None:
    rules = game(game_id)
    assert len({action.text for action in rules.actions}) == len(rules.actions)
    for number, action in enumerate(rules.actions):
        assert action.id == number == rules.parse_action(action.text)


@pytest.mark.slow
@everywhere
@given(data=st.data())
@settings(max_examples=400)
def test_a_position_reads_back_into_the_same_record_and_every_field_is_in_its_range(game_id: str, data) -> None:
    rules, states = game(game_id), data.draw(positions(game_id))
    ranges = ranges_of(rules.state)
    assert list(ranges) == list(rules.dtype.names)
    for name, allowed in ranges.items():
        held = states[name][0]
        if held.shape[:1] == (SEATS,):
            held = held[: rules.seats(states)]
        assert allowed[0] <= held.min() <= held.max() <= allowed[-1], name
    written = msgspec.json.encode(rules.position(states))
    again = rules.set_up(msgspec.json.decode(written))
    assert again.tobytes() == states.tobytes(), Counter(
        name for name in rules.dtype.names if (again[name] != states[name]).any()
    )
    assert msgspec.json.encode(rules.position(again)) == written


@pytest.mark.slow
@everywhere
@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=100)
def test_copies_are_independent(game_id: str, data, seed: int) -> None:
    match = Match(game(game_id), data.draw(positions(game_id)), chance=words(seed))
    twin = match.copy()
    before = match.states.tobytes(), match.start, list(match.log), dict(match.pending)
    chance = random.Random(seed)
    for _ in range(12):
        if twin.chance_due:
            twin.deal(seed)
        if twin.over:
            break
        seat = min(twin.waiting)
        draft = twin.draft(seat)
        while not draft.complete:
            draft.decide(chance.choice(draft.legal()))
        twin.commit(seat, draft.decisions)
    assert (match.states.tobytes(), match.start, list(match.log), dict(match.pending)) == before


@pytest.mark.slow
@everywhere
@given(data=st.data())
@settings(max_examples=100)
def test_rankings_are_complete_and_skip_shared_ranks(game_id: str, data) -> None:
    rules, states = game(game_id), data.draw(positions(game_id, rounds=6, steps=400))
    if not rules.is_over(states):
        assert rules.winners(states) == ()
        return
    ranks = rules.ranking(states, rules.seats(states))
    for rank in ranks:
        assert rank == 1 + sum(other < rank for other in ranks)
    assert all(ranks[seat] == 1 for seat in rules.winners(states))


@pytest.mark.slow
@everywhere
@given(data=st.data(), seed=WORDS)
@settings(max_examples=30)
def test_playouts_end_in_a_position_that_is_still_sound(game_id: str, data, seed: int) -> None:
    rules, states = game(game_id), data.draw(positions(game_id))
    decisions, rounds, _ = rules.doors.playout(states, 0, seed, 30)
    assert rounds == 30
    assert decisions > 30
    assert rules.set_up(rules.position(states)).tobytes() == states.tobytes()
