"""Lay the project's arrays between guards, and see whether compiled code has written beside one."""

from __future__ import annotations

import sys
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

GUARD = 4096
"""Bytes before and behind every array."""
FENCE = b"\xa5" * GUARD
EMPTY = 0x5A
"""What an array of `numpy.empty` is full of, so that reading it shows."""


class Guards:
    """Watch over every array that the project makes while it is alive, and when it goes."""

    def __init__(self) -> None:
        self.damage: list[str] = []
        """Arrays that have gone and had something written beside them."""
        self._kept: dict[int, tuple[bytearray, str]] = {}

    def guarded(self, made: Callable[..., Any], filling: int) -> Callable[..., Any]:
        """Stand in for one of NumPy's functions that make arrays; who is not of the project gets NumPy's own."""

        def make(shape: Any, dtype: Any = float, *rest: Any, **named: Any) -> Any:  # noqa: ANN401 - as NumPy's do
            frame = sys._getframe(1)  # noqa: SLF001 - who asks
            if rest or named or not str(frame.f_globals.get("__name__", "")).startswith("eddyline."):
                return made(shape, dtype, *rest, **named)
            kind = np.dtype(dtype)
            size = int(np.prod(shape, dtype=np.int64)) * kind.itemsize
            raw = bytearray(FENCE + bytes([filling]) * size + FENCE)
            array: np.ndarray[Any, Any] = np.ndarray(shape, kind, raw, GUARD)
            self._kept[id(raw)] = raw, f"{frame.f_code.co_name}: {kind.name} {shape}"[:200]
            # Views of it keep the array alive, not only its bytes: these are another's.
            weakref.finalize(array, self._let_go, id(raw))
            return array

        return make

    def _let_go(self, key: int) -> None:
        raw, what = self._kept.pop(key)
        if not _sound(raw):
            self.damage.append(what)

    def broken(self) -> list[str]:
        """List the arrays beside which something was written."""
        return [*self.damage, *(what for raw, what in self._kept.values() if not _sound(raw))]


def _sound(raw: bytearray) -> bool:
    return raw.startswith(FENCE) and raw.endswith(FENCE)


def guard_arrays() -> Guards:
    """Begin to guard; before the project is imported, so that its tables are guarded, too."""
    guards = Guards()
    for name, filling in (("zeros", 0), ("empty", EMPTY)):
        setattr(np, name, guards.guarded(getattr(np, name), filling))
    return guards
