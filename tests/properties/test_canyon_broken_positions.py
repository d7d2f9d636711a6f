"""Positions of Canyon that no game can come to are refused, with a message that names the place and what is wrong."""

from __future__ import annotations

import copy

import msgspec
import pytest

from eddyline.engine.game import PositionError
from eddyline.engine.match import Match
from support.canyon import CANYON, bidding, match, moving, new, play, playing


def written(m: Match):
    return msgspec.to_builtins(CANYON.position(m.states))


def jetties():
    m = new(3)
    play(m, "to 4,7")
    return written(m)


def tricks():
    m = playing(["sun 1", "fir 2", "fish 3"], ["sun 4", "fir 5", "fish 6"], ["sun 7", "fir 8", "fish 9"])
    play(m, "play sun 1", "play sun 4", "play sun 7", "play fir 8")
    return written(m)


JETTIES = jetties()
BIDS = bidding(["sun 1", "fir 2"], ["sun 3", "fir 4"], ["sun 5", "fir 6"])
SECRET = BIDS | {"options": {"secret_bids": True}}
TRICKS = tricks()
MOVING = moving(("9,10", 1, 1), ("6,2", 1, 1), ("10,0", 1, 0))
TURN = written(match(MOVING))
ARRIVED = moving(("1,1", 1, 1), ("6,2", 1, 1), ("10,0", 1, 0)) | {"moved": 1}
ARRIVED["players"][0] |= {"left": 1, "points": 3}

BROKEN = [
    (JETTIES, "$", [1], "Expected `object`, got `array`"),
    (JETTIES, "colour", "red", "unknown field `colour`"),
    (JETTIES, "options.board", "nowhere", "no board 'nowhere'"),
    (JETTIES, "options.board", "##\n#", "board refused: line 2, column 2"),
    (JETTIES, "options.skip_brown", "no", "Expected `bool`"),
    (JETTIES, "players", [{}, {}], "length >= 3"),
    (JETTIES, "players.1.cell", [5, 7], "expected a start jetty, got [5, 7]"),
    (JETTIES, "players.1.cell", [5, 32], "<= 31"),
    (JETTIES, "players.0.cell", [4, 8], "one after the other"),
    (JETTIES, "players.2.cell", [4, 7], "the canoe of seat 1 is on [4, 7] already"),
    (JETTIES, "players.0.hand", ["fir 1"], "expected 0 cards now"),
    (JETTIES, "players.0.bid", 1, "none before the cards are dealt"),
    (JETTIES, "trump", "fir 1", "expected a card once cards are dealt, and none before"),
    (JETTIES, "dealer", 3, "expected a seat from 0 to 2, got 3"),
    (JETTIES, "round", 501, "at most max_rounds, 500"),
    (JETTIES, "round", 0, ">= 1"),
    (JETTIES, "waiting", [1], "expected the seats [2], got [1]"),
    (JETTIES, "tricks", [["fir 1", "fir 2", "fir 3"]], "expected none in the phase 'jetties'"),
    (JETTIES, "moved", 1, "expected none in the phase 'jetties', got 1"),
    (JETTIES, "phase", "over", "expected a space for the canoe in the phase 'over'"),
    (BIDS, "players.0.cell", [0, 0], "expected a space canoes can be on, got [0, 0]"),
    (BIDS, "players.0.cell", None, "expected a space for the canoe in the phase 'bids'"),
    (BIDS, "players.0.hand", ["sun 1"], "expected 2 cards now, in round 7, got 1"),
    (BIDS, "players.0.hand", ["sun 1", "sun 3"], "expected every card once, got the sun 3 again"),
    (BIDS, "players.0.hand", ["sun 1", "moon 3"], "expected a card such as 'flame 7', got 'moon 3'"),
    (BIDS, "players.0.bid", 3, "expected at most 2, the cards of round 7, got 3"),
    (BIDS, "players.1.bid", 1, "one after the other"),
    (BIDS, "players.0.points", 1, "expected neither points nor a fall nor an arrival"),
    (BIDS, "players.0.left", 1, "expected neither points nor a fall nor an arrival"),
    (BIDS, "players.0.cell", [1, 1], "for canoes that came to a village jetty"),
    (BIDS, "trump", None, "expected a card once cards are dealt"),
    (BIDS, "waiting", [2], "expected the seats [0], got [2]"),
    (BIDS, "round", 8, "expected 1 cards now"),
    (SECRET, "waiting", [0], "expected the seats [0, 1, 2], got [0]"),
    (TRICKS, "players.0.bid", None, "expected a bid in the phase 'tricks'"),
    (TRICKS, "tricks", [["sun 1"], ["sun 4"]], "expected 3 cards, fewer only in the trick being played, got 1"),
    (TRICKS, "tricks", [["sun 1", "sun 4", "sun 7"]], "expected 2 cards now"),
    (TRICKS, "tricks", [["sun 1", "sun 4", "sun 7"]] * 2, "the sun 1 again"),
    (TRICKS, "tricks", [["sun 1", "sun 4", "sun 7"]] * 4, "expected at most 3 in round 6, got 4"),
    (TRICKS, "waiting", [1], "expected the seats [0], got [1]"),
    (TRICKS, "phase", "moving", "fewer only in the trick being played"),
    (MOVING, "tricks", [], "expected all 3 in the phase 'moving', got 0"),
    (MOVING, "moved", 4, "expected at most 3"),
    (MOVING, "moved", 7, "<= 6"),
    (MOVING, "players.1.points", 3, "expected 2 from tricks and bid, got 3"),
    (MOVING, "players.1.fallen", True, "expected a canoe that has fallen to be on the gangway"),
    (MOVING, "players.1.cell", [9, 10], "the canoe of seat 0 is on [9, 10] already"),
    (MOVING, "phase", "over", "and all in the phase 'over', got 0"),
    (MOVING, "phase", "tricks", "expected the phase 'moving'"),
    (MOVING, "waiting", [1], "expected the seats [0], got [1]"),
    (ARRIVED, "players.0.left", None, "for canoes that came to a village jetty, and no other"),
    (ARRIVED, "players.1.left", 1, "for canoes that came to a village jetty, and no other"),
    (ARRIVED, "players.0.points", 1, "expected 2 or 3 from tricks and bid, got 1"),
    (ARRIVED, "players.0.left", 3, "from tricks and bid, got 3"),
    (ARRIVED, "moved", 0, "for canoes that came to a village jetty"),
]


