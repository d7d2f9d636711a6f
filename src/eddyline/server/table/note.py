"""Pin a note to a table, and take it down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.protocol.note import NOTE_LENGTH, Note
from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.names import clean_text
from eddyline.server.table import entries
from eddyline.server.table.part import Part, Removal

if TYPE_CHECKING:
    from eddyline.server.table.table import Table


class Pinned(entries.OfPart, tag="pinned", frozen=True, kw_only=True):
    """Pin a note to the table instead of the one that is there, or take it down."""

    seat: int | None = None
    """Who does: the host; None: the operator of the server."""
    text: str | None = None
    """None: it is taken down."""


def _after(note: Note | None, entry: entries.Entry[int], at: int) -> Note | None:
    """Return the note that is there after an entry. It goes with the seat of whoever has pinned it."""
    match entry:
        case Pinned(seat=int(seat), text=str(text)):
            return Note(text=text, seat=seat, at=at)
        case Pinned():
            return None
        case entries.Freed(seat=seat) | entries.Forgotten(seat=seat) if note is not None and note.seat == seat:
            return None
    return note


PART: Part[Note] = Part(
    name="note",
    entry=Pinned,
    after=_after,
    removal=Removal(
        command="unpin",
        about="Take down the note that the host has pinned to a table.",
        entry=Pinned(),
        done="The note is taken down.",
        nothing="No note is pinned to this table.",
    ),
)


async def pin(table: Table, by: int | None, text: str | None) -> None:
    """Let the host, if that is who sits at `by`, pin a note instead of the one that is there, or take it down.

    Raises RefusalError, and changes nothing then.
    """
    wanted = None if text is None else clean_text(text, NOTE_LENGTH)

    async def write() -> None:
        state, note = table.state, PART.of(table.state)
        if by is None or by != state.host:
            raise RefusalError("not_host", "Only the host of the table can pin a note to it.")
        if state.seats[by].owner is not None:
            raise RefusalError("not_yours", "Only people may pin notes.")
        if wanted is not None and state.status == "over":
            raise RefusalError("wrong_time", "The game is over: notes are pinned before and during the game.")
        if wanted != (note and note.text):
            table.count_change(by)
            await table.append(Pinned(seat=by, text=wanted))

    await table.alone(write)
