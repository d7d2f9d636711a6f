"""Log what happens at a table, for the host: never who, and nothing that anybody decided."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from eddyline.engine.match import Deal
from eddyline.server.table import entries

if TYPE_CHECKING:
    from eddyline.server.table.state import TableState

_log = logging.getLogger(__name__)

EVENTS: dict[type, str] = {
    entries.Joined: "somebody joined",
    entries.Started: "game started",
    entries.StoodIn: "a bot stands in",
    entries.CameBack: "a player came back",
    entries.Stopped: "the game was stopped",
    entries.Rematched: "rematch opened",
}
"""Entries that are worth a line."""


def note_opened(state: TableState) -> None:
    """Log that a table was opened."""
    _log.info("table opened", extra={"table": state.id, "game": state.opened.game, "seats": len(state.seats)})


def note(state: TableState, entry: entries.Entry[int]) -> None:
    """Log an entry that was applied, and the end of the game if it brought it."""
    if event := EVENTS.get(type(entry)):
        seat = getattr(entry, "seat", None)
        about = {} if seat is None else {"seat": seat}
        _log.info(event, extra={"table": state.id, "game": state.opened.game, **about})
    if state.status == "over" and isinstance(entry, entries.Turn | entries.Stopped | Deal):
        _log.info("game over", extra={"table": state.id, "game": state.opened.game})
