"""The paddler makes use of what the expansion modules offer."""

from __future__ import annotations

import pytest

from eddyline.bots import BOTS, play_turn
from eddyline.engine.kernel import PLAIN
from eddyline.engine.match import Match
from eddyline.engine.registry import game
from support.niagara_games import play_games

NIAGARA = game("niagara")
MODULES = ("double_canoe", "whirlpool", "spirit_cards", "beaver", "moose", "diamond_joe")
IDLE = {"canoes": [{}, {}]}


def at(place, *cargo):
    return {"place": place, "cargo": list(cargo)}


def turn(position, seat=0, seed=1, *, bare=False):
    """Let the paddler play the seat's turn in a position; give back the decisions in words.

    A bare river has no gem on its deposits: whoever wants one has to get it elsewhere.
    """
    states = NIAGARA.set_up(position)
    if bare:
        states[0].deposit[:] = 0
    match = Match(NIAGARA, states)
    decisions = play_turn(BOTS["niagara"]["paddler"](seed), match, seat)
    match.commit(seat, decisions)
    return [NIAGARA.actions[action].text for action in decisions]


def paddling(card, canoes, *modules, others=(IDLE, IDLE), **more):
    """Describe the last turn of a round, by seat 0, after the others have played a 6."""
    cards = ["cloud", "1", "2", "3", "4", "5", "6"] + ["7", "123", "rope"] * ("spirit_cards" in modules)
    player = {"canoes": canoes, "card": card, "hand": [held for held in cards if held != card]}
    player["stash"] = more.pop("stash", {})
    rest = [{"card": "6", "hand": [held for held in cards if held != "6"]} | other for other in others]
    todo = ["nothing" if canoe["place"] == "lost" else "must" for canoe in canoes]
    points, slack = (3, 2) if card == "123" else (int(card), 0)
    spot = {"seat": 0, "taken": len(rest), "todo": todo, "points": points, "slack": slack}
    options = dict.fromkeys(modules, True)
    position = {"players": [player, *rest], "phase": "paddling", "first": 1, "turn": spot}
    return position | {"options": options, "round": 2 * len(cards) + 1} | more


@pytest.mark.parametrize("seed", range(3))
def test_takes_the_gem_of_diamond_joe(seed):
    joe = {"place": "1", "cargo": "ruby"}
    position = paddling("2", [at("3"), at("lost")], "diamond_joe", joe=joe, stash={"ruby": 3})
    assert turn(position, seed=seed, bare=True) == ["paddle a 1", "joe take"]


def test_swaps_with_diamond_joe_for_the_gem_that_it_needs():
    joe = {"place": "1", "cargo": "ruby"}
    canoes = [at("3", "amethyst"), at("lost")]
    position = paddling("2", canoes, "diamond_joe", joe=joe, stash={"ruby": 3})
    assert turn(position, bare=True) == ["paddle a 1", "joe swap amethyst"]


def test_gives_diamond_joe_nothing():
    canoes = [at("3", "ruby"), at("lost")]
    position = paddling("2", canoes, "diamond_joe", joe={"place": "1"}, stash={"ruby": 3})
    assert "joe give ruby" not in turn(position)


@pytest.mark.parametrize("seed", range(3))
def test_ropes_a_rich_canoe_that_would_fall(seed):
    """With weather +2 no other card keeps a canoe on disc 7: a 4 at least flows, and disc 4 drifts too far, too."""
    others = {"canoes": [{}, {}], "hand": ["5", "6", "7"]}
    player = {"canoes": [at("7L", "ruby"), at("7R", "sapphire")], "hand": ["1", "2", "rope"]}
    position = {"players": [player, others, others], "options": {"spirit_cards": True}, "round": 8, "weather": 2}
    assert turn(position, seed=seed) == ["card rope"]


def test_moves_the_canoe_that_a_123_card_brings_home():
    position = paddling("123", [at("1"), at("2", "ruby")], "spirit_cards", stash={"ruby": 2})
    assert turn(position) == ["paddle b dock"]


@pytest.mark.parametrize("stash", [{}, {"amber": 1}])
def test_rescues_the_double_canoe_of_two(stash):
    player = {"canoes": [at("lost"), at("lost")], "stash": stash}
    position = {"players": [player, IDLE, IDLE], "phase": "rescue", "round": 8, "options": {"double_canoe": True}}
    assert turn(position)[0] == ("rescue b amber" if stash else "rescue b")


def test_robs_two_with_the_double_canoe():
    victims = [{"canoes": [at("3", "ruby"), at("dock")]}, {"canoes": [at("dock"), at("3", "sapphire")]}]
    position = paddling("2", [at("lost"), at("5")], "double_canoe", others=victims)
    assert sorted(turn(position, bare=True)[1:]) == ["steal 1a ruby", "steal 2b sapphire"]


def test_loads_a_second_gem_that_wins_with_the_first():
    canoes = [at("lost"), at("5", "ruby")]
    stash = {"ruby": 1, "amethyst": 1, "diamond": 1, "sapphire": 1}
    assert turn(paddling("2", canoes, "double_canoe", stash=stash, weather=-1)) == ["load b amber"]


def test_takes_the_moose():
    position = paddling("3", [at("7L", "ruby"), at("lost")], "moose")
    assert turn(position)[0] == "moose a"


def test_takes_the_moose_before_it_moves_the_weather():
    position = paddling("1", [at("7L", "ruby"), at("lost")], "moose")
    position["players"][0] |= {"card": "cloud", "hand": ["1", "2", "3", "4", "5", "6"]}
    position["turn"] |= {"points": 0, "todo": ["nothing", "nothing"]}
    assert turn(position)[0] == "moose a"


@pytest.mark.parametrize(("next_arm", "safer"), [("L", "6R"), ("R", "6L")])
def test_lets_the_whirlpool_take_it_where_the_river_is_later(next_arm, safer):
    """With the cloud as its last card it will have to stay there for a round."""
    roped = {"canoes": [at("5", "ruby"), {}], "card": "rope", "hand": ["cloud"]}
    others = {"canoes": [{}, {}], "card": "6", "hand": ["1"]}
    position = {"players": [roped, others, others], "phase": "river", "round": 9, "next_arm": next_arm, "weather": 0}
    position |= {"whirlpool": "5", "options": {"whirlpool": True, "spirit_cards": True}}
    assert turn(position) == [f"swept a {safer}"]


@pytest.mark.skipif(PLAIN, reason="hundreds of games need compiled code")
@pytest.mark.parametrize(
    ("players", "modules"),
    [
        (players, modules)
        for players in (2, 3, 4, 5, 6)
        for modules in (*((module,) for module in MODULES), MODULES)
        if players < 6 or modules != ("diamond_joe",)  # N-SET-1
    ],
)
def test_games_finish_with_every_module_and_number_of_players(players, modules):
    assert all(winners for _, winners in play_games(30, players, (1 << players) - 1, modules=modules))


@pytest.mark.skipif(PLAIN, reason="hundreds of games need compiled code")
@pytest.mark.parametrize("modules", [*((module,) for module in MODULES), MODULES], ids=", ".join)
def test_beats_three_who_play_at_random(modules):
    won = sum(winners == (seat,) for seat in range(4) for _, winners in play_games(25, 4, 1 << seat, modules=modules))
    assert won >= 95
