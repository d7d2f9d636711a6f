"""Answer HTTP requests about who may see somebody, and about who is here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency

from eddyline.protocol import privacy as messages
from eddyline.protocol.privacy import Online, Privacy
from eddyline.server.accounts.account import Account
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.web.feature import Feature
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import get, post
from eddyline.server.web.who import Who

if TYPE_CHECKING:
    from collections.abc import Sequence

ChoosePrivacy: TypeAlias = Annotated[
    messages.ChoosePrivacy, example(messages.ChoosePrivacy(matter="presence", who="nobody"))
]

_CHOSEN = (400, 401, 403, 413, 415, 421, 429, 503)


@get("/api/me/privacy", "privacy", "See who may see oneself", (400, 401, 403, 421, 503), who=Who.PEOPLE, private=True)
async def look(hub: NamedDependency[Hub], me: NamedDependency[Account]) -> Privacy:
    """Tell who may see that one is here, which games one has played, and against whom one has won."""
    return await hub.friends.choices.of(me.id)


@post(
    "/api/me/privacy", "choose_privacy", "Choose who may see oneself", _CHOSEN, who=Who.PEOPLE, private=True, status=200
)
async def choose(
    request: Request[Any, Any, Any], hub: NamedDependency[Hub], me: NamedDependency[Account], data: ChoosePrivacy
) -> Privacy:
    """Choose who may see something of oneself: everybody, friends or nobody."""
    hub.limits.request(origin.address(request))
    await hub.friends.choices.choose(me.id, data.matter, data.who)
    return await hub.friends.choices.of(me.id)


@get("/api/online", "online", "See who is here", (400, 401, 403, 421, 503), who=Who.LOOKERS, private=True)
async def online(hub: NamedDependency[Hub], asker: NamedDependency[Account | None]) -> Online:
    """Count the people who are at the site, and name those who let the one who asks see it."""
    return await who_is_here(hub, hub.site.everybody(), None if asker is None else asker.id)


async def who_is_here(hub: Hub, here: Sequence[str], asker: str | None) -> Online:
    """Tell somebody who is here, without those they keep away themselves; None: a guest. Raises RefusalError."""
    choices, named, count = hub.friends.choices, [], 0
    for account in here:
        found = await hub.people.find(account)
        if found is None or found.owner is not None or (await choices.of(account)).presence == "nobody":
            continue
        if asker is not None and asker in (await hub.friends.between(asker, account)).blocked:
            continue
        count += 1
        if await choices.shows("presence", account, asker):
            named.append(account)
    return Online(count=count, people=await hub.friends.named(named))


FEATURE = Feature(
    name="privacy",
    handlers=[look, choose, online],
    export=lambda hub, account: hub.friends.choices.told_of(account.id),
    forget=lambda hub, account: hub.friends.choices.forget(account.id),
)
