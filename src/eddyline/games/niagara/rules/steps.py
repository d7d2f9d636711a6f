"""Open to views and events what the kernels tell of a position, and of single steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import door
from eddyline.games.niagara.rules import refusing, showing, telling

if TYPE_CHECKING:
    from eddyline.engine.records import States


@door
def show(rooms: States, states: States, i: int, seat: int, shown: States) -> None:
    """Describe a redacted record to the seat that it was redacted for; NONE: to a spectator."""
    showing.show(states[i], seat, shown[0], rooms[0])


@door
def tell_start(rooms: States, states: States, i: int, told: States) -> None:  # noqa: ARG001 - all three take them
    """Tell the events at the beginning of a game."""
    telling.tell_start(states[i], told[0])


@door
def tell_decision(rooms: States, states: States, i: int, seat: int, action: int, told: States) -> None:
    """Tell the events of a decision that is taken in a record."""
    telling.tell_decision(states[i], seat, action, told[0], rooms[0])


@door
def tell_advance(rooms: States, before: States, after: States, told: States) -> None:
    """Tell the events of one `advance`."""
    telling.tell_advance(before[0], after[0], told[0], rooms[0])


@door
def refuse(states: States, i: int, seat: int, action: int, why: States) -> None:
    """Say why an action is not legal, in a record redacted for the seat."""
    refusing.refuse(states[i], seat, action, why[0])
