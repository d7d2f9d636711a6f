"""The deal, the turned-up card and the round track."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from eddyline.engine.doors import CHANCE
from eddyline.engine.match import Match
from eddyline.engine.perft import settle
from support.canyon import CANYON, TRACK, kinds, legal, match, moving, new, play


def dealt(players: int, entropy: int, word: int):
    """Set up, choose jetties and deal one word."""
    states = CANYON.new(CANYON.parse_options(None, {}, players), players, entropy)
    while CANYON.settle(states) != CHANCE:
        for seat in CANYON.to_act(states):
            CANYON.doors.decide(states, 0, seat, CANYON.legal(states, seat)[0])
    CANYON.doors.deal(states, 0, word)
    return states


@pytest.mark.rule("C-DEAL-1", "C-TRACK-1")
@pytest.mark.parametrize("skip_brown", [False, True])
def test_hands_follow_the_round_track_lap_after_lap(skip_brown: bool) -> None:
    lap = [(space, cards) for space, cards in enumerate(TRACK, start=1) if not (skip_brown and 6 <= space <= 9)]
    m = new(3, max_rounds=2 * len(lap) + 1, skip_brown=skip_brown)
    rounds, dealers = [], []
    while not m.over:
        view = m.view(None)
        if view.phase == "bids" and len(rounds) < view.round:
            rounds.append((view.space, view.cards))
            dealers.append(view.dealer)
            assert {player.hand_size for player in view.players} == {view.cards}
            assert {len(m.view(seat).hand) for seat in range(3)} == {view.cards}
            assert view.track == TRACK
        # Nobody hurries: with as few points as possible no canoe arrives before the second lap is over.
        play(m, min(legal(m), key=lambda text: (text != "bid 8", text)))
        if any(player.distance < 12 for player in m.view(None).players):
            break
    assert len(rounds) >= 5
    assert rounds == (lap * 3)[: len(rounds)]
    assert dealers == [(dealers[0] + step) % 3 for step in range(len(dealers))]


@pytest.mark.rule("C-DEAL-1", "C-TRACK-1")
@pytest.mark.parametrize("skip_brown", [False, True])
def test_the_track_leads_from_every_space_to_the_next(skip_brown: bool) -> None:
    spaces = [space for space in range(1, 15) if not (skip_brown and 6 <= space <= 9)]
    for number in range(1, 31):
        space = spaces[(number - 1) % len(spaces)]
        cards = TRACK[space - 1]
        start = moving((None, 0, 1), (None, 0, 1), (None, cards, 0), cards=cards, dealer=number % 3)
        m = match(start | {"round": number, "options": {"skip_brown": skip_brown}})
        assert (m.view(None).space, m.view(None).round) == (space, number)
        events = []
        while m.view(None).round == number:
            events += play(m, min(legal(m)))
        view = m.view(None)
        assert view.space == spaces[number % len(spaces)]
        assert view.cards == TRACK[view.space - 1]
        assert view.dealer == (number + 1) % 3
        assert kinds(events)[-2:] == ["marker", "dealt"]
        assert (events[-2].space, events[-2].dealer) == (view.space, view.dealer)


@pytest.mark.rule("C-DEAL-1", "C-DEAL-2")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_card_is_dealt_once_and_one_is_turned_up(players: int) -> None:
    for word in (0, 1, 7, 2**63, 2**64 - 1):
        s = dealt(players, 5, word)[0]
        hands = [int(s.hand[seat]) for seat in range(6)]
        assert [hand.bit_count() for hand in hands] == [8] * players + [0] * (6 - players)
        together = 0
        for hand in hands:
            assert together & hand == 0
            together |= hand
        assert not together >> int(s.trump) & 1
        assert 0 <= together < 1 << 50


@pytest.mark.rule("C-DEAL-1")
def test_the_same_word_deals_the_same_cards_and_goes_round_from_the_dealers_left() -> None:
    first, again = dealt(4, 0, 99)[0], dealt(4, 0, 99)[0]
    assert first.hand.tolist() == again.hand.tolist()
    # With another dealer everybody gets what the one so many seats further got.
    moved = dealt(4, 1, 99)[0]
    assert moved.hand[:4].tolist() == np.roll(first.hand[:4], 1).tolist()
    assert moved.trump == first.trump


@pytest.mark.slow
@pytest.mark.rule("C-DEAL-1", "C-DEAL-2")
def test_deals_are_fair() -> None:
    trumps, held = Counter(), Counter()
    for word in range(4000):
        s = dealt(3, 0, word * 0x9E37_79B9_7F4A_7C15 % 2**64)[0]
        trumps[int(s.trump)] += 1
        held.update(card for card in range(50) if int(s.hand[1]) >> card & 1)
    assert len(trumps) == len(held) == 50
    assert 40 < min(trumps.values()) <= max(trumps.values()) < 130
    assert 540 < min(held.values()) <= max(held.values()) < 740


@pytest.mark.rule("C-DEAL-2")
def test_the_state_knows_nothing_of_the_rest_of_the_deck() -> None:
    s = dealt(3, 0, 12)[0]
    kept = {int(s.trump)} | {card for seat in range(3) for card in range(50) if int(s.hand[seat]) >> card & 1}
    assert len(kept) == 25
    # Everything else in the record is empty: no card, no word, no order.
    assert set(s.played.flat) == {-1}
    assert set(s.hand[3:]) == {0}


@pytest.mark.rule("C-DEAL-2")
def test_the_turned_up_card_is_told_to_everybody() -> None:
    m = new(3)
    events = play(m, "to 4,7", "to 4,8", "to 4,9")
    assert kinds(events) == ["jetty"] * 3 + ["dealt"]
    assert (events[-1].cards, events[-1].space, events[-1].number) == (8, 1, 1)
    assert {m.view(seat).trump for seat in (None, 0, 1, 2)} == {events[-1].trump}


@pytest.mark.rule("C-DEAL-1")
def test_nothing_happens_before_chance_has_dealt() -> None:
    m = Match.new(CANYON, players=3, word=0)
    play(m, "to 4,7", "to 4,8", "to 4,9")
    assert m.chance_due
    assert m.view(None).phase == "deal"
    assert not m.hides
    assert kinds(m.deal(5)) == ["dealt"]
    assert m.hides
    states = m.states.copy()
    settle(CANYON, states)
    assert states.tobytes() == m.states.tobytes()