def broken(start, path: str, value: object):
    """Change one part of a position."""
    if path == "$":
        return value
    made = copy.deepcopy(start)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    part = made
    for step in way:
        part = part.setdefault(step, {}) if isinstance(part, dict) else part[step]
    part[last] = value
    return made


@pytest.mark.parametrize(
    ("start", "path", "value", "message"),
    BROKEN,
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_it_is_refused(start, path: str, value: object, message: str) -> None:
    CANYON.set_up(start)
    with pytest.raises(PositionError) as refusal:
        CANYON.set_up(broken(start, path, value))
    assert message in str(refusal.value)
    assert str(refusal.value).startswith("position refused: ")


@pytest.mark.parametrize(("path", "value"), [("players.0.cell", [4, 7]), ("waiting", []), ("players.2.fallen", True)])
def test_what_a_game_can_come_to_is_not_refused(path: str, value: object) -> None:
    start = broken(TURN, path, value)
    if path == "players.2.fallen":
        start["players"][2]["points"] = 0
    assert CANYON.set_up(start)[0].phase == 4


def test_a_seat_that_cannot_move_decides_nothing() -> None:
    blocked = moving(("16,8", 1, 0), ("16,7", 0, 1), ("9,10", 1, 1)) | {"waiting": [0]}
    with pytest.raises(PositionError, match="seat 0 has nothing to decide"):
        CANYON.set_up(blocked)


def test_a_game_without_an_arrival_is_over_only_at_the_limit() -> None:
    ended = MOVING | {"phase": "over", "moved": 3}
    with pytest.raises(PositionError, match="nobody has arrived, and round 6 is not the last"):
        CANYON.set_up(ended)
    assert Match.from_position(CANYON, ended | {"options": {"max_rounds": 6}}).over
