"""Goofspiel, the game of pure strategy, as a complete Eddyline game in one module.

Every player holds the cards 1 to N. Each round a prize of 1 to N points is turned up; all players secretly choose a
card to bid and reveal them together. The highest bid takes the prize; if the highest bids are equal, nobody does. Cards
that were bid are discarded. After N rounds, the player with the most points wins.

Merrill Flood described it in the 1930s; Sheldon Ross, "Goofspiel - the game of pure strategy", Journal of Applied
Probability 8 (1971), published the first results on it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, get_args

import msgspec
import numpy as np

from eddyline.engine.doors import CHANCE
from eddyline.engine.game import Game
from eddyline.engine.kernel import kernel
from eddyline.engine.observing import absolute
from eddyline.engine.opening import open_doors
from eddyline.engine.outcomes import OpenDraw
from eddyline.engine.pieces import SEATS, pieces
from eddyline.engine.plain import plain_actions, plain_words
from eddyline.engine.positions import positions_of
from eddyline.engine.random import below, blended
from eddyline.engine.records import PUBLIC, Grid, Secret, record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from eddyline.engine.pieces import Seen
    from eddyline.engine.records import States

# ---- state ----------------------------------------------------------------------------------------------------------

MOST_CARDS = 13
NONE = 0
"""No prize, or no bid."""
HIDDEN = -1
"""Value of `State.bid` in a redacted record for a secret bid."""

Order = Literal["random", "rising", "falling"]


@record
class State:
    """Hold the complete state of a game of Goofspiel; only `bid` can be secret."""

    dtype: ClassVar[np.dtype[Any]]

    seats: Annotated[int, np.int8, range(2, SEATS + 1), PUBLIC]
    round_number: Annotated[int, np.int8, range(1, MOST_CARDS + 1), PUBLIC]
    cards: Annotated[int, np.int8, range(2, MOST_CARDS + 1), PUBLIC]
    order: Annotated[int, np.int8, range(3), PUBLIC]
    """Order of the prizes, as numbered in `Order`."""
    over: Annotated[int, np.int8, range(2), PUBLIC]
    prize: Annotated[int, np.int8, range(MOST_CARDS + 1), PUBLIC]
    """Points of the prize that is turned up; NONE: the next one is due."""
    prizes: Annotated[int, np.int16, range(1 << MOST_CARDS), PUBLIC]
    """Prizes still to come; bit n − 1 is the prize of n points."""
    waiting: Annotated[int, np.int8, range(1 << SEATS), PUBLIC]
    """Bit mask of the seats that owe a bid."""
    hand: Annotated[Grid, np.int16, (SEATS,), range(1 << MOST_CARDS), PUBLIC]
    """Cards in hand; bit n − 1 is card n. A card that is bid stays in hand until the bids are revealed."""
    bid: Annotated[Grid, np.int8, (SEATS,), range(MOST_CARDS + 1), Secret(HIDDEN)]
    """Bids of this round; NONE: no bid yet."""
    points: Annotated[Grid, np.int8, (SEATS,), range(MOST_CARDS * (MOST_CARDS + 1) // 2 + 1), PUBLIC]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Set everything about a game except its players."""

    cards: Annotated[int, msgspec.Meta(ge=2, le=MOST_CARDS)] = MOST_CARDS
    order: Order = "random"
    """Order in which the prizes are turned up."""


def write_options(options: Options, s: State) -> None:
    """Write options into a record."""
    s.cards = options.cards
    s.order = get_args(Order).index(options.order)


def read_options(s: State) -> Options:
    """Read the options of a record."""
    return Options(cards=int(s.cards), order=get_args(Order)[int(s.order)])


# ---- rules ----------------------------------------------------------------------------------------------------------


@kernel
def begin(s: State, _word: int) -> None:
    """Give every player the same hand and reset the record; chance only decides the prizes, which are dealt later."""
    s.round_number = 1
    s.over = 0
    s.prize = NONE
    s.prizes = (1 << int(s.cards)) - 1
    s.waiting = 0
    for seat in range(int(s.seats)):
        s.hand[seat] = s.prizes
        s.bid[seat] = NONE
        s.points[seat] = 0


@kernel
def is_over(s: State) -> bool:
    """Tell whether the last prize has been decided."""
    return s.over == 1


