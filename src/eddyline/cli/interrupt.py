"""Hear Ctrl-C wherever it comes, and act on it where that is safe."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import FrameType, TracebackType


class Interrupt:
    """Note the first Ctrl-C, for a loop that looks at `came`; a context manager. The second raises KeyboardInterrupt.

    KeyboardInterrupt appears at whatever line happens to run. Where that is a finaliser or a callback, Python prints
    "Exception ignored" and goes on, and Ctrl-C is lost.

    A process that was started to ignore Ctrl-C, as shells start a command that ends in `&` in a script, goes on
    ignoring it.
    """

    def __init__(self) -> None:
        """Prepare; nothing is noted before the context is entered, which the main thread must do."""
        self._came = False
        self._before = signal.getsignal(signal.SIGINT)

    def came(self) -> bool:
        """Tell whether there has been a Ctrl-C."""
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
