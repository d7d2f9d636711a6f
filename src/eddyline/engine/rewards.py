"""Compute the rewards at the end of a game, for all environments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel
from eddyline.engine.messages import shown

if TYPE_CHECKING:
    from eddyline.engine.records import Grid

REWARDS = ("ranking", "win", "shaped")
"""Names of the kinds of reward, which kernels number in this order.

`ranking`: +1 for first place, −1 for last, evenly spaced in between; ties get the mean of their places, so a game's
rewards always add up to 0. `win`: winners share 1, all others get 0; if nobody wins, all get 0. `shaped`: the same as
`ranking` in sum over a whole game, but in parts: after every decision what a seat's lead has grown by, that is, its
progress less the mean progress of the others (see `measuring`), and at the end what is missing to the ranking. These
are differences of a potential, so what is best to play stays the same, and the parts of all seats add up to 0.
"""
WIN, SHAPED = 1, 2


@kernel
def reward(kind: int, players: int, ranks: Grid, winners: int, seat: int) -> float:
    """Return a seat's reward for a whole game; `ranks` are those of `Doors.ranking`, `winners` is a bit mask."""
    if kind == WIN:
        number = 0
        for other in range(players):
            number += winners >> other & 1
        return (winners >> seat & 1) / max(number, 1)
    alike = 0
    for other in range(players):
        alike += ranks[other] == ranks[seat]
    # Places count from 0; those of ties are adjacent.
    place = int(ranks[seat]) - 1 + (alike - 1) / 2
    return 1 - 2 * place / (players - 1)


def kind_of(name: str) -> int:
    """Return the number of a kind of reward; raises ValueError for an unknown name."""
    if name not in REWARDS:
        message = f"there is no reward {shown(name)}; expected one of: {', '.join(REWARDS)}"
        raise ValueError(message)
    return REWARDS.index(name)
