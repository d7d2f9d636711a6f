from __future__ import annotations

import random
from itertools import product

import pytest

from eddyline.games.niagara.rules.board import DRIFT, MAX_PUSHES, PLACES
from support import oracle
from support.niagara import NIAGARA, PLAIN, canoe, kinds, legal, match, paddling, play_cards, player, refused, turn

CARDS = ["cloud", "1", "2", "3", "4", "5", "6"]
DISCS = ["1", "2", "3", "4", "5", "6L", "7L", "6R", "7R"]


def before_river(canoes: list[str], cards: list[str], weather: int, arm: str):
    """Set up the moment when all five players have had their turn."""
    places = iter([*canoes, *["dock"] * 10])
    players = [
        player(next(places), next(places), card=card, hand=[name for name in CARDS if name != card]) for card in cards
    ]
    points = 0 if cards[4] == "cloud" else int(cards[4])
    turn_part = {"seat": 4, "taken": 4, "points": points}
    position = {"players": players, "phase": "paddling", "turn": turn_part, "waiting": (), "round": 15}
    return NIAGARA.set_up(position | {"weather": weather, "next_arm": arm})


def flow(canoes: list[str], cards: list[str], weather: int, arm: str) -> tuple[list[str], str]:
    """Let the river flow; returns where the canoes are and the arm that is next."""
    states = before_river(canoes, cards, weather, arm)
    NIAGARA.doors.advance(states, 0)
    assert states[0].round_number == 16
    return [PLACES[place] for place in states[0].place[:5].ravel()[: len(canoes)]], "LR"[states[0].arm]


@pytest.mark.rule("N-CLOUD-1")
def test_the_cloud_moves_the_weather_one_space_and_no_canoe() -> None:
    m = paddling("cloud", player("3 ruby", "4"), player("3"))
    assert legal(m, 0) == {"weather up", "weather down"}
    for text in ("paddle a 2", "paddle a dock", "load b diamond", "unload a ruby", "stay", "spare", "steal 1a ruby"):
        refused(m, 0, text, rule="N-CLOUD-1")
    turn(m, 0, "weather down")
    assert m.view(None).weather == -1
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["3 ruby", "4"]


@pytest.mark.rule("N-CLOUD-1")
@pytest.mark.parametrize(("weather", "inwards", "outwards"), [(-1, "up", "down"), (2, "down", "up")])
def test_at_the_end_of_the_track_there_is_one_way(weather: int, inwards: str, outwards: str) -> None:
    m = paddling("cloud", player(), weather=weather)
    assert legal(m, 0) == {f"weather {inwards}"}
    refused(m, 0, f"weather {outwards}", rule="N-CLOUD-1")


@pytest.mark.rule("N-CLOUD-1")
def test_a_paddle_card_does_not_move_the_weather() -> None:
    refused(paddling("3", player()), 0, "weather up", rule="N-CLOUD-1")


@pytest.mark.rule("N-CLOUD-2")
def test_clouds_work_one_after_the_other() -> None:
    m = match(player(), first=1)
    play_cards(m, "cloud", "cloud", "cloud")
    turn(m, 1, "weather up")
    assert legal(m, 2) == {"weather up", "weather down"}
    turn(m, 2, "weather up")
    assert legal(m, 0) == {"weather down"}
    (moved, river, *_) = turn(m, 0, "weather down")
    assert (moved.before, moved.after) == (2, 1)
    assert river.pushes == 1


@pytest.mark.rule("N-FLOW-1")
def test_pushes_are_the_lowest_paddle_card_plus_the_weather() -> None:
    rng = random.Random(1)
    hands = rng.sample(list(product(CARDS, repeat=3)), 15 if PLAIN else 80)
    for hand, weather in product(hands, (-1, 0, 1, 2)):
        cards = [*hand, "cloud", "cloud"]
        numbers = [int(card) for card in hand if card != "cloud"]
        expected = max(0, min(numbers, default=0) + weather)
        ends, _ = flow(["1"], cards, weather, "L")
        assert ends == oracle.flow(["1"], "L", expected)[0]


@pytest.mark.rule("N-FLOW-1")
@pytest.mark.parametrize(
    ("weather", "steps", "pushes"),
    [(0, "up down up", 1), (1, "up down up", 2), (0, "down up down", 0), (1, "down down up", 0)],
)
def test_with_clouds_only_the_weather_alone_counts(weather: int, steps: str, pushes: int) -> None:
    m = match(player(), weather=weather)
    play_cards(m, "cloud", "cloud", "cloud")
    events = ()
    for seat, step in enumerate(steps.split()):
        events = turn(m, seat, f"weather {step}")
    (river,) = [event for event in events if kinds([event]) == ["river"]]
    assert (river.pushes, river.lowest) == (pushes, 0)


