"""Tell by the secret that a device sends who is signed in there.

It goes in the header `Authorization` and in `hello`, never in a cookie: a browser adds it to no request of another
site's page, and the server need not know below which path its pages are.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eddyline.server.accounts.account import Account

DAY = 86_400_000
"""Milliseconds."""
UNUSED_FOR = 90 * DAY
"""After so long without use, a person's session ends; a bot's tokens stay until they are revoked."""
MOST_DEVICES = 30
"""Devices that are signed in at the same time; a further one ends the session that was not used for longest."""
_ID = r"[a-z0-9]{1,32}"
_FORM = re.compile(rf"({_ID})\.([A-Za-z0-9_-]{{32}})")


def new_token(account: str) -> tuple[str, str]:
    """Make the secret of a session: an account's id and 192 random bits; return it and its hash."""
    secret = secrets.token_urlsafe(24)
    return f"{account}.{secret}", _hash(secret)


def is_id(text: str) -> bool:
    """Return whether a text has the form of an account's id."""
    return re.fullmatch(_ID, text) is not None


def parse(token: str) -> tuple[str, str] | None:
    """Return the id of the account and the hash that a session's secret would have; None for anything else."""
    found = _FORM.fullmatch(token)
    return None if found is None else (found[1], _hash(found[2]))


def valid(account: Account, session: str, now: float) -> bool:
    """Return whether a session of this hash goes on; `now` in seconds since 1970."""
    held = account.sessions.get(session)
    return held is not None and (account.owner is not None or now * 1000 - held.seen < UNUSED_FOR)


def ended(account: Account, now: float) -> tuple[str, ...]:
    """Return the sessions that end when another one begins: those that are too old, or too many."""
    by_use = sorted(account.sessions, key=lambda session: account.sessions[session].seen)
    many = max(0, len(by_use) - MOST_DEVICES + 1)
    return tuple(session for number, session in enumerate(by_use) if number < many or not valid(account, session, now))


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
