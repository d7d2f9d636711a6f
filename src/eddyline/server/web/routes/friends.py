"""Answer HTTP requests about friends, and about who is invited to a table for friends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath

from eddyline.protocol import friends as messages
from eddyline.protocol import privacy
from eddyline.protocol.friends import Friends, Invited
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import Account
from eddyline.server.accounts.sessions import is_id
from eddyline.server.base import origin
from eddyline.server.friends import meeting
from eddyline.server.hub.hub import Hub
from eddyline.server.web.feature import Feature, Lines
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import delete, get, post
from eddyline.server.web.who import Who

if TYPE_CHECKING:
    from eddyline.server.room.room import Room

Whom: TypeAlias = Annotated[messages.Whom, example(messages.Whom(name="Bo"))]
Memo: TypeAlias = Annotated[privacy.Memo, example(privacy.Memo(text="Plays Canyon on Sundays"))]

_DONE = (400, 401, 403, 404, 409, 413, 415, 421, 429, 503)
_ENDED = (400, 401, 403, 404, 409, 421, 503)


@get("/api/me/friends", "friends", "List one's friends", (400, 401, 421, 503), who=Who.PEOPLE, private=True)
async def list_friends(hub: NamedDependency[Hub], me: NamedDependency[Account]) -> Friends:
    """List friends, who asks to be one, who has been asked, and who is blocked; tell which friends are here."""
    return await _told(hub, me)


@post("/api/me/friends", "ask_friend", "Ask somebody to be friends", _DONE, who=Who.PEOPLE, private=True, status=200)
async def ask(
    request: Request[Any, Any, Any], hub: NamedDependency[Hub], me: NamedDependency[Account], data: Whom
) -> Friends:
    """Ask somebody to be friends; whoever has asked already becomes a friend."""
    hub.limits.request(origin.address(request))
    await hub.friends.ask(me.id, (await hub.friends.whom(data)).id)
    return await _told(hub, me)


@delete(
    "/api/me/friends/{account:str}",
    "end_friendship",
    "End a friendship",
    _ENDED,
    who=Who.PEOPLE,
    private=True,
    status=200,
)
async def end(hub: NamedDependency[Hub], me: NamedDependency[Account], account: FromPath[str]) -> Friends:
    """End a friendship, decline what somebody asks, or take back what one has asked."""
    await hub.friends.end(me.id, account)
    return await _told(hub, me)


@post("/api/me/blocked", "block", "Block somebody", _DONE, who=Who.PEOPLE, private=True, status=200)
async def block(
    request: Request[Any, Any, Any], hub: NamedDependency[Hub], me: NamedDependency[Account], data: Whom
) -> Friends:
    """Keep somebody away: they are no friend, what they ask is not told, and they get no seat where one is the host."""
    hub.limits.request(origin.address(request))
    await hub.friends.block(me.id, (await hub.friends.whom(data)).id)
    return await _told(hub, me)


@delete(
    "/api/me/blocked/{account:str}", "unblock", "Unblock somebody", _ENDED, who=Who.PEOPLE, private=True, status=200
)
async def unblock(hub: NamedDependency[Hub], me: NamedDependency[Account], account: FromPath[str]) -> Friends:
    """Keep somebody away no more."""
    await hub.friends.unblock(me.id, account)
    return await _told(hub, me)


async def _told(hub: Hub, me: Account) -> Friends:
    return await meeting.told(hub.friends, hub.site, hub.lobby, hub.tables, me)


# ---- calls to a table ----


@post(
    "/api/tables/{table:str}/calls",
    "call_friend",
    "Call a friend to one's table",
    _DONE,
    who=Who.SEATED_WITH_ACCOUNT,
    private=True,
    status=200,
)
async def call(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    table: FromPath[str],
    data: Whom,
) -> Friends:
    """Call a friend to a table where one sits and that has a seat free; they are told on every page."""
    hub.limits.request(origin.address(request))
    async with hub.room(table) as room:
        state = room.table.state
        seat = room.table.seat_of(None, me.id)
        if seat is None:
            raise RefusalError("not_yours", "You can call friends to a table where you have a seat.")
        if state.access == "friends" and seat != state.host:
            raise RefusalError("not_host", "Only the host of this table can invite people.")
        if state.status != "open":
            raise RefusalError("wrong_time", "The game has begun already.")
        friend = await hub.friends.whom(data)
        await hub.friends.call(me.id, friend.id, table, state.rules.id)
    return await _told(hub, me)


@delete(
    "/api/me/calls/{called_to:str}",
    "not_now",
    "Answer a call: not now",
    _ENDED,
    who=Who.PEOPLE,
    private=True,
    status=200,
)
async def not_now(hub: NamedDependency[Hub], me: NamedDependency[Account], called_to: FromPath[str]) -> Friends:
    """Tell friends who have called one to a table that one does not come now."""
    await hub.friends.not_now(me.id, called_to)
    return await _told(hub, me)


# ---- what one notes about people ----


@get(
    "/api/me/memos/{account:str}",
    "memo",
    "See one's note about somebody",
    (400, 401, 403, 421, 503),
    who=Who.PEOPLE,
    private=True,
)
async def read_memo(hub: NamedDependency[Hub], me: NamedDependency[Account], account: FromPath[str]) -> privacy.Memo:
    """Read what one has noted about somebody; nobody else can."""
    return privacy.Memo(text=await hub.friends.memos.read(me.id, account) if is_id(account) else "")


@post(
    "/api/me/memos/{account:str}",
    "write_memo",
    "Note something about somebody",
    _DONE,
    who=Who.PEOPLE,
    private=True,
    status=200,
)
async def write_memo(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    account: FromPath[str],
    data: Memo,
) -> privacy.Memo:
    """Note something about somebody for oneself; nothing is left of what was noted before."""
    hub.limits.request(origin.address(request))
    await hub.people.must_find(account)
    await hub.friends.memos.write(me.id, account, data.text.strip())
    return privacy.Memo(text=await hub.friends.memos.read(me.id, account))


# ---- invitations ----


@get(
    "/api/tables/{table:str}/invitations",
    "invitations",
    "List who is invited",
    (400, 401, 403, 404, 409, 421, 503),
    who=Who.HOST_WITH_ACCOUNT,
    private=True,
)
async def list_invited(hub: NamedDependency[Hub], me: NamedDependency[Account], table: FromPath[str]) -> Invited:
    """Tell the host of a table for friends who else may come."""
    async with hub.room(table) as room:
        _host(room, me)
        return await _invited(hub, room)


@post(
    "/api/tables/{table:str}/invitations",
    "invite",
    "Invite somebody",
    _DONE,
    who=Who.HOST_WITH_ACCOUNT,
    private=True,
    status=200,
)
async def invite(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    table: FromPath[str],
    data: Whom,
) -> Invited:
    """Let somebody come to one's table for friends; they find it in the lobby."""
    hub.limits.request(origin.address(request))
    async with hub.room(table) as room:
        seat = _host(room, me)
        guest = await hub.friends.whom(data)
        if guest.id == me.id:
            raise RefusalError("bad_message", "expected somebody else, got yourself")
        if me.id in (await hub.friends.between(me.id, guest.id)).blocked:
            raise RefusalError("wrong_time", "You have blocked this person; unblock them first.")
        await room.seating.invite(seat, guest.id)
        return await _invited(hub, room)


