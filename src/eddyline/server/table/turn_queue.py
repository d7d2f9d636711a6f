"""Gather turns that wait to be written: those of seats that choose at the same time are written together.

Under load many wait for the same commit. One entry after the other would then take a commit for each seat, and tell
everybody as often.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from eddyline.protocol.refusal import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.engine.match import Draft
    from eddyline.server.table import entries


class Checked(NamedTuple):
    """Hold a turn that may be written, and its draft in the present position."""

    entry: entries.Turn[int]
    draft: Draft


Check: TypeAlias = "Callable[[], Checked | None]"
"""Checks a turn in the present position; None: there is nothing to write. Raises RefusalError."""


class Waiting(NamedTuple):
    """Hold a turn that waits to be written."""

    seat: int
    check: Check
    done: asyncio.Future[bool]
    """Whether it was written; false: there was nothing to write."""

    def answer(self, outcome: bool | Exception) -> None:
        """Tell whoever waits, if they still do."""
        if self.done.done():
            return
        if isinstance(outcome, Exception):
            self.done.set_exception(outcome)
        else:
            self.done.set_result(outcome)


class WaitingTurns:
    """Hold the turns of one table that wait, in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []

    def __len__(self) -> int:
        """Count the turns that wait."""
        return len(self._waiting)

    def add(self, seat: int, check: Check) -> asyncio.Future[bool]:
        """Let a turn wait; return its outcome to come."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(seat, check, done))
        return done

    def next(self, owing: frozenset[int]) -> list[tuple[Waiting, Checked]]:
        """Return the turns to be written next, all of one position in which the seats `owing` have to choose.

        They keep waiting until `answer`. A turn that is refused is answered, unless one before it is to be written:
        then it is looked at again in the position that follows.
        """
        found: list[tuple[Waiting, Checked]] = []
        taken: set[int] = set()
        for waiting in list(self._waiting):
            if taken >= owing and taken:
                break  # the last choice changes the position
            if waiting.seat in taken:
                continue
            try:
                checked = waiting.check()
            except RefusalError as refusal:
                if not found:
                    self.answer([waiting], refusal)
                continue
            if checked is None:
                self.answer([waiting], outcome=False)
            else:
                found.append((waiting, checked))
                taken.add(waiting.seat)
        return found

    def answer(self, answered: Sequence[Waiting], outcome: bool | Exception) -> None:
        """Remove turns and tell their outcome."""
        for waiting in answered:
            self._waiting.remove(waiting)
            waiting.answer(outcome)

    def fail_all(self, error: Exception) -> None:
        """Tell every turn that waits that it was not written, or that nobody knows whether it was."""
        self.answer(list(self._waiting), error)
