from __future__ import annotations

import random

import numpy as np
import pytest

import eddyline
from eddyline.engine.parts import part
from eddyline.games.niagara.rules.state import State


def positions(count=60):
    match = eddyline.new("niagara", players=4, seed=7)
    rng = random.Random(7)
    while len(found := match.log) < count and not match.over:
        seat = min(match.waiting)
        draft = match.draft(seat)
        while not draft.complete:
            draft.decide(rng.choice(draft.legal()))
        match.commit(seat, draft)
        yield match.states
    assert len(found) == count


def test_a_part_is_made_of_its_fields_alone_and_once_for_equal_ones():
    made = []

    @part(State, "weather", "deposit", of_seat=("place", "hand"))
    def about(s, seat):
        made.append(seat)
        return seat, s.weather, s.deposit.tolist(), s.place.tolist(), s.hand

    seen = set()
    for states in positions():
        s = states[0]
        for seat in range(4):
            found = about(states.tobytes(), seat)
            assert found == (seat, s.weather, s.deposit.tolist(), s.place[seat].tolist(), s.hand[seat])
            seen.add(str(found))
    assert len(made) == len(seen) < 4 * 60


def test_a_part_cannot_read_what_it_does_not_name():
    @part(State, "weather")
    def careless(s):
        return s.first

    with pytest.raises(AttributeError, match="first"):
        careless(np.zeros(1, State.dtype).tobytes())