@pytest.mark.rule("N-FLOW-2")
@pytest.mark.parametrize(("arm", "other"), ["LR", "RL"])
def test_one_push_moves_the_main_channel_and_one_arm(arm: str, other: str) -> None:
    before = ["1", "2", "3", "4", "5", f"6{arm}", f"7{arm}", f"6{other}", f"7{other}", "dock"]
    after = ["2", "3", "4", "5", f"6{arm}", f"7{arm}", "lost", f"6{other}", f"7{other}", "dock"]
    assert flow(before, ["1"] * 5, 0, arm) == (after, other)


@pytest.mark.rule("N-FLOW-2")
@pytest.mark.parametrize("arm", ["L", "R"])
def test_the_river_is_what_nine_discs_make_of_it(arm: str) -> None:
    for card, weather in product("123456", (-1, 0, 1, 2)):
        assert flow([*DISCS, "dock"], [card] * 5, weather, arm) == oracle.flow(
            [*DISCS, "dock"], arm, int(card) + weather
        )


@pytest.mark.rule("N-FLOW-2")
def test_the_events_tell_the_river_push_by_push() -> None:
    m = paddling("2", player("2", "7L ruby"), player("1"), others="2", next_arm="L")
    turn(m, 0, "paddle a 4", "paddle b 5")
    turn(m, 1, "paddle a 3", "stay")
    _, river, first, second, *_ = turn(m, 2, "paddle a 2")
    assert river.pushes == 2
    assert [(push.number, push.arm) for push in (first, second)] == [(1, "L"), (2, "R")]
    assert {(at.seat, at.canoe, at.place) for at in first.canoes} == {
        (0, "a", "5"), (0, "b", "6L"), (1, "a", "4"), (2, "a", "3"),
    }  # fmt: skip
    assert {(at.seat, at.canoe, at.place) for at in second.canoes} == {(0, "a", "6R"), (1, "a", "5"), (2, "a", "4")}
    assert [canoe(m, 0), canoe(m, 0, "b"), canoe(m, 1), canoe(m, 2)] == ["6R", "6L ruby", "5", "4"]


@pytest.mark.rule("N-FLOW-3")
def test_the_arms_take_turns_from_round_to_round() -> None:
    m = match(player(), next_arm="R")
    pushes = 0
    for cards in (("1", "2", "3"), ("4", "5", "6"), ("2", "3", "4"), ("3", "4", "5")):
        play_cards(m, *cards)
        for _ in range(3):
            (seat,) = m.waiting
            draft = m.draft(seat)
            while not draft.complete:
                draft.decide(draft.legal()[-1])
            m.commit(seat, draft.decisions)
        pushes += int(cards[0])
        assert m.view(None).next_arm == "RL"[pushes % 2]
    assert pushes == 10


def sinks(disc: str, arm: str) -> int:
    """Say from how many pushes on a canoe is lost, by the formula of N-FLOW-4."""
    if len(disc) == 1:
        return 10 - int(disc)
    own = disc[1] == arm
    return {("6", True): 3, ("6", False): 4, ("7", True): 1, ("7", False): 2}[disc[0], own]


@pytest.mark.rule("N-FLOW-4")
@pytest.mark.parametrize("arm", ["L", "R"])
@pytest.mark.parametrize("disc", DISCS)
def test_the_formula_the_naive_river_and_the_rules_agree(disc: str, arm: str) -> None:
    other = {"L": "R", "R": "L"}[arm]
    for pushes in range(9):
        card = max(1, min(6, pushes))
        (end, dock), _ = flow([disc, "dock"], [str(card)] * 5, pushes - card, arm)
        assert [end, dock] == oracle.flow([disc, "dock"], arm, pushes)[0]
        assert (end == "lost") == (pushes >= sinks(disc, arm))
        if len(disc) == 1:
            entered = pushes - (6 - int(disc))
            if entered < 0:
                assert end == str(int(disc) + pushes)
            elif end != "lost":
                side = arm if (6 - int(disc)) % 2 else other
                assert end == f"{6 + entered // 2}{side}"


@pytest.mark.rule("N-FLOW-4")
def test_the_table_of_drifts_holds_for_every_number_of_pushes() -> None:
    for arm, pushes in product((0, 1), range(MAX_PUSHES + 1)):
        ends, _ = oracle.flow(list(PLACES), "LR"[arm], pushes)
        assert [PLACES[end] for end in DRIFT[arm, pushes]] == ends


@pytest.mark.rule("N-FLOW-4")
def test_a_canoe_at_the_dock_is_safe_and_a_lost_one_stays_lost() -> None:
    ends, _ = flow(["dock", "lost", "7L", "7R"], ["6"] * 5, 2, "L")
    assert ends == ["dock", "lost", "lost", "lost"]
