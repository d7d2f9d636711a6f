"""Foretell the tricks: what bids need, who wins the trick that lies there, and how firmly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from eddyline.engine.kernel import PLAIN
from eddyline.engine.records import copied, fields_of
from eddyline.games.canyon.rules.actions import CARDS, VALUES
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.dealing import cards_each
from eddyline.games.canyon.rules.door import DOORS, MAX_LEGAL
from eddyline.games.canyon.rules.fate import count_held, winner_so_far
from eddyline.games.canyon.rules.state import NONE, Phase, State
from eddyline.games.canyon.rules.tricks import points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.records import States

DEALS = 30 if PLAIN else 400
"""Deals that are looked at: drawn by the rules' own `resample`, always with the same words."""

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


def fate(states: States, seat: int | None) -> CanyonFate | None:
    """Foretell the tricks from a redacted record; None outside bids and tricks."""
    s: State = fields_of(states)
    if s.phase not in (Phase.BIDS, Phase.TRICKS):
        return None
    needs = tuple(_need(states, s, other) for other in range(s.seats) if s.bid[other] >= 0)
    if s.phase == Phase.BIDS:
        return CanyonFate(deals=1, bids=needs, leading=None, cards=())
    to_play = [other for other in range(s.seats) if s.played[s.trick, other] == NONE]
    return CanyonFate(
        deals=DEALS if set(to_play) - {seat} else 1,
        bids=needs,
        leading=_leading(states, s, seat) if len(to_play) < s.seats else None,
        cards=_cards(states, seat) if seat is not None and s.waiting >> seat & 1 else (),
    )


def _need(states: States, s: State, seat: int) -> Need:
    bid, tricks = int(s.bid[seat]), int(s.tricks[seat])
    left = int(cards_each(states[0])) - int(s.trick)
    made = copied(states)
    made[0].tricks[seat] = bid
    return Need(seat=seat, needs=bid - tricks, open=left, points=int(points_of(SHELF.table[s.board], made[0], seat)))


def _leading(states: States, s: State, viewer: int | None) -> Leading:
    seat = int(winner_so_far(states, 0))
    card = int(s.played[s.trick, seat])
    share = None if viewer is None else _held(states, viewer, seat, [NONE])[0]
    trumps = card // VALUES == s.trump // VALUES
    return Leading(seat=seat, card=CARDS[card], because="trump" if trumps else "led", share=share)


def _cards(states: States, seat: int) -> tuple[CardFate, ...]:
    out = np.empty(MAX_LEGAL, np.int16)
    mine = sorted(out[: DOORS.legal(states, 0, seat, out)].tolist())
    return tuple(
        CardFate(card=CARDS[card], share=share)
        for card, share in zip(mine, _held(states, seat, seat, mine), strict=True)
    )


def _held(states: States, viewer: int, seat: int, cards: Sequence[int]) -> list[float]:
    """Return the share of deals in which nobody can take the trick from a seat, with each of some cards."""
    room = np.ndarray(2, states.dtype, bytearray(2 * states.dtype.itemsize))
    room[0] = states[0]
    held = np.zeros(len(cards), np.int64)
    count_held(room, viewer, seat, np.array(cards, np.int64), DEALS, np.empty(MAX_LEGAL, np.int16), held)
    return [round(float(count) / DEALS, 6) for count in held]
