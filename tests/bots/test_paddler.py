"""The paddler does what a sensible family would do."""

from __future__ import annotations

import numpy as np
import pytest

from eddyline.bots import BOTS, play_turn
from eddyline.bots.niagara.lone_canoe import solve_lone_canoe
from eddyline.bots.niagara.planning import choose
from eddyline.bots.niagara.scratch import new_scratch
from eddyline.engine.kernel import PLAIN
from eddyline.engine.match import Match
from eddyline.engine.registry import game
from support.niagara_games import play_games

NIAGARA = game("niagara")
IDLE = {"canoes": [{}, {}]}


def turn(position, seat=0, seed=1):
    """Let the paddler play the seat's turn in a position; give back the match after it and the decisions in words."""
    states = NIAGARA.set_up(position)
    match = Match(NIAGARA, states)
    decisions = play_turn(BOTS["niagara"]["paddler"](seed), match, seat)
    match.commit(seat, decisions)
    return match, [NIAGARA.actions[action].text for action in decisions]


def paddling(card, canoes, others=(IDLE, IDLE), todo=("must", "may"), **more):
    """Describe the last turn of a round, by seat 0, after the others have played a 6 unless they say otherwise."""
    hand = ["cloud", *(str(number) for number in range(1, 7) if str(number) != card)]
    player = {"canoes": canoes, "card": card, "hand": more.pop("hand", [held for held in hand if held != card])}
    player["stash"] = more.pop("stash", {})
    played = {"card": "6", "hand": ["cloud", "1", "2", "3", "4", "5"]}
    rest = [played | other for other in others]
    points = 0 if card == "cloud" else int(card)
    todo = ("nothing", "nothing") if card == "cloud" else todo
    spot = {"seat": 0, "taken": len(rest), "todo": todo, "points": points}
    return {"players": [player, *rest], "phase": "paddling", "round": 15, "first": 1, "turn": spot} | more


def at(place, cargo=None):
    return {"place": place} | ({"cargo": [cargo]} if cargo else {})


