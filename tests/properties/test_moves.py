"""What a view tells of the moves that may be chosen is what happens to whoever chooses them, in every draft."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from eddyline.engine.match import Match
from eddyline.games.niagara.rules.options import MODULES
from support.niagara import NIAGARA, kinds


def some_match(number: int, chance: random.Random) -> Match:
    on = {name: True for name in MODULES if number % 2 or chance.random() < 0.5}
    players = chance.choice([3, 4, 5, 6] if {*on} - {"diamond_joe"} else [3, 4, 5])
    preset = sorted(NIAGARA.presets)[number % 4]
    options = NIAGARA.parse_options(preset, {"max_rounds": 40} | on, players)
    return Match.new(NIAGARA, options, players=players, word=number)


def happens(match: Match, draft, seat: int, text: str) -> tuple[int, str | None]:
    """Carry a move out in a copy of a draft; return the points for work and whether the whirlpool took the canoe."""
    before = match.view(seat, draft).turn
    events = NIAGARA.words.tell_decision(draft.states, seat, NIAGARA.parse_action(text))
    after = match.draft(seat, [*draft.decisions, text])
    _, canoe, _ = text.split()
    works = [NIAGARA.actions[action].text for action in after.legal()]
    can_stop = "stop" in works
    works = [work for work in works if work.startswith((f"load {canoe}", f"unload {canoe}"))]
    turn = match.view(seat, after).turn
    if turn.canoe != canoe or not works:
        return 0, "surely" if "swirled" in kinds(events) else None
    left = turn.points[canoe]
    return left, "perhaps" if can_stop and left > before.spare_points else None


@pytest.mark.slow
@pytest.mark.rule("N-MOVE-6", "S-WHIRL-2", "S-WHIRL-3", "S-MOOSE-1")
@pytest.mark.parametrize("number", range(12))
def test_every_move_leads_where_the_view_says(number: int) -> None:
    chance, found = random.Random(number), Counter()
    match = some_match(number, chance)
    while not match.over:
        seat = min(match.waiting)
        draft = match.draft(seat)
        while not draft.complete:
            legal = [NIAGARA.actions[action] for action in draft.legal()]
            turn = match.view(seat, draft).turn
            moves = turn.moves if turn else ()
            told = {f"paddle {move.canoe} {move.to}": (move.left, move.swirl) for move in moves}
            assert [*told] == [action.text for action in legal if action.text.startswith("paddle")]
            assert told == {text: happens(match, draft, seat, text) for text in told}
            found.update(bool(left) for left, _ in told.values())
            liked = [one for one in legal if one.text.startswith(("load", "unload", "joe", "moose"))]
            draft.decide(chance.choice(liked or legal) if chance.random() < 0.5 else chance.choice(legal))
        match.commit(seat, draft.decisions)
    assert min(found[False], found[True]) > 0


@pytest.mark.rule("S-MOOSE-1", "S-CARD-3")
@pytest.mark.parametrize("number", range(4))
def test_a_canoe_begins_with_the_points_that_the_view_says(number: int) -> None:
    chance = random.Random(number)
    match = some_match(number, chance)
    checked = 0
    while not match.over:
        seat = min(match.waiting)
        draft = match.draft(seat)
        while not draft.complete:
            turn = match.view(seat, draft).turn
            action = NIAGARA.actions[chance.choice(draft.legal())]
            draft.decide(action)
            after = match.view(seat, draft).turn
            if turn and after and action.text.startswith(("load", "unload")) and after.canoe == action.canoe:
                # Cargo work costs two points (N-GEM-2).
                assert after.points[action.canoe] == turn.points[action.canoe] - 2
                checked += 1
        match.commit(seat, draft.decisions)
    assert checked > 10


def test_only_the_seat_that_is_to_move_is_told() -> None:
    chance = random.Random(1)
    match = some_match(1, chance)
    told = 0
    while not match.over:
        seat = min(match.waiting)
        views = {viewer: match.view(viewer) for viewer in (None, *range(match.players))}
        moving = [viewer for viewer, view in views.items() if view.turn and view.turn.moves]
        assert set(moving) <= {seat}
        told += len(moving)
        draft = match.draft(seat)
        while not draft.complete:
            draft.decide(chance.choice(draft.legal()))
        complete = match.view(seat, draft).turn
        assert not complete or not complete.moves
        match.commit(seat, draft.decisions)
    assert told > 20
