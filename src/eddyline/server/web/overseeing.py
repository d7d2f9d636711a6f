"""Look after the tournaments of a store for its operators: beside a server or without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.tournaments import Status
from eddyline.server.accounts import account as people
from eddyline.server.chat.hall import TOURNAMENT
from eddyline.server.logs import beside
from eddyline.server.logs.operators import Acted
from eddyline.server.tournaments import log
from eddyline.server.web.admin import chats_of
from eddyline.server.web.operating import note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from eddyline.server.store.places import Place


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a tournament in a line."""

    id: str
    name: str
    status: Status
    game: str
    organiser: str
    """Name of whoever organises it; the id of an account that was deleted."""
    entrants: int
    """How many have not withdrawn."""
    announced: float
    """Seconds since 1970."""
    closed: bool
    """Ended before all its rounds were played."""


def tournaments(place: Place) -> Iterator[Listed]:
    """List the tournaments of a store, the oldest first. Raises StoreError."""
    names = {account.id: account.name for account in beside.states(place, people.KIND)}
    found = [(each.at, each.id, each) for each in beside.states(place, log.KIND)]
    for at, key, each in sorted(found, key=lambda known: known[:2]):
        if (announced := each.announced) is not None:
            yield Listed(
                id=key,
                name=announced.name,
                status=each.status,
                game=announced.game,
                organiser=names.get(announced.organiser, announced.organiser),
                entrants=len(each.playing),
                announced=at / 1000,
                closed=each.closed,
            )


def close(place: Place, key: str, why: str | None, who: str, now: float) -> str:
    """End a tournament before its time, and return its name; its tables are played on.

    Raises StoreError, and RefusalError for one that there is not, or that is over.
    """
    name = ""

    def end(found: log.Tournament) -> list[log.Entry]:
        nonlocal name
        name = found.must_exist().name
        if found.status == "over":
            raise RefusalError("wrong_time", f"The tournament {key} is over already.")
        return [log.Ended(closed=True)]

    beside.change(place, log.KIND, key, now, end)
    note(place, Acted(who=who, did="closed", what=f"tournament {key} ({name})", why=why), now)
    return name


def delete(place: Place, key: str, who: str, now: float, why: str | None = None) -> str:
    """Delete a tournament that is over, with its chat, and return its name; its tables stay.

    Raises StoreError and RefusalError.
    """
    name = log.KIND.log(key)
    with place.reading() as logs:
        found, version = beside.folded(logs, log.KIND, key, place.heads().get(name))
    called = found.must_exist().name
    if found.status != "over":
        raise RefusalError("wrong_time", f"The tournament {key} is not over; close it first.")
    if name not in place.delete({name: version} | chats_of(place, [TOURNAMENT + key])):
        raise RefusalError("wrong_time", f"The tournament {key} changed in the meantime; try again.")
    note(place, Acted(who=who, did="deleted", what=f"tournament {key} ({called})", why=why), now)
    return called
