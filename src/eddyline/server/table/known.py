"""Keep what everybody may know of the present position, made once, and as it is told to clients that know the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from eddyline.wasm.shipped import portable

if TYPE_CHECKING:
    from eddyline.engine.match import Match
    from eddyline.engine.records import States


PIECE = 24
"""Bytes of a piece of a record: base64 writes them without padding, so that pieces can be joined as text."""


class Written(NamedTuple):
    """Hold what somebody may know of a position, as in `protocol.table.Position`."""

    record: tuple[bytes, ...]
    board: bytes | None
    given: dict[str, Any]


class Known:
    """Hold one match's present position as each seat, and a spectator (None), may know it."""

    def __init__(self) -> None:
        self._states: States | None = None
        """The position, which a match never changes: a change makes another array."""
        self._redacted: dict[int | None, States] = {}
        self._written: dict[int | None, Written] = {}
        self._given: dict[str, Any] | None = None

    def redacted(self, match: Match, seat: int | None) -> States:
        """Return what a seat may know; nobody may change it."""
        self._look(match)
        if seat not in self._redacted:
            self._redacted[seat] = match.redacted(seat)
        return self._redacted[seat]

    def written(self, match: Match, seat: int | None) -> Written:
        """Return the same as clients that know the rules are told it."""
        self._look(match)
        if self._given is None:
            # These fields are the same for everybody: what a spectator may know is enough for them.
            self._given = match.game.given(self.redacted(match, None))
        if seat not in self._written:
            record, board = portable(match.game.id, self.redacted(match, seat))
            pieces = tuple([record[at : at + PIECE] for at in range(0, len(record), PIECE)])
            self._written[seat] = Written(pieces, board or None, self._given)
        return self._written[seat]

    def _look(self, match: Match) -> None:
        if match.states is not self._states:
            self._states, self._redacted, self._written, self._given = match.states, {}, {}, None
