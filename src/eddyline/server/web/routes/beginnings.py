"""Answer HTTP requests for what a game begins with: a position of its own, or a map that somebody drew."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath

from eddyline.engine.messages import shown
from eddyline.engine.registry import GAMES
from eddyline.engine.registry import game as game_by_id
from eddyline.protocol import beginning
from eddyline.protocol.refusal import RefusalError
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.web.feature import Feature
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import post
from eddyline.server.web.who import Who
from eddyline.wasm.shipped import portable, rules_for_browsers

EXAMPLE = beginning.AskBeginning(players=3, options={"max_rounds": 20})
AskBeginning: TypeAlias = Annotated[beginning.AskBeginning, example(EXAMPLE)]


@post(
    "/api/games/{game:str}/begin",
    "begin",
    "Tell what a game begins with",
    (400, 403, 404, 409, 413, 415, 421, 429),
    who=Who.EVERYBODY,
    status=200,
)
async def begin(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    game: FromPath[str],
    data: AskBeginning,
) -> beginning.Beginning:
    """Read the position or the map in the header of a saved game, for pages that replay it; nothing is kept of it."""
    hub.limits.request(origin.address(request), check=True)
    if game not in GAMES:
        raise RefusalError("unknown", f"There is no game {shown(game)}.")
    # A map is measured, which takes a while.
    return await asyncio.to_thread(begun, game, data)


def begun(game_id: str, asked: beginning.AskBeginning) -> beginning.Beginning:
    """Return what a game begins with; raises RefusalError with what is wrong with it."""
    game, rules = game_by_id(game_id), rules_for_browsers(game_id)
    if rules is None:
        raise RefusalError("other_rules", "Pages have no rules for this game, so they cannot play it by themselves.")
    # A map stays loaded while the options are held: until the answer is written.
    try:
        if asked.position is None:
            held = game.hold(game.parse_options(None, asked.options))
            states = game.fresh(held, asked.players)
        else:
            states, held = game.set_up_held(asked.position)
    except ValueError as error:
        raise RefusalError("bad_message", str(error)) from None
    if (seats := game.seats(states)) != asked.players:
        raise RefusalError("bad_message", f"expected {asked.players} seats in the position, as players, got {seats}")
    record, board = portable(game_id, states)
    given = msgspec.to_builtins(game.given(states))
    return beginning.Beginning(rules=rules, record=record, board=board or None, given=given)


FEATURE = Feature(name="beginnings", handlers=[begin])
