"""Let moderators do what the operator's commands do, by the same operations, and show them what these find."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from typing import TYPE_CHECKING

from eddyline.protocol import moderation as messages
from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.direction import isolated
from eddyline.server.logs.troubles import NoTableError, refused_by
from eddyline.server.store import StoreError
from eddyline.server.store.names import DATABASE
from eddyline.server.store.places import place_at
from eddyline.server.web import operating

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    from eddyline.protocol.table_info import TableInfo
    from eddyline.server.chat.log import Line
    from eddyline.server.hub.hub import Hub
    from eddyline.server.logs.operators import Acted
    from eddyline.server.reports.conduct import Conduct
    from eddyline.server.reports.log import Matter
    from eddyline.server.store.places import Place
    from eddyline.server.web import overseeing
    from eddyline.server.web.admin import Listed
    from eddyline.server.web.operating import Person

    T = TypeVar("T")

_log = logging.getLogger(__name__)

LAST_TABLES = 10
"""Of a person that are shown."""


async def beside(hub: Hub, work: Callable[[Place], T]) -> T:
    """Carry out beside the server what a command would, which it notices within about a second. Raises RefusalError."""
    place = place_at(hub.settings.store or hub.settings.data / DATABASE)
    try:
        return await asyncio.to_thread(work, place)
    except NoTableError:
        raise RefusalError("unknown", "There is no such table (any more).") from None
    except StoreError as error:
        _log.error("a moderator could not be served: %s", error)
        raise refused_by(error) from error


def moderable(place: Place, account: str, now: float) -> str:
    """Return the id of an account to which moderators may do something.

    Raises RefusalError, also for moderators and their bots.
    """
    person = operating.find(place, account, now)
    if person.trusted or (person.owner is not None and operating.find(place, person.owner, now).trusted):
        raise RefusalError(
            "not_yours", f"{isolated(person.name)} is a moderator's; only the operator of this server can do this."
        )
    return person.account


def matter(found: Matter) -> messages.ReportedMatter:
    """Show what was reported; accounts of those who have reported it are left out."""
    done = found.handled
    return messages.ReportedMatter(
        number=found.number,
        about=found.about,
        place=found.place,
        line=found.line,
        name=found.name,
        account=found.account,
        text=found.text,
        filed=tuple(
            messages.FiledReport(at=each.at, by=each.by, reason=each.reason, note=each.note) for each in found.filed
        ),
        handled=None if done is None else found.handled_at,
        handled_by=None if done is None else done.who,
        outcome=None if done is None else done.what,
        why=None if done is None else done.why,
    )


def conduct(counted: Conduct | None) -> messages.KnownConduct | None:
    """Show how somebody played."""
    if counted is None:
        return None
    return messages.KnownConduct(games=counted.games, replaced=counted.replaced, resigned=counted.resigned)


def person(found: Person) -> messages.KnownPerson:
    """Show an account, without what its owner comes in by, or comes from."""
    return messages.KnownPerson(
        account=found.account,
        name=found.name,
        since=_milliseconds(found.since),
        seen=None if found.seen is None else _milliseconds(found.seen),
        owner=found.owner,
        bots=len(found.bots),
        tables=found.tables[: -LAST_TABLES - 1 : -1],
        suspended=found.suspended,
        until=None if found.until is None else _milliseconds(found.until),
        moderates=found.trusted,
    )


def listed(found: Listed) -> messages.KnownTable:
    """Show a table in a line."""
    return messages.KnownTable(
        id=found.id,
        status=found.status,
        closed=found.ended == "closed",
        game=found.game,
        opened=None if found.opened is None else _milliseconds(found.opened),
        changed=None if found.changed is None else _milliseconds(found.changed),
        players=found.players,
    )


def table(info: TableInfo) -> messages.KnownTable:
    """Show one table."""
    return messages.KnownTable(
        id=info.id,
        status=info.status,
        closed=info.ended == "closed",
        game=info.game,
        opened=_milliseconds(datetime.fromisoformat(info.created).timestamp()),
        changed=None,
        players=tuple(seat.name for seat in info.seats if seat.kind != "open"),
        note=None if info.note is None else info.note.text,
    )


def lines(found: Iterable[Line]) -> tuple[messages.SaidLine, ...]:
    """Show messages of a chat."""
    return tuple(
        messages.SaidLine(number=each.number, at=each.at, name=each.wrote.name, text=each.wrote.text) for each in found
    )


def tournament(found: overseeing.Listed) -> messages.KnownTournament:
    """Show a tournament in a line."""
    return messages.KnownTournament(
        id=found.id,
        name=found.name,
        status=found.status,
        game=found.game,
        organiser=found.organiser,
        entrants=found.entrants,
        announced=_milliseconds(found.announced),
        closed=found.closed,
    )


def act(at: int, done: Acted) -> messages.OperatorsAct:
    """Show what somebody did."""
    return messages.OperatorsAct(at=at, who=done.who, did=done.did, what=done.what, why=done.why, until=done.until)


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
