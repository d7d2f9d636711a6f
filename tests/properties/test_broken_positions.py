"""Positions that no game can come to are refused, with a message that names the place and what is wrong."""

from __future__ import annotations

import copy

import msgspec
import pytest

from eddyline.engine.game import PositionError
from eddyline.engine.match import Match
from support.niagara import NIAGARA, paddling, player, position


def turn_of(card: str, *texts: str, **first):
    """Describe a turn of phase 2 after some decisions."""
    m = paddling(card, player(**first) if first else player("4 ruby", "dock"), player("3 amber"))
    draft = m.draft(0, [NIAGARA.parse_action(text) for text in texts])
    return msgspec.to_builtins(NIAGARA.position(draft.states))


CARDS = position(player("3 ruby", "lost", "amber amber"))
RESCUE = position(player("lost", "lost", "ruby"), player("lost"), phase="rescue", round=2)
SIT_OUT = position(player("lost sits_out"), options={"rescue": "sit_out"}, round=2)
START = turn_of("4")
BEFORE = turn_of("6", "unload a ruby")
AFTER = turn_of("3", "paddle a 5")
MEETING = turn_of("1", "paddle a 3", a="4", b="5")
CLOUD = turn_of("cloud")
ALL = {"double_canoe", "whirlpool", "spirit_cards", "beaver", "moose", "diamond_joe"}
MODULES = position(
    player("4 ruby", "5 amber amber"),
    options=dict.fromkeys(sorted(ALL), True),
    whirlpool="3",
    beaver="2",
    moose={"seat": 0, "canoe": "b"},
    joe={"place": "6L", "cargo": "ruby"},
)

BROKEN = [
    (CARDS, "$", [1], "Expected `object`, got `array`"),
    (CARDS, "colour", "red", "unknown field `colour`"),
    (CARDS, "options.gravity", 1, "unknown field `gravity`"),
    (CARDS, "players", [], "length >= 2"),
    (CARDS, "players.0.canoes.0.place", "8", "Invalid enum value '8'"),
    (CARDS, "players.0.canoes.0.place", "dock", "a canoe at 'dock' carries no gem, got ruby"),
    (CARDS, "players.0.canoes.0.place", "lost", "a canoe at 'lost' carries no gem"),
    (CARDS, "players.0.canoes.0.cargo", ["pearl"], "Invalid enum value 'pearl'"),
    (CARDS, "players.0.canoes.0.sits_out", True, "only a lost canoe sits out"),
    (CARDS, "players.0.canoes.1.sits_out", True, "with the option rescue='sit_out' only"),
    (CARDS, "players.0.canoes.1.rescue", "amber", "in the phase 'rescue' only"),
    (CARDS, "players.0.stash", {"amber": 8}, "expected at most 7 gems of amber, got 8"),
    (CARDS, "players.0.stash", {"ruby": -1}, ">= 0"),
    (CARDS, "players.0.stash", {"ruby": 4}, "this stash reached a goal"),
    (CARDS, "players.0.hand", ["1", "1", "2", "3", "4", "5", "6"], "each card at most once"),
    (CARDS, "players.0.hand", ["1", "2"], "expected 7 cards now, in round 1, got 2"),
    (CARDS, "players.0.hand", [], "expected 7 cards"),
    (CARDS, "round", 2, "expected 6 cards now, in round 2, got 7"),
    (CARDS, "round", 0, ">= 1"),
    (CARDS, "round", 101, "at most max_rounds, 100"),
    (CARDS, "players.0.newest", "3", "expected a card that has left the hand, got '3'"),
    (CARDS, "first", 3, "expected a seat from 0 to 2, got 3"),
    (CARDS, "weather", 3, "<= 2"),
    (CARDS, "next_arm", "M", "Invalid enum value 'M'"),
    (CARDS, "phase", "over", "not 'over'"),
    (CARDS, "phase", "paddling", "expected a turn in the phase 'paddling'"),
    (CARDS, "turn", {"seat": 0}, "expected a turn in the phase 'paddling' and none in 'cards'"),
    (CARDS, "waiting", [], "expected the seats [0, 1, 2], got []"),
    (CARDS, "deposits", [{}], "expected 5 deposits, got 1"),
    (CARDS, "deposits", [{"ruby": 7}, {}, {}, {}, {}], "expected 7 gems of amethyst"),
    (RESCUE, "players.0.card", "1", "expected none before the phase 'cards'"),
    (RESCUE, "players.0.canoes.0.rescue", "amber", "too few gems of amber"),
    (RESCUE, "players.0.canoes.0.rescue", "free", "does not come back free"),
    (RESCUE, "players.1.canoes.0.rescue", "free", "does not come back free"),
    (RESCUE, "players.0.canoes.0.rescue", "pearl", "pearl"),
    (RESCUE, "waiting", [1], "expected the seats"),
    (SIT_OUT, "phase", "rescue", "after the phase 'rescue'"),
    (START, "turn.seat", 1, "seat 1 is not the one whose turn it is after 0 turns"),
    (START, "turn.taken", 1, "seat 0 is not the one whose turn it is after 1 turns"),
    (START, "turn.todo", ["nothing", "must"], "expected 'may' or 'nothing' of a canoe at 'dock'"),
    (START, "turn.todo", ["may", "may"], "expected 'must' or 'nothing' of a canoe at '4'"),
    (START, "turn.points", 3, "do not fit the card"),
    (START, "turn.points", 10, "<= 9"),
    (START, "turn.canoe", "a", "expected a canoe unless the stage is 'start'"),
    (START, "turn.stage", "meeting", "expected a canoe unless the stage is 'start', got None"),
    (START, "turn.unloaded", ["ruby"], "do not fit"),
    (START, "players.0.card", None, "expected a revealed card that has left the hand, got None"),
    (START, "players.1.card", None, "expected a card that is still in the hand, got None"),
    (START, "players.0.canoes.1.place", "lost", "nothing to do"),
    (START, "waiting", [1], "expected the seats [0], got [1]"),
    (BEFORE, "turn.points", 5, "do not fit"),
    (BEFORE, "turn.points", 2, "do not fit"),
    (BEFORE, "turn.unloaded", [], "do not fit"),
    (BEFORE, "turn.todo", ["nothing", "may"], "the canoe that has begun is not done"),
    (BEFORE, "turn.canoe", "b", "do not fit"),
    (AFTER, "turn.points", 4, "do not fit"),
    (AFTER, "turn.unloaded", ["ruby"], "do not fit"),
    (AFTER, "turn.points", 0, "do not fit"),
    (MEETING, "players.1.canoes.0.place", "2", "do not fit"),
    (MEETING, "turn.points", 2, "do not fit"),
    (CLOUD, "turn.todo", ["must", "nothing"], "nor has any canoe with a cloud"),
    (CLOUD, "turn.points", 2, "do not fit"),
    (CARDS, "players.0.hand", ["cloud", "1", "2", "3", "4", "5", "7"], "got '7' without the Spirits cards"),
    (CARDS, "players.0.canoes.0.cargo", ["ruby", "ruby"], "at most one gem in a single canoe"),
    (CARDS, "beaver", "3", "not played - at `$.beaver`"),
    (CARDS, "whirlpool", "3", "not played - at `$.whirlpool`"),
    (CARDS, "joe", {"place": "3"}, "not played - at `$.joe`"),
    (CARDS, "moose", {"seat": 0, "canoe": "a"}, "not played - at `$.moose`"),
    (CARDS, "phase", "river", "expected a revealed card"),
    (MODULES, "players.0.canoes.0.cargo", ["ruby", "ruby"], "at most one gem in a single canoe"),
    (MODULES, "players.0.canoes.1.cargo", ["ruby", "ruby", "ruby"], "<= 2"),
    (MODULES, "whirlpool", "dock", "expected a disc of the river"),
    (MODULES, "whirlpool", "4", "no canoe stays on the whirlpool"),
    (MODULES, "whirlpool", "6L", "nobody stays on the whirlpool"),
    (MODULES, "beaver", "lost", "expected a disc of the river"),
    (MODULES, "moose.seat", 1, "expected a canoe in the water"),
    (MODULES, "moose.seat", 5, "expected a canoe in the water"),
    (MODULES, "joe.place", "dock", "expected a disc of the river"),
    (MODULES, "joe.place", "lost", "lost without a gem in the phase 'river'"),
    (MODULES, "players.0.hand", ["cloud", "1", "2", "3", "4", "5", "6"], "expected 10 cards now"),
]


