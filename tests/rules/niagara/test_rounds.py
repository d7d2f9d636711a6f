from __future__ import annotations

import pytest

from eddyline.engine.match import IllegalAction, Match
from support.niagara import (
    NIAGARA,
    kinds,
    legal,
    match,
    paddling,
    play_cards,
    player,
    position,
    refused,
    stand_still,
    turn,
)


@pytest.mark.rule("N-ROUND-1")
def test_a_round_is_rescues_cards_turns_river_and_life_preserver() -> None:
    third = player(hand=["cloud", "1", "2", "3", "4", "5"])
    m = match(player("lost", "3", "ruby"), player(), third, phase="rescue", round=16)
    assert m.view(None).phase == "rescue"
    refused(m, 0, "card 4", rule="N-ROUND-1")
    assert kinds(turn(m, 0, "rescue a ruby")) == ["rescued"]
    assert m.view(None).phase == "cards"
    assert m.waiting == {0, 1, 2}
    refused(m, 0, "paddle b 2", rule="N-ROUND-1")
    assert kinds(play_cards(m, "1", "2", "cloud")) == ["revealed"]
    assert m.view(None).phase == "paddling"
    assert m.waiting == {0}
    refused(m, 0, "card 4", rule="N-ROUND-1")
    refused(m, 0, "rescue a ruby", rule="N-ROUND-1")
    assert kinds(turn(m, 0, "paddle b 2", "stay")) == ["paddled", "revealed"]
    assert kinds(turn(m, 1, "paddle a 2")) == ["paddled", "revealed"]
    events = kinds(turn(m, 2, "weather up"))
    assert events == ["weather", "river", "push", "push", "preserver", "round"]
    assert m.view(None).round == 17


@pytest.mark.rule("N-ROUND-1")
def test_nobody_is_asked_about_canoes_when_none_is_lost() -> None:
    m = match(player(), round=1)
    play_cards(m, "1", "1", "1")
    stand_still(m)
    assert m.view(None).phase == "cards"
    assert m.view(None).round == 2


@pytest.mark.rule("N-ROUND-2")
@pytest.mark.parametrize("first", [0, 1, 2, 3])
@pytest.mark.parametrize("preserver", ["left", "right"])
def test_turns_go_clockwise_from_the_life_preserver(first: int, preserver: str) -> None:
    m = match(*[player() for _ in range(4)], first=first, options={"preserver_passes": preserver})
    assert m.view(None).order == tuple((first + step) % 4 for step in range(4))
    play_cards(m, "1", "1", "1", "1")
    taken = []
    for _ in range(4):
        (seat,) = m.waiting
        taken.append(seat)
        with pytest.raises(IllegalAction, match="not seat"):
            m.draft((seat + 1) % 4)
        turn(m, seat, "paddle a 1")
    assert taken == [(first + step) % 4 for step in range(4)]


@pytest.mark.rule("N-ROUND-3")
@pytest.mark.parametrize(("preserver", "holders"), [("left", [0, 1, 2, 0]), ("right", [0, 2, 1, 0])])
def test_the_life_preserver_passes(preserver: str, holders: list[int]) -> None:
    m = match(player(), options={"preserver_passes": preserver})
    seen = []
    for card in ("1", "2", "3", "4"):
        seen.append(m.view(None).first)
        play_cards(m, card, card, card)
        stand_still(m)
    assert seen == holders


@pytest.mark.rule("N-ROUND-4")
def test_a_card_stays_out_until_seven_rounds_are_over() -> None:
    m = match(player(), round=1)
    order = ("4", "cloud", "6", "1", "2", "5", "3")
    for number, card in enumerate(order):
        assert set(m.view(0).hand) == set(order[number:])
        if number:
            refused(m, 0, f"card {order[number - 1]}", rule="N-ROUND-4")
        play_cards(m, card, card, card)
        assert m.view(None).players[0].played[-1:] != ()
        events = stand_still(m)
        assert ("cards_back" in kinds(events)) == (number == 6)
    view = m.view(0)
    assert view.round == 8
    assert view.cycle_round == 1
    assert view.hand == ("cloud", "1", "2", "3", "4", "5", "6")
    assert view.players[0].played == ()


