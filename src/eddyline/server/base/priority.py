"""Let threads that compute for long leave the processor to the event loop, which everybody waits for."""

from __future__ import annotations

import contextlib
import os
import threading

NICENESS = 10


def step_back() -> None:
    """Lower the priority of this thread and of those it starts; does nothing where threads have none of their own."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
