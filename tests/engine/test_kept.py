"""A match is compared, gone back in and noted in; what is done to one leaves the others alone."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from eddyline.engine.log import Deal, Resample, Turn
from eddyline.engine.match import Match
from eddyline.engine.notes import LONGEST_COMMENT, MOST_NESTED, Comment, Variation
from eddyline.engine.random import words
from eddyline.engine.registry import GAMES, game

NIAGARA, CANYON = game("niagara"), game("canyon")


def played(rules, turns: int, seed: int = 1, **start) -> Match:
    match = Match.new(rules, players=3, **(start or {"seed": seed}))
    play_on(match, turns, random.Random(seed))
    return match


def play_on(match: Match, turns: int, dice: random.Random) -> None:
    """Play until the log has so many turns."""
    while not match.over and sum(isinstance(entry, Turn) for entry in match.log) < turns:
        if match.chance_due:
            match.deal(dice.getrandbits(64))
            continue
        draft = match.draft(dice.choice(sorted(match.waiting)))
        while not draft.complete:
            draft.decide(dice.choice(draft.legal()))
        match.commit(draft.seat, draft)


@pytest.mark.parametrize("rules", [NIAGARA, CANYON], ids=lambda rules: rules.id)
def test_matches_are_equal_that_would_be_saved_alike(rules) -> None:
    match = played(rules, 20)
    twins = [copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match)), match.copy(seed=9)]  # noqa: S301
    assert all(twin == match for twin in twins)
    assert match == match.goto(20)
    seat = min(match.waiting)
    twins[0].play(seat, twins[0].legal(seat)[0])
    twins[1].names = ("Ann", "Bo", "Cy")
    twins[2].comment("Here.")
    twins[3].undo()
    assert match not in twins
    assert match != match.record()
    with pytest.raises(TypeError, match="unhashable"):
        hash(match)


def test_an_unfinished_turn_is_not_compared() -> None:
    match = Match.new(NIAGARA, players=3, seed=7)
    for seat in range(3):
        match.play(seat, "card 6")
    twin = copy.copy(match)
    match.play(match.legal()[0])
    assert len(match.log) == 3
    assert match.legal() != twin.legal()
    assert twin == match


@pytest.mark.parametrize("rules", [NIAGARA, CANYON], ids=lambda rules: rules.id)
def test_going_to_a_turn_gives_the_match_as_it_was(rules) -> None:
    match = Match.new(rules, players=3, seed=5)
    before = [match.copy()]
    for turn in range(1, 41):
        play_on(match, turn, random.Random(turn))
        before.append(match.copy())
    whole = pickle.dumps(match)
    for turn, then in enumerate(before):
        twin = match.goto(turn)
        assert twin == then
        assert twin.states.tobytes() == then.states.tobytes()
        assert (twin.pending, twin.waiting, twin.hides) == (then.pending, then.waiting, then.hides)
        assert (twin.seed, twin.word, twin.preset, twin.options) == (5, match.word, match.preset, match.options)
        play_on(twin, turn + 2, random.Random(99))
    assert pickle.dumps(match) == whole
    twin = match.goto(7)
    for turn in reversed(range(7)):
        twin.undo()
        assert twin == before[turn]


def test_what_is_dealt_after_going_back_is_what_was_dealt() -> None:
    """As after `undo`; a copy with a seed draws new cards, and words from the caller are due again."""
    match = played(CANYON, 3)
    hands = [match.view(seat).hand for seat in range(3)]
    assert isinstance(match.log[3], Deal)
    twin = match.goto(2)
    twin.play(twin.legal()[-1])
    assert [twin.view(seat).hand for seat in range(3)] == hands
    play_on(match, 60, random.Random(1))
    later = [entry for entry in match.log if isinstance(entry, Deal)]
    assert len(later) > 1
    twin = match.goto(1)
    play_on(twin, 60, random.Random(2))
    assert [entry for entry in twin.log if isinstance(entry, Deal)][: len(later)] == later
    other = match.goto(2).copy(seed=8)
    other.play(other.legal()[-1])
    assert [other.view(seat).hand for seat in range(3)] != hands
    brought = played(CANYON, 5, word=7)
    twin = brought.goto(2)
    twin.play(twin.legal()[0])
    assert twin.chance_due
    with pytest.raises(TypeError, match="expected chance that can be copied"):
        Match.new(CANYON, players=3, word=1, chance=(word for word in words(1))).goto(0)


@pytest.mark.parametrize(
    ("turns", "error", "reason"),
    [
        (-1, ValueError, "from 0 to 4, got -1"),
        (5, ValueError, "from 0 to 4, got 5"),
        (1.0, TypeError, "got float"),
        ("1", TypeError, "got str"),
    ],
)
def test_there_is_nowhere_to_go_where_nothing_was_played(turns, error, reason) -> None:
    match = played(CANYON, 4)
    with pytest.raises(error, match=f"expected a number of turns .*{reason}"):
        match.goto(turns)
    with pytest.raises(error, match=f"expected a turn .*{reason}"):
        match.comment("Here.", turn=turns)


def test_a_match_from_a_position_is_gone_back_in() -> None:
    start = played(NIAGARA, 9)
    match = Match.from_position(NIAGARA, start.start, seed=3)
    play_on(match, 5, random.Random(3))
    assert match.goto(0) == Match.from_position(NIAGARA, start.start)
    assert match.goto(5) == match


# ---- notes ----


def differently(match: Match, turn: int) -> Match:
    """Go to a turn, or the first one after it in which there was a choice, and choose otherwise."""
    turns = [entry for entry in match.log if isinstance(entry, Turn)]
    for number in range(turn, len(turns)):
        line, taken = match.goto(number), turns[number]
        draft = line.draft(taken.seat)
        others = [action for action in draft.legal() if action != taken.decisions[0]]
        if others:
            draft.decide(others[-1])
            while not draft.complete:
                draft.decide(draft.legal()[-1])
            line.commit(taken.seat, draft)
            return line
    raise AssertionError("there was no choice")


def test_comments_stand_below_their_turns() -> None:
    match = played(CANYON, 4)
    match.comment("So far.")
    match.comment("Before the deal.", turn=3)
    match.comment("To begin with.", turn=0)
    assert [(note.after, note.text) for note in match.notes] == [
        (0, "To begin with."),
        (3, "Before the deal."),
        (5, "So far."),
    ]
    assert match.goto(3).notes == match.notes[:2]
    match.undo()
    assert match.notes == match.goto(3).notes
    assert len(match.goto(2).notes) == 1


def test_a_comment_on_a_secret_turn_goes_when_the_turn_is_replaced() -> None:
    match = Match.new(NIAGARA, players=3, seed=1)
    match.play(0, "card 1")
    match.comment("Careful.")
    match.play(1, "card 2")
    match.comment("Braver.")
    match.play(1, "card 3")
    assert [note.text for note in match.notes] == ["Careful."]
    match.undo()
    assert [note.text for note in match.notes] == ["Careful."]
    match.play(0, "card 6")
    assert match.notes == ()


@pytest.mark.parametrize("game_id", GAMES)
def test_another_line_is_noted_and_followed(game_id) -> None:
    match = played(game(game_id), 30)
    line = differently(match, 12)
    play_on(line, 20, random.Random(4))
    inner = differently(line, 15)
    play_on(inner, 18, random.Random(5))
    line.vary(inner)
    line.comment("Better.")
    match.vary(line)
    (variation,) = match.notes
    assert match.follow(variation).log == line.log
    assert match.follow(variation) == line
    (nested, comment) = variation.notes
    assert comment.text == "Better."
    assert match.follow(variation).follow(line.notes[0]).log == inner.log
    assert nested.entries == line.notes[0].entries
    match.notes = match.notes
    assert copy.copy(match) == match == pickle.loads(pickle.dumps(match))  # noqa: S301 - our own
    assert match.copy().notes == match.notes


def test_a_variation_goes_on_with_the_deals_of_the_game() -> None:
    match = played(CANYON, 60)
    dealt = [entry for entry in match.log if isinstance(entry, Deal)]
    match.vary(differently(match, 2))
    followed = match.follow(match.notes[0])
    play_on(followed, 60, random.Random(2))
    assert [entry for entry in followed.log if isinstance(entry, Deal)][: len(dealt)] == dealt


def test_what_is_no_other_line_is_refused() -> None:
    match = played(CANYON, 6)
    for other, reason in (
        (match, "one that only goes on or ends sooner"),
        (match.goto(3), "one that only goes on or ends sooner"),
        (played(CANYON, 9), "one that only goes on or ends sooner"),
        (played(CANYON, 6, seed=2), "began with the same position"),
        (played(NIAGARA, 6), "began with the same position"),
    ):
        with pytest.raises(ValueError, match=reason):
            match.vary(other)
    with pytest.raises(TypeError, match="expected a match, got 7"):
        match.vary(7)
    with pytest.raises(TypeError, match="expected a variation, got Comment"):
        match.follow(Comment(1, "No."))
    assert match.notes == ()


def nested(levels: int) -> Variation:
    turn = Turn(0, (CANYON.parse_action("to 4,12"),))
    return Variation(1, (turn,), (nested(levels - 1),) if levels else ())


@pytest.mark.parametrize(
    ("notes", "reason"),
    [
        (7, "'int' object is not iterable"),
        ([7], "expected a comment or a variation, got 7"),
        ([Comment(99, "Far.")], "expected entries before a comment from 0 to 5, got 99"),
        ([Comment("1", "Far.")], "got str"),
        ([Comment(1, "")], f"expected a comment of 1 to {LONGEST_COMMENT} characters, got 0"),
        ([Comment(1, "x" * (LONGEST_COMMENT + 1))], f"got {LONGEST_COMMENT + 1}"),
        ([Comment(1, "\ud800")], "expected a comment that can be encoded"),
        ([Comment(1, b"x")], "expected a comment as a str"),
        ([Variation(0, (Turn(0, (1,)),))], "expected entries before a variation from 1 to 5, got 0"),
        ([Variation(1, ())], "expected a variation of at least one turn or deal"),
        ([Variation(1, ("to 4,7",))], "expected a variation of turns and deals"),
        ([Variation(1, (Turn(2, (999_999,)),))], "expected an action from 0"),
        ([Variation(1, (Turn(0, (0,)),))], "It is not seat 0's turn"),
        ([Variation(1, (Deal(1),))], "no deal is due"),
        ([nested(MOST_NESTED)], f"expected at most {MOST_NESTED} variations inside one another"),
        ([nested(5_000 // 100)], "inside one another"),
    ],
)
def test_notes_that_do_not_fit_are_refused_and_change_nothing(notes, reason) -> None:
    match = played(CANYON, 4)
    match.comment("Here.")
    before = match.notes
    with pytest.raises((ValueError, TypeError), match=reason):
        match.notes = notes
    assert match.notes == before


def test_what_everybody_may_read_of_a_running_game_has_no_notes() -> None:
    match = played(CANYON, 4)
    match.comment("I have the 10 of suns.", turn=0)
    assert match.record(public=True).notes == ()
    assert match.record().notes == match.notes


# ---- what was dealt anew ----


@pytest.mark.parametrize(("game_id", "options"), [("niagara", {}), ("canyon", {"secret_bids": True})])
def test_a_game_is_gone_back_in_and_noted_in_across_what_was_dealt_anew(game_id, options) -> None:
    rules = game(game_id)
    match = Match.new(rules, rules.parse_options(None, options), players=3, seed=3)
    turns = 0
    while not match.pending:
        turns += 1
        play_on(match, turns, random.Random(turns))
    seat = next(iter(match.pending))
    match.comment("As it was.")
    match.comment("To begin with.", turn=0)
    match.resample(seat, 2026)
    assert [note.text for note in match.notes] == ["To begin with."]
    place = next(number for number, entry in enumerate(match.log) if isinstance(entry, Resample))
    play_on(match, 50, random.Random(4))
    for turn in (turns - 1, turns, turns + 5):
        twin = match.goto(turn)
        assert match.log[: len(twin.log)] == twin.log
        assert (len(twin.log) > place) == (turn >= turns - 1)
    assert match.goto(50) == match
    line = differently(match, turns + 2)
    match.vary(line)
    assert match.follow(match.notes[-1]).states.tobytes() == line.states.tobytes()
    instead = Variation(place + 1, (Resample(seat, 7),))
    match.notes = (*match.notes, instead)
    assert match.follow(instead).log[-1] == Resample(seat, 7)


@pytest.mark.parametrize(("seat", "word"), [(3, 1), (0, -1), (0, "1"), (None, 1)])
def test_what_cannot_be_dealt_anew_changes_nothing(seat, word) -> None:
    match = played(CANYON, 6)
    before, moments = copy.copy(match), len(match._past)
    with pytest.raises((ValueError, TypeError)):
        match.resample(seat, word)
    assert match == before
    assert len(match._past) == moments
