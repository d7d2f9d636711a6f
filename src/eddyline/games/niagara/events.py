"""Tell what happened, for the log, the animation and the screen reader.

Every event is public: it names only what all seats may know at the moment it is told (N-ROUND-5, N-LOST-0).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from eddyline.engine.events import GameOver
from eddyline.games.niagara.actions import CanoeName, CardName
from eddyline.games.niagara.board import Arm, GemName, PlaceName

GoalName = Literal["four_alike", "five_colours", "seven"]


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Base of all events."""


class RoundBegan(_Event, tag="round", frozen=True, kw_only=True):
    """A round begins (N-ROUND-1)."""

    number: int
    first: int
    """Seat with the life preserver."""


class CanoeRescued(_Event, tag="rescued", frozen=True, kw_only=True):
    """A lost canoe is back at the dock (N-LOST-2)."""

    seat: int
    canoe: CanoeName
    gem: GemName | None
    """Price paid; None: came back free."""


class CanoeSitsOut(_Event, tag="sits_out", frozen=True, kw_only=True):
    """A lost canoe misses this round (N-LOST-5)."""

    seat: int
    canoe: CanoeName


class CardRevealed(_Event, tag="revealed", frozen=True, kw_only=True):
    """A turn begins; its card becomes public (N-ROUND-5)."""

    seat: int
    card: CardName


class WeatherMoved(_Event, tag="weather", frozen=True, kw_only=True):
    """A cloud moved the weather (N-CLOUD-1)."""

    seat: int
    before: int
    after: int


class CanoePaddled(_Event, tag="paddled", frozen=True, kw_only=True):
    """A canoe moved (N-MOVE-1)."""

    seat: int
    canoe: CanoeName
    start: PlaceName
    end: PlaceName


class GemUnloaded(_Event, tag="unloaded", frozen=True, kw_only=True):
    """A gem was laid on a deposit (N-GEM-2)."""

    seat: int
    canoe: CanoeName
    gem: GemName
    site: int
    """Index of the deposit, 0 (beside disc 3) to 4 (beside discs 7)."""


class GemLoaded(_Event, tag="loaded", frozen=True, kw_only=True):
    """A gem was taken from a deposit (N-GEM-2)."""

    seat: int
    canoe: CanoeName
    gem: GemName
    site: int


class GemStolen(_Event, tag="stolen", frozen=True, kw_only=True):
    """A gem changed canoes (N-STEAL-1)."""

    seat: int
    canoe: CanoeName
    victim: int
    victim_canoe: CanoeName
    gem: GemName


class GemBanked(_Event, tag="banked", frozen=True, kw_only=True):
    """A gem came ashore for good (N-GEM-7)."""

    seat: int
    canoe: CanoeName
    gem: GemName


class GoalReached(_Event, tag="goal", frozen=True, kw_only=True):
    """A stash reaches a goal (N-END-1)."""

    seat: int
    goal: GoalName


class NothingToMove(_Event, tag="idle", frozen=True, kw_only=True):
    """A paddle card moves nothing (N-LOST-6)."""

    seat: int
    """Player who has no canoe that could move (N-LOST-6)."""


class RiverFlows(_Event, tag="river", frozen=True, kw_only=True):
    """The river is about to flow (N-FLOW-1)."""

    pushes: int
    lowest: int
    """Lowest paddle card, 0 when nobody played one (N-FLOW-1)."""
    weather: int


class CanoeAt(msgspec.Struct, frozen=True, kw_only=True):
    """Say where a canoe is after a push."""

    seat: int
    canoe: CanoeName
    place: PlaceName
    gem: GemName | None = None
    """Cargo that went back to its own deposit; only for a canoe just lost (N-LOST-1)."""


class Pushed(_Event, tag="push", frozen=True, kw_only=True):
    """The river made one push (N-FLOW-2)."""

    number: int
    """1 for the first push of the round."""
    arm: Arm
    """Arm that moves; its disc 7 falls (N-FLOW-2)."""
    canoes: tuple[CanoeAt, ...]
    """Where every canoe that this push moved is now."""


class PreserverPassed(_Event, tag="preserver", frozen=True, kw_only=True):
    """The life preserver moved on (N-ROUND-3)."""

    seat: int


class CardsReturned(_Event, tag="cards_back", frozen=True, kw_only=True):
    """All take all cards back (N-ROUND-4)."""


Event: TypeAlias = (
    RoundBegan
    | CanoeRescued
    | CanoeSitsOut
    | CardRevealed
    | WeatherMoved
    | CanoePaddled
    | GemUnloaded
    | GemLoaded
    | GemStolen
    | GemBanked
    | GoalReached
    | NothingToMove
    | RiverFlows
    | Pushed
    | PreserverPassed
    | CardsReturned
    | GameOver
)
