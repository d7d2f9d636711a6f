"""List Canyon's decisions: id <-> fields <-> text.

The ids, in blocks; columns and rows count from 0:

    id        text                       decision
    0–49      play flame 7               play a card to the trick: ten cards of each suit, suit after suit (C-PLAY-1)
    50–58     bid 3                      bid a number of tricks, 0–8 (C-BID-1)
    59–1082   to 4,7                     choose a start jetty (C-SET-1), or end a move on a space (C-MOVE-3);
                                         59 + 32 · row + column
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

SuitName = Literal["fir", "fish", "flame", "sun", "feather"]

SUITS: tuple[SuitName, ...] = get_args(SuitName)
VALUES = 10
CARDS = tuple(f"{suit} {value}" for suit in SUITS for value in range(1, VALUES + 1))
"""Every card by its number, 10 · suit + value − 1."""
MOST_TRICKS = 8
SIDE = 32
"""Columns and rows of the largest board."""

PLAY = 0
BID = 50
GO = 59
ACTION_COUNT = GO + SIDE * SIDE


class Decision(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Have what every action has."""

    id: int
    """Index in `ACTIONS`: what bots return and environments take."""
    text: str
    """How people and saved games write it; `Game.parse_action` reads it back."""


class PlayCard(Decision, tag="play", frozen=True, kw_only=True):
    """Play a card to the trick (C-PLAY-1)."""

    suit: SuitName
    value: int
    card: str
    """Suit and value together, as used elsewhere: "flame 7"."""


class Bid(Decision, tag="bid", frozen=True, kw_only=True):
    """Bid a number of tricks for this round (C-BID-1)."""

    tricks: int


class Go(Decision, tag="to", frozen=True, kw_only=True):
    """Choose a start jetty (C-SET-1), or the space where this move ends (C-MOVE-3)."""

    column: int
    row: int


Action: TypeAlias = PlayCard | Bid | Go


def _alphabet() -> tuple[Action, ...]:
    """List all actions in the order of their ids."""
    table: list[Action] = []
    for suit in SUITS:
        for value in range(1, VALUES + 1):
            card = f"{suit} {value}"
            table.append(PlayCard(id=len(table), text=f"play {card}", suit=suit, value=value, card=card))
    table += [Bid(id=BID + tricks, text=f"bid {tricks}", tricks=tricks) for tricks in range(MOST_TRICKS + 1)]
    for row in range(SIDE):
        for column in range(SIDE):
            table.append(Go(id=len(table), text=f"to {column},{row}", column=column, row=row))
    return tuple(table)


ACTIONS = _alphabet()
"""Every action by id."""