@pytest.mark.parametrize(
    ("stash", "cargo"),
    [
        ({"amber": 3}, "amber"),
        ({"amethyst": 1, "diamond": 1, "amber": 1, "ruby": 1}, "sapphire"),
        ({"amethyst": 3, "diamond": 3}, "ruby"),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_docks_when_that_wins(stash, cargo, seed):
    match, decisions = turn(paddling("4", [at("3", cargo), at("5")], todo=("must", "must"), stash=stash), seed=seed)
    assert "paddle a dock" in decisions
    assert match.winners == (0,)


@pytest.mark.parametrize("seed", range(3))
def test_chooses_the_card_that_wins(seed):
    player = {"canoes": [at("6L", "ruby"), at("dock")], "stash": {"ruby": 3}}
    _, decisions = turn({"players": [player, IDLE, IDLE], "round": 15}, seed=seed)
    assert decisions == ["card 6"]


def lost_after(states):
    """Carry out what follows the last turn of a round, and tell whether seat 0 has its first canoe no more."""
    after = states.copy()
    NIAGARA.doors.advance(after, 0)
    return NIAGARA.position(after).players[0].canoes[0].place == "lost"


def can_be_saved(states):
    """Search all the turns that seat 0 could play now for one that keeps its first canoe off the falls."""
    if 0 not in NIAGARA.to_act(states):
        return not lost_after(states)
    for action in NIAGARA.legal(states, 0):
        after = states.copy()
        NIAGARA.doors.decide(after, 0, 0, action)
        if can_be_saved(after):
            return True
    return False


@pytest.mark.parametrize("weather", [-1, 0, 1, 2])
@pytest.mark.parametrize("card", ["1", "2", "3", "4", "5", "6"])
@pytest.mark.parametrize("place", ["4", "5", "6L", "6R", "7L", "7R"])
@pytest.mark.parametrize("cargo", [None, "amber"])
def test_no_canoe_stays_where_the_river_must_take_it(place, card, weather, cargo):
    position = paddling(card, [at(place, cargo), at("lost")], todo=("must", "nothing"), weather=weather)
    match, _ = turn(position)
    lost = NIAGARA.position(match.states).players[0].canoes[0].place == "lost"
    assert lost is not can_be_saved(NIAGARA.set_up(position))


def test_keeps_off_disc_7_for_a_ruby_it_could_not_bring_away():
    match, _ = turn(paddling("5", [at("4"), at("lost")], todo=("must", "nothing"), weather=2))
    assert NIAGARA.position(match.states).players[0].canoes[0].place != "lost"


@pytest.mark.parametrize("gem", ["ruby", "amethyst"])
def test_steals_a_free_gem(gem):
    victim = {"canoes": [at("3", gem), at("dock")]}
    match, decisions = turn(paddling("2", [at("5"), at("dock")], others=(victim, IDLE)))
    assert f"steal 1a {gem}" in decisions
    assert match.states[0].cargo[1, 0] == -1


def test_fetches_a_gem_that_lies_in_reach():
    _, decisions = turn(paddling("5", [at("dock"), at("lost")], todo=("must", "nothing")))
    assert decisions == ["paddle a 3", "load a amethyst"]


def test_takes_the_gem_that_it_needs():
    stash = {"diamond": 1, "amber": 1, "sapphire": 1, "ruby": 1}
    deposits = [{"amethyst": 7, "diamond": 2}, {"diamond": 4}, {"amber": 6}, {"sapphire": 6}, {"ruby": 6}]
    position = paddling("5", [at("dock"), at("lost")], todo=("must", "nothing"), stash=stash, deposits=deposits)
    _, decisions = turn(position)
    assert decisions == ["paddle a 3", "load a amethyst"]


def test_slows_the_river_for_its_own_canoe():
    low = {"card": "1", "hand": ["cloud", "2", "3", "4", "5", "6"]}
    match, decisions = turn(paddling("cloud", [at("7L", "ruby"), at("dock")], others=(low, IDLE)))
    assert decisions == ["weather down"]
    assert NIAGARA.position(match.states).players[0].canoes[0].place == "7L"


def test_hurries_the_river_for_the_canoes_of_others():
    loaded = {"canoes": [at("6R", "ruby"), at("6L", "sapphire")], "card": "2"}
    loaded |= {"hand": ["cloud", "1", "3", "4", "5", "6"], "stash": {"ruby": 2}}
    _, decisions = turn(paddling("cloud", [at("dock"), at("dock")], others=(loaded, IDLE)))
    assert decisions == ["weather up"]


def test_plays_the_card_that_brings_its_canoe_out_of_the_arm():
    others = {"canoes": [at("dock"), at("dock")], "hand": ["5", "6"]}
    player = {"canoes": [at("7L", "ruby"), at("lost")], "hand": ["1", "6"], "stash": {"ruby": 1}}
    _, decisions = turn({"players": [player, others, others], "round": 6, "weather": 2})
    assert decisions == ["card 6"]


@pytest.mark.parametrize("rescue", ["optional", "forced"])
def test_rescues_with_the_gem_that_it_misses_least(rescue):
    player = {"canoes": [at("lost"), at("lost")], "stash": {"ruby": 3, "amethyst": 1}}
    position = {"players": [player, IDLE, IDLE], "phase": "rescue", "round": 15, "options": {"rescue": rescue}}
    _, decisions = turn(position)
    assert decisions[0] == "rescue a amethyst"


def test_does_not_sell_the_goal_for_a_second_canoe():
    player = {"canoes": [at("lost"), at("2", "ruby")], "stash": {"ruby": 3}}
    _, decisions = turn({"players": [player, IDLE, IDLE], "phase": "rescue", "round": 15})
    assert decisions == ["decline"]


def positions(players, entropy, preset="rulebook"):
    """Play a game among paddlers and give back every position with the seats that owe a decision in it."""
    states = NIAGARA.new(NIAGARA.parse_options(preset, {}), players, entropy)
    scratches, stack = new_scratch()
    while NIAGARA.settle(states):
        seats = sorted(NIAGARA.to_act(states))
        for seat in seats:
            yield states.copy(), seat
        for seat in seats:
            for action in (
                scratches[0].turn_plan[: choose(states, 0, seat, 7, solve_lone_canoe(players), scratches, stack)].copy()
            ):
                NIAGARA.doors.decide(states, 0, seat, int(action))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_answers_alike_on_the_full_and_the_redacted_state(players):
    """Search plays the paddler on full states: there, too, it must not read what the seat cannot know."""
    scratches, stack = new_scratch()
    seen = 0
    for states, seat in positions(players, entropy=players):
        redacted = NIAGARA.redact(states, seat)
        plans = []
        for known in (states, redacted):
            length = choose(known, 0, seat, 7, solve_lone_canoe(players), scratches, stack)
            plans.append(scratches[0].turn_plan[:length].tolist())
        assert plans[0] == plans[1]
        seen += 1
    assert seen > 50


def test_first_decisions_follow_the_plan_of_the_whole_turn():
    scratches, stack = new_scratch()
    bot = BOTS["niagara"]["paddler"](7)
    for states, seat in positions(4, entropy=5):
        if states[0].phase == 2:
            length = choose(states, 0, seat, 7, solve_lone_canoe(4), scratches, stack)
            planned = scratches[0].turn_plan[:length].copy()
            for action in planned:
                assert bot.plan(NIAGARA.redact(states, seat), seat) == (action,)
                NIAGARA.doors.decide(states, 0, seat, int(action))


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="a thousand games need compiled code")
def test_a_thousand_games_among_paddlers_all_finish():
    rounds, winners = zip(*play_games(1000, 4, 0b1111), strict=True)
    assert all(winners)
    assert max(rounds) < 100
    assert np.median(rounds) <= 25


@pytest.mark.skipif(PLAIN, reason="hundreds of games need compiled code")
@pytest.mark.parametrize("preset", NIAGARA.presets)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_finish_with_every_preset_and_number_of_players(preset, players):
    assert all(winners for _, winners in play_games(50, players, (1 << players) - 1, preset))


@pytest.mark.skipif(PLAIN, reason="hundreds of games need compiled code")
@pytest.mark.parametrize("seat", range(4))
def test_beats_three_who_play_at_random(seat):
    won = sum(winners == (seat,) for _, winners in play_games(100, 4, 1 << seat))
    assert won >= 95
