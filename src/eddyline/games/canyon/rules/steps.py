"""Open to views and narration what the rules and their kernels know of a position, and of single steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import door, wide
from eddyline.games.canyon.rules import paths, phases, showing

if TYPE_CHECKING:
    from eddyline.engine.records import Grid, States


@door
def show(boards: States, rooms: States, states: States, i: int, seat: int, shown: States) -> None:
    """Describe a redacted record to the seat that it was redacted for; NONE: to a spectator."""
    s = states[i]
    showing.show(phases.board_of(boards, s), s, seat, shown[0], rooms[0])


@door
def way(boards: States, rooms: States, states: States, i: int, seat: int, goal: int, path: Grid) -> int:
    """Write a shortest free way to a space within the points of a move; return its length, 0 if there is none."""
    s, ways = states[i], rooms[0].ways
    paths.find_ways(phases.board_of(boards, s), s, seat, wide(s.points[seat]), ways)
    return paths.write_way(ways, goal, path)


@door
def follow(boards: States, before: States, after: States, seat: int, drifted: States) -> None:
    """Show what became of a canoe that drifted, and of those that it pushed."""
    shown = drifted[0]
    shown.seat = seat
    shown.chain_count = showing.follow(phases.board_of(boards, before[0]), before[0], after[0], seat, shown.chain)
