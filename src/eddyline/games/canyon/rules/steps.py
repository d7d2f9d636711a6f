"""Open to views and events what the rules and their kernels know of a position, and of single steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import door
from eddyline.games.canyon.rules import phases, refusing, showing, telling

if TYPE_CHECKING:
    from eddyline.engine.records import States


@door
def show(boards: States, rooms: States, states: States, i: int, seat: int, shown: States) -> None:
    """Describe a redacted record to the seat that it was redacted for; NONE: to a spectator."""
    s = states[i]
    showing.show(phases.board_of(boards, s), s, seat, shown[0], rooms[0])


@door
def tell_start(boards: States, rooms: States, states: States, i: int, told: States) -> None:  # noqa: ARG001 - as below
    """Tell the events at the beginning of a game."""
    telling.tell_start(states[i], told[0])


@door
def tell_decision(boards: States, rooms: States, states: States, i: int, seat: int, action: int, told: States) -> None:
    """Tell the events of a decision that is taken in a record."""
    s = states[i]
    telling.tell_decision(phases.board_of(boards, s), s, seat, action, told[0], rooms[0])


@door
def tell_advance(boards: States, rooms: States, before: States, after: States, told: States) -> None:  # noqa: ARG001
    """Tell the events of one `advance` or `deal`."""
    telling.tell_advance(phases.board_of(boards, before[0]), before[0], after[0], told[0])


@door
def refuse(boards: States, rooms: States, states: States, i: int, seat: int, action: int, why: States) -> None:
    """Say why an action is not legal, in a record redacted for the seat."""
    s = states[i]
    refusing.refuse(phases.board_of(boards, s), s, seat, action, why[0], rooms[0])
