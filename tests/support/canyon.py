"""Set positions of Canyon up in a few words."""

from __future__ import annotations

import os
import random
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from eddyline.engine.match import IllegalAction, Match
from eddyline.engine.random import words
from eddyline.engine.registry import game
from eddyline.games.canyon.rules.board import SHELF, Shelf
from eddyline.games.canyon.rules.boards import MAPS
from eddyline.games.canyon.rules.charting import check

if TYPE_CHECKING:
    from collections.abc import Sequence

CANYON = game("canyon")
PLAIN = os.environ.get("EDDYLINE_PLAIN") == "1"
"""Uncompiled rules are about fifty times slower; tests that walk far walk less far then."""

SUITS = ("fir", "fish", "flame", "sun", "feather")
TRACK = (8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7)
ELSEWHERE = [(4, 7), (4, 8), (4, 9), (4, 10), (4, 11), (4, 12)]
"""Start jetties of the default board: canoes that a test does not mention wait there."""


@cache
def own_maps() -> tuple[str, ...]:
    """Draw maps that nobody else has: the default one, with one more island in its calm water."""
    text = MAPS["canyon"].rstrip("\n")
    waters = [at for at, mark in enumerate(text) if mark == "."]
    drawn = (text[:at] + "o" + text[at + 1 :] for at in waters)
    return tuple(each for each in drawn if not check(each))


