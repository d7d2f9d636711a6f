"""Define how long a table waits for its players: its clock, and its patience."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import force_setattr

MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0
SHORTEST_CLOCK = 5.0
"""Least time of a clock in seconds, turn and reserve together."""
LONGEST_TURN = 14 * DAY
"""Most time of a turn, and of a reserve."""

Limit = Annotated[float, msgspec.Meta(ge=0, le=LONGEST_TURN)]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limit the time for turns. When both parts are used up, a bot plays the turn.

    `Clock(30, 300)`: 30 seconds a turn and five minutes in reserve; `Clock(0, 1200)`: twenty minutes for the whole
    game, then sudden death: a bot plays every further turn; `Clock(86400)`: a day for each turn.
    """

    turn: Limit
    """Seconds for each turn."""
    reserve: Limit = 0.0
    """Seconds for the whole game, used when a turn takes longer."""

    def __post_init__(self) -> None:
        """Raise ValueError for a clock that nobody could play by."""
        if self.turn + self.reserve < SHORTEST_CLOCK:
            raise ValueError(
                f"expected a clock of at least {SHORTEST_CLOCK:g} seconds, turn and reserve together, "
                f"got {self.turn + self.reserve:g}"
            )

    @property
    def slow(self) -> bool:
        """Return whether a turn may take hours, so that nobody need be at the table while the clock runs."""
        return self.turn >= HOUR


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Define how long a table waits for its players, and who plays for them.

    Where a turn may take hours, `absence` and `silence` are at least as long as a turn: whoever has a day for a turn is
    not replaced after minutes.
    """

    clock: Clock | None = None
    """None: no limit."""
    absence: Annotated[float, msgspec.Meta(ge=10, le=LONGEST_TURN)] = MINUTE
    """Seconds that somebody has to be disconnected before others may let a bot play for them."""
    silence: Annotated[float, msgspec.Meta(ge=30, le=LONGEST_TURN)] = 3 * MINUTE
    """Seconds that somebody has to owe a turn before the others may vote to let a bot play for them."""
    stand_in: str | None = None
    """Bot that plays for people, unless they choose one themselves; None: the game's first quick bot."""

    def __post_init__(self) -> None:
        """Let a slow clock rule."""
        if self.clock is not None and self.clock.slow:
            for patience in ("absence", "silence"):
                force_setattr(self, patience, max(getattr(self, patience), self.clock.turn))
