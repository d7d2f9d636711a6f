"""Measure how a seat stands: in numbers for people and learners, and as the progress that a shaped reward pays for.

A game that measures this has a module with MEASURES and two kernels, `measure` and `progress`, and hands it to
`open_doors`. A game that does not uses those of this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from eddyline.engine.kernel import door, kernel
from eddyline.engine.rewards import SHAPED
from eddyline.engine.rows import pay_seat
from eddyline.engine.template import Template

if TYPE_CHECKING:
    from eddyline.engine.records import Grid, States

of_game = Template()

# Placeholders of the template: each game puts its own in their place.
board_of: Any = None
measures: Any = None
"""Module with `measure` and `progress`."""


class Measure(NamedTuple):
    """Describe a number that tells how a seat stands. Everybody may know it."""

    name: str
    meaning: str


@kernel
def measure(_b: Any, _s: Any, _seat: int, _out: Grid) -> None:  # noqa: ANN401 - records of any game
    """Write a seat's measures, in the order of MEASURES: none."""


@kernel
def progress(_b: Any, _s: Any, _seat: int) -> float:  # noqa: ANN401 - records of any game
    """Return how much of its way to winning a seat has gone, 0 to 1, as everybody may know: nothing before the end."""
    return 0.0


@of_game(kernel)
def measure_all(b: Any, s: Any, out: Grid) -> None:  # noqa: ANN401 - records of any game
    """Write how every seat stands."""
    for seat in range(int(s.seats)):
        measures.measure(b, s, seat, out[seat])


@of_game(door)
def measure_on(boards: States, states: States, i: int, out: Grid) -> None:
    """Write how every seat stands."""
    s = states[i]
    measure_all(board_of(boards, s), s, out)


@of_game(kernel)
def write_leads(b: Any, s: Any, out: Grid) -> None:  # noqa: ANN401 - records of any game
    """Write every seat's lead: its progress less the mean of the others'."""
    players = int(s.seats)
    total = 0.0
    for seat in range(players):
        total += measures.progress(b, s, seat)
    for seat in range(players):
        out[seat] = (players * measures.progress(b, s, seat) - total) / (players - 1)


@of_game(door)
def leads_on(boards: States, states: States, i: int, out: Grid) -> None:
    """Write every seat's lead."""
    s = states[i]
    write_leads(board_of(boards, s), s, out)


@of_game(kernel)
def open_account(b: Any, s: Any, row: Any, kind: int) -> None:  # noqa: ANN401 - records of any game
    """Begin to count what the seats get in a game."""
    for seat in range(int(s.seats)):
        row.paid[seat] = 0.0
    if kind == SHAPED:
        write_leads(b, s, row.lead)


@of_game(kernel)
def shape(b: Any, s: Any, row: Any, rewards: Grid, i: int) -> None:  # noqa: ANN401 - records of any game
    """Pay every seat what its lead has grown by."""
    write_leads(b, s, row.now)
    for seat in range(int(s.seats)):
        pay_seat(row, seat, row.now[seat] - row.lead[seat], rewards, i)
