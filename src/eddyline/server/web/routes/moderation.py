"""Answer HTTP requests of moderators, who do in a page what operators do by commands.

Who may ask is said once, in `FEATURE`. Nothing here shows more of a table than everybody may know who comes there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from eddyline.protocol import moderation as messages
from eddyline.protocol.moderation import (
    DeletedTables,
    KnownChat,
    KnownPerson,
    KnownTable,
    KnownTables,
    KnownTournament,
    MatterLook,
    OperatorsAct,
    RecoveryCode,
    ReportedMatter,
    SaidLine,
)
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import Account
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.table import note
from eddyline.server.web import admin, asking, moderated, moderating, operating, ordering, overseeing, reported
from eddyline.server.web.feature import Feature, Lines
from eddyline.server.web.moderated import beside, moderable
from eddyline.server.web.moderating import Deed
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import get, post
from eddyline.server.web.who import Who

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection
    from litestar.handlers import BaseRouteHandler

    from eddyline.server.reports.log import Matter
    from eddyline.server.store.places import Place

_WHY = "The third time this week."
Reasoned: TypeAlias = Annotated[messages.Reasoned, example(messages.Reasoned(why=_WHY))]
HandleMatter: TypeAlias = Annotated[messages.HandleMatter, example(messages.HandleMatter(what="removed", why=_WHY))]
SuspendPerson: TypeAlias = Annotated[
    messages.SuspendPerson, example(messages.SuspendPerson(why=_WHY, until=4_102_444_800_000))
]
RenamePerson: TypeAlias = Annotated[messages.RenamePerson, example(messages.RenamePerson(name="Paddler", why=_WHY))]
DeleteTables: TypeAlias = Annotated[
    messages.DeleteTables, example(messages.DeleteTables(by="Rolf", since=1_795_000_000_000, why=_WHY))
]
MuteWriter: TypeAlias = Annotated[messages.MuteWriter, example(messages.MuteWriter(name="Rolf"))]
Name: TypeAlias = Annotated[str, QueryParameter(max_length=100, description="A name, in any spelling.")]

MOST_MATTERS, MOST_PEOPLE, MOST_TABLES, MOST_LINES, MOST_ACTS, MOST_TOURNAMENTS = 200, 50, 50, 60, 200, 50
"""How many are shown at once."""
_LOOK: dict[str, Any] = {"answers": (400, 401, 403, 404, 409, 421, 503), "who": Who.MODERATOR, "private": True}
_DO: dict[str, Any] = {"answers": (400, 401, 403, 404, 409, 413, 415, 421, 429, 503), "who": Who.MODERATOR}


async def must_moderate(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Let only moderators ask, as the store knows them at this moment. Raises RefusalError."""
    hub: Hub = connection.app.state.hub
    await hub.people.trust.must_have(await asking.person(Request(connection.scope), hub))


def _deed(request: Request[Any, Any, Any], hub: Hub, me: Account, why: str | None) -> Deed:
    hub.limits.request(origin.address(request))
    return Deed(f"{me.name} ({me.id})", hub.now(), why)


# ---- reports ----


def _theirs(me: Account, matter: Matter) -> bool:
    """Return whether a moderator may know of a matter: not if it is about themselves, for it says who reported them."""
    return matter.account != me.id


async def _matter(hub: Hub, me: Account, number: int) -> Matter:
    matter = (await hub.reports.all()).matter(number)
    if not _theirs(me, matter):
        raise RefusalError("unknown", f"There is no report {number}.")
    return matter


@get("/api/moderation/reports", "reports", "List reports", **_LOOK)
async def list_reports(
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    handled: Annotated[bool, QueryParameter(description="Those that were handled, the newest first.")] = False,
) -> list[ReportedMatter]:
    """List what nobody has handled yet, the oldest first; a moderator sees no reports about themselves."""
    found = [each for each in (await hub.reports.all()).matters.values() if _theirs(me, each)]
    if handled:
        found = sorted((each for each in found if each.handled), key=lambda each: -each.handled_at)
    else:
        found = [each for each in found if each.handled is None]
    return [moderated.matter(each) for each in found[:MOST_MATTERS]]