def cleared_shelf(monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """Take all but the boards of the project off the shelf until the end of a test."""
    for name, value in vars(Shelf(MAPS)).items():
        monkeypatch.setattr(SHELF, name, value)
    return SHELF


def new(players: int = 3, *, entropy: int = 0, seed: int = 1, **options: Any) -> Match:
    """Begin a game that deals by itself."""
    chosen = CANYON.parse_options(None, options, players)
    return Match.new(CANYON, chosen, players=players, word=entropy, chance=words(seed))


def match(position: dict[str, Any], seed: int = 1) -> Match:
    """Begin in a position."""
    return Match.from_position(CANYON, position, chance=words(seed))


def moving(*canoes: tuple[Any, ...], dealer: int | None = None, **more: Any) -> dict[str, Any]:
    """Describe the moment after the last trick, the first player moving next.

    A canoe is (place, tricks, bid), with a place such as "6,8"; of the round so many tricks are played that the ones
    named fit, and the rest of them go to the last player. It is a round of the second lap, so that canoes may be
    anywhere. Seat 0 moves first unless a dealer is named.
    """
    seats = [*canoes, *[(None, 0, 0)] * (3 - len(canoes))]
    dealer = len(seats) - 1 if dealer is None else dealer
    won = [tricks for _, tricks, _ in seats]
    cards = more.pop("cards", max(1, sum(won)))
    won[-1] += cards - sum(won)
    free = iter(ELSEWHERE)
    players = []
    for place, _, bid in seats:
        cell = [int(part) for part in place.split(",")] if place else list(next(free))
        players.append({"cell": cell, "bid": bid})
    position = {
        "players": players,
        "phase": "moving",
        "dealer": dealer,
        "round": len(TRACK) + TRACK.index(cards) + 1,
        "trump": "fir 10",
        "tricks": tricks_won_by([seat for seat, number in enumerate(won) for _ in range(number)], len(seats), dealer),
    }
    return position | more


def tricks_won_by(winners: Sequence[int], seats: int, dealer: int) -> list[list[str]]:
    """Make up tricks with these winners in which everybody follows suit who can; fir is trump, its 10 turned up.

    They are made from the last one back to the first, because whether a seat had to follow is seen from what it plays
    later. Chance chooses between suits that seem equal, and begins anew when the cards run out.
    """
    leaders = [(dealer + 1) % seats, *winners[:-1]]
    for seed in count():
        chance, made = random.Random(seed), []
        left = {suit: [value for value in range(1, 11) if (suit, value) != ("fir", 10)] for suit in SUITS}
        later: list[set[str]] = [set() for _ in range(seats)]
        for leader, winner in zip(reversed(leaders), reversed(winners), strict=True):
            # Few should have to follow, and trumps are for winners.
            wish = {
                led: (sum(led in kept for kept in later), (led == "fir") != (leader == winner), chance.random())
                for led in SUITS
            }
            tricks = (_trick(left, later, led, leader, winner, chance) for led in sorted(SUITS, key=wish.__getitem__))
            trick = next((each for each in tricks if each), None)
            if trick is None:
                break
            for seat, (suit, value) in trick.items():
                left[suit].remove(value)
                later[seat].add(suit)
            made.append([" ".join(map(str, trick[(leader + step) % seats])) for step in range(len(trick))])
        if len(made) == len(winners):
            return made[::-1]
    raise AssertionError("unreachable")


def _trick(
    left: dict[str, list[int]], later: list[set[str]], led: str, leader: int, winner: int, chance: random.Random
) -> dict[int, tuple[str, int]] | None:
    """Choose everybody's card for a trick that is led with this suit; None where the cards left do not allow it."""
    follow = [seat for seat, suits in enumerate(later) if seat == leader or led in suits]
    trumps = winner not in follow and led != "fir"
    if winner not in follow and not trumps:
        follow.append(winner)
    if len(follow) > len(left[led]) or (trumps and not left["fir"]):
        return None
    # The winner has the highest of the cards of the led suit, unless it trumps.
    follow.sort(key=lambda seat: seat == winner)
    trick = {seat: (led, value) for seat, value in zip(follow, left[led], strict=False)}
    if trumps:
        trick[winner] = ("fir", left["fir"][0])
    for seat, suits in enumerate(later):
        if seat not in trick:
            free = {
                suit: [value for value in left[suit] if (suit, value) not in trick.values()]
                for suit in SUITS
                if suit not in {"fir", led}
            }
            some = [suit for suit in free if free[suit]]
            suit = max(some, key=lambda suit: (suit in suits, len(free[suit]) + 3 * chance.random()), default="")
            if not suit:
                return None
            trick[seat] = (suit, free[suit][0])
    return trick


def bidding(*hands: Sequence[str], trump: str = "fir 10", dealer: int | None = None, **more: Any) -> dict[str, Any]:
    """Describe the moment after a deal of these hands; seat 0 bids first unless a dealer is named."""
    dealer = len(hands) - 1 if dealer is None else dealer
    players = [{"cell": list(ELSEWHERE[seat]), "hand": list(hand)} for seat, hand in enumerate(hands)]
    start = {"players": players, "phase": "bids", "dealer": dealer, "trump": trump}
    return start | {"round": TRACK.index(len(hands[0])) + 1} | more


def playing(*hands: Sequence[str], bids: Sequence[int] | None = None, **more: Any) -> Match:
    """Begin with these hands and bids; seat 0 leads unless a dealer is named."""
    position = bidding(*hands, **more) | {"phase": "tricks"}
    for player, bid in zip(position["players"], bids or [0] * len(hands), strict=True):
        player["bid"] = bid
    return match(position)


def play(m: Match, *texts: str) -> list[Any]:
    """Let whoever is next take these decisions, one after the other; returns all events."""
    events: list[Any] = []
    for text in texts:
        events += m.commit(min(m.waiting), [CANYON.parse_action(text)])
    return events


def legal(m: Match) -> set[str]:
    """List what the one who is next may do."""
    (seat,) = m.waiting
    return {action.text for action in m.legal(seat)}


def cell(m: Match, seat: int) -> str:
    """Tell where a canoe is."""
    at = m.view(None).players[seat].cell
    return f"{at.column},{at.row}"


def cells(m: Match) -> list[str]:
    return [cell(m, seat) for seat in range(m.players)]


def kinds(events: Sequence[Any]) -> list[str]:
    """Name the kinds of some events."""
    return [type(event).__struct_config__.tag for event in events]


def refused(m: Match, text: str, rule: str, reason: str) -> str:
    """Demand that a decision is refused with that rule and reason, and that nothing happens; returns the sentence."""
    (seat,) = m.waiting
    before = m.states.tobytes()
    with pytest.raises(IllegalAction) as refusal:
        m.commit(seat, [CANYON.parse_action(text)])
    assert (refusal.value.rule, refusal.value.refusal.reason) == (rule, reason)
    assert m.states.tobytes() == before
    return refusal.value.message
