"""Catch Ctrl-C at any point, and act on it where that is safe."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import FrameType, TracebackType


STOPPED = 130
"""Exit status after Ctrl-C, as in shells."""


class Interrupt:
    """Record the first Ctrl-C, for a loop that polls `came`; the second raises KeyboardInterrupt. A context manager.

    KeyboardInterrupt is raised wherever the program happens to be. In a finaliser or a callback, Python prints
    "Exception ignored" and continues, and Ctrl-C is lost.

    A process that was started with Ctrl-C ignored, like a command ending in `&` in a shell script, keeps ignoring it.
    """

    def __init__(self) -> None:
        """Prepare; recording starts when the main thread enters the context."""
        self._came = False
        self._before = signal.getsignal(signal.SIGINT)

    def came(self) -> bool:
        """Return whether Ctrl-C has been pressed."""
        return self._came

    def __enter__(self) -> Self:
        if self._before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self._came = True
        signal.signal(signal.SIGINT, signal.default_int_handler)
