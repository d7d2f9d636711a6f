"""Tell what may come of the tricks: what bids need, who wins the trick that lies there, and how firmly."""

from __future__ import annotations

from typing import Literal

import msgspec

from eddyline.engine.fate import Fate
from eddyline.engine.writer import Words
from eddyline.games.canyon.rules.actions import CARDS, MOST_TRICKS
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.fate import Room, tell_fate
from eddyline.games.canyon.rules.state import SEATS

WonBy = Literal["trump", "led"]


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """Say what a player still needs for the bid (C-MOVE-1)."""

    seat: int
    needs: int
    """Tricks missing; negative: already too many."""
    open: int
    """Tricks that this player can still win."""
    points: int
    """Points of the move if the bid is made, from where the canoe is now (C-RAPID-1)."""


class Leading(msgspec.Struct, frozen=True, kw_only=True):
    """Say who wins the trick as it lies, and why (C-PLAY-2)."""

    seat: int
    card: str
    because: WonBy
    """The highest trump, or the highest card of the led suit."""
    share: float | None
    """Share of the possible deals in which nobody who is still to play can take it; None for spectators."""


class CardFate(msgspec.Struct, frozen=True, kw_only=True):
    """Say what becomes of a card that this seat may play now."""

    card: str
    share: float
    """Share of the possible deals in which nobody who is still to play can beat it; 0: it does not even lead."""


class CanyonFate(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="canyon"):
    """Foretell the tricks of this round from what a seat knows."""

    deals: int
    """Number of deals looked at, each as likely as another; 1: everybody else has played, so it is certain."""
    bids: tuple[Need, ...]
    """Players whose bid is known."""
    leading: Leading | None
    """None: no trick has begun."""
    cards: tuple[CardFate, ...]
    """Empty unless this seat plays next."""


FATE = Fate(
    CanyonFate,
    most={"bids": SEATS, "cards": MOST_TRICKS},
    kernel=tell_fate,
    words={str: Words(CARDS)},
    room=Room.dtype,
    fixed=lambda sheet: (SHELF.table, sheet.room),
)
