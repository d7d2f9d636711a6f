"""Hold positions of random games of Canyon to what must be true in it."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings

from eddyline.games.canyon.rules import board
from support.canyon import CANYON, kinds
from support.somewhere import positions

DOORS = CANYON.doors
TRACK = (8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7)


@pytest.mark.slow
@given(positions("canyon"))
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


@pytest.mark.slow
@given(positions("canyon"))
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


@pytest.mark.slow
@given(positions("canyon"))
@settings(max_examples=300)
def test_tricks_add_up_and_their_leaders_won_the_one_before(states) -> None:
    s = states[0]
    over = sum(int(s.lead[number + 1] >= 0) for number in range(8))
    assert sum(s.tricks.tolist()) == over
    assert Counter(s.lead[1 : over + 1].tolist()) == {seat: won for seat, won in enumerate(s.tricks.tolist()) if won}
    assert over == TRACK[s.space - 1] or s.phase < 4


@pytest.mark.slow
@given(positions("canyon"))
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


@pytest.mark.rule("C-MOVE-1", "C-RAPID-2", "C-RAPID-3")
@pytest.mark.parametrize("number", range(8))
def test_bids_and_currents_come_out_as_the_view_says(number: int) -> None:
    chance, told, found = random.Random(number), {}, Counter()
    players = 3 + number % 4
    options = CANYON.parse_options(None, {"board": sorted(CANYON.boards)[number % 2], "max_rounds": 60}, players)
    states = CANYON.new(options, players, number)
    while not CANYON.is_over(states):
        before = states.copy()
        view = CANYON.view(CANYON.redact(states, None), None)
        for player in view.players:
            told.setdefault(player.seat, []).append(player.hope)
            assert not player.moved or not player.drifts
        if CANYON.chance_due(states):
            DOORS.deal(states, 0, chance.getrandbits(64))
            told.clear()
        elif waiting := CANYON.to_act(states):
            seat = min(waiting)
            assert view.phase != "moving" or not view.players[seat].drifts
            DOORS.decide(states, 0, seat, chance.choice(CANYON.legal(states, seat)[:4]))
        else:
            DOORS.advance(states, 0)
            for event in CANYON.tell_advance(before, states):
                found[kind := kinds([event])[0]] += 1
                if kind in {"drifted", "stays", "blocked", "lost_turn"}:
                    assert view.players[event.seat].drifts == (event.chain if kind == "drifted" else ())
                if kind == "settled":
                    for each in event.players:
                        now = CANYON.view(CANYON.redact(states, None), None).players[each.seat].hope
                        assert now == ("made" if each.bonus else "missed")
                        assert not each.bonus or "missed" not in told[each.seat]
                        found[now, told[each.seat][-1]] += 1
    assert found["drifted"] > 0
    assert min(found[now, "open"] for now in ("made", "missed")) > 0


@given(positions("canyon"))
@settings(max_examples=100)
def test_the_best_of_those_who_arrived_win_a_finished_game(states) -> None:
    if CANYON.is_over(states):
        ranks = CANYON.ranking(states, int(states[0].seats))
        arrived = {seat for seat in range(len(ranks)) if states[0].left[seat] >= 0}
        winners = CANYON.winners(states)
        assert set(winners) == {seat for seat in arrived if ranks[seat] == 1}
        assert bool(winners) == bool(arrived)


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
