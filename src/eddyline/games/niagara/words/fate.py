"""Foretell the river: where it will take canoes, over all cards still out."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from math import prod
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from eddyline.engine.kernel import PLAIN
from eddyline.engine.records import copied, fields_of
from eddyline.games.niagara.rules.actions import CANOES, CanoeName
from eddyline.games.niagara.rules.board import DOCK, LOST, PLACES, PlaceName
from eddyline.games.niagara.rules.door import DOORS, MAX_LEGAL
from eddyline.games.niagara.rules.fate import SPEEDS, WEATHERS, count_speeds, sample_of
from eddyline.games.niagara.rules.state import CLOUD, SEATS, Phase, State
from eddyline.games.niagara.rules.steps import flow

if TYPE_CHECKING:
    from eddyline.engine.records import Grid, States

MOST = 2_000 if PLAIN else 1_000_000
"""Maximum number of combinations that are counted: six hands of ten cards, the most that can be out, in a quarter
of a second. Only uncompiled rules, which take a hundred times longer, give up earlier."""


class Speed(msgspec.Struct, frozen=True, kw_only=True):
    """Give the share of one speed of the river."""

    pushes: int
    share: float


class Landing(msgspec.Struct, frozen=True, kw_only=True):
    """Say where a canoe may be after the river."""

    to: PlaceName
    """`lost`: over the falls."""
    share: float
    pushes: tuple[int, ...]
    """The speeds that take it there."""


class Afloat(msgspec.Struct, frozen=True, kw_only=True):
    """Say what becomes of a canoe of this seat that lies there when the river flows."""

    place: PlaceName
    landings: tuple[Landing, ...]


class CanoeFate(msgspec.Struct, frozen=True, kw_only=True):
    """Say what becomes of a canoe if it still lies where it is now when the river flows."""

    seat: int
    canoe: CanoeName
    landings: tuple[Landing, ...]


class NiagaraFate(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="niagara"):
    """Foretell the river of this round from what a seat knows.

    Every card that a player may have is as likely as any other in that player's hand, and a cloud goes either way.
    """

    combinations: int
    """Number of combinations of cards; all of them are counted."""
    speeds: tuple[Speed, ...]
    own: tuple[Afloat, ...]
    """Every place where a canoe of this seat could lie in the river, so not the whirlpool's (S-WHIRL-2); empty for
    spectators."""
    canoes: tuple[CanoeFate, ...]
    """All canoes in the river."""


def fate(states: States, seat: int | None) -> NiagaraFate | None:
    """Foretell the river from a redacted record; None when it does not flow after these decisions."""
    s: State = fields_of(states)
    if s.phase not in (Phase.CARDS, Phase.PADDLING) or s.reached:
        return None
    if prod(int(s.hand[other]).bit_count() for other in range(s.seats) if s.card[other] < 0) > MOST:
        return None
    tally = np.zeros((SEATS, 2, SPEEDS))
    samples = np.zeros(tally.size, states.dtype)
    combinations = count_speeds(copied(states), _clouded(s.weather), tally, samples)
    rivers = _Rivers(tally / combinations, samples)
    return NiagaraFate(
        combinations=combinations,
        speeds=rivers.speeds(),
        own=tuple(
            Afloat(place=PLACES[place], landings=rivers.landings(seat, place))
            for place in range(DOCK + 1, LOST)
            if seat is not None and place != s.whirlpool
        ),
        canoes=tuple(
            CanoeFate(seat=other, canoe=CANOES[canoe], landings=rivers.landings(other, int(s.place[other, canoe])))
            for other in range(s.seats)
            for canoe in range(len(CANOES))
            if DOCK < s.place[other, canoe] < LOST
        ),
    )


class _Rivers:
    """Let the rivers that are possible flow, each once for every place."""

    def __init__(self, shares: Grid, samples: States) -> None:
        self._shares = shares
        self._samples = samples
        self._ends: dict[tuple[int, int, int], tuple[tuple[int, float], ...]] = {}

    def speeds(self) -> tuple[Speed, ...]:
        """List the speeds of the river."""
        shares = self._shares[0].sum(axis=0)
        return tuple(Speed(pushes=pushes, share=_rounded(share)) for pushes, share in enumerate(shares) if share)

    def landings(self, seat: int, place: int) -> tuple[Landing, ...]:
        """List where a canoe of a seat ends that lies at a place when the river flows, upstream first."""
        shares: defaultdict[int, float] = defaultdict(float)
        pushes: defaultdict[int, set[int]] = defaultdict(set)
        for tied, speed in zip(*self._shares[seat].nonzero(), strict=True):
            for end, part in self._flow(seat, int(tied), int(speed), place):
                shares[end] += self._shares[seat, tied, speed] * part
                pushes[end].add(int(speed))
        return tuple(
            Landing(to=PLACES[end], share=_rounded(shares[end]), pushes=tuple(sorted(pushes[end])))
            for end in sorted(shares)
        )

    def _flow(self, seat: int, tied: int, pushes: int, place: int) -> tuple[tuple[int, float], ...]:
        """List the ends of a canoe with their shares: one, or two where the whirlpool lets its owner choose an arm."""
        key = tied, pushes, place
        if key not in self._ends:
            number = sample_of(seat, tied, pushes)
            river = copied(self._samples[number : number + 1])
            s: State = river[0]
            s.place[:] = DOCK
            s.place[seat, 0] = place
            flow(river, 0)
            s.phase = Phase.RIVER
            arms = _legal(river, seat) if s.waiting else ()
            self._ends[key] = tuple((_swept(river, seat, arm), 1 / len(arms)) for arm in arms) or (
                (int(s.place[seat, 0]), 1.0),
            )
        return self._ends[key]


def _swept(river: States, seat: int, arm: int) -> int:
    after = copied(river)
    DOORS.decide(after, 0, seat, arm)
    return int(after[0].place[seat, 0])


def _legal(states: States, seat: int) -> tuple[int, ...]:
    out = np.empty(MAX_LEGAL, np.int16)
    return tuple(out[: DOORS.legal(states, 0, seat, out)].tolist())


def _rounded(share: float) -> float:
    return round(float(share), 6)


@cache
def _clouded(weather: int) -> Grid:
    """Return the chance of each weather by the number of clouds that are played: [clouds, weather + 1] (N-CLOUD-1)."""
    chances = np.zeros((SEATS + 1, WEATHERS))
    chances[0, weather + 1] = 1.0
    for clouds in range(SEATS):
        for space in range(WEATHERS):
            ways = _one_cloud(space - 1)
            for after in ways:
                chances[clouds + 1, after + 1] += chances[clouds, space] / len(ways)
    return chances


@cache
def _one_cloud(weather: int) -> tuple[int, ...]:
    """List the weathers that one cloud can lead to, by the turn of somebody who plays it."""
    states = np.zeros(1, State.dtype)
    s: State = states[0]
    s.phase, s.seats, s.waiting, s.card[0], s.weather = Phase.PADDLING, 2, 1, CLOUD, weather
    found = []
    for action in _legal(states, 0):
        after = copied(states)
        DOORS.decide(after, 0, 0, action)
        found.append(int(after[0].weather))
    return tuple(found)
