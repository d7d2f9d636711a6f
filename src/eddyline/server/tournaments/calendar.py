"""Write when a tournament starts as calendars read it: iCalendar, RFC 5545."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError

if TYPE_CHECKING:
    from eddyline.protocol.tournaments import TournamentInfo

CALENDAR = "text/calendar"
LINE_BYTES = 75
"""Longest line, without its end."""
_ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def calendar(tournament: TournamentInfo, page: str) -> str:
    """Return an event for the start of a tournament, whose page is at `page`. Raises RefusalError without a time."""
    if tournament.starts is None:
        raise RefusalError("wrong_time", "No time is chosen at which this tournament starts.")
    about = "\n\n".join(filter(None, (tournament.description, page)))
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Eddyline//Tournaments//EN",
        "BEGIN:VEVENT",
        # The same event whenever it is taken home again: a calendar moves it to its new time.
        f"UID:{tournament.id}@eddyline",
        f"DTSTAMP:{_utc(tournament.since)}",
        f"DTSTART:{_utc(tournament.starts)}",
        f"SUMMARY:{tournament.name.translate(_ESCAPED)}",
        f"DESCRIPTION:{about.translate(_ESCAPED)}",
        f"URL:{page}",
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _utc(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y%m%dT%H%M%SZ}"


def _folded(line: str) -> list[str]:
    """Break a line where it gets too long, between characters; what goes on begins with a space."""
    found = [""]
    for character in line:
        if len((found[-1] + character).encode()) > LINE_BYTES:
            found.append(" ")
        found[-1] += character
    return found
