"""Find finished games for every way in which Canyon can end, with players who know what a trick is worth."""

from __future__ import annotations

import random
from itertools import count
from typing import TYPE_CHECKING

from eddyline.engine.match import Match
from eddyline.games.canyon.rules import tricks
from eddyline.games.canyon.rules.actions import CARDS
from eddyline.games.canyon.rules.state import NONE, Phase
from support.canyon import CANYON

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.record import Record

NAMES = ("Ada", "Ben", "Cleo", "Dev")
ENDINGS = ("single", "points_left", "higher_bid", "shared", "max_rounds")
"""One canoe arrives; of several that arrive in one movement the points left over decide, or the bids, or nothing does;
nobody arrives.
"""


def endings_of(preset: str) -> Sequence[str]:
    return ENDINGS


def ending(match: Match) -> str:
    """Tell how a finished match ended, in the words of `ENDINGS`."""
    arrived = [player for player in match.view(None).players if player.arrived]
    if not arrived:
        return "max_rounds"
    if len(arrived) == 1:
        return "single"
    if len(match.winners) > 1:
        return "shared"
    most = max(player.points_left for player in arrived)
    return "points_left" if sum(player.points_left == most for player in arrived) == 1 else "higher_bid"


def overrides(wanted: str) -> dict[str, object]:
    """See `support.endings`."""
    return {"max_rounds": 4} if wanted == "max_rounds" else {}


def find(preset: str, wanted: str) -> Record:
    """Play until a game ends as wanted; the same game every time as long as the rules stay the same."""
    players = 3 if wanted == "single" else 4
    options = CANYON.parse_options(preset, overrides(wanted), players)
    for number in count():
        chance = random.Random(f"{preset} {wanted} {number}")
        entropy = chance.getrandbits(64)
        words: list[int] = []
        decisions = _game(options, players, entropy, words, chance)
        match = Match.new(
            CANYON, options, players=players, word=entropy, chance=iter(words), preset=preset, names=NAMES[:players]
        )
        for seat, action in decisions:
            match.commit(seat, (action,))
        if ending(match) == wanted:
            return match.record()
    raise AssertionError("unreachable")


def _game(options, players: int, entropy: int, words: list[int], chance: random.Random) -> list[tuple[int, int]]:
    """Play a game through the fast door; `words` takes up what is dealt."""
    states = CANYON.new(options, players, entropy)
    decisions = []

    def word() -> int:
        words.append(chance.getrandbits(64))
        return words[-1]

    while CANYON.settle(states, word):
        seat = min(CANYON.to_act(states))
        decisions.append((seat, _choose(states, seat, chance)))
        CANYON.doors.decide(states, 0, *decisions[-1])
    return decisions


def _choose(states, seat: int, chance: random.Random) -> int:
    s, legal = states[0], CANYON.legal(states, seat)
    if s.phase == Phase.BIDS:
        return legal[min(len(legal) - 1, _estimate(s, seat, chance))]
    if s.phase == Phase.TRICKS:
        return _card(s, seat, legal)
    return chance.choice(legal)


def _estimate(s, seat: int, chance: random.Random) -> int:
    """Guess how many tricks a hand is good for."""
    worth = 0.0
    for card in range(len(CARDS)):
        if int(s.hand[seat]) >> card & 1:
            value, trump = card % 10, card // 10 == s.trump // 10
            worth += (value + 3) / 13 if trump else max(0, value - 5) / 8
    return round(worth * 3 / int(s.seats) + chance.random() * 0.7)


def _card(s, seat: int, legal: Sequence[int]) -> int:
    """Take a trick while the bid asks for more, else lose it with the highest card that does."""
    wins = [card for card in legal if _wins(s, seat, card)]
    loses = [card for card in legal if card not in wins]
    if s.bid[seat] > s.tricks[seat]:
        return max(wins or [min(legal, key=_value)], key=_value)
    return max(loses or [min(wins, key=_value)], key=_value)


def _value(card: int) -> int:
    return card % 10


def _wins(s, seat: int, card: int) -> bool:
    """Tell whether a card would be the best of the trick so far."""
    led = int(tricks.led_suit(s))
    suits = [int(s.trump) // 10, card // 10 if led == NONE else led]

    def strength(other: int) -> tuple[int, int]:
        suit = other // 10
        return (2 - suits.index(suit) if suit in suits else 0, other % 10)

    return all(strength(card) > strength(int(other)) for other in s.played[s.trick] if other != NONE)