@pytest.mark.rule("N-ROUND-5")
def test_a_card_is_secret_until_its_owners_turn_begins() -> None:
    def seen_by_others(card: str, turns: int) -> list[bytes]:
        m = match(player())
        play_cards(m, "2", "3", card)
        for seat in range(turns):
            turn(m, seat, f"paddle a {seat + 2}")
        return [m.redacted(who).tobytes() for who in (None, 0, 1)]

    for turns in (0, 1):
        assert seen_by_others("5", turns) == seen_by_others("cloud", turns)
    for one, other in zip(seen_by_others("5", 2), seen_by_others("cloud", 2), strict=True):
        assert one != other


@pytest.mark.rule("N-ROUND-5")
def test_before_all_have_chosen_nobody_sees_more_than_that_a_player_has() -> None:
    def seen(card: str) -> list[object]:
        m = match(player())
        assert turn(m, 2, f"card {card}") == ()
        return [m.waiting, *(m.view(who) for who in (None, 0, 1)), *(m.redacted(who).tobytes() for who in (None, 0, 1))]

    assert seen("6") == seen("cloud")
    assert seen("6")[0] == {0, 1}


@pytest.mark.rule("N-ROUND-5")
def test_the_owner_sees_the_card_all_along() -> None:
    m = match(player())
    turn(m, 2, "card 6")
    assert m.view(2).players[2].card == "6"
    play_cards(m, "2", "3")
    assert m.view(2).players[2].card == "6"
    assert m.view(0).players[2].card == "hidden"
    assert m.view(None).players[0].card == "2"


@pytest.mark.rule("N-ROUND-6")
@pytest.mark.parametrize(("show", "played"), [("all", ("2", "5")), ("newest", ("2",))])
def test_played_cards_are_shown_all_or_only_the_newest(show: str, played: tuple[str, ...]) -> None:
    m = match(player(), options={"show_played": show})
    for card in ("5", "2"):
        play_cards(m, card, card, card)
        stand_still(m)
    assert [shown.played for shown in m.view(None).players] == [played] * 3


@pytest.mark.rule("N-ROUND-6")
def test_showing_played_cards_changes_nothing_in_the_rules() -> None:
    ends = []
    for show in ("all", "newest"):
        options = NIAGARA.parse_options(None, {"show_played": show})
        states = Match.new(NIAGARA, options, players=4, word=3).states
        counts = NIAGARA.doors.playout(states, 0, 11, 60)
        states["newest_only"] = 0
        ends.append((counts, states.tobytes()))
    assert ends[0] == ends[1]


@pytest.mark.rule("N-ROUND-7")
def test_the_last_card_of_a_cycle_is_asked_for_and_is_no_choice() -> None:
    m = Match.from_position(NIAGARA, position(player(hand=["3"]), player(hand=["3"]), player(hand=["1"]), round=7))
    assert m.waiting == {0, 1, 2}
    assert legal(m, 2) == {"card 1"}
    draft = m.draft(2)
    draft.fill_forced()
    assert draft.complete
    assert draft.free == 0
    assert [NIAGARA.actions[action].text for action in draft.decisions] == ["card 1"]
    # Who asks for another one is told why this is the only one, not that the turn is complete.
    asked = {text: draft.illegal(NIAGARA.parse_action(text)).refusal.reason for text in ("card 1", "card 5")}
    assert asked == {"card 1": "turn_complete", "card 5": "card_played"}


@pytest.mark.rule("N-ROUND-7")
def test_one_way_out_is_a_decision_that_the_table_makes_by_itself() -> None:
    m = paddling("cloud", player(), weather=2)
    draft = m.draft(0)
    assert legal(m, 0) == {"weather down"}
    draft.fill_forced()
    assert draft.complete
    assert draft.free == 0
    m.commit(0, draft.decisions)
    assert m.view(None).weather == 1