@kernel
def to_act(s: State) -> int:
    """Return the seats that owe a bid, or CHANCE if a prize must be drawn; in a fixed order, none is drawn."""
    if s.over == 1:
        return 0
    return CHANCE if s.prize == NONE and s.order == 0 else int(s.waiting)


@kernel
def turn_up(s: State, prize: int) -> None:
    """Turn up a prize and ask every player for a bid."""
    s.prize = prize
    s.prizes &= ~(1 << prize - 1)
    s.waiting = (1 << int(s.seats)) - 1


@kernel
def nth_prize(prizes: int, number: int) -> int:
    """Return the prize at an index, from 0, of those still to come in ascending order."""
    prize = 1
    while prizes >> prize - 1 & 1 == 0 or number > 0:
        number -= prizes >> prize - 1 & 1
        prize += 1
    return prize


@kernel
def deal(s: State, word: int) -> None:
    """Turn up one of the prizes still to come, all equally likely."""
    left = int(s.cards) - int(s.round_number) + 1
    turn_up(s, nth_prize(int(s.prizes), below(blended(word), left)))


@kernel
def legal(s: State, seat: int, out: Grid) -> int:
    """List the cards in hand; action n − 1 bids card n."""
    count = 0
    for card in range(int(s.cards)):
        if int(s.hand[seat]) >> card & 1:
            out[count] = card
            count += 1
    return count


@kernel
def decide(s: State, seat: int, action: int) -> None:
    """Bid a card."""
    s.bid[seat] = action + 1
    s.waiting &= ~(1 << seat)


@kernel
def advance(s: State) -> None:
    """Turn up the next prize in a fixed order, or reveal the bids and award the prize."""
    if s.prize == NONE:
        left = int(s.cards) - int(s.round_number)
        turn_up(s, nth_prize(int(s.prizes), left if s.order == 2 else 0))
        return
    winner = takes(s)
    if winner >= 0:
        s.points[winner] += s.prize
    for seat in range(int(s.seats)):
        s.hand[seat] &= ~(1 << int(s.bid[seat]) - 1)
        s.bid[seat] = NONE
    s.prize = NONE
    if s.round_number == s.cards:
        s.over = 1
    else:
        s.round_number += 1


@kernel
def takes(s: State) -> int:
    """Return the seat whose bid takes the prize, or −1 if the highest bids are equal."""
    highest, winner = 0, -1
    for seat in range(int(s.seats)):
        bid = int(s.bid[seat])
        if bid > highest:
            highest, winner = bid, seat
        elif bid == highest:
            winner = -1
    return winner


@kernel
def standing(s: State, seat: int) -> int:
    """Rank by points."""
    return int(s.points[seat])


@kernel
def winners(s: State, ranks: Grid) -> int:
    """Return the seats with the most points as a bit mask."""
    mask = 0
    for seat in range(int(s.seats)):
        mask |= int(ranks[seat] == 1) << seat
    return mask


# ---- secrets and observations ---------------------------------------------------------------------------------------


@kernel
def hidden(s: State, seat: int) -> int:
    """Hide a bid until all players have bid."""
    return int(s.bid[seat] != NONE and s.waiting != 0)


@kernel
def resample(s: State, seat: int, _word: int) -> None:
    """Remove the bids that the seat cannot know, so that the other players owe them again."""
    for other in range(int(s.seats)):
        if other != seat and s.bid[other] != NONE and s.waiting != 0:
            s.bid[other] = NONE
            s.waiting |= 1 << other


PIECES = pieces(
    ("players", (), 2, SEATS, "number of players"),
    ("cards", (), 2, MOST_CARDS, "cards of a full hand"),
    ("order", (), 0, 2, "order of the prizes: random, rising, falling"),
    ("prize", (), 0, MOST_CARDS, "points of the prize turned up; 0: none"),
    ("prizes", (MOST_CARDS,), 0, 1, "prizes still to come"),
    ("decides", (), 0, 1, "1: the observer owes a bid"),
    ("bid", (), 0, MOST_CARDS, "the observer's bid; 0: not made"),
    ("hand", (SEATS, MOST_CARDS), 0, 1, "cards in hand"),
    ("points", (SEATS,), 0, 91, "points"),
)


