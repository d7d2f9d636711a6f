"""Announce something to everybody for operators: beside a server or without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.protocol.announcements import TEXT_LENGTH
from eddyline.protocol.refusal import RefusalError
from eddyline.server.announcements import log
from eddyline.server.base.names import clean_text
from eddyline.server.logs import beside
from eddyline.server.logs.operators import Acted
from eddyline.server.web.operating import note

if TYPE_CHECKING:
    from eddyline.server.store.places import Place

LONGEST = 86_400
"""Seconds before a restart that may be announced."""


def announce(place: Place, text: str | None, until: float | None, restart: float | None, who: str, now: float) -> None:
    """Announce a text, a restart at a time, or both, instead of what was announced before. Times in seconds since 1970.

    Raises StoreError, and RefusalError for a text that is none or too long, and times that have passed.
    """
    said = None if text is None else clean_text(text, TEXT_LENGTH)
    if until is not None and until <= now:
        raise RefusalError("bad_message", "expected a time that is still to come")
    if restart is not None and not 0 < restart - now <= LONGEST:
        raise RefusalError("bad_message", f"expected a restart within {LONGEST // 3600} hours")
    end, begins = (None if at is None else int(at * 1000) for at in (until, restart))
    beside.change(place, log.KIND, log.KEY, now, lambda _: [log.Announced(text=said, until=end, restart=begins)])
    what = [] if said is None else [f"“{said}”"]
    what += [] if restart is None else [f"a restart in {restart - now:.0f} s"]
    note(place, Acted(who=who, did="announced", what=", ".join(what), until=end), now)


def clear(place: Place, who: str, now: float) -> bool:
    """Announce nothing any more; return whether anything was announced. Raises StoreError."""
    cleared = beside.change(
        place, log.KIND, log.KEY, now, lambda board: [] if board.announced is None else [log.Cleared()]
    )
    if cleared:
        note(place, Acted(who=who, did="cleared", what="the announcement"), now)
    return bool(cleared)
