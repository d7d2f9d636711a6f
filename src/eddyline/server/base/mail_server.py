"""Say how this server sends mail: read from the command line before any rules are loaded, so it imports none."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Security: TypeAlias = Literal["starttls", "tls", "none"]


class MailServer(NamedTuple):
    """Say how this server sends mail."""

    host: str
    port: int
    security: Security
    """From the beginning, after STARTTLS, or none: only on this machine."""
    user: str
    password: str
    sender: str
    """Address that mail comes from."""
    site: str
    """Where people open this server, without a slash at its end."""
