"""Look after tables and chats, as operators do by commands and moderators in the page; all of it is noted."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from eddyline.server.logs.operators import Acted
from eddyline.server.store import beside
from eddyline.server.web import admin, reported
from eddyline.server.web.operating import note

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from eddyline.server.store.places import Place
    from eddyline.server.table.part import Part


class Deed(NamedTuple):
    """Say who does something, when (in seconds since 1970), and why."""

    who: str
    now: float
    why: str | None = None

    def note(self, place: Place, did: str, what: str) -> None:
        """Enter in the log of the operators what was done. Raises StoreError."""
        note(place, Acted(who=self.who, did=did, what=what, why=self.why), self.now)


def close_table(place: Place, table: str, deed: Deed) -> None:
    """End a table for good; everybody there is told why. Raises StoreError and RefusalError."""
    admin.close(place, table, deed.why, deed.now)
    deed.note(place, "closed", f"table {table}")


def delete_tables(place: Place, going: Mapping[str, int], deed: Deed, deleted: list[str]) -> None:
    """Delete tables, with their chats, that are still at these versions; those that went are added to `deleted`.

    Between two batches those who play have a moment. Raises StoreError; what went before that is `deleted`.
    """
    ids = list(going)
    for start in range(0, len(ids), beside.BATCH):
        if start:
            time.sleep(beside.REST)
        gone = place.delete({each: going[each] for each in ids[start : start + beside.BATCH]})
        deleted += gone
        if chats := admin.chats_of(place, gone):
            place.delete(chats)
        if gone:
            many = "1 table" if len(gone) == 1 else f"{len(gone)} tables"
            deed.note(place, "deleted", f"{many}: {', '.join(gone)}")


def remove_part(place: Place, table: str, part: Part[Any], deed: Deed) -> bool:
    """Take a part of a table away; return whether there was anything. Raises StoreError."""
    there = admin.change_table(place, table, deed.now, part.removed) is not None
    if there:
        deed.note(place, f"used {part.removal.command} on", f"table {table}")
    return there


def remove_line(place: Place, chat_of: str, number: int, deed: Deed) -> bool:
    """Remove a message, and handle what was reported of it; return whether it was still there.

    Raises StoreError, and RefusalError without it.
    """
    removed = admin.remove_line(place, chat_of, number, deed.now)
    if removed:
        deed.note(place, "removed", f"message {number} at {chat_of}")
        reported.removed(place, chat_of, number, deed.who, deed.now)
    return removed


def mute(place: Place, chat_of: str, name: str, deed: Deed, *, muted: bool) -> tuple[str, bool]:
    """Let the person of a name write nothing in a chat, or let them again; return whom that means, and if it is new.

    Raises StoreError, and RefusalError for what is no name.
    """
    whom, changed = admin.mute(place, chat_of, name, deed.now, muted=muted)
    if changed:
        deed.note(place, "muted" if muted else "let write", f"{whom} at {chat_of}")
    return whom, changed
