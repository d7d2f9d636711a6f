"""Represent one browser tab at a table, whatever the transport, and what it has still to be sent."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from eddyline.server.base.outbox import CLOSED_BY, TRY_AGAIN_LATER, Outbox, encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.protocol import table as protocol
    from eddyline.protocol.refusal import RefusalError

STATE_BYTES = 131_072
"""Bytes of states and drafts that may wait. A slower connection gets one state instead, made when it can be sent."""


class Connection(Outbox):
    """Hold a client's seat and what it is to be sent: states, presence, answers.

    A connection that is too slow for each state, or each change of it, is owed a whole one: it is made when it can be
    sent, and has the events since the last one that was. Answers cannot be replaced by anything.
    """

    def __init__(self, catch_up: Callable[[Connection, int], bytes], address: str = "", table: str = "") -> None:
        """Begin with nothing to send; `catch_up` makes the state that is owed, with the events after a version."""
        super().__init__(table)
        self._catch_up = catch_up
        self.address = address
        """Network address of the client; shares out thinking time, and is written nowhere."""
        self.seat: int | None = None
        """Seat of the client; None: a spectator."""
        self.greeted = False
        """Whether the client has sent `Hello`, and so receives every update."""
        self.deltas = False
        """Whether the client follows by what changes."""
        self.checks = False
        """Whether it wants the whole state beside it."""
        self.records = False
        """Whether it knows the rules, and wants what it may know as the game's record."""
        self.shown: protocol.State | None = None
        """State that the client will have when all that waits is sent; None: it is to be sent whole."""
        self._owed: int | None = None
        self._presence: bytes | None = None

    @property
    def drafts_itself(self) -> bool:
        """Return whether the client has a position, so that it needs nobody to show it a draft."""
        return self.shown is not None and self.shown.position is not None

    @property
    def bytes_waiting(self) -> int:
        """Return how many bytes are queued; a state that is owed takes none."""
        return self._states + self._answers + len(self._presence or b"")

    def show(self, message: bytes, since: int, state: protocol.State | None = None) -> None:
        """Queue a state, or what changes the one that the client has into `state`, with the events after `since`."""
        self._replaceable(message, since)
        self._presence = None
        if self._owed is None:
            self.shown = state

    def show_draft(self, message: bytes, version: int) -> None:
        """Queue the draft of this seat at `version`; never waits."""
        self._replaceable(message, version)

    def owe(self, since: int) -> None:
        """Promise the state as it will be when it can be sent, with the events after version `since`."""
        if self.closing is None:
            known = [since] if self._owed is None else [since, self._owed]
            self._owed = min(known + [waiting.since for waiting in self._waiting if waiting.since is not None])
            self._forget_states()
            self._news.set()

    def tell_presence(self, message: bytes) -> None:
        """Queue who is at the table; only the newest of these messages waits, and none beside a state that is owed."""
        if self.closing is None and self._owed is None:
            self._presence = message
            self._news.set()

    def forget(self) -> None:
        """Send nothing of what waits."""
        super().forget()
        self._owed = self._presence = self.shown = None

    def turn_away(self, why: RefusalError) -> None:
        """Say why the client may not be here, and close; what waits was for the seat it had."""
        self.seat = None
        self.forget()
        self.answer(encode(why.answer()))
        self.close(CLOSED_BY.get(why.code, TRY_AGAIN_LATER), why.code)

    def end(self, why: RefusalError | None) -> None:
        """Close; if the client is not to come back, say `why`."""
        if why is None:
            self.close()
        else:
            self.answer(encode(why.answer()))
            self.close(CLOSED_BY[why.code], why.code)

    def close(self, code: int = TRY_AGAIN_LATER, reason: str = "connect again to be brought up to date") -> None:
        """Accept nothing more, and end the connection after the answers that wait."""
        if self.closing is None:
            self._owed = None
            self._forget_states()
            super().close(code, reason)

    def _due(self) -> bytes | None:
        if self._owed is not None:
            since, self._owed = self._owed, None
            return self._catch_up(self, since)
        told, self._presence = self._presence, None
        return told

    def _replaceable(self, message: bytes, since: int) -> None:
        if self._owed is not None or self._states + len(message) > STATE_BYTES:
            self.owe(since)
        else:
            self._put(message, since)

    def _forget_states(self) -> None:
        if self._states:
            self._waiting = deque(waiting for waiting in self._waiting if waiting.since is None)
            self._states = 0
        self._presence = self.shown = None