@delete(
    "/api/tables/{table:str}/invitations/{account:str}",
    "uninvite",
    "Withdraw an invitation",
    _ENDED,
    who=Who.HOST_WITH_ACCOUNT,
    private=True,
    status=200,
)
async def uninvite(
    hub: NamedDependency[Hub], me: NamedDependency[Account], table: FromPath[str], account: FromPath[str]
) -> Invited:
    """Take an invitation back; whoever has a seat keeps it."""
    async with hub.room(table) as room:
        await room.seating.uninvite(_host(room, me), account)
        return await _invited(hub, room)


def _host(room: Room, me: Account) -> int:
    """Return the seat of the host; raises RefusalError for anybody else."""
    seat = room.table.seat_of(None, me.id)
    if seat is None or seat != room.table.state.host:
        raise RefusalError("not_host", "Only the host of this table can invite people.")
    return seat


async def _invited(hub: Hub, room: Room) -> Invited:
    return Invited(people=await hub.friends.named(room.table.state.invited))


async def _export(hub: Hub, account: Account) -> Lines:
    return [*await hub.friends.told_of(account.id), *await hub.friends.memos.told_of(account.id)]


async def _forget(hub: Hub, account: Account) -> None:
    await hub.friends.memos.forget(account.id)
    await hub.friends.forget(account.id)


FEATURE = Feature(
    name="friends",
    handlers=[
        *(list_friends, ask, end, block, unblock, list_invited, invite, uninvite),
        *(call, not_now, read_memo, write_memo),
    ],
    to_client=[messages.FriendsChanged],
    export=_export,
    forget=_forget,
)