@get("/api/moderation/reports/{number:int}", "report_look", "Look at a report", **_LOOK)
async def look_at_report(hub: NamedDependency[Hub], me: NamedDependency[Account], number: FromPath[int]) -> MatterLook:
    """Show a report with the messages around it, and how often whoever it is about has left others waiting or alone."""
    await _matter(hub, me, number)
    found = await beside(hub, lambda place: reported.look(place, number))
    around = tuple(
        SaidLine(number=each.number, at=each.at, name=each.name, text=each.text)
        for each in found.around
        if not (each.watching and found.matter.place in me.tables)
    )
    return MatterLook(matter=moderated.matter(found.matter), around=around, conduct=moderated.conduct(found.conduct))


@post(
    "/api/moderation/reports/{number:int}/handled", "handle_report", "Note how a report was handled", status=204, **_DO
)
async def handle_report(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    number: FromPath[int],
    data: HandleMatter,
) -> None:
    """Note what was done about a report; those who have reported it are told that it was handled, not how."""
    deed = _deed(request, hub, me, data.why)
    await _matter(hub, me, number)
    if not await beside(hub, lambda place: reported.handle(place, number, data.what, deed.why, deed.who, deed.now)):
        raise RefusalError("wrong_time", f"Report {number} was handled before.")


# ---- people ----


@get("/api/moderation/people", "find_people", "Find people", **_LOOK)
async def find_people(hub: NamedDependency[Hub], name: Name = "") -> list[KnownPerson]:
    """Find accounts by a part of their name in any spelling, or by their id; without a name, those suspended now."""
    now = hub.now()

    def find(place: Place) -> list[operating.Person]:
        if name.strip():
            return operating.alike(place, name, now)
        return [each for each in operating.people(place, now) if each.suspended is not None and each.owner is None]

    return [moderated.person(each) for each in (await beside(hub, find))[:MOST_PEOPLE]]


@post("/api/moderation/people/{account:str}/suspension", "suspend_person", "Suspend somebody", status=204, **_DO)
async def suspend_person(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    account: FromPath[str],
    data: SuspendPerson,
) -> None:
    """Keep a person and their bots out, until a time or until somebody lets them in again; they are told why."""
    deed = _deed(request, hub, me, data.why)
    until = None if data.until is None else data.until / 1000

    def suspend(place: Place) -> None:
        operating.suspend(place, moderable(place, account, deed.now), data.why, until, deed.who, deed.now)

    await beside(hub, suspend)


@post("/api/moderation/people/{account:str}/restoration", "restore_person", "Let somebody in again", status=204, **_DO)
async def restore_person(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    account: FromPath[str],
    data: Reasoned,
) -> None:
    """End a suspension; nothing happens when there is none."""
    deed = _deed(request, hub, me, data.why)

    def restore(place: Place) -> None:
        operating.restore(place, moderable(place, account, deed.now), deed.who, deed.now, data.why)

    await beside(hub, restore)


@post("/api/moderation/people/{account:str}/reset", "reset_person", "Help somebody back in", private=True, **_DO)
async def reset_person(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    account: FromPath[str],
    data: Reasoned,
) -> RecoveryCode:
    """Replace somebody's recovery codes by a single one. Whoever has it can take the account: be sure who asks."""
    deed = _deed(request, hub, me, data.why)

    def reset(place: Place) -> str:
        whom = moderable(place, account, deed.now)
        return operating.reset(place, whom, deed.who, deed.now, data.why)[1]

    return RecoveryCode(code=await beside(hub, reset))


@post("/api/moderation/people/{account:str}/renaming", "rename_person", "Rename somebody", status=204, **_DO)
async def rename_person(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    account: FromPath[str],
    data: RenamePerson,
) -> None:
    """Give an account, also a bot's, another name everywhere; its owner is told why. The former stays theirs."""
    deed = _deed(request, hub, me, data.why)

    def rename(place: Place) -> None:
        ordering.rename(place, moderable(place, account, deed.now), data.name, data.why, deed.who, deed.now)

    await beside(hub, rename)


