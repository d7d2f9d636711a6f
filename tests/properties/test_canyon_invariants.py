"""Walk through random games of Canyon and hold every position to what must always be true."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eddyline.engine.match import IllegalAction, Match
from eddyline.engine.random import words
from eddyline.games.canyon.rules import board
from support.canyon import CANYON
from support.rule_ids import defined_ids

DOORS = CANYON.doors
RULE_IDS = defined_ids(Path(__file__).parents[2])
TRACK = (8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7)


@st.composite
def positions(draw):
    """Give a position somewhere in a random game."""
    preset = draw(st.sampled_from(sorted(CANYON.presets)))
    players = draw(st.sampled_from(CANYON.players))
    options = {"board": draw(st.sampled_from(sorted(CANYON.boards))), "max_rounds": draw(st.integers(1, 60))}
    steps = draw(st.integers(0, 900))
    return somewhere(preset, players, options, steps, draw(st.integers(0, 2**64 - 1)))


def somewhere(preset: str, players: int, options: dict[str, object], steps: int, entropy: int):
    """Play some random decisions; bids are low, so that some are made."""
    states = CANYON.new(CANYON.parse_options(preset, options, players), players, entropy)
    chance = random.Random(entropy)
    for _ in range(steps):
        if DOORS.is_over(states, 0):
            break
        if CANYON.chance_due(states):
            DOORS.deal(states, 0, chance.getrandbits(64))
        elif not DOORS.to_act(states, 0):
            DOORS.advance(states, 0)
        else:
            seat = chance.choice(sorted(CANYON.to_act(states)))
            legal = CANYON.legal(states, seat)
            DOORS.decide(states, 0, seat, chance.choice(legal[:3] if states[0].phase == 2 else legal))
    return states


@given(positions())
@settings(max_examples=300)
def test_every_card_is_in_one_place_at_most_and_hands_are_equal(states) -> None:
    s = states[0]
    seen = Counter(int(card) for card in s.played.flat if card >= 0)
    for seat in range(6):
        seen.update(card for card in range(50) if int(s.hand[seat]) >> card & 1)
        assert 0 <= int(s.hand[seat]) < 1 << 50
    if s.trump >= 0:
        seen[int(s.trump)] += 1
    assert set(seen.values()) <= {1}
    dealt = s.phase in {2, 3, 4, 5}
    assert (s.trump >= 0) == dealt
    for seat in range(s.seats):
        cards = int(s.hand[seat]).bit_count() + int((s.played[:, seat] >= 0).sum())
        assert cards == (TRACK[s.space - 1] if dealt else 0)


@given(positions())
@settings(max_examples=300)
def test_one_canoe_a_space_but_the_gangway_and_never_on_land(states) -> None:
    s = states[0]
    b = board.SHELF.table[s.board]
    places = [int(place) for place in s.place[: s.seats] if place >= 0]
    assert all(b.kind[place] != board.CLOSED for place in places)
    assert all(number == 1 for place, number in Counter(places).items() if place != b.gangway)
    assert set(s.place[s.seats :]) <= {-1}
    assert len(places) == s.seats or s.phase == 0
    for seat in range(len(places)):
        assert (s.left[seat] >= 0) == (s.place[seat] >= 0 and b.kind[s.place[seat]] == board.VILLAGE)


@given(positions())
@settings(max_examples=300)
def test_tricks_add_up_and_their_leaders_won_the_one_before(states) -> None:
    s = states[0]
    over = sum(int(s.lead[number + 1] >= 0) for number in range(8))
    assert sum(s.tricks.tolist()) == over
    assert Counter(s.lead[1 : over + 1].tolist()) == {seat: won for seat, won in enumerate(s.tricks.tolist()) if won}
    assert over == TRACK[s.space - 1] or s.phase < 4


@given(positions())
@settings(max_examples=300)
def test_whoever_owes_a_decision_has_one(states) -> None:
    for seat in CANYON.to_act(states):
        legal = CANYON.legal(states, seat)
        assert legal
        assert len(set(legal)) == len(legal) <= CANYON.max_legal
        for action in legal:
            after = states.copy()
            DOORS.decide(after, 0, seat, action)
            assert CANYON.to_act(after) == CANYON.to_act(states) - {seat}
    assert not (CANYON.to_act(states) and CANYON.chance_due(states))


@given(positions())
@settings(max_examples=200)
def test_every_end_has_a_way_that_is_free_and_short_enough(states) -> None:
    view = CANYON.view(CANYON.redact(states, None), None)
    taken = {player.cell for player in view.players} - {None}
    far = board.SHELF.table[states[0].board].distance
    if view.phase != "moving" or view.turn is None:
        assert view.ends == ()
        return
    player = view.players[view.turn]
    assert {f"to {end.column},{end.row}" for end in view.ends} == {
        CANYON.actions[action].text for action in CANYON.legal(states, view.turn)
    }
    for end in view.ends:
        assert end.path[0] == player.cell
        assert (end.path[-1].column, end.path[-1].row) == (end.column, end.row)
        assert end.used == len(end.path) - 1 <= player.points
        assert end.left == player.points - end.used
        assert not taken & set(end.path[1:])
        for one, two in zip(end.path, end.path[1:], strict=False):
            assert max(abs(one.column - two.column), abs(one.row - two.row)) == 1
    assert len({int(far[32 * end.row + end.column]) for end in view.ends}) == 1


@given(positions())
@settings(max_examples=40)
def test_every_action_is_legal_or_refused_with_a_sentence_and_a_rule(states) -> None:
    match = Match(CANYON, states)
    before = match.states.tobytes()
    near = [action for action in CANYON.actions if action.id < 59 or (action.row < 14 and action.column < 30)]
    for seat in match.waiting:
        draft = match.draft(seat)
        legal = draft.legal()
        for action in near:
            if action.id in legal:
                match.draft(seat).decide(action.id)
                continue
            with pytest.raises(IllegalAction) as refusal:
                draft.decide(action.id)
            assert refusal.value.rule in RULE_IDS, action.text
            assert refusal.value.message.endswith(".")
        assert draft.states.tobytes() == before
    assert match.states.tobytes() == before


@given(positions())
@settings(max_examples=400)
def test_a_position_reads_back_into_the_same_record(states) -> None:
    written = msgspec.json.encode(CANYON.position(states))
    again = CANYON.set_up(msgspec.json.decode(written))
    assert again.tobytes() == states.tobytes(), Counter(
        name for name in CANYON.dtype.names if (again[name] != states[name]).any()
    )
    assert msgspec.json.encode(CANYON.position(again)) == written


@given(positions(), st.integers(0, 2**32))
@settings(max_examples=100)
def test_copies_are_independent(states, seed: int) -> None:
    match = Match(CANYON, states, chance=words(seed))
    twin = match.copy()
    before = match.states.tobytes(), match.start, list(match.log), dict(match.pending)
    chance = random.Random(seed)
    for _ in range(12):
        if twin.chance_due:
            twin.deal(seed)
        if twin.over:
            break
        seat = min(twin.waiting)
        twin.commit(seat, [chance.choice(twin.draft(seat).legal())])
    assert (match.states.tobytes(), match.start, list(match.log), dict(match.pending)) == before


@given(positions())
@settings(max_examples=100)
def test_rankings_are_complete_and_skip_shared_ranks(states) -> None:
    if not CANYON.is_over(states):
        assert CANYON.winners(states) == ()
        return
    ranks = CANYON.ranking(states, int(states[0].seats))
    for rank in ranks:
        assert rank == 1 + sum(other < rank for other in ranks)
    arrived = {seat for seat in range(len(ranks)) if states[0].left[seat] >= 0}
    winners = CANYON.winners(states)
    assert set(winners) == {seat for seat in arrived if ranks[seat] == 1}
    assert bool(winners) == bool(arrived)


@given(positions(), st.integers(1, 2**64 - 1))
@settings(max_examples=30)
def test_playouts_end_in_a_position_that_is_still_sound(states, seed: int) -> None:
    decisions, rounds, _ = DOORS.playout(states, 0, seed, 30)
    assert rounds == 30
    assert decisions > 30
    assert CANYON.set_up(CANYON.position(states)).tobytes() == states.tobytes()


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_playouts_draw_every_first_dealer_alike_whatever_the_seed(players: int) -> None:
    # With a limit of one round a playout of one round ends in a new game, whose first dealer it has drawn.
    dealers = Counter()
    for seed in range(900):
        states = CANYON.new(CANYON.parse_options(None, {"max_rounds": 1}, players), players, 0)
        DOORS.playout(states, 0, seed, 1)
        dealers[int(states[0].dealer)] += 1
    assert set(dealers) == set(range(players))
    assert max(dealers.values()) < 1.25 * 900 / players