@kernel
def observe(s: State, observer: int, seen: Seen) -> None:
    """Write what a seat may know; seats are relative to the observer."""
    seen.players = s.seats
    seen.cards = s.cards
    seen.order = s.order
    seen.prize = s.prize
    seen.decides = int(s.waiting) >> observer & 1
    seen.bid = s.bid[observer]
    for card in range(MOST_CARDS):
        seen.prizes[card] = int(s.prizes) >> card & 1
    for other in range(int(s.seats)):
        seat = absolute(s, other, observer)
        seen.points[other] = s.points[seat]
        for card in range(MOST_CARDS):
            seen.hand[other, card] = int(s.hand[seat]) >> card & 1


# ---- words ----------------------------------------------------------------------------------------------------------

ACTIONS = plain_actions(f"bid {card}" for card in range(1, MOST_CARDS + 1))


def held(cards: int) -> list[int]:
    """List the cards of a bit mask."""
    return [card + 1 for card in range(MOST_CARDS) if int(cards) >> card & 1]


def show(states: States, _seat: int | None) -> tuple[list[tuple[str, object]], list[list[tuple[str, object]]]]:
    """Show the prizes, and each player's points, bid and hand."""
    s = states[0]
    shared: list[tuple[str, object]] = [
        ("Prize", int(s.prize) or "–"),
        ("Still to come", " ".join(map(str, held(s.prizes))) or "–"),
    ]
    bids = {NONE: "–", HIDDEN: "made"}
    return shared, [
        [
            ("Points", int(s.points[seat])),
            ("Bid", bids.get(int(s.bid[seat]), int(s.bid[seat]))),
            ("Hand", " ".join(map(str, held(s.hand[seat]))) or "–"),
        ]
        for seat in range(int(s.seats))
    ]


def tell(before: States, after: States) -> Iterator[str]:
    """Report the next prize, or who took the last one."""
    if after[0].prize != NONE:
        yield f"The next prize is worth {after[0].prize}."
    elif (winner := takes(before[0])) >= 0:
        yield f"{{{winner}}} takes the {before[0].prize}."
    else:
        yield f"The highest bids are equal: nobody takes the {before[0].prize}."


def flaw(states: States) -> str | None:
    """Describe what is wrong with a position whose fields are all in range; None if nothing is."""
    s = states[0]
    everybody, left = (1 << int(s.seats)) - 1, int(s.cards) - int(s.round_number) + 1 - int(s.over)
    to_come = held(s.prizes) + held(1 << int(s.prize) >> 1)
    if max(to_come, default=0) > s.cards or not len({*to_come}) == len(to_come) == left:
        return f"expected {left} prizes from 1 to {s.cards} in this round, got {to_come} - at `$.prizes`"
    if int(s.waiting) & ~everybody or (s.waiting != 0 and s.prize == NONE):
        return f"expected a prize and seats of {s.seats} players that owe a bid, got {s.waiting} - at `$.waiting`"
    for seat in range(SEATS):
        hand, bid, owes = held(s.hand[seat]), int(s.bid[seat]), int(s.waiting) >> seat & 1
        if len(hand) != left * (seat < s.seats) or max(hand, default=0) > s.cards:
            return f"expected {left} cards from 1 to {s.cards} of every player, got {hand} - at `$.hand[{seat}]`"
        if (bid not in hand) if s.prize != NONE and seat < s.seats and not owes else bid != NONE:
            return f"expected a bid of the hand from who owes none, and no other, got {bid} - at `$.bid[{seat}]`"
    return None


THIS = sys.modules[__name__]
DOORS = open_doors(globals(), State, THIS, max_legal=MOST_CARDS, observation=THIS, secrets=THIS, deal=deal)

GAME = Game(
    id="goofspiel",
    name="Goofspiel",
    rules_version=1,
    players=(2, 3, 4, 5, 6),
    option_type=Options,
    presets={"thirteen": Options(), "five": Options(cards=5), "four": Options(cards=4, order="falling")},
    default_preset="thirteen",
    write_options=write_options,
    read_options=read_options,
    state=State,
    actions=ACTIONS,
    max_legal=MOST_CARDS,
    most_decisions=1,
    last_round=lambda options: int(options.cards),
    pieces=PIECES,
    doors=DOORS,
    words=plain_words(State, ACTIONS, show=show, tell=tell),
    positions=positions_of(State, flaw),
    outcomes=OpenDraw(
        MOST_CARDS + 1,
        possible=lambda states: held(states["prizes"][0]),
        carry_out=lambda states, prize: turn_up(states[0], prize),
        text=lambda prize: f"prize {prize}",
    ),
)