@post("/api/moderation/people/{account:str}/deletion", "delete_person", "Delete an account", status=204, **_DO)
async def delete_person(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    account: FromPath[str],
    data: Reasoned,
) -> None:
    """Delete a person's account with their bots, for good, as they could do it themselves."""
    deed = _deed(request, hub, me, data.why)
    await beside(
        hub,
        lambda place: ordering.delete(place, moderable(place, account, deed.now), data.why, deed.who, deed.now),
    )


# ---- tables ----


@get("/api/moderation/tables", "find_tables", "Find tables", **_LOOK)
async def find_tables(
    hub: NamedDependency[Hub],
    by: Annotated[str, QueryParameter(min_length=1, max_length=100, description="Name of who opened them.")],
    since: Annotated[int, QueryParameter(ge=0, description="Opened then or later: milliseconds since 1970.")] = 0,
) -> KnownTables:
    """List the tables that somebody of a name, or one that looks like it, has opened since a time."""
    found = await beside(hub, lambda place: list(admin.list_tables(place, None, by, since / 1000)))
    found.sort(key=lambda each: -(each.opened or each.changed or 0))
    return KnownTables(tables=tuple(map(moderated.listed, found[:MOST_TABLES])), count=len(found))


@get("/api/moderation/tables/{table:str}", "table_look", "Look at any table", **_LOOK)
async def look_at_table(hub: NamedDependency[Hub], table: FromPath[str]) -> KnownTable:
    """Show who sits at a table, and the note that is pinned to it; of the game nothing."""
    return moderated.table((await beside(hub, lambda place: admin.look_at(place, table))).table)


@post("/api/moderation/tables/{table:str}/closing", "close_any_table", "Close a table", status=204, **_DO)
async def close_table(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    table: FromPath[str],
    data: Reasoned,
) -> None:
    """End a table for good; everybody there is told why. Its log stays."""
    deed = _deed(request, hub, me, data.why.strip())
    await beside(hub, lambda place: moderating.close_table(place, table, deed))


@post("/api/moderation/tables/{table:str}/deletion", "delete_any_table", "Delete a table", status=204, **_DO)
async def delete_table(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    table: FromPath[str],
    data: Reasoned,
) -> None:
    """Delete a table with its chat, for good."""
    deed = _deed(request, hub, me, data.why)

    deleted: list[str] = []

    def delete(place: Place) -> None:
        if not (going := admin.last_versions(place, [table])):
            raise RefusalError("unknown", "There is no such table (any more).")
        moderating.delete_tables(place, going, deed, deleted)

    await beside(hub, delete)
    if not deleted:
        raise RefusalError("wrong_time", "The table has changed in the meantime; try again.")


@post("/api/moderation/tables/deletions", "delete_tables", "Delete somebody's tables", status=200, **_DO)
async def delete_tables(
    request: Request[Any, Any, Any], hub: NamedDependency[Hub], me: NamedDependency[Account], data: DeleteTables
) -> DeletedTables:
    """Delete all tables that somebody has opened since a time, with their chats, for good: after a flood."""
    deed = _deed(request, hub, me, data.why)

    deleted: list[str] = []

    def delete(place: Place) -> int:
        going = {each.id: each.version for each in admin.list_tables(place, None, data.by, data.since / 1000)}
        moderating.delete_tables(place, going, deed, deleted)
        return len(going)

    count = await beside(hub, delete)
    return DeletedTables(deleted=len(deleted), kept=count - len(deleted))


@post("/api/moderation/tables/{table:str}/note/removal", "unpin_note", "Take a note down", status=204, **_DO)
async def unpin_note(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    table: FromPath[str],
    data: Reasoned,
) -> None:
    """Take down the note that the host has pinned to a table; nothing happens when there is none."""
    deed = _deed(request, hub, me, data.why)
    await beside(hub, lambda place: moderating.remove_part(place, table, note.PART, deed))


# ---- chats ----