def broken(start, path: str, value: object):
    """Change one part of a position."""
    if path == "$":
        return value
    made = copy.deepcopy(start)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    part = made
    for step in way:
        part = part[step]
    part[last] = value
    return made


@pytest.mark.parametrize(
    ("start", "path", "value", "message"), BROKEN, ids=lambda part: part if isinstance(part, str) else ""
)
def test_it_is_refused(start, path: str, value: object, message: str) -> None:
    NIAGARA.set_up(start)
    with pytest.raises(PositionError) as refusal:
        NIAGARA.set_up(broken(start, path, value))
    assert message in str(refusal.value)
    assert str(refusal.value).startswith("position refused: ")


def test_a_deposit_that_an_exchange_needs_is_looked_at() -> None:
    # Four points on arrival mean unload and load: without another colour the turn could not be completed.
    start = turn_of("5", "paddle a 5")
    assert start["turn"]["points"] == 4
    diamonds, ambers = start["deposits"][1], start["deposits"][2]
    start["deposits"] = [start["deposits"][0], diamonds | ambers, {}, *start["deposits"][3:]]
    with pytest.raises(PositionError, match="do not fit"):
        NIAGARA.set_up(start)


def test_a_position_in_which_nobody_decides_goes_on_by_itself() -> None:
    m = Match.from_position(NIAGARA, START | {"turn": START["turn"] | {"todo": ["nothing", "nothing"]}, "waiting": []})
    assert m.waiting == {1}
    m = Match.from_position(NIAGARA, RESCUE | {"waiting": [0]})
    assert m.waiting == {0}


def test_a_finished_position_is_over() -> None:
    hand = ["cloud", "1", "2", "3", "4", "5"]
    ended = position(
        player(stash="ruby ruby ruby ruby", hand=hand, card="6"),
        player(hand=hand, card="6"),
        player(hand=hand, card="6"),
        phase="over",
    )
    m = Match.from_position(NIAGARA, ended)
    assert m.over
    assert m.winners == (0,)
    assert m.ranking == (1, 2, 2)
