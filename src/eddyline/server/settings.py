"""Gather what the person who runs a server may choose."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from eddyline.server.outside import Outside

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Choose how a server behaves; the defaults serve a club evening."""

    data: Path
    """Folder of the store."""
    bot_pause: float = 0.7
    """Seconds that a bot waits before it thinks, so that people can follow."""
    bot_threads: int = 2
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
    outside: Outside = field(default_factory=Outside)