@get("/api/moderation/chats/{place:str}", "chat_look", "Look at a chat", **_LOOK)
async def look_at_chat(hub: NamedDependency[Hub], me: NamedDependency[Account], place: FromPath[str]) -> KnownChat:
    """Show the last messages at a table, or in the `lobby`, and who may not write there.

    Moderators read what spectators say about a game only of games in which they do not play themselves.
    """
    said = await hub.halls.logs.read(place)
    lines = [each for each in said.lines if not (each.wrote.watching and place in me.tables)]
    return KnownChat(lines=moderated.lines(lines[-MOST_LINES:]), muted=tuple(said.muted))


@post(
    "/api/moderation/chats/{place:str}/lines/{number:int}/removal",
    "remove_any_line",
    "Remove a message",
    status=204,
    **_DO,
)
async def remove_line(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    place: FromPath[str],
    number: FromPath[int],
    data: Reasoned,
) -> None:
    """Remove a message from a chat, which handles what was reported of it; nothing happens when it was removed."""
    deed = _deed(request, hub, me, data.why)
    await beside(hub, lambda store: moderating.remove_line(store, place, number, deed))


@post("/api/moderation/chats/{place:str}/mutes", "mute_writer", "Mute somebody", status=204, **_DO)
async def mute_writer(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    place: FromPath[str],
    data: MuteWriter,
) -> None:
    """Let somebody write nothing more in a chat, or let them again."""
    deed = _deed(request, hub, me, data.why)
    await beside(hub, lambda store: moderating.mute(store, place, data.name, deed, muted=data.muted))


# ---- tournaments ----


@get("/api/moderation/tournaments", "all_tournaments", "List all tournaments", **_LOOK)
async def list_tournaments(hub: NamedDependency[Hub]) -> list[KnownTournament]:
    """List the tournaments, the newest first."""
    found = await beside(hub, lambda place: list(overseeing.tournaments(place)))
    return [moderated.tournament(each) for each in found[: -MOST_TOURNAMENTS - 1 : -1]]


@post(
    "/api/moderation/tournaments/{tournament:str}/closing",
    "close_any_tournament",
    "Close a tournament",
    status=204,
    **_DO,
)
async def close_tournament(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    tournament: FromPath[str],
    data: Reasoned,
) -> None:
    """End a tournament before its time; its tables are played on."""
    deed = _deed(request, hub, me, data.why)
    await beside(hub, lambda place: overseeing.close(place, tournament, deed.why, deed.who, deed.now))


@post(
    "/api/moderation/tournaments/{tournament:str}/deletion",
    "delete_any_tournament",
    "Delete a tournament",
    status=204,
    **_DO,
)
async def delete_tournament(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    tournament: FromPath[str],
    data: Reasoned,
) -> None:
    """Delete a tournament that is over; its tables and their ratings stay."""
    deed = _deed(request, hub, me, data.why)
    await beside(hub, lambda place: overseeing.delete(place, tournament, deed.who, deed.now, deed.why))


# ---- the log ----


@get("/api/moderation/log", "operators_log", "See what was done", **_LOOK)
async def show_log(hub: NamedDependency[Hub]) -> list[OperatorsAct]:
    """List what operators and moderators did, the newest first."""
    found = await beside(hub, operating.acts)
    return [moderated.act(at, act) for at, act in found[: -MOST_ACTS - 1 : -1]]


async def _export(hub: Hub, account: Account) -> Lines:
    since = (await hub.people.trust.since()).get(account.id)
    return [] if since is None else [{"moderates": True, "since": since}]


FEATURE = Feature(
    name="moderation",
    handlers=[
        *(list_reports, look_at_report, handle_report),
        *(find_people, suspend_person, restore_person, reset_person, rename_person, delete_person),
        *(find_tables, look_at_table, close_table, delete_table, delete_tables, unpin_note),
        *(look_at_chat, remove_line, mute_writer),
        *(list_tournaments, close_tournament, delete_tournament, show_log),
    ],
    guard=must_moderate,
    export=_export,
    forget=lambda hub, account: hub.people.trust.end(account.id),
)
