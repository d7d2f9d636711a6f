"""The friendly door: drafts, secret turns, refusals, copies."""

from __future__ import annotations

import random
from itertools import islice

import numpy as np
import pytest

from eddyline.engine.game import ActionError, Game
from eddyline.engine.match import Deal, Draft, IllegalAction, Match
from eddyline.engine.options import OptionError
from eddyline.engine.random import words
from eddyline.engine.registry import UnknownGameError, game

NIAGARA = game("niagara")
CANYON = game("canyon")


def new(players: int = 3) -> Match:
    return Match.new(NIAGARA, players=players, word=0)


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


def test_a_draft_is_checked_once_where_it_began_and_anew_elsewhere(monkeypatch) -> None:
    match = new()
    before = match.draft(1, ["card 2"])
    play_cards(match, "6", "2", "2")
    draft, half, twin = match.draft(0, ["paddle a 4", "load a diamond"]), match.draft(0, ["paddle a 4"]), match.copy()
    assert draft.complete
    assert match.draft(0, draft) is draft
    assert twin.draft(0, draft) is not draft
    for seat, other, why in ((0, half, "not complete"), (0, before, "N-ROUND-1"), (1, before, "not seat 1's turn")):
        with pytest.raises(IllegalAction, match=why):
            match.commit(seat, other)
    idle = Draft(NIAGARA, match.states, 2)
    assert idle.complete
    with pytest.raises(IllegalAction, match="not seat 2's turn"):
        match.commit(2, idle)
    with monkeypatch.context() as patch:
        patch.delattr(Game, "offered")
        told = match.commit(0, draft)
    assert told == twin.commit(0, draft)
    assert everything(match) == everything(twin)
    with pytest.raises(IllegalAction, match="not seat 0's turn"):
        match.commit(0, draft)
    match.undo()
    draft.undo()
    with pytest.raises(IllegalAction, match="not complete"):
        match.commit(0, draft)


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
    with pytest.raises(UnknownGameError, match="there is no game 'chess'; expected one of: canyon, niagara"):
        game("chess")
    with pytest.raises(OptionError, match="has no preset 'chess'"):
        NIAGARA.parse_options("chess", {})
    with pytest.raises(OptionError, match="gems_per_deposit"):
        NIAGARA.parse_options(None, {"gems_per_deposit": 0})
    with pytest.raises(OptionError, match="no option 'gravity'; expected one of: gems_per_deposit"):
        NIAGARA.parse_options(None, {"gravity": 1})
    with pytest.raises(OptionError, match="got 7"):
        Match.new(NIAGARA, players=7, word=0)
    with pytest.raises(ValueError, match="expected a word of chance from 0 to"):
        Match.new(NIAGARA, players=3, word=1 << 64)


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
    match = Match.new(NIAGARA, NIAGARA.parse_options(None, {"max_rounds": 1}), players=2, word=0)
    play_cards(match, "cloud", "cloud")
    match.play(0, "weather up")
    events = match.play(1, "weather up")
    assert match.over
    assert kind(events[-1]) == "over"
    assert match.ranking == (1, 1)
    assert match.winners == ()
    with pytest.raises(IllegalAction, match="over"):
        match.play(0, "card 1")


NO_SEATS = [
    (-1, ValueError, "expected a seat from 0 to 2, got -1"),
    (3, ValueError, "expected a seat from 0 to 2, got 3"),
    (99, ValueError, "got 99"),
    (1 << 70, ValueError, "expected a seat"),
    (1.0, TypeError, "got float"),
    (True, TypeError, "got bool"),
    ("1", TypeError, "got str"),
]


@pytest.mark.parametrize("rules", [NIAGARA, CANYON], ids=lambda rules: rules.id)
@pytest.mark.parametrize(("seat", "error", "reason"), NO_SEATS)
def test_every_seat_from_outside_is_checked(rules, seat, error, reason) -> None:
    match = Match.new(rules, players=3, seed=1)
    act = match.legal(min(match.waiting))[0]
    calls = [match.view, match.redacted, match.legal, match.draft]
    for call in [*calls, lambda seat: match.play(seat, act), lambda seat: match.commit(seat, [act])]:
        with pytest.raises(error, match=reason):
            call(seat)
    assert match.log == []


