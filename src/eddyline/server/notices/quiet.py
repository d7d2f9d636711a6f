"""Know when somebody wants to be told nothing, by the clock where they live."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from eddyline.protocol.notices import QuietHours


def knows_zone(name: str) -> bool:
    """Return whether this machine knows a time zone."""
    return _zone(name) is not None


def is_quiet(hours: QuietHours, now: int) -> bool:
    """Return whether a time, in milliseconds since 1970, is within these hours; not in a zone that nobody knows."""
    zone = _zone(hours.zone)
    if zone is None:
        return False
    local = dt.datetime.fromtimestamp(now / 1000, zone)
    minute = local.hour * 60 + local.minute
    if hours.begins < hours.ends:
        return hours.begins <= minute < hours.ends
    return minute >= hours.begins or minute < hours.ends


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):  # no such zone, or no name of one
        return None
