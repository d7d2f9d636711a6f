"""The friendly door: drafts, secret turns, refusals, copies."""

from __future__ import annotations

import pytest

from eddyline.engine.game import ActionError
from eddyline.engine.match import IllegalAction, Match
from eddyline.engine.options import OptionError
from eddyline.engine.registry import UnknownGameError, game

NIAGARA = game("niagara")


def new(players: int = 3) -> Match:
    return Match.new(NIAGARA, players=players, entropy=0)


def play_cards(match: Match, *cards: str) -> tuple[object, ...]:
    events: tuple[object, ...] = ()
    for seat, card in enumerate(cards):
        events = match.commit(seat, [NIAGARA.parse_action(f"card {card}")])
    return events


@pytest.mark.rule("N-ROUND-5")
def test_a_secret_turn_waits_apart_from_the_position_and_may_be_replaced() -> None:
    match = new()
    before = match.states.tobytes()
    assert match.commit(1, [3]) == ()
    assert match.states.tobytes() == before
    assert match.waiting == {0, 2}
    match.commit(1, [5])
    assert [turn.decisions for turn in match.log] == [(5,)]
    match.commit(0, [4])
    events = match.commit(2, [6])
    assert [kind(event) for event in events] == ["revealed"]
    assert match.view(None).players[0].card == "4"
    assert match.view(None).players[1].card == "hidden"
    assert match.view(1).players[1].card == "5"


def kind(event: object) -> object:
    return type(event).__struct_config__.tag


def test_a_turn_is_all_or_nothing() -> None:
    match = new()
    play_cards(match, "6", "2", "2")
    before = match.states.tobytes()
    with pytest.raises(IllegalAction, match="not complete"):
        match.commit(0, [NIAGARA.parse_action("paddle a 4")])
    with pytest.raises(IllegalAction, match="N-MOVE-6"):
        match.commit(0, [NIAGARA.parse_action("paddle a 3")])
    assert match.states.tobytes() == before
    match.commit(0, [NIAGARA.parse_action("paddle a 4"), NIAGARA.parse_action("load a diamond")])
    assert match.waiting == {1}


def test_a_draft_is_free_to_undo_and_leaves_the_match_alone() -> None:
    match = new()
    play_cards(match, "6", "2", "2")
    before = match.states.tobytes()
    draft = match.draft(0)
    start = draft.states.tobytes()
    draft.decide(NIAGARA.parse_action("paddle a 4"))
    draft.fill_forced()
    assert draft.complete
    assert draft.free == 1
    assert match.view(0, draft).players[0].canoes[0].cargo == ("diamond",)
    assert match.view(1).players[0].canoes[0].place == "dock"
    draft.undo()
    assert draft.states.tobytes() == start
    assert draft.decisions == ()
    assert match.states.tobytes() == before
    draft.undo()
    assert draft.decisions == ()


def test_play_commits_with_the_decision_that_completes_the_turn() -> None:
    match = new()
    for seat, card in enumerate(("6", "2", "2")):
        match.play(seat, f"card {card}")
    assert match.play(0, "paddle a 4") == ()
    assert [action.text for action in match.legal(0)] == ["load a diamond"]
    assert match.legal(1) == ()
    assert match.play(0, "load a diamond")
    assert match.waiting == {1}


@pytest.mark.parametrize(
    ("seat", "action", "expected"),
    [
        (0, 3, "not seat 0's turn; waiting for seat 1"),
        (1, 9999, "expected an action from 0 to"),
        (1, -1, "expected an action from 0 to"),
        (1, "card 3", "N-ROUND-1"),
    ],
)
def test_refusals_say_what_was_expected(seat: int, action: int | str, expected: str) -> None:
    match = new()
    play_cards(match, "6", "2", "2")
    match.play(0, "paddle a 6L")
    with pytest.raises(IllegalAction, match=expected):
        match.play(seat, action)


def test_foreign_words_are_refused() -> None:
    with pytest.raises(ActionError, match="no action of Niagara"):
        new().play(0, "castle")
    with pytest.raises(UnknownGameError, match="there is no game 'chess'; expected one of: niagara"):
        game("chess")
    with pytest.raises(OptionError, match="has no preset 'chess'"):
        NIAGARA.parse_options("chess", {})
    with pytest.raises(OptionError, match="gems_per_deposit"):
        NIAGARA.parse_options(None, {"gems_per_deposit": 0})
    with pytest.raises(OptionError, match="no option 'gravity'; expected one of: gems_per_deposit"):
        NIAGARA.parse_options(None, {"gravity": 1})
    with pytest.raises(OptionError, match="got 7"):
        Match.new(NIAGARA, players=7, entropy=0)
    with pytest.raises(ValueError, match="64 bits"):
        Match.new(NIAGARA, players=3, entropy=1 << 64)


def test_copies_are_independent() -> None:
    match = new()
    match.commit(0, [3])
    twin = match.copy()
    twin.commit(1, [4])
    twin.commit(2, [5])
    assert match.waiting == {1, 2}
    assert len(match.log) == 1
    assert twin.waiting == {0}


def test_a_finished_match_refuses_every_turn() -> None:
    match = Match.new(NIAGARA, NIAGARA.parse_options(None, {"max_rounds": 1}), players=2, entropy=0)
    play_cards(match, "cloud", "cloud")
    match.play(0, "weather up")
    events = match.play(1, "weather up")
    assert match.over
    assert kind(events[-1]) == "over"
    assert match.ranking == (1, 1)
    assert match.winners == ()
    with pytest.raises(IllegalAction, match="over"):
        match.play(0, "card 1")
