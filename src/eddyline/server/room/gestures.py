"""Let people at a table show something without words: emotes, and that they are ready. Nothing of it is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table_info import SeatEmote
from eddyline.server.base.limits import Bucket

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from collections.abc import Set as AbstractSet

    from eddyline.protocol.table_info import Emote
    from eddyline.server.table.state import TableState

EMOTES_PER_SECOND, EMOTES = 0.5, 3.0
"""Emotes of one seat in the long run, and at once."""


class Emotes:
    """Remember the last emote of every seat."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._buckets: dict[int, Bucket] = {}
        self.last: dict[int, SeatEmote] = {}
        """By seat."""

    def show(self, seat: int, emote: Emote) -> None:
        """Show an emote. Raises RefusalError when a seat does so too often."""
        bucket = self._buckets.setdefault(seat, Bucket(EMOTES_PER_SECOND, EMOTES, self._clock))
        if not bucket.take():
            raise RefusalError("too_fast", "That was a lot to say at once; please wait a moment.")
        before = self.last.get(seat)
        self.last[seat] = SeatEmote(emote=emote, number=1 if before is None else before.number + 1)

    def merge(self, emotes: Mapping[int, SeatEmote]) -> None:
        """Take over those that are newer, from another process."""
        for seat, emote in emotes.items():
            if seat not in self.last or self.last[seat].number < emote.number:
                self.last[seat] = emote

    def forget(self, seat: int) -> None:
        """Forget the emote of a seat that somebody else may take."""
        self.last.pop(seat, None)


class Ready:
    """Remember which seats are ready for the game that is about to begin; after a restart, people say so again."""

    def __init__(self, state: TableState) -> None:
        self.seats: frozenset[int] = frozenset()
        self._for = _terms(state)
        """What they are ready for."""

    def say(self, state: TableState, seat: int, *, ready: bool) -> None:
        """Let a seat be ready, or not any more. Raises RefusalError once the game has begun."""
        if state.status != "open":
            raise RefusalError("wrong_time", "The game has begun already.")
        self.seats = self.seats | {seat} if ready else self.seats - {seat}

    def look(self, state: TableState) -> None:
        """Let nobody be ready for a game by other rules, or at another pace."""
        if (terms := _terms(state)) != self._for:
            self.seats, self._for = frozenset(), terms

    def replace(self, seats: AbstractSet[int], ready: AbstractSet[int]) -> None:
        """Let those of these seats be ready of whom another process says so."""
        self.seats = (self.seats - seats) | (ready & seats)

    def forget(self, seat: int) -> None:
        """Forget it of a seat that somebody else may take."""
        self.seats -= {seat}


def _terms(state: TableState) -> object:
    return state.status, state.preset, state.given, state.pace
