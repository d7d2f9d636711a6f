"""Answer HTTP requests about one's bots, which play from outside."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath

from eddyline.protocol import accounts as messages
from eddyline.server.accounts.account import Account
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.web.farewell import Farewell
from eddyline.server.web.feature import Feature
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import delete, post
from eddyline.server.web.who import Who

NewBot: TypeAlias = Annotated[messages.NewBot, example(messages.NewBot(name="Bot Otter", label="my laptop"))]
NewToken: TypeAlias = Annotated[messages.NewToken, example(messages.NewToken(label="the old server"))]

_WRONG = (400, 401, 403, 409, 413, 415, 421, 429, 503)
_WRONG_BOT = (*_WRONG, 404)


@post("/api/me/bots", "make_bot", "Create a bot that plays from outside", _WRONG, who=Who.PEOPLE, private=True)
async def make(
    request: Request[Any, Any, Any], hub: NamedDependency[Hub], me: NamedDependency[Account], data: NewBot
) -> messages.BotToken:
    """Make an account for a program; the answer has the token with which it signs in."""
    hub.limits.request(origin.address(request))
    return await hub.bots.make(me, data)


@post("/api/me/bots/{bot:str}/tokens", "make_token", "Create another token", _WRONG_BOT, who=Who.OWNER, private=True)
async def make_token(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    bot: FromPath[str],
    data: NewToken,
) -> messages.BotToken:
    """Make one more token for a bot; those it has stay valid."""
    hub.limits.request(origin.address(request))
    return await hub.bots.add_token(me, bot, data)


@delete(
    "/api/me/bots/{bot:str}/tokens/{token:str}",
    "revoke_token",
    "Revoke a token",
    (400, 401, 403, 404, 421, 503),
    who=Who.OWNER,
)
async def revoke(
    hub: NamedDependency[Hub], me: NamedDependency[Account], bot: FromPath[str], token: FromPath[str]
) -> None:
    """End what was begun with a token, by its id in `Me`; nothing happens when there is none."""
    await hub.bots.revoke(me, bot, token)


@delete("/api/me/bots/{bot:str}", "delete_bot", "Delete a bot", (400, 401, 403, 404, 421, 503), who=Who.OWNER)
async def remove(
    hub: NamedDependency[Hub], farewell: NamedDependency[Farewell], me: NamedDependency[Account], bot: FromPath[str]
) -> None:
    """Delete a bot for good, as an account is deleted: its seats stay, without its name."""
    await farewell.delete(await hub.bots.own(me, bot))
    await hub.bots.forget(me, bot)


FEATURE = Feature(name="bots", handlers=[make, make_token, revoke, remove])
