"""Show operators what people have reported, and note how they have handled it: beside a server or without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.reports import NOTE_LENGTH
from eddyline.server.accounts import account as people
from eddyline.server.chat import log as chat
from eddyline.server.logs import beside
from eddyline.server.logs.operators import Acted
from eddyline.server.reports import log
from eddyline.server.reports.conduct import LAST_GAMES, Conduct, conduct
from eddyline.server.store import StoreError
from eddyline.server.web.operating import note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.protocol.reports import Measure
    from eddyline.server.store.places import Place

AROUND = 5
"""Messages before a reported one, and after it, that are shown with it."""


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """Show a message of a chat."""

    number: int
    at: int
    name: str
    text: str | None
    """None: it was removed."""
    watching: bool
    """By a spectator of a running game; its players read it when the game is over."""


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """Show what was reported, and what there is to judge it by."""

    matter: log.Matter
    around: tuple[Said, ...]
    """The message and those around it, as they are now."""
    conduct: Conduct | None
    """Of whoever was reported; None: a guest, of whom that is not known."""


def matters(place: Place) -> Sequence[log.Matter]:
    """List what was reported, the oldest first. Raises StoreError."""
    return [matter for kept in beside.states(place, log.KIND) for matter in kept.matters.values()]


def look(place: Place, number: int) -> Look:
    """Show what was reported. Raises StoreError, and RefusalError when there is no such number."""
    matter = _matter(place, number)
    account = matter.account
    return Look(
        matter=matter,
        around=_around(place, matter) if matter.line else (),
        conduct=None if account is None else _conduct(place, account),
    )


def handle(place: Place, number: int, what: Measure, why: str | None, who: str, now: float) -> bool:
    """Note what was done about a matter; return whether it was not handled before. Raises StoreError and RefusalError.

    `now` in seconds since 1970.
    """
    if why is not None and not (why.isprintable() and 0 < len(why.strip()) <= NOTE_LENGTH):
        raise RefusalError("bad_message", f"expected a reason of 1 to {NOTE_LENGTH} printable characters, got {why!r}")
    matter = _matter(place, number)
    done = beside.change(place, log.KIND, log.KEY, now, lambda kept: kept.handle(number, who, what, why))
    if done:
        note(place, Acted(who=who, did="handled", what=f"{said(matter)}, {what}", why=why), now)
    return bool(done)


def removed(place: Place, chat_of: str, line: int, who: str, now: float) -> None:
    """Note that a message was removed, if it was reported: no more is to be done. Raises StoreError."""

    def handle(kept: log.Reports) -> Sequence[log.Entry]:
        theirs = [matter for matter in kept.open() if (matter.place, matter.line) == (chat_of, line)]
        return [log.Handled(matter=matter.number, who=who, what="removed") for matter in theirs]

    beside.change(place, log.KIND, log.KEY, now, handle)


def said(matter: log.Matter) -> str:
    """Say in a few words what was reported."""
    what = f"message {matter.line}" if matter.line else matter.about
    at = f" at {matter.place}" if matter.place else ""
    return f"report {matter.number} ({what} of {matter.name}{at})"


def _matter(place: Place, number: int) -> log.Matter:
    found = next((each for each in matters(place) if each.number == number), None)
    if found is None:
        raise RefusalError("unknown", f"There is no report {number}.")
    return found


def _around(place: Place, matter: log.Matter) -> tuple[Said, ...]:
    with place.reading() as logs:
        name = chat.KIND.log(matter.place)
        kept, _ = beside.folded(logs, chat.KIND, matter.place, place.heads().get(name))
    lines = kept.lines[max(0, matter.line - AROUND - 1) : matter.line + AROUND]
    return tuple(
        Said(
            number=each.number,
            at=each.at,
            name=each.wrote.name,
            text=each.wrote.text,
            watching=each.wrote.watching,
        )
        for each in lines
    )


def _conduct(place: Place, account: str) -> Conduct | None:
    heads, rows = place.heads(), []
    with place.reading() as logs:
        person, _ = beside.folded(logs, people.KIND, account, heads.get(people.KIND.log(account)))
        for table in list(person.tables)[-LAST_GAMES:]:
            try:
                rows.append([link.row for link in logs.read(table, 0, heads.get(table))])
            except StoreError:  # deleted, or damaged: `tables list` says which
                continue
    return conduct(account, rows)
