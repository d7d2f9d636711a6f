"""What is foretold of the river is what every card and every cloud may bring, counted one by one."""

from __future__ import annotations

import random
from collections import Counter
from math import prod

import pytest

from eddyline.games.niagara.rules.board import PLACES
from support import naive_river
from support.niagara import NIAGARA, PLAIN
from support.secrecy import positions

FEW = 60 if PLAIN else 150
"""Combinations that the naive way counts in a moment."""


def small_positions(number: int):
    """Walk through games with and without the modules, to positions before the river with few cards out."""
    for states in positions(NIAGARA, number):
        for seat in (None, *range(NIAGARA.seats(states))):
            redacted = NIAGARA.redact(states, seat)
            s = redacted[0]
            hands = (int(s.hand[other]).bit_count() for other in range(int(s.seats)) if s.card[other] < 0)
            if s.phase in (1, 2) and not s.reached and prod(hands) <= FEW:
                yield redacted, seat


@pytest.mark.slow
@pytest.mark.rule("N-FLOW-1", "N-FLOW-2", "N-CLOUD-2", "S-CARD-4", "S-WHIRL-1", "S-WHIRL-7")
def test_every_share_is_that_of_counting_every_combination():
    dice = random.Random(5)
    compared, modules, tied = 0, 0, 0
    for redacted, seat in small_positions(4 if PLAIN else 16):
        if dice.random() > 0.1:
            continue
        fate = NIAGARA.fate(redacted, seat)
        s = redacted[0]
        speeds: Counter[int] = Counter()
        for river in naive_river.rivers(s):
            speeds[river.pushes] += river.chance
        assert {speed.pushes: speed.share for speed in fate.speeds} == pytest.approx(dict(speeds), abs=1e-5)
        expected = {(canoe.seat, canoe.canoe): canoe.landings for canoe in fate.canoes}
        lying = [
            (other, name, PLACES[place])
            for other in range(int(s.seats))
            for name, place in zip("ab", s.place[other], strict=True)
            if 0 < place < 10
        ]
        assert [(canoe.seat, canoe.canoe) for canoe in fate.canoes] == [row[:2] for row in lying]
        asked = [(other, place, expected[other, name]) for other, name, place in lying]
        asked += [(seat, afloat.place, afloat.landings) for afloat in fate.own]
        discs = [place for place in PLACES[1:10] if place != PLACES[s.whirlpool]]
        assert [afloat.place for afloat in fate.own] == ([] if seat is None else discs)
        for other, place, landings in asked:
            naive = naive_river.landings(s, other, place)
            assert {row.to: row.share for row in landings} == pytest.approx(
                {end: share for end, (share, _) in naive.items()}, abs=1e-5
            )
            assert {row.to: set(row.pushes) for row in landings} == {end: pushes for end, (_, pushes) in naive.items()}
            compared += 1
            modules += s.modules != 0
            tied += any(river.cards[other] == naive_river.ROPE for river in naive_river.rivers(s))
    assert compared > (30 if PLAIN else 1000)
    assert PLAIN or min(modules, tied) > 200


def test_shares_are_shares():
    for redacted, seat in small_positions(3):
        fate = NIAGARA.fate(redacted, seat)
        for rows in (fate.speeds, *(each.landings for each in (*fate.own, *fate.canoes))):
            assert sum(row.share for row in rows) == pytest.approx(1, abs=1e-4)
            assert all(row.share >= 0 for row in rows)
