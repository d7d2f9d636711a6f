"""Stay usable in forked processes, which have a copy of everything but the other threads."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threading import Lock


def process() -> int:
    """Return the number of this process: threads that another number has hired are not here."""
    return os.getpid()


def hold_through_forks(lock: Lock) -> None:
    """Let no process be forked while somebody else holds a lock: in the new one nobody would ever release it."""
    if sys.platform != "win32":
        os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release)
