"""Foretell Niagara's river the naive way: every card of every hand, every way of every cloud, push by push."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from eddyline.games.niagara.rules.board import PLACES

if TYPE_CHECKING:
    from collections.abc import Iterator

CLOUD, ROPE = 0, 9
NEXT = {"1": "2", "2": "3", "3": "4", "4": "5", "6L": "7L", "7L": "lost", "6R": "7R", "7R": "lost"}


class River(NamedTuple):
    chance: float
    pushes: int
    cards: tuple[int, ...]


def rivers(s) -> Iterator[River]:
    """Give every river of this round that the cards out allow, each with its chance."""
    hands = [
        [card for card in range(10) if int(s.hand[seat]) >> card & 1] if s.card[seat] < 0 else [int(s.card[seat])]
        for seat in range(int(s.seats))
    ]
    number = 1
    for hand in hands:
        number *= len(hand)
    for cards in product(*hands):
        weathers = {int(s.weather): 1.0 / number}
        for seat, card in enumerate(cards):
            turn = (seat - int(s.first)) % int(s.seats)
            done = s.phase == 2 and (turn < s.turns_taken or (turn == s.turns_taken and not int(s.waiting) >> seat & 1))
            if card == CLOUD and not done:
                weathers = clouded(weathers)
        paddles = [card for card in cards if 1 <= card <= 7]
        for weather, chance in weathers.items():
            yield River(chance, max(0, min(paddles, default=0) + weather), cards)


def clouded(weathers: dict[int, float]) -> dict[int, float]:
    after: Counter[int] = Counter()
    for weather, chance in weathers.items():
        ways = [way for way in (weather - 1, weather + 1) if -1 <= way <= 2]
        for way in ways:
            after[way] += chance / len(ways)
    return after


def push(place: str, arm: str) -> str:
    """Push one place once, in the round of `arm`."""
    if place == "5":
        return f"6{arm}"
    return place if place in ("dock", "lost") or place[-1] not in f"12345{arm}" else NEXT[place]


def ends(place: str, pushes: int, arm: str, whirlpool: str, *, tied: bool) -> list[str]:
    """List where a canoe may be after so many pushes; several where its owner chooses an arm."""
    for _ in range(pushes):
        if not tied:
            place = push(place, arm)
        whirlpool = "1" if whirlpool == "lost" else push(whirlpool, arm)
        arm = "R" if arm == "L" else "L"
    if tied and place == whirlpool:
        return ["6L", "6R"] if place == "5" else [NEXT[place]]
    return [place]


def landings(s, seat: int, place: str) -> dict[str, tuple[float, set[int]]]:
    """Give for every end of a canoe of a seat that lies at a place its share, and the speeds that lead there."""
    found: dict[str, tuple[float, set[int]]] = {}
    for river in rivers(s):
        arm = "LR"[int(s.arm)]
        all_ends = ends(place, river.pushes, arm, PLACES[s.whirlpool], tied=river.cards[seat] == ROPE)
        for end in all_ends:
            share, pushes = found.get(end, (0.0, set()))
            found[end] = share + river.chance / len(all_ends), pushes | {river.pushes}
    return found
