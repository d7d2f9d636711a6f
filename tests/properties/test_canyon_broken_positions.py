"""Positions of Canyon that no game can come to are refused, with a message that names the place and what is wrong."""

from __future__ import annotations

import msgspec
import pytest

from eddyline.engine.match import Match
from eddyline.engine.positions import PositionError
from support.broken import broken, check
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
    (JETTIES, "$", [1], "expected an object, got [1] - at `$`"),
    (JETTIES, "colour", "red", "unknown field 'colour', expected one of: options, players"),
    (JETTIES, "options.board", "nowhere", "no board 'nowhere'"),
    (JETTIES, "options.board", "##\n#", "board refused: line 2, column 2"),
    (JETTIES, "options.skip_brown", "no", "expected true or false, got 'no' - at `$.options.skip_brown`"),
    (JETTIES, "players", [{}, {}], "expected a list of 3 to 6, got [{}, {}]"),
    (JETTIES, "players.1.cell", [5, 7], "expected a start jetty, got [5, 7]"),
    (JETTIES, "players.1.cell", [5, 32], "from 0 to 31, got 32"),
    (JETTIES, "players.0.cell", [4, 8], "one after the other"),
    (JETTIES, "players.2.cell", [4, 7], "the canoe of seat 1 is on [4, 7] already"),
    (JETTIES, "players.0.hand", ["fir 1"], "expected 0 cards now"),
    (JETTIES, "players.0.bid", 1, "none before the cards are dealt"),
    (JETTIES, "trump", "fir 1", "expected a card once cards are dealt, and none before"),
    (JETTIES, "dealer", 3, "expected a seat from 0 to 2, got 3"),
    (JETTIES, "round", 2, "jetties are chosen in round 1 only, got round 2 - at `$.phase`"),
    (JETTIES, "players.1.hand", ["sun 1"] * 9, "expected a list of at most 8, got"),
    (JETTIES, "round", 501, "at most max_rounds, 500"),
    (JETTIES, "round", 0, "expected a whole number from 1 to 10000, got 0 - at `$.round`"),
    (JETTIES, "waiting", [1], "expected the seats [2], got [1]"),
    (JETTIES, "tricks", [["fir 1", "fir 2", "fir 3"]], "expected none in the phase 'jetties'"),
    (JETTIES, "moved", 1, "expected none in the phase 'jetties', got 1"),
    (JETTIES, "phase", "over", "expected a space for the canoe in the phase 'over'"),
    (BIDS, "players.0.cell", [0, 0], "expected a space canoes can be on, got [0, 0]"),
    (BIDS, "players.0.cell", None, "expected a space for the canoe in the phase 'bids'"),
    (BIDS, "players.0.hand", ["sun 1"], "expected 2 cards now, in round 7, got 1"),
    (BIDS, "players.0.hand", ["sun 1", "sun 3"], "expected every card once, got the sun 3 again"),
    (BIDS, "players.0.hand", ["sun 1", "moon 3"], "expected a card such as 'flame 7', got 'moon 3'"),
    (BIDS, "players.0.hand", ["sun 1", "fethr 3"], "got 'fethr 3' (did you mean 'feather 3'?)"),
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
    (MOVING, "moved", 7, "from 0 to 6, got 7"),
    (MOVING, "players.1.points", 3, "expected 2 from tricks and bid, got 3"),
    (MOVING, "players.1.fallen", True, "expected a canoe that has fallen to be on the gangway"),
    (MOVING, "players.1.cell", [9, 10], "the canoe of seat 0 is on [9, 10] already"),
    (MOVING, "phase", "over", "and all in the phase 'over', got 0"),
    (MOVING, "phase", "tricks", "expected the phase 'moving'"),
    (MOVING, "waiting", [1], "expected the seats [0], got [1]"),
    (ARRIVED, "players.0.left", None, "for canoes that came to a village jetty, and no other"),
    (ARRIVED, "players.1.left", 1, "for canoes that came to a village jetty, and no other"),
    (ARRIVED, "players.0.points", 1, "expected 2 or 3 from tricks and bid, got 1"),
    (ARRIVED, "players.0.left", 3, "fewer left over than the points of the move that led there, 3, got 3"),
    (ARRIVED, "moved", 0, "for canoes that came to a village jetty"),
]


@pytest.mark.parametrize(
    ("start", "path", "value", "message"), BROKEN, ids=lambda part: part if isinstance(part, str) else ""
)
def test_it_is_refused(start, path: str, value: object, message: str | None) -> None:
    check(CANYON, start, path, value, message)


