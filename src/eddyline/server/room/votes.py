"""Count votes of the people at a table: to let a bot play for somebody who is silent, or to stop the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from eddyline.protocol import table_info
from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.direction import isolated

if TYPE_CHECKING:
    from collections.abc import Iterable

    from eddyline.server.table.state import TableState


class Motion(NamedTuple):
    """Name what is voted on."""

    matter: table_info.Matter
    seat: int | None
    """Whom a bot is to play for."""


class Votes:
    """Keep the open votes of one table in memory: after a restart, people vote again."""

    def __init__(self) -> None:
        self._by: dict[Motion, set[int]] = {}

    def cast(self, state: TableState, motion: Motion, by: int, online: frozenset[int], now: float) -> None:
        """Vote for a motion. Raises RefusalError for a motion that is not possible, or for a seat that has no vote."""
        if state.status != "running":
            raise RefusalError("wrong_time", "Votes are taken while a game runs.")
        self._check(state, motion, now)
        if by not in self._voters(state, motion, online):
            raise RefusalError(
                "not_yours", "You cannot vote on this; only the other players can, if no bot plays for them."
            )
        self._by.setdefault(motion, set()).add(by)

    def _check(self, state: TableState, motion: Motion, now: float) -> None:
        if motion.matter == "stop":
            if motion.seat is not None:
                raise RefusalError("bad_message", f"expected no seat in a vote to stop the game, got {motion.seat}")
            return
        if motion.seat is None or motion.seat >= len(state.seats):
            raise RefusalError(
                "bad_message",
                f"expected the seat that a bot is to play for, 0 to {len(state.seats) - 1}, got {motion.seat}",
            )
        name = isolated(state.seats[motion.seat].name)
        silence, taken = state.pace.silence, state.timing.taken(motion.seat, now)
        if motion.seat not in state.awaited or taken is None:
            raise RefusalError("wrong_time", f"We are not waiting for {name}.")
        if state.timing.vacation(motion.seat, now) is not None:
            raise RefusalError("wrong_time", f"{name} is on vacation; the clock stands still.")
        if taken < silence:
            raise RefusalError(
                "wrong_time", f"{name} has been thinking for {taken:.0f} s; you may vote after {silence:g} s."
            )

    def take_back(self, motion: Motion, by: int) -> None:
        """Take back a vote; does nothing when there was none."""
        self._by.get(motion, set()).discard(by)

    def of(self, seats: frozenset[int]) -> tuple[tuple[Motion, int], ...]:
        """List the votes of these seats."""
        return tuple((motion, seat) for motion, by in self._by.items() for seat in sorted(by & seats))

    def replace(self, seats: frozenset[int], cast: Iterable[tuple[Motion, int]]) -> None:
        """Let these votes, which another process has taken, be all that these seats have."""
        self._by = {motion: by - seats for motion, by in self._by.items()}
        for motion, seat in cast:
            self._by.setdefault(motion, set()).add(seat)

    def played(self, seat: int) -> None:
        """Drop the votes about a seat: it has played the turn that they were about."""
        self._by = {motion: by for motion, by in self._by.items() if motion.seat != seat}

    def open(self, state: TableState, online: frozenset[int]) -> tuple[table_info.VoteInfo, ...]:
        """List the votes that are still possible and have somebody in favour."""
        self._by = {motion: by for motion, by in self._by.items() if by and _possible(state, motion)}
        infos = []
        for motion, by in self._by.items():
            voters = self._voters(state, motion, online)
            needed = len(voters) if motion.matter == "stop" else len(voters) // 2 + 1
            infos.append(table_info.VoteInfo(
                matter=motion.matter, seat=motion.seat, by=tuple(sorted(by & voters)), needed=max(1, needed)
            ))  # fmt: skip
        return tuple(infos)

    def carried(self, state: TableState, online: frozenset[int]) -> tuple[Motion, ...]:
        """List the motions that have enough votes."""
        return tuple(Motion(vote.matter, vote.seat) for vote in self.open(state, online) if len(vote.by) >= vote.needed)

    def _voters(self, state: TableState, motion: Motion, online: frozenset[int]) -> frozenset[int]:
        """Return who has a vote: everybody who plays, or the others who are connected."""
        playing = frozenset(number for number, seat in enumerate(state.seats) if seat.played_by_human)
        return playing if motion.matter == "stop" else (playing & online) - {motion.seat}


def _possible(state: TableState, motion: Motion) -> bool:
    return state.status == "running" and (motion.seat is None or motion.seat in state.awaited)
