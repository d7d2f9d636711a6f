"""List and carry out decisions by the rules, compiled once for all the kernels that plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import routine
from eddyline.games.niagara.rules import phases

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.niagara.rules.state import State


@routine
def legal(s: State, seat: int, out: Grid) -> int:
    """List the legal decisions."""
    return phases.legal(s, seat, out)


@routine
def decide(s: State, seat: int, action: int) -> None:
    """Carry out a decision."""
    phases.decide(s, seat, action)
