"""Answer HTTP requests: list games, open a table, describe it, join it, download its record."""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Any, TypeAlias

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from eddyline.engine.messages import shown
from eddyline.engine.registry import GAMES
from eddyline.engine.registry import game as game_by_id
from eddyline.protocol import drawn_map, table_info
from eddyline.protocol import table as protocol
from eddyline.protocol.origin import LONGEST_RECORD
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import Account
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.store import StoreError
from eddyline.server.table.stored import fold
from eddyline.server.web.admin import entries_of
from eddyline.server.web.feature import Feature, Lines
from eddyline.server.web.games import describe_games
from eddyline.server.web.live.socket import MAY_SEND, talk
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import get, post
from eddyline.server.web.who import Who

_log = logging.getLogger(__name__)

DrawnMap: TypeAlias = Annotated[drawn_map.DrawnMap, example(drawn_map.DrawnMap(text="####\n#SV#\n####\n"))]
NewTable: TypeAlias = Annotated[
    protocol.NewTable, example(protocol.NewTable(game=next(iter(GAMES)), name="Ann", seats=3, bots=("random",)))
]
Join: TypeAlias = Annotated[protocol.Join, example(protocol.Join(name="Bo", seat=1))]

RECORD = "application/jsonl; charset=utf-8"

LONGEST_WISH = LONGEST_RECORD + 40_000
"""Bytes of a request for a new table: it may bring a saved game, with its quotation marks escaped."""

SEAT = "eddyline-seat"
"""Header with the token of a seat."""

MOST_FLAWS = 64
"""Nobody mends more at once."""


@get("/api/games", "games", "List games", (421,), who=Who.EVERYBODY, sync_to_thread=False)
def list_games() -> list[protocol.GameInfo]:
    """List the games with their options and bots."""
    return describe_games()


@post(
    "/api/games/{game:str}/map",
    "check_map",
    "Check a map",
    (400, 403, 404, 413, 415, 421, 429),
    who=Who.EVERYBODY,
    status=200,
)
async def check_map(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    game: FromPath[str],
    data: DrawnMap,
) -> drawn_map.MapCheck:
    """List the flaws of a map that somebody draws for a game; nothing is kept of it."""
    hub.limits.request(origin.address(request), check=True)
    maps = game_by_id(game).maps if game in GAMES else None
    if maps is None:
        raise RefusalError("unknown", f"There is no game {shown(game)} that takes maps.")
    return drawn_map.MapCheck(flaws=tuple(maps.check(data.text)[:MOST_FLAWS]))


@post(
    "/api/tables",
    "open",
    "Open a table",
    (400, 401, 403, 404, 409, 413, 415, 421, 429, 503),
    who=Who.PLAYERS,
    body=LONGEST_WISH,
)
async def open_table(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    asker: NamedDependency[Account | None],
    data: NewTable,
) -> protocol.Seated:
    """Open a table with the sender as its host."""
    hub.limits.request(origin.address(request))
    hub.limits.table(origin.address(request))
    return await hub.open(data, person=asker)


@get("/api/tables/{table:str}", "look", "Look at a table", (400, 401, 403, 404, 409, 421, 503), who=Who.VISITORS)
async def look(
    hub: NamedDependency[Hub], asker: NamedDependency[Account | None], table: FromPath[str]
) -> table_info.TableInfo:
    """Describe a table and who is connected."""
    async with hub.room(table) as room:
        await hub.admission.must_admit(room.table, None, None if asker is None else asker.id)
        return room.info()


@get(
    "/api/tables/{table:str}/record",
    "record",
    "Download a game",
    (400, 401, 403, 404, 409, 421, 503),
    who=Who.VISITORS,
    media_type=RECORD,
)
async def take_home(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    asker: NamedDependency[Account | None],
    table: FromPath[str],
) -> Response[str]:
    """Download the game so far; while it runs, only what everybody at the table knows.

    A guest who has a seat may show its token in the header `Eddyline-Seat`.
    """
    token, account = request.headers.get(SEAT), None if asker is None else asker.id
    async with hub.room(table) as room:
        await hub.showing.must_show(room.table, token, account)
        record = room.table.state.record()
    if record is None:
        if room.table.state.match is None:
            raise RefusalError("wrong_time", "The game has not started; there is nothing to download yet.")
        raise RefusalError("wrong_time", "It began with a position that shows all cards: download it once it is over.")
    headers = {
        "Content-Disposition": f'attachment; filename="{room.table.state.opened.game}-{table}.jsonl"',
        "Cache-Control": "no-store",
    }
    return Response(record, headers=headers, media_type=RECORD)


@post(
    "/api/tables/{table:str}/seats",
    "join",
    "Take a seat",
    (400, 401, 403, 404, 409, 413, 415, 421, 429, 503),
    who=Who.PLAYERS,
)
async def join(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    table: FromPath[str],
    asker: NamedDependency[Account | None],
    data: Join,
) -> protocol.Seated:
    """Take a seat at a table."""
    hub.limits.request(origin.address(request))
    return await hub.join(table, data, person=asker)


async def _export(hub: Hub, account: Account) -> Lines:
    return [line for table in account.tables for line in await _at_table(hub, table, account.id)]


async def _at_table(hub: Hub, table: str, account: str) -> Lines:
    """List the entries of an account at a table, without what is hidden yet; none if it cannot be read."""
    try:
        rows = await hub.store.load(table)
        state = await asyncio.to_thread(fold, table, rows)
    except StoreError as error:
        return [{"table": table, "unreadable": str(error)}]
    return [] if state is None else list(entries_of(state, rows, lambda _, whose: whose == account))


async def _forget(hub: Hub, account: Account) -> None:
    """Leave all tables, and take the name off them."""
    for table in account.tables:
        try:
            async with hub.room(table) as room:
                await room.seating.forget(account.id)
        except RefusalError as refusal:
            if refusal.code in {"store", "unsettled"}:
                raise
            # A table that was deleted, or that nobody can open: no page shows a name there.
            _log.info("a table is not there to be left", extra={"table": table, "code": refusal.code})


async def _rename(hub: Hub, account: Account) -> None:
    """Write the new name on all seats, also of games that are over."""
    for table in account.tables:
        try:
            async with hub.room(table) as room:
                await room.seating.rename(account.id, account.name)
        except RefusalError as refusal:
            if refusal.code in {"store", "unsettled"}:
                raise
            # A table that was deleted, or that nobody can open: no page shows a name there.
            _log.info("a name at a table was not changed", extra={"table": table, "code": refusal.code})
    # Pages that list games are to show the new name when this is done.
    await hub.history.finish()


FEATURE = Feature(
    name="tables",
    handlers=[list_games, check_map, open_table, look, take_home, join, talk],
    to_server=[protocol.ToServer],
    may_send=MAY_SEND,
    to_client=[protocol.ToClient],
    export=_export,
    forget=_forget,
    rename=_rename,
)
