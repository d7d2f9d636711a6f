"""Expose single steps of the rules to views and narration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import door
from eddyline.games.niagara.rules import paddling, river, showing

if TYPE_CHECKING:
    from eddyline.engine.records import States


@door
def show(rooms: States, states: States, i: int, seat: int, shown: States) -> None:
    """Describe a redacted record to the seat that it was redacted for; NONE: to a spectator."""
    showing.show(states[i], seat, shown[0], rooms[0])


@door
def flow(states: States, i: int) -> tuple[int, int]:
    """Make the river flow, and nothing else; return the lowest card and the number of pushes."""
    s = states[i]
    lowest, pushes = river.lowest_card(s), river.pushes_due(s)
    river.flow(s)
    return lowest, pushes


@door
def swirl_of(states: States, i: int, seat: int, canoe: int, end: int) -> int:
    """Return, as a `Swirl`, whether the whirlpool takes a canoe that may move to `end`."""
    return paddling.swirl_of(states[i], seat, canoe, end)
