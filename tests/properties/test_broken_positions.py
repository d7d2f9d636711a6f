"""Positions that no game can come to are refused, with a message that names the place and what is wrong."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import structs

from eddyline.engine.match import Match
from eddyline.engine.positions import PositionError
from eddyline.games.niagara.positions.form import Position
from support.broken import broken, check
from support.canyon import CANYON, bidding
from support.niagara import NIAGARA, paddling, player, position


def turn_of(card: str, *texts: str, **first):
    """Describe a turn of phase 2 after some decisions."""
    m = paddling(card, player(**first) if first else player("4 ruby", "dock"), player("3 amber"))
    draft = m.draft(0, [NIAGARA.parse_action(text) for text in texts])
    return msgspec.to_builtins(NIAGARA.position(draft.states))


CARDS_LEFT = ["cloud", "1", "2", "3", "4", "5"]
CARDS = position(player("3 ruby", "lost", "amber amber"))
RESCUE = position(player("lost", "lost", "ruby"), player("lost"), phase="rescue", round=16)
SIT_OUT = position(player("lost sits_out"), options={"rescue": "sit_out"}, round=16)
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

FIRST = position(player(), round=1)
FIRST_ALL = position(player(), round=1, options=dict.fromkeys(sorted(ALL), True))
GOAL = position(
    player(stash="ruby ruby ruby ruby", hand=CARDS_LEFT, card="6"),
    player(hand=CARDS_LEFT, card="6"),
    player(hand=CARDS_LEFT, card="6"),
    phase="over",
)


def double(card: str, *texts: str, b: str, victims: tuple[str, str] = ("dock", "dock")):
    """Describe a turn with the double canoe after some decisions; the other one is lost."""
    m = paddling(card, player("lost", b), *(player(place) for place in victims), options={"double_canoe": True})
    draft = m.draft(0, [NIAGARA.parse_action(text) for text in texts])
    return msgspec.to_builtins(NIAGARA.position(draft.states))


DOUBLE_BEFORE = double("6", "unload b ruby", b="5 ruby amber")
DOUBLE_AFTER = double("4", "paddle b 5", b="3")
DOUBLE_MEETING = double("1", "paddle b 4", b="5", victims=("4 ruby", "4 amber"))
DOUBLE_ALONE = double("1", "paddle b 4", b="5", victims=("4 ruby", "dock"))
DOUBLE_ROBBED = double("1", "paddle b 4", "steal 1a ruby", b="5", victims=("4 ruby", "4 amber"))
LOST = [{"place": "lost"}, {"place": "lost"}]

BROKEN = [
    # What the rounds so far cannot have led to.
    (
        FIRST,
        "players.0.canoes.0.place",
        "3",
        "expected at most 0 to have left the dock, one with each turn that paddled",
    ),
    (FIRST, "players.0.canoes", LOST, "expected at most 0 to have left the dock"),
    (FIRST, "players.0.stash", {"ruby": 1}, "expected at most 0 gems, after 0 turns that paddled, got 1"),
    (FIRST, "phase", "rescue", "round 1 begins with the cards"),
    (FIRST, "weather", 1, "expected 0 after 0 clouds in round 1, got +1"),
    (
        FIRST,
        "deposits",
        [{"amethyst": 7}, {"diamond": 7}, {"amber": 6, "ruby": 1}, {"sapphire": 7}, {"amber": 1, "ruby": 6}],
        "in round 1 only gems of amber lie there - at `$.deposits[2]`",
    ),
    (FIRST_ALL, "whirlpool", "4", "on disc 3 until the river flows for the first time"),
    (FIRST_ALL, "beaver", "1", "in the river only after two clouds"),
    (FIRST_ALL, "joe", {"place": "2"}, "he is on disc 1, without a gem"),
    (FIRST_ALL, "joe", {"place": "1", "cargo": "ruby"}, "he is on disc 1, without a gem"),
    (MODULES, "weather", 2, None),
    (MODULES | {"weather": 2}, "beaver", None, "the weather +2 has called it"),
    (CARDS, "players.1.canoes", LOST, "both are lost, but one of them came back before the cards"),
    (
        CARDS | {"options": {"rescue": "forced"}},
        "players.1",
        {"canoes": LOST, "stash": {"ruby": 1}},
        "one of them came back",
    ),
    (SIT_OUT, "players.0.canoes.0.sits_out", False, "a canoe that was not brought back sits this round out"),
    (SIT_OUT, "players.0.canoes.1", {"place": "lost", "sits_out": True}, "one of them came back before the cards"),
    (RESCUE, "players.0.canoes.1.rescue", "ruby", "of two canoes lost alike the first is brought back first"),
    (RESCUE | {"options": {"rescue": "sit_out"}}, "players.0.canoes.0.rescue", "ruby", "one comes back free before"),
    (GOAL, "players.0.card", "cloud", "expected a revealed card that has left the hand"),
    (GOAL, "players.0.canoes", [{"place": "3"}, {"place": "4"}], "this goal was not reached in this round"),
    (GOAL, "players.0.stash", {"ruby": 6}, "this goal was not reached in this round"),
    (GOAL, "players.0.newest", "6", None),
    (GOAL, "players.1.card", "4", "expected a revealed card that has left the hand"),
    # Turns that have begun.
    (DOUBLE_BEFORE, "turn.points", 6, "expected 6 less 2 for each gem unloaded or loaded, got 6"),
    (DOUBLE_BEFORE, "turn.points", 5, "expected 6 less 2"),
    (
        DOUBLE_BEFORE,
        "turn.unloaded",
        ["amethyst", "diamond", "amber", "sapphire", "ruby"],
        "expected a list of at most 2",
    ),
    (DOUBLE_BEFORE, "turn.unloaded", ["ruby", "ruby"], "expected each colour once"),
    (DOUBLE_BEFORE, "turn.unloaded", ["diamond"], "expected the gems on the deposit beside the canoe, got diamond"),
    (DOUBLE_BEFORE, "turn.loaded", True, "expected 6 less 2"),
    (DOUBLE_BEFORE, "turn.may_rob", True, "only a canoe that has paddled"),
    (DOUBLE_BEFORE, "turn.slack", 1, "expected the 0 points of the card, got 1"),
    (DOUBLE_AFTER, "turn.loaded", True, "expected a gem in the canoe of a colour that it did not unload"),
    (DOUBLE_AFTER, "turn.robbed", [{"seat": 1, "canoe": "a"}], "only a double canoe that has taken one gem"),
    (DOUBLE_MEETING, "players.2.canoes.0.place", "3", None),
    (DOUBLE_ALONE, "players.1.canoes.0.place", "3", "do not fit"),
    (DOUBLE_MEETING, "turn.robbed", [{"seat": 1, "canoe": "a"}], "only a double canoe that has taken one gem"),
    (
        DOUBLE_ROBBED,
        "turn.robbed",
        [{"seat": 0, "canoe": "a"}],
        "expected a canoe of another player, got one of seat 0",
    ),
    (
        DOUBLE_ROBBED,
        "turn.robbed",
        [{"seat": 5, "canoe": "a"}],
        "expected a canoe of another player, got one of seat 5",
    ),
    (DOUBLE_ROBBED, "turn.robbed", [{"seat": 1, "canoe": "b"}], "expected a canoe on the same disc, got 1b"),
    (DOUBLE_ROBBED, "turn.robbed", [{"seat": 1, "canoe": "a"}] * 2, "expected a list of at most 1"),
    # Everything else.
    (CARDS, "$", [1], "expected an object, got [1] - at `$`"),
    (CARDS, "colour", "red", "unknown field 'colour', expected one of: options, players"),
    (CARDS, "options.gravity", 1, "unknown field 'gravity', expected one of: gems_per_deposit"),
    (CARDS, "options.wirlpool", True, "(did you mean 'whirlpool'?) - at `$.options`"),
    (CARDS, "players", [], "expected a list of 2 to 6, got []"),
    (
        CARDS,
        "players.0.canoes.0.place",
        "8",
        "expected one of: 1, 2, 3, 4, 5, 6L, 6R, 7L, 7R, dock, lost, got '8' - at `$.players[0].canoes[0].place`",
    ),
    (CARDS, "players.0.canoes.0.place", "dock", "a canoe at 'dock' carries no gem, got ruby"),
    (CARDS, "players.0.canoes.0.place", "lost", "a canoe at 'lost' carries no gem"),
    (CARDS, "players.0.canoes.0.cargo", ["pearl"], "ruby, sapphire, got 'pearl'"),
    (CARDS, "players.0.canoes.0.sits_out", True, "only a lost canoe sits out"),
    (CARDS, "players.0.canoes.1.sits_out", True, "with the option rescue='sit_out' only"),
    (CARDS, "players.0.canoes.1.rescue", "amber", "in the phase 'rescue' only"),
    (CARDS, "players.0.stash", {"amber": 8}, "expected at most 7 gems of amber, got 8"),
    (CARDS, "players.0.stash", {"ruby": -1}, "from 0 to 100, got {'ruby': -1}"),
    (CARDS, "players.0.stash", {"ruby": 4}, "this stash reached a goal"),
    (CARDS, "players.0.hand", ["1", "1", "2", "3", "4", "5", "6"], "each card at most once"),
    (CARDS, "players.0.hand", ["1", "2"], "expected 7 cards now, in round 15, got 2"),
    (CARDS, "players.0.hand", [], "expected 7 cards"),
    (CARDS, "round", 16, "expected 6 cards now, in round 16, got 7"),
    (CARDS, "round", 0, "expected a whole number from 1 to 10000, got 0 - at `$.round`"),
    (CARDS, "round", 101, "at most max_rounds, 100"),
    (CARDS, "players.0.newest", "3", "expected a card that has left the hand, got '3'"),
    (CARDS, "first", 3, "expected a seat from 0 to 2, got 3"),
    (CARDS, "weather", 3, "from -1 to 2, got 3"),
    (CARDS, "next_arm", "M", "expected one of: L, R, got 'M'"),
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
    (START, "turn.points", 10, "from 0 to 9, got 10"),
    (START, "turn.canoe", "a", "expected a canoe unless the stage is 'start'"),
    (START, "turn.stage", "meeting", "expected a canoe unless the stage is 'start', got None"),
    (START, "turn.unloaded", ["ruby"], "do not fit"),
    (START, "players.0.card", None, "expected a revealed card that has left the hand, got None"),
    (START, "players.1.card", None, "expected a card that is still in the hand, got None"),
    (START, "players.0.canoes.1.place", "lost", "nothing to do"),
    (START, "waiting", [1], "expected the seats [0], got [1]"),
    (BEFORE, "turn.points", 5, "expected 6 less 2 for each gem unloaded or loaded, got 5"),
    (BEFORE, "turn.points", 2, "expected 6 less 2 for each gem"),
    (BEFORE, "turn.unloaded", [], "expected 6 less 2 for each gem"),
    (BEFORE, "turn.todo", ["nothing", "may"], "the canoe that has begun is not done"),
    (BEFORE, "turn.canoe", "b", "expected the gems on the deposit beside the canoe, got ruby"),
    (AFTER, "turn.points", 4, "expected fewer than 3, for the canoe has paddled, got 4"),
    (AFTER, "turn.unloaded", ["ruby"], "expected the gems on the deposit"),
    (AFTER, "turn.points", 0, "expected at least 2 for more cargo work, got 0"),
    (MEETING, "players.1.canoes.0.place", "2", "do not fit"),
    (MEETING, "turn.points", 2, "expected fewer than 1, for the canoe has paddled, got 2"),
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
    (MODULES, "players.0.canoes.1.cargo", ["ruby", "ruby", "ruby"], "expected a list of at most 2, got"),
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


@pytest.mark.parametrize(
    ("start", "path", "value", "message"), BROKEN, ids=lambda part: part if isinstance(part, str) else ""
)
def test_it_is_refused(start, path: str, value: object, message: str | None) -> None:
    check(NIAGARA, start, path, value, message)


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


@pytest.mark.rule("N-SET-1")
def test_six_play_only_with_a_module() -> None:
    six = [player() for _ in range(6)]
    with pytest.raises(PositionError, match=r"6 players need one of the options .* \(N-SET-1\) - at `\$.players`"):
        NIAGARA.set_up(position(*six))
    with pytest.raises(PositionError, match="6 players need one of the options"):
        NIAGARA.set_up(position(*six, options={"diamond_joe": True}))
    assert NIAGARA.set_up(position(*six, options={"moose": True}))[0].seats == 6


@pytest.mark.rule("N-MOVE-4", "N-GEM-7")
@pytest.mark.parametrize(
    ("round_number", "stash", "double_canoe", "possible"),
    [
        (3, "ruby", False, True),  # out and home
        (3, "ruby amber", False, False),
        (3, "ruby amber", True, True),
        (5, "ruby amber ruby", False, True),
        (5, "ruby amber ruby amber", False, False),
    ],
)
def test_nobody_has_more_ashore_than_the_turns_so_far_can_bring(round_number, stash, double_canoe, possible) -> None:
    # All still have their clouds.
    hand = ["cloud", "1", "2", "3", "4", "5", "6"][: 8 - round_number]
    players = [player(stash=stash, hand=hand), player(hand=hand), player(hand=hand)]
    start = position(*players, round=round_number, options={"double_canoe": double_canoe})
    if possible:
        assert NIAGARA.set_up(start)[0].round_number == round_number
    else:
        with pytest.raises(PositionError, match=r"expected at most . gems, after . turns that paddled, got"):
            NIAGARA.set_up(start)


def test_a_struct_is_looked_at_like_its_json_form() -> None:
    built = msgspec.convert(CARDS, Position)
    assert NIAGARA.set_up(built).tobytes() == NIAGARA.set_up(CARDS).tobytes()
    for wrong in (structs.replace(built, weather=3), structs.replace(built, players="Ann"), Position(players=None)):
        with pytest.raises(PositionError, match="position refused: expected"):
            NIAGARA.set_up(wrong)


def nested(depth: int):
    """Put a list into a list into a list …"""
    deep: list[object] = []
    for _ in range(depth):
        deep = [deep]
    return deep


class Sphinx:
    def __repr__(self) -> str:
        raise KeyError


@pytest.mark.parametrize("rules", [NIAGARA, CANYON], ids=lambda rules: rules.id)
@pytest.mark.parametrize(
    "odd",
    [None, 7, "x", b"x", [], (), set(), {1: 2}, {None: None}, nested(100_000), Sphinx(), Sphinx, float("nan"), 10**5000,
     "\ud800", {"\ud800": 1}],
    ids=lambda odd: type(odd).__name__,
)  # fmt: skip
def test_odd_things_are_refused_with_a_sentence(rules, odd: object) -> None:
    good = CARDS if rules is NIAGARA else bidding(["sun 1"], ["sun 2"], ["sun 3"])
    parts = ["players", "phase", "round", "options", "players.0", "players.0.hand", "players.0.hand.0"]
    parts += ["players.0.canoes", "players.0.stash", "turn", "deposits"] * (rules is NIAGARA)
    parts += ["players.0.cell", "tricks", "trump"] * (rules is CANYON)
    for message in (odd, *(broken(good, part, odd) for part in parts)):
        if message == good or (not odd and message is not odd):
            continue  # nothing in the place of something may be right
        with pytest.raises(PositionError, match="position refused: ") as refusal:
            rules.set_up(message)
        assert len(str(refusal.value)) < 1000


def test_a_finished_position_is_over() -> None:
    m = Match.from_position(NIAGARA, GOAL)
    assert m.over
    assert m.winners == (0,)
    assert m.ranking == (1, 2, 2)
