"""Answer HTTP requests: list games, open a table, describe it, join it, download its record."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException, ValidationException
from litestar.params import FromPath

from eddyline.bots import BOTS
from eddyline.engine.messages import shown
from eddyline.engine.options import seatings
from eddyline.engine.registry import GAMES
from eddyline.engine.registry import game as game_by_id
from eddyline.protocol import table as protocol
from eddyline.protocol import table_info
from eddyline.protocol.refusal import UNEXPECTED, RefusalError
from eddyline.server.accounts.account import Account
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.table.bot_choice import thinks
from eddyline.server.web.openapi import MAYBE_SIGNED_IN, DrawnMap, Join, NewTable, problems

if TYPE_CHECKING:
    from collections.abc import Mapping

_log = logging.getLogger(__name__)

RECORD = "application/jsonl; charset=utf-8"

MOST_FLAWS = 64
"""Nobody mends more at once."""

STATUS: Mapping[protocol.RefusalCode, int] = {
    "bad_message": 400,
    "not_host": 403,
    "not_yours": 403,
    "nameless": 403,
    "reserved": 409,
    "many_accounts": 429,
    "muted": 403,
    "friends_only": 403,
    "signed_out": 401,
    "wrong_password": 403,
    "unknown": 404,
    "deleted": 404,
    "too_fast": 429,
    "store": 503,
    "unsettled": 503,
    "error": 500,
}
"""HTTP status of a refusal; 409 for all others: the state of the table does not allow it."""


CODES: Mapping[int, str] = {
    400: "bad_message",
    403: "not_yours",
    404: "unknown",
    405: "bad_message",
    413: "bad_message",
    415: "bad_message",
    421: "bad_message",
}
"""Code of an error that Litestar finds, by its HTTP status."""


LEFT = "client disconnected prematurely"
"""What Litestar calls an internal error, when a client closes the connection before its whole body has arrived."""


def unreadable(_: Request[Any, Any, Any], error: Exception) -> Response[protocol.Problem]:
    """Answer a body that cannot even be read as JSON."""
    what = "text that is not UTF-8" if isinstance(error, UnicodeDecodeError) else "lists or objects too deeply nested"
    problem = protocol.Problem(code="bad_message", message=f"expected a body as in eddyline/protocol, got {what}")
    return Response(problem, status_code=400)


POSTED: dict[str, Any] = {
    "guards": [origin.check_post],
    "exception_handlers": {RecursionError: unreadable, UnicodeDecodeError: unreadable},
}
"""How requests with a body are guarded, and their errors answered."""


@get("/api/games", sync_to_thread=False, operation_id="games", summary="List games", responses=problems(421))
def list_games() -> list[protocol.GameInfo]:
    """List the games with their options and bots."""
    return [_describe(game_id) for game_id in GAMES]


def _describe(game_id: str) -> protocol.GameInfo:
    game = game_by_id(game_id)
    return protocol.GameInfo(
        id=game.id,
        name=game.name,
        rules_version=game.rules_version,
        players=game.players,
        house_players=game.house_players,
        presets={name: msgspec.to_builtins(options) for name, options in game.presets.items()},
        default_preset=game.default_preset,
        options=game.option_infos(),
        seatings=seatings(game),
        bundles=dict(game.bundles),
        boards=dict(game.boards),
        bots=tuple(BOTS[game_id]),
        thinkers=tuple(name for name in BOTS[game_id] if thinks(game_id, name)),
    )


@post(
    "/api/games/{game:str}/map",
    operation_id="check_map",
    summary="Check a map",
    status_code=200,
    responses=problems(400, 403, 404, 413, 415, 421, 429),
    **POSTED,
)
async def check_map(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    game: FromPath[str],
    data: DrawnMap,
) -> protocol.MapCheck:
    """List the flaws of a map that somebody draws for a game; nothing is kept of it."""
    hub.limit(origin.address(request), check=True)
    maps = game_by_id(game).maps if game in GAMES else None
    if maps is None:
        raise RefusalError("unknown", f"There is no game {shown(game)} that takes maps.")
    return protocol.MapCheck(flaws=tuple(maps.check(data.text)[:MOST_FLAWS]))


@post(
    "/api/tables",
    operation_id="open",
    summary="Open a table",
    responses=problems(400, 401, 403, 404, 409, 413, 415, 421, 429, 503),
    security=MAYBE_SIGNED_IN,
    **POSTED,
)
async def open_table(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    asker: NamedDependency[Account | None],
    data: NewTable,
) -> protocol.Seated:
    """Open a table with the sender as its host."""
    hub.limit(origin.address(request))
    return await hub.open(data, person=asker)


@get(
    "/api/tables/{table:str}",
    operation_id="look",
    summary="Look at a table",
    responses=problems(400, 401, 403, 404, 409, 421, 503),
    security=MAYBE_SIGNED_IN,
)
async def look(
    hub: NamedDependency[Hub], asker: NamedDependency[Account | None], table: FromPath[str]
) -> table_info.TableInfo:
    """Describe a table and who is connected."""
    async with hub.room(table) as room:
        await hub.admission.must_admit(room.table, None, None if asker is None else asker.id)
        return room.info()


@get(
    "/api/tables/{table:str}/record",
    operation_id="record",
    summary="Download a game",
    media_type=RECORD,
    responses=problems(400, 401, 403, 404, 409, 421, 503),
    security=MAYBE_SIGNED_IN,
)
async def take_home(
    hub: NamedDependency[Hub], asker: NamedDependency[Account | None], table: FromPath[str]
) -> Response[str]:
    """Download the game so far; while it runs, only what everybody at the table knows."""
    async with hub.room(table) as room:
        await hub.admission.must_admit(room.table, None, None if asker is None else asker.id)
        record = room.table.state.record()
    if record is None:
        raise RefusalError("wrong_time", "The game has not started; there is nothing to download yet.")
    headers = {
        "Content-Disposition": f'attachment; filename="{room.table.state.opened.game}-{table}.jsonl"',
        "Cache-Control": "no-store",
    }
    return Response(record, headers=headers, media_type=RECORD)


@post(
    "/api/tables/{table:str}/seats",
    operation_id="join",
    summary="Take a seat",
    responses=problems(400, 401, 403, 404, 409, 413, 415, 421, 429, 503),
    security=MAYBE_SIGNED_IN,
    **POSTED,
)
async def join(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    table: FromPath[str],
    asker: NamedDependency[Account | None],
    data: Join,
) -> protocol.Seated:
    """Take a seat at a table."""
    hub.limit(origin.address(request))
    return await hub.join(table, data, person=asker)


def fail(request: Request[Any, Any, Any], error: Exception) -> Response[protocol.Problem]:
    """Log an error that nobody expected, and answer without its details."""
    _log.error("a request failed", extra={"method": request.method, "path": request.url.path}, exc_info=error)
    return Response(protocol.Problem(code="error", message=UNEXPECTED), status_code=500)


def refuse(request: Request[Any, Any, Any], error: RefusalError) -> Response[protocol.Problem]:
    """Answer with the message of a refusal."""
    if error.code in {"too_fast", "full"}:
        limited = request.app.state.hub.metrics.limited
        limited["requests" if error.code == "too_fast" else "places"].inc()
    problem = protocol.Problem(code=error.code, message=error.message, suggestion=error.suggestion)
    return Response(problem, status_code=STATUS.get(error.code, 409))


def explain(request: Request[Any, Any, Any], error: HTTPException) -> Response[protocol.Problem]:
    """Answer an error found by Litestar in the same form, naming the invalid field."""
    if error.detail == LEFT:
        return Response(protocol.Problem(code="bad_message", message=LEFT), status_code=400)
    if error.status_code >= 500:
        return fail(request, error)
    message = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        message = "; ".join(_field(found) for found in error.extra)
    code = CODES.get(error.status_code, "error")
    return Response(protocol.Problem(code=code, message=message), status_code=error.status_code, headers=error.headers)


def _field(found: Mapping[str, str] | str) -> str:
    if isinstance(found, str):
        return found
    key, message = found.get("key"), found["message"]
    return f"{key}: {message}" if key and key != "data" else message