def test_seats_may_be_numbers_of_numpy() -> None:
    match = new()
    match.play(np.int8(1), np.int16(3))
    assert match.pending == {1: (3,)}
    assert hash(match.waiting) == hash(frozenset({0, 2}))  # a set of its own cannot be changed, nor hashed
    assert type(match.log[0].seat) is int
    assert type(match.log[0].decisions[0]) is int
    assert match.view(np.int64(1)).players[1].card == "3"


@pytest.mark.parametrize(
    ("action", "error", "reason"),
    [
        (1.0, TypeError, "expected an action from 0 to .* got float"),
        (True, TypeError, "got bool"),
        (None, TypeError, "got NoneType"),
        (CANYON.actions[3], TypeError, "got PlayCard"),
        (np.int64(9999), IllegalAction, "expected an action from 0 to"),
        (10**2000, IllegalAction, "of 6644 bits"),
        ("castle", ActionError, "no action of Niagara"),
        (NIAGARA.parse_action("load a ruby"), IllegalAction, r"\(N-"),
    ],
)
def test_after_a_refused_decision_nothing_has_changed_and_the_draft_goes_on(action, error, reason) -> None:
    match = new()
    play_cards(match, "6", "2", "2")
    match.play(0, "paddle a 4")
    before = (match.states.tobytes(), list(match.log), match.legal(0))
    for refused in (lambda: match.play(0, action), lambda: match.play(action), lambda: match.commit(0, [action])):
        with pytest.raises(error, match=reason):
            refused()
        assert (match.states.tobytes(), list(match.log), match.legal(0)) == before
    assert match.play(0, "load a diamond")
    match.undo()
    match.undo()
    assert len(match.legal(0)) > 1


def test_an_action_may_be_given_as_itself() -> None:
    match = new()
    match.play(0, match.legal(0)[2])
    assert match.pending == {0: (match.game.parse_action("card 2"),)}


def test_the_only_seat_that_waits_need_not_be_named() -> None:
    match = new()
    with pytest.raises(ValueError, match="expected a seat, for seats 0, 1 and 2 owe a decision"):
        match.play("card 3")
    with pytest.raises(ValueError, match="expected a seat"):
        match.legal()
    play_cards(match, "6", "2", "2")
    assert match.legal() == match.legal(0)
    match.play("paddle a 4")
    match.play("load a diamond")
    assert match.waiting == {1}
    with pytest.raises(TypeError, match="got 0 arguments"):
        match.play()
    waits = Match.new(CANYON, players=3, word=1)
    for _ in range(3):
        waits.play(waits.legal()[0])
    assert waits.legal() == ()
    with pytest.raises(IllegalAction, match="before the next deal"):
        waits.play("bid 1")


def everything(match: Match) -> tuple[object, ...]:
    return (
        match.states.tobytes(),
        list(match.log),
        dict(match.pending),
        match.shown,
        [match.legal(seat) for seat in range(match.players)],
        [match.view(seat) for seat in range(match.players)],
    )


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("rules", [NIAGARA, CANYON], ids=lambda rules: rules.id)
def test_whatever_was_played_is_taken_back_to_the_very_start(rules, players) -> None:
    more = {"secret_bids": True} if rules is CANYON else {"double_canoe": True}
    options = rules.parse_options(None, {"max_rounds": 4} | more, players)
    match, dice, moments, told = Match.new(rules, options, players=players, seed=players), random.Random(5), [], []
    while not match.over:
        moments.append(everything(match))
        seat = dice.choice(sorted(match.waiting | match.pending.keys()))
        if dice.random() < 0.5:
            draft = match.draft(seat)
            while not draft.complete:
                draft.decide(dice.choice(draft.legal()))
            told.append((seat, draft.decisions, match.commit(seat, dice.choice([draft, draft.decisions]))))
        else:
            action = dice.choice(match.legal(seat) or [match.draft(seat).legal()[0]])
            told.append((seat, action, match.play(seat, action)))
    end = everything(match)
    for moment in reversed(moments):
        match.undo()
        assert everything(match) == moment
    with pytest.raises(ValueError, match="nothing to take back"):
        match.undo()
    for seat, what, events in told:
        assert (match.commit if isinstance(what, tuple) else match.play)(seat, what) == events
    assert everything(match) == end


