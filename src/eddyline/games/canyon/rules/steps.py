"""Expose single steps of the rules to views and narration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import door
from eddyline.games.canyon.rules import moving, phases

if TYPE_CHECKING:
    from eddyline.engine.records import States


@door
def drift(boards: States, states: States, i: int, seat: int) -> None:
    """Let a canoe drift and push what is in its way, and nothing else."""
    s = states[i]
    moving.drift(phases.board_of(boards, s), s, seat)
