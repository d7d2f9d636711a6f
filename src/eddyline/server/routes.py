"""Answer HTTP requests: list games, open a table, describe it, join it, download its record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException, ValidationException
from litestar.params import FromPath, JSONBody

from eddyline.bots import BOTS
from eddyline.engine.options import seatings
from eddyline.engine.registry import GAMES
from eddyline.engine.registry import game as game_by_id
from eddyline.server import origin, protocol
from eddyline.server.hub import Hub
from eddyline.server.limits import Buckets
from eddyline.server.refusal import RefusalError
from eddyline.server.thinking import thinks

if TYPE_CHECKING:
    from collections.abc import Mapping

STATUS: Mapping[protocol.RefusalCode, int] = {
    "bad_message": 400,
    "not_host": 403,
    "not_yours": 403,
    "unknown": 404,
    "too_fast": 429,
    "store": 503,
    "unsettled": 503,
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


def unreadable(_: Request[Any, Any, Any], error: Exception) -> Response[protocol.Problem]:
    """Answer a body that cannot even be read as JSON."""
    what = "text that is not UTF-8" if isinstance(error, UnicodeDecodeError) else "lists or objects too deeply nested"
    problem = protocol.Problem(code="bad_message", message=f"expected a body as in protocol.py, got {what}")
    return Response(problem, status_code=400)


UNREADABLE: dict[int | type[Exception], Any] = {RecursionError: unreadable, UnicodeDecodeError: unreadable}


@get("/api/games", sync_to_thread=False)
def list_games() -> list[protocol.GameInfo]:
    """List the games with their options and bots."""
    return [_describe(game_id) for game_id in GAMES]


def _describe(game_id: str) -> protocol.GameInfo:
    game = game_by_id(game_id)
    return protocol.GameInfo(
        id=game.id,
        name=game.name,
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


@post("/api/tables", guards=[origin.check_post], exception_handlers=UNREADABLE)
async def open_table(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    buckets: NamedDependency[Buckets],
    data: JSONBody[protocol.NewTable],
) -> protocol.Seated:
    """Open a table with the sender as its host."""
    _limit(request, buckets)
    return await hub.open(data)


@get("/api/tables/{table:str}")
async def look(hub: NamedDependency[Hub], table: FromPath[str]) -> protocol.TableInfo:
    """Describe a table and who is connected."""
    async with hub.room(table) as room:
        return room.info()


@get("/api/tables/{table:str}/record")
async def take_home(hub: NamedDependency[Hub], table: FromPath[str]) -> Response[str]:
    """Download the game so far; while it runs, only what everybody at the table knows."""
    async with hub.room(table) as room:
        record = room.table.state.record()
    if record is None:
        raise RefusalError("wrong_time", "The game has not started; there is nothing to download yet.")
    headers = {
        "Content-Disposition": f'attachment; filename="{room.table.state.opened.game}-{table}.jsonl"',
        "Cache-Control": "no-store",
    }
    return Response(record, headers=headers, media_type="application/jsonl; charset=utf-8")


@post("/api/tables/{table:str}/seats", guards=[origin.check_post], exception_handlers=UNREADABLE)
async def join(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    buckets: NamedDependency[Buckets],
    table: FromPath[str],
    data: JSONBody[protocol.Join],
) -> protocol.Seated:
    """Take a seat at a table."""
    _limit(request, buckets)
    return await hub.join(table, data)


def _limit(request: Request[Any, Any, Any], buckets: Buckets) -> None:
    if not buckets.take(request.client.host if request.client else None):
        raise RefusalError("too_fast", "That was a lot of requests from your address; please wait a minute.")


def refuse(_: Request[Any, Any, Any], error: RefusalError) -> Response[protocol.Problem]:
    """Answer with the message of a refusal."""
    return Response(protocol.Problem(code=error.code, message=error.message), status_code=STATUS.get(error.code, 409))


def explain(_: Request[Any, Any, Any], error: HTTPException) -> Response[protocol.Problem]:
    """Answer an error found by Litestar in the same form, naming the invalid field."""
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
