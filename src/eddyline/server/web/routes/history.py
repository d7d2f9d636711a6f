"""Answer HTTP requests about games that are over: one's own, and those that everybody may see of somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, get_args

import msgspec
from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from eddyline.protocol import history as messages
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import Account
from eddyline.server.base import origin
from eddyline.server.history.collecting import collected
from eddyline.server.history.history import GAMES_AT_ONCE, place
from eddyline.server.history.played import searched
from eddyline.server.history.rivals import rivals
from eddyline.server.hub.hub import Hub
from eddyline.server.store import Wanted
from eddyline.server.table import replay
from eddyline.server.web.feature import Feature, Lines
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import PRIVATE, get, post
from eddyline.server.web.who import Who

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

NEVER = 10**15
BETWEEN = "Only those that ended from `since` on and before `until`, in milliseconds since 1970 (UTC)."
KeepReplay: TypeAlias = Annotated[messages.KeepReplay, example(messages.KeepReplay(private=True))]
Before: TypeAlias = Annotated[
    str, QueryParameter(max_length=100, description="`more` of the page before; nothing for the first.")
]
Most: TypeAlias = Annotated[int, QueryParameter(ge=1, le=GAMES_AT_ONCE, description="Number of games, at most.")]

Time: TypeAlias = Annotated[int, QueryParameter(ge=0, le=NEVER, description=BETWEEN)]

OUTCOMES = get_args(messages.Outcome)
MOST_RIVALS = 20
ARCHIVE = "application/zip"


@get("/api/me/games", "own_games", "List one's games", (400, 401, 403, 421, 503), who=Who.PEOPLE, private=True)
async def list_own(
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    before: Before = "",
    most: Most = GAMES_AT_ONCE,
    game: Annotated[str, QueryParameter(max_length=64, description="Only this game.")] = "",
    result: Annotated[
        str, QueryParameter(pattern=f"^({'|'.join(OUTCOMES)})?$", description="Only with this result: `outcome`.")
    ] = "",
    rated: Annotated[bool, QueryParameter(description="Only rated games.")] = False,
    search: Annotated[
        str, QueryParameter(max_length=100, description="A part of the name of somebody else at the table.")
    ] = "",
    since: Time = 0,
    until: Time = NEVER,
) -> messages.GamesPage:
    """List the games that one has played to their end, the last ones first."""
    wanted = Wanted(
        account=me.id,
        most=most,
        before=place(before),
        since=since,
        until=until if until < NEVER else None,
        game=game or None,
        outcome=result or None,
        rated=rated or None,
        words=searched(search.strip()),
    )
    return await hub.history.page(wanted)


@get(
    "/api/me/games/times",
    "own_times",
    "See when one has played",
    (400, 401, 403, 421, 503),
    who=Who.PEOPLE,
    private=True,
)
async def show_times(hub: NamedDependency[Hub], me: NamedDependency[Account]) -> messages.PlayedTimes:
    """Tell when one's games ended, for a calendar."""
    return await hub.history.times(me.id)


@get(
    "/api/me/games/records",
    "own_records",
    "Download all one's games",
    (400, 401, 403, 421, 429, 503),
    who=Who.PEOPLE,
    media_type=ARCHIVE,
)
async def take_all_home(
    request: Request[Any, Any, Any], hub: NamedDependency[Hub], me: NamedDependency[Account]
) -> Stream:
    """Download the records of all games that one has played to their end, in one ZIP archive."""
    hub.limits.request(origin.address(request))
    if me.id in hub.history.collecting:
        raise RefusalError("too_fast", "Your games are being downloaded already; wait until that has ended.")
    headers = PRIVATE | {"Content-Disposition": 'attachment; filename="eddyline-games.zip"'}
    return Stream(_collect(hub, me.id), headers=headers, media_type=ARCHIVE)


async def _collect(hub: Hub, account: str) -> AsyncIterator[bytes]:
    hub.history.collecting.add(account)
    try:
        async for part in collected(hub.store, hub.history.every(Wanted(account, GAMES_AT_ONCE))):
            yield part
    finally:
        hub.history.collecting.discard(account)


@get(
    "/api/people/{account:str}/games",
    "games_of",
    "List somebody's public games",
    (400, 401, 403, 404, 421, 503),
    who=Who.LOOKERS,
    private=True,
)
async def list_public(
    hub: NamedDependency[Hub],
    asker: NamedDependency[Account | None],
    account: FromPath[str],
    before: Before = "",
    most: Most = GAMES_AT_ONCE,
) -> messages.GamesPage:
    """List the games that somebody has played at tables open to all, but for those whose replay is private.

    Whoever may not see them finds none.
    """
    found = await hub.people.must_find(account)
    if not await hub.friends.choices.shows("games", found.id, None if asker is None else asker.id):
        return messages.GamesPage(games=(), more=None)
    return await hub.history.page(Wanted(found.id, most, place(before), public=True))


@get(
    "/api/people/{account:str}/rivals",
    "rivals_of",
    "See against whom somebody has won",
    (400, 401, 403, 404, 421, 503),
    who=Who.LOOKERS,
    private=True,
)
async def list_rivals(
    hub: NamedDependency[Hub], asker: NamedDependency[Account | None], account: FromPath[str]
) -> messages.Rivals:
    """Count, in the games that everybody may see, how often somebody was placed better than others.

    Both must let the one who asks see it. Of one's own games with them one sees all.
    """
    found = await hub.people.must_find(account)
    me = None if asker is None else asker.id
    choices, people = hub.friends.choices, []
    if await choices.shows("rivals", found.id, me):
        public = hub.history.every(Wanted(found.id, GAMES_AT_ONCE, public=True))
        people = [
            each
            for each in await rivals(public)
            if each.account != me and await choices.shows("rivals", each.account, me)
        ][:MOST_RIVALS]
    you = None
    if me not in {None, found.id}:
        own = await rivals(hub.history.every(Wanted(found.id, GAMES_AT_ONCE)))
        you = next((each for each in own if each.account == me), None)
    return messages.Rivals(people=tuple(people), you=you)


@post(
    "/api/tables/{table:str}/replay",
    "keep_replay",
    "Say who may look at a table's replay",
    (400, 401, 403, 404, 409, 413, 415, 421, 429, 503),
    who=Who.HOST,
    status=204,
)
async def keep_replay(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    asker: NamedDependency[Account | None],
    table: FromPath[str],
    data: KeepReplay,
) -> None:
    """As the host, keep the replay of one's table to those who had a seat, or let all look who may come there."""
    hub.limits.request(origin.address(request))
    async with hub.room(table) as room:
        seat = room.table.seat_of(data.token, None if asker is None else asker.id)
        await replay.keep(room.table, seat, private=data.private)
        # Whoever asks next is to find it so.
        await hub.history.finish()


async def _export(hub: Hub, account: Account) -> Lines:
    games = hub.history.every(Wanted(account.id, GAMES_AT_ONCE))
    return [{"played": each.table, **msgspec.to_builtins(each)} async for each in games]


FEATURE = Feature(
    name="history",
    handlers=[list_own, show_times, take_all_home, list_public, list_rivals, keep_replay],
    jobs=lambda hub: {"history": hub.history.keep_up},
    export=_export,
    forget=lambda hub, account: hub.history.forget(account.id),
)
"""Look back at games that are over; say who may."""