@pytest.mark.parametrize(("path", "value"), [("players.0.cell", [4, 7]), ("waiting", [])])
def test_what_a_game_can_come_to_is_not_refused(path: str, value: object) -> None:
    assert CANYON.set_up(broken(TURN, path, value))[0].phase == 4


@pytest.mark.rule("C-RAPID-2", "C-RAPID-3")
def test_a_canoe_falls_only_when_another_has_drifted() -> None:
    start = moving(("6,2", 1, 0), ("10,0", 1, 1), ("10,0", 1, 1), moved=1)
    start["players"][1]["fallen"] = True
    assert CANYON.set_up(start)[0].fallen == 0b10
    for path, value in (
        ("moved", 0),  # all have fallen before anybody's turn
        ("players.0.cell", [9, 10]),  # seat 0 was in calm water
        ("players.0.bid", 1),  # seat 0 made its bid
        ("players.0", {"cell": [10, 0], "bid": 0, "fallen": True}),
    ):
        with pytest.raises(PositionError, match="expected a canoe that drifted before this one's turn"):
            CANYON.set_up(broken(start, path, value))


@pytest.mark.rule("C-PLAY-1")
@pytest.mark.parametrize(
    ("tricks", "hands", "what"),
    [
        # The card is still in hand: in the trick being played, and in one before.
        ([["sun 1", "fir 5"]], [["fir 2", "fish 3"], ["sun 4", "fish 6"], ["sun 7", "fir 8", "fish 9"]],
         r"expected a sun: seat 1 did not follow suit with the fir 5, though it had the sun 4 - at `\$.tricks\[0\]`"),
        ([["sun 1", "sun 4", "fir 8"], ["fish 9"]], [["fir 2", "fish 3"], ["fir 5", "fish 6"], ["sun 7"]],
         "seat 2 did not follow suit with the fir 8, though it had the sun 7"),
        # It was played later.
        ([["sun 1", "sun 4", "fir 8"], ["fish 9", "fish 3", "fish 6"], ["sun 7"]], [["fir 2"], ["fir 5"], []],
         r"seat 2 did not follow suit with the fir 8, though it had the sun 7 - at `\$.tricks\[0\]`"),
    ],
)  # fmt: skip
def test_a_suit_that_was_not_followed_is_found_out(tricks, hands, what) -> None:
    players = [{"cell": [4, 7 + seat], "bid": 0, "hand": hand} for seat, hand in enumerate(hands)]
    start = {"players": players, "phase": "tricks", "dealer": 2, "round": 6, "trump": "fir 10", "tricks": tricks}
    with pytest.raises(PositionError, match=what):
        CANYON.set_up(start)


@pytest.mark.rule("C-SET-1", "C-MOVE-4", "C-RAPID-3")
def test_in_the_first_rounds_canoes_are_where_they_can_have_come_to() -> None:
    first = moving((None, 8, 8), round=1)
    assert CANYON.set_up(first | {"moved": 1} | _at(first, [4, 12]))[0].round_number == 1
    for moved in (0, 1):
        with pytest.raises(PositionError, match=r"expected a start jetty before this canoe's first move, got \[5, 8\]"):
            CANYON.set_up(first | {"moved": moved} | _at(first, [5, 8], seat=1))
    assert CANYON.set_up(first | {"moved": 1} | _at(first, [5, 8]))[0].round_number == 1
    for cell in ([16, 6], [10, 0]):
        with pytest.raises(PositionError, match="expected a space that 11 points lead to in round 1, got"):
            CANYON.set_up(first | {"moved": 1} | _at(first, cell))
    second = moving((None, 7, 7), round=2)
    with pytest.raises(PositionError, match=r"nothing has drifted yet .* gangway, \[10, 0\]"):
        CANYON.set_up(second | _at(second, [10, 0]))


def _at(start, cell, seat=0):
    players = [dict(player) for player in start["players"]]
    players[seat]["cell"] = cell
    return {"players": players}


def test_a_seat_that_cannot_move_decides_nothing() -> None:
    blocked = moving(("16,8", 1, 0), ("16,7", 0, 1), ("9,10", 1, 1)) | {"waiting": [0]}
    with pytest.raises(PositionError, match="seat 0 has nothing to decide"):
        CANYON.set_up(blocked)


def test_a_game_without_an_arrival_is_over_only_at_the_limit() -> None:
    ended = MOVING | {"phase": "over", "moved": 3}
    with pytest.raises(PositionError, match="nobody has arrived, and round 20 is not the last"):
        CANYON.set_up(ended)
    assert Match.from_position(CANYON, ended | {"options": {"max_rounds": 20}}).over
