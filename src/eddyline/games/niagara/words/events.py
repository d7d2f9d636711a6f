"""Define the events, for the log, the animation and the screen reader.

Every event is public: it names only what all seats may know when it is sent (N-ROUND-5, N-LOST-0).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from eddyline.engine.events import GameOver
from eddyline.games.niagara.rules.actions import CanoeName, CardName
from eddyline.games.niagara.rules.board import Arm, GemName, PlaceName

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
    """Price paid; None: rescued for free."""


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
    """Report where a canoe is after a push."""

    seat: int
    canoe: CanoeName
    place: PlaceName
    gems: tuple[GemName, ...] = ()
    """Cargo that went back to the deposits of its colours; only for a canoe just lost (N-LOST-1)."""


class Drifter(msgspec.Struct, frozen=True, kw_only=True):
    """Report where another drifting piece is after a push."""

    what: Literal["whirlpool", "beaver", "joe"]
    place: PlaceName


class Pushed(_Event, tag="push", frozen=True, kw_only=True):
    """The river made one push (N-FLOW-2)."""

    number: int
    """1 for the first push of the round."""
    arm: Arm
    """Arm that moves; its disc 7 falls (N-FLOW-2)."""
    canoes: tuple[CanoeAt, ...]
    """Where every canoe that this push moved is now."""
    others: tuple[Drifter, ...] = ()
    """Other pieces that this push moved; a whirlpool that fell earlier comes back on disc 1 (S-WHIRL-1)."""


class PreserverPassed(_Event, tag="preserver", frozen=True, kw_only=True):
    """The life preserver moved on (N-ROUND-3)."""

    seat: int


class CardsReturned(_Event, tag="cards_back", frozen=True, kw_only=True):
    """All take all cards back (N-ROUND-4)."""


class TiedUp(_Event, tag="tied", frozen=True, kw_only=True):
    """Both canoes are tied to the bank until the river has flowed (S-CARD-4)."""

    seat: int


class MooseTaken(_Event, tag="moose_taken", frozen=True, kw_only=True):
    """A canoe has the moose now (S-MOOSE-1)."""

    seat: int
    canoe: CanoeName


class MooseFreed(_Event, tag="moose_free", frozen=True, kw_only=True):
    """The canoe that had the moose docked or fell (S-MOOSE-2)."""

    seat: int
    canoe: CanoeName


class CanoeSwirled(_Event, tag="swirled", frozen=True, kw_only=True):
    """The whirlpool took a canoe a disc further down at the end of its move (S-WHIRL-2)."""

    seat: int
    canoe: CanoeName
    start: PlaceName
    end: PlaceName


class CanoeSwept(_Event, tag="swept", frozen=True, kw_only=True):
    """The whirlpool took a canoe that was untied on it; from disc 7, over the falls (S-WHIRL-7)."""

    seat: int
    canoe: CanoeName
    start: PlaceName
    end: PlaceName
    gems: tuple[GemName, ...] = ()
    """Cargo that went back to the deposits of its colours, from a canoe just lost (N-LOST-1)."""


class BeaverJumped(_Event, tag="beaver", frozen=True, kw_only=True):
    """The storm brought the beaver into the river (S-BEAVER-1)."""

    place: PlaceName


class BeaverFell(_Event, tag="beaver_fell", frozen=True, kw_only=True):
    """The beaver went over the falls, and the weather changed to 0 (S-BEAVER-1)."""


class JoeFell(_Event, tag="joe_fell", frozen=True, kw_only=True):
    """Diamond Joe went over the falls; his gem is on its own deposit again (J-JOE-3)."""

    gem: GemName | None


class JoeRestarted(_Event, tag="joe_restarted", frozen=True, kw_only=True):
    """Diamond Joe begins again (J-JOE-3)."""

    place: PlaceName


class JoeLoaded(_Event, tag="joe_loaded", frozen=True, kw_only=True):
    """Diamond Joe took a gem from the deposit beside him (J-JOE-2)."""

    gem: GemName
    site: int


class JoePaddled(_Event, tag="joe_paddled", frozen=True, kw_only=True):
    """Diamond Joe paddled (J-JOE-2)."""

    start: PlaceName
    end: PlaceName
    """lost: the whirlpool on disc 7R took him."""


class JoeGave(_Event, tag="joe_took", frozen=True, kw_only=True):
    """A canoe took Diamond Joe's gem (J-JOE-4)."""

    seat: int
    canoe: CanoeName
    gem: GemName


class JoeGot(_Event, tag="joe_gave", frozen=True, kw_only=True):
    """A canoe gave Diamond Joe a gem (J-JOE-4)."""

    seat: int
    canoe: CanoeName
    gem: GemName


class JoeSwapped(_Event, tag="joe_swapped", frozen=True, kw_only=True):
    """A canoe swapped gems with Diamond Joe (J-JOE-4)."""

    seat: int
    canoe: CanoeName
    gem: GemName
    joe_gem: GemName


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
    | TiedUp
    | MooseTaken
    | MooseFreed
    | CanoeSwirled
    | CanoeSwept
    | BeaverJumped
    | BeaverFell
    | JoeFell
    | JoeRestarted
    | JoeLoaded
    | JoePaddled
    | JoeGave
    | JoeGot
    | JoeSwapped
    | PreserverPassed
    | CardsReturned
    | GameOver
)
