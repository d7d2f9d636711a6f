"""Gather what the person who runs a server may choose."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from eddyline.server.outside import Outside

if TYPE_CHECKING:
    from collections.abc import Mapping
    from concurrent.futures import Future
    from pathlib import Path

    from eddyline.server.drafts import HeldDrafts


def spare_cores() -> int:
    """Count the cores that bots may fill: all but one, which is the server's own."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, usable - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Choose how a server behaves; the defaults serve a club evening."""

    data: Path
    """Folder of the store."""
    bot_pause: float = 0.7
    """Seconds that a bot takes for a turn at least, so that people can follow."""
    bot_threads: int = field(default_factory=spare_cores)
    """Bots that may think at the same time; the others wait for them."""
    host_grace: float = 120.0
    """Seconds after which an absent host hands over to somebody present; sending a link by phone takes a while."""
    forget_after: float = 600.0
    """Seconds after which a table that nobody looks at leaves the memory; its log stays."""
    allowed_origins: frozenset[str] = frozenset()
    """Origins, besides the server's own, whose pages may connect; for proxies that change the Host header."""
    messages_per_second: float = 30.0
    """Most messages that one connection may send for long; 4 seconds' worth at once is fine."""
    requests_per_minute: float = 120.0
    """Most tables and seats that one address may ask for in the long run."""
    connections_per_table: int = 200
    compiling: Mapping[str, Future[None]] = field(default_factory=dict)
    """For a game whose bots that think cannot play yet what tells when they can."""
    drafts: HeldDrafts = field(default_factory=dict)
    """Turns in the making that the server before this one left behind."""
    outside: Outside = field(default_factory=Outside)
