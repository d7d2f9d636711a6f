"""Keep out, for a time, a person whom an operator has suspended."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError

if TYPE_CHECKING:
    from eddyline.engine.refusal import Values
    from eddyline.server.accounts.account import Account, Suspended


def suspension_of(account: Account, now: float) -> Suspended | None:
    """Return the suspension of an account that goes on; `now` in seconds since 1970."""
    held = account.suspended
    return held if held is not None and goes_on(held, now) else None


def goes_on(held: Suspended, now: float) -> bool:
    """Return whether a suspension has not ended by itself; `now` in seconds since 1970."""
    return held.until is None or now * 1000 < held.until


def refusal_of(held: Suspended) -> RefusalError:
    """Say until when somebody is suspended, and why."""
    values: Values = {"why": held.why}
    when = ""
    if held.until is not None:
        values["until"], when = held.until, f" until {said(held.until)}"
    message = f"This account is suspended{when}. The operator of this server says: {held.why}"
    return RefusalError("suspended", message, values=values)


def must_not_be_suspended(account: Account, now: float) -> None:
    """Raise RefusalError for an account whose suspension goes on."""
    if (held := suspension_of(account, now)) is not None:
        raise refusal_of(held)


def said(at: int) -> str:
    """Write a time, in milliseconds since 1970, to the minute."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at / 1000))
