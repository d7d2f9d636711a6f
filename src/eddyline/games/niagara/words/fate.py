"""Tell what the river may do: where it will take canoes, over all cards still out."""

from __future__ import annotations

import msgspec

from eddyline.engine.fate import Fate
from eddyline.engine.writer import LARGE_NUMBERS
from eddyline.games.niagara.rules.actions import CanoeName
from eddyline.games.niagara.rules.board import LOST, PlaceName
from eddyline.games.niagara.rules.fate import SPEEDS, Room, tell_fate
from eddyline.games.niagara.rules.state import SEATS


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


FATE = Fate(
    NiagaraFate,
    most={"speeds": SPEEDS, "own": LOST - 1, "canoes": 2 * SEATS, "landings": LOST, "pushes": SPEEDS},
    kernel=tell_fate,
    words={"combinations": LARGE_NUMBERS},
    room=Room.dtype,
    fixed=lambda sheet: (sheet.room,),
)