def test_what_was_dealt_is_dealt_again_after_it_was_taken_back() -> None:
    match = Match.new(CANYON, players=3, seed=3)
    while not match.view(None).trump:
        match.play(match.legal()[0])
    hands = [match.view(seat).hand for seat in range(3)]
    for _ in range(3):
        match.undo()
        match.play(match.legal()[-1])
        assert [match.view(seat).hand for seat in range(3)] == hands


def test_words_that_a_driver_brought_are_due_again() -> None:
    match = Match.new(CANYON, players=3, word=3)
    while not match.chance_due:
        match.play(match.legal()[0])
    match.deal(7)
    match.undo()
    assert not match.chance_due
    match.play(match.legal()[0])
    assert match.chance_due


def test_a_copy_deals_with_a_seed_of_its_own() -> None:
    match = Match.new(CANYON, players=3, seed=3)
    match.play(match.legal()[0])
    twins = [match.copy(seed=3), match.copy(seed=4), match.copy()]
    for each in (match, *twins):
        for _ in range(2):
            each.play(each.legal()[0])
    assert match.view(0).hand == twins[0].view(0).hand
    assert match.view(0).hand != twins[1].view(0).hand
    assert twins[2].chance_due
    assert twins[2].copy(seed=3).view(0).hand


def test_a_copy_has_the_turns_that_are_being_played() -> None:
    match = new()
    play_cards(match, "6", "2", "2")
    match.play("paddle a 4")
    twin = match.copy()
    assert twin.legal() == match.legal()
    twin.play("load a diamond")
    assert match.waiting == {0}
    twin.undo()
    twin.undo()
    assert len(match.legal()) < len(twin.legal())


def test_a_secret_turn_that_was_being_changed_is_not_carried_into_the_next_phase() -> None:
    lost = {"canoes": [{"place": "lost"}, {"place": "lost"}], "hand": ["6"], "stash": {"ruby": 2}}
    position = {"players": [lost, lost], "round": 7, "phase": "rescue", "options": {"rescue": "optional"}}
    match = Match.from_position(NIAGARA, position)
    match.play(0, "decline")
    match.play(0, "rescue a ruby")
    assert match.pending == {0: (NIAGARA.parse_action("decline"),)}
    match.play(1, "decline")
    assert match.waiting == {0, 1}
    assert [action.text for action in match.legal(0)] == ["card 6"]
    assert match.view(0).players[0].stash["ruby"] == 2


@pytest.mark.parametrize("odd", [None, 7, np.zeros(1), CANYON.new(CANYON.parse_options(None, {}), 3, 1)])
def test_a_match_begins_with_a_position_of_its_game(odd) -> None:
    with pytest.raises(TypeError, match="expected an array of states of Niagara, got"):
        Match(NIAGARA, odd)


def test_a_match_leaves_the_array_alone_that_it_was_given() -> None:
    states = new().states
    match = Match(NIAGARA, states)
    play_cards(match, "6", "2", "2")
    assert states.tobytes() == new().states.tobytes()


def test_a_match_begins_with_a_seed_or_a_word() -> None:
    for arguments in ({}, {"seed": 1, "word": 1}):
        with pytest.raises(ValueError, match="either a seed or a word"):
            Match.new(NIAGARA, players=3, **arguments)


def test_the_word_of_the_set_up_does_not_tell_what_will_be_dealt() -> None:
    match = Match.new(CANYON, players=3, seed=3)
    while not match.view(None).trump:
        match.play(match.legal()[0])
    dealt = next(entry.word for entry in match.log if isinstance(entry, Deal))
    assert dealt not in {*islice(words(match.word), 100), match.word}
    assert not any(isinstance(entry, Deal) for entry in match.record(public=True).turns)


@pytest.mark.parametrize("draft", [1, "card 3", object(), []])
def test_what_is_no_draft_is_not_viewed(draft) -> None:
    match = Match.new(game("niagara"), players=3, seed=1)
    with pytest.raises(TypeError, match="expected a draft of the seat or None, got "):
        match.view(0, draft)
