"""Answer programs that show a link to a page here: with its title in the page's head, and with a picture."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import litestar
from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from eddyline.engine.registry import GAMES
from eddyline.engine.registry import game as game_by_id
from eddyline.protocol.refusal import RefusalError
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.table.audience import audience_of
from eddyline.server.web import pages
from eddyline.server.web.feature import Feature
from eddyline.server.web.operation import get
from eddyline.server.web.preview.card import Place, draw
from eddyline.server.web.preview.telling import Preview, Words, of_table, of_tournament, tags, words_for
from eddyline.server.web.who import Who, may

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

JPEG = "image/jpeg"
KEPT = {"Cache-Control": "public, max-age=300"}
"""Headers of a picture: people sit down meanwhile."""


def _words(request: Request[Any, Any, Any]) -> Words:
    return words_for(request.headers.get("accept-language", ""))


async def _page(
    request: Request[Any, Any, Any], hub: Hub, look: Callable[[Words], Coroutine[Any, Any, Preview]]
) -> Response[bytes]:
    """Answer with the app, and with what its page is about unless that cannot be found out just now."""
    try:
        hub.limits.request(origin.address(request))
        preview = await look(_words(request))
    except RefusalError:
        return pages.app(request)
    answer = pages.app(request, head=tags(preview, origin.site(request, hub.settings)))
    answer.headers["Vary"] = "Accept-Encoding, Accept-Language"
    return answer


@litestar.get(["/t/{table:str}", "/tables/{table:str}/replay"], include_in_schema=False, opt=may(Who.EVERYBODY))
async def table_page(
    request: Request[Any, Any, Any], hub: NamedDependency[Hub], table: FromPath[str]
) -> Response[bytes]:
    """Serve the app for a table."""

    async def look(words: Words) -> Preview:
        async with hub.room(table) as room:
            return of_table(room.info(), words)

    return await _page(request, hub, look)


@litestar.get("/tournaments/{tournament:str}", include_in_schema=False, opt=may(Who.EVERYBODY))
async def tournament_page(
    request: Request[Any, Any, Any], hub: NamedDependency[Hub], tournament: FromPath[str]
) -> Response[bytes]:
    """Serve the app for a tournament."""

    async def look(words: Words) -> Preview:
        return of_tournament(await hub.tournaments.info(tournament), words)

    return await _page(request, hub, look)


@get(
    "/api/tables/{table:str}/card",
    "table_card",
    "See who sits at a table, as a picture",
    (400, 403, 404, 409, 421, 429, 503),
    who=Who.STRANGERS,
    media_type=JPEG,
)
async def table_card(
    request: Request[Any, Any, Any], hub: NamedDependency[Hub], table: FromPath[str]
) -> Response[bytes]:
    """Draw who sits at a table, for links to it; not of tables for friends."""
    hub.limits.request(origin.address(request))
    async with hub.room(table) as room:
        if audience_of(room.table.state) is not None:
            raise RefusalError("friends_only", "Only those who may come to this table see who sits there.")
        game = room.table.state.opened.game
        places = tuple(Place(None if seat.kind == "open" else seat.name, seat.colour) for seat in room.info().seats)
    card = await asyncio.to_thread(draw, game, game_by_id(game).name, places, _words(request)["free"])
    return Response(card, media_type=JPEG, headers=KEPT | {"Vary": "Accept-Language"})


@get(
    "/api/games/{game:str}/card",
    "game_card",
    "See a game's picture",
    (400, 404, 421, 429),
    who=Who.EVERYBODY,
    media_type=JPEG,
)
async def game_card(request: Request[Any, Any, Any], hub: NamedDependency[Hub], game: FromPath[str]) -> Response[bytes]:
    """Draw the board of a game, for links that are not to say who plays."""
    hub.limits.request(origin.address(request))
    if game not in GAMES:
        raise NotFoundException
    card = await asyncio.to_thread(draw, game, game_by_id(game).name, (), "")
    return Response(card, media_type=JPEG, headers=KEPT)


FEATURE = Feature(name="previews", handlers=[table_page, tournament_page, table_card, game_card])
