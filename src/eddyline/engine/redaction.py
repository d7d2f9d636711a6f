"""Remove from a position what a seat may not know, as declared by the fields of its record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.engine.records import PUBLIC, Secret, marks_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.engine.records import States


class Redaction:
    """Copy what a seat may know; this is an allow-list, so undeclared fields are visible to nobody."""

    def __init__(self, state: type[Any], hidden: Callable[[States, int], int]) -> None:
        """Read the marks of a record type; `hidden` is `Doors.hidden` of its game."""
        marks = marks_of(state)
        known = np.zeros(1, state.dtype)
        for name, mark in marks.items():
            if mark is PUBLIC or isinstance(mark, Secret):
                known[name] = np.full(known[name].shape, -1, known[name].dtype)
        self.known = known.view(np.uint8)
        """Mask of the bits of all fields that are copied."""
        self._dtype = state.dtype
        self.secrets = tuple((name, mark.instead) for name, mark in marks.items() if isinstance(mark, Secret))
        """Names of the secret fields, in the order of their bits, and what others see while a row is hidden."""
        self._rows = tuple(_row(state.dtype, *secret) for secret in self.secrets)
        """For each of them: where it begins, and what others see of a hidden row."""
        self._hidden = hidden

    def __call__(self, states: States, seat: int | None) -> States:
        """Copy what `seat` (None: a spectator) may know of record 0."""
        # As bytes: NumPy takes a microsecond for each row.
        copy = bytearray((states[:1].view(np.uint8) & self.known).tobytes())
        hidden = self._hidden(states, 0)
        owner = 0
        while hidden:
            if owner != seat:
                for bit, (begin, row) in enumerate(self._rows):
                    if hidden >> bit & 1:
                        at = begin + owner * len(row)
                        copy[at : at + len(row)] = row
            hidden >>= len(self._rows)
            owner += 1
        return np.ndarray(1, self._dtype, copy)

    def hides(self, states: States) -> bool:
        """Return whether anything in record 0 is hidden from any seat."""
        return self._hidden(states, 0) != 0


def _row(dtype: np.dtype[Any], name: str, instead: int) -> tuple[int, bytes]:
    """Return where a field begins in a record, and one seat's row of it with something else in its place."""
    assert dtype.fields is not None
    kind, begin, *_ = dtype.fields[name]
    return begin, np.full(kind.shape[1:], instead, kind.base).tobytes()
