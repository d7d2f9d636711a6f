"""Surround the project's arrays with guard bytes, and detect out-of-bounds writes by compiled code."""

from __future__ import annotations

import sys
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

GUARD = 4096
"""Guard bytes before and after every array."""
FENCE = b"\xa5" * GUARD
EMPTY = 0x5A
"""Fill byte of arrays from `numpy.empty`, to make reads of uninitialized memory visible."""


class Guards:
    """Check every array that the project creates, while it is alive and when it is freed."""

    def __init__(self) -> None:
        self.damage: list[str] = []
        """Freed arrays whose guard bytes were overwritten."""
        self._kept: dict[int, tuple[bytearray, str]] = {}

    def guarded(self, made: Callable[..., Any], filling: int) -> Callable[..., Any]:
        """Wrap one of NumPy's array constructors; callers outside the project get NumPy's own."""

        def make(shape: Any, dtype: Any = float, *rest: Any, **named: Any) -> Any:  # noqa: ANN401 - as NumPy's do
            frame = sys._getframe(1)  # noqa: SLF001 - the caller
            if rest or named or not str(frame.f_globals.get("__name__", "")).startswith("eddyline."):
                return made(shape, dtype, *rest, **named)
            kind = np.dtype(dtype)
            size = int(np.prod(shape, dtype=np.int64)) * kind.itemsize
            raw = bytearray(FENCE + bytes([filling]) * size + FENCE)
            array: np.ndarray[Any, Any] = np.ndarray(shape, kind, raw, GUARD)
            self._kept[id(raw)] = raw, f"{frame.f_code.co_name}: {kind.name} {shape}"[:200]
            # Views keep the array itself alive, not only its bytes, which belong to another.
            weakref.finalize(array, self._let_go, id(raw))
            return array

        return make

    def _let_go(self, key: int) -> None:
        raw, what = self._kept.pop(key)
        if not _sound(raw):
            self.damage.append(what)

    def broken(self) -> list[str]:
        """List the arrays whose guard bytes were overwritten."""
        return [*self.damage, *(what for raw, what in self._kept.values() if not _sound(raw))]


def _sound(raw: bytearray) -> bool:
    return raw.startswith(FENCE) and raw.endswith(FENCE)


def guard_arrays() -> Guards:
    """Start guarding; call before the project is imported, so that its tables are guarded, too."""
    guards = Guards()
    for name, filling in (("zeros", 0), ("empty", EMPTY)):
        setattr(np, name, guards.guarded(getattr(np, name), filling))
    return guards
