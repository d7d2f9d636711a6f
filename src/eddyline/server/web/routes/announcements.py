"""Answer HTTP requests about what operators say to everybody, and to one person."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from eddyline.protocol import announcements as messages
from eddyline.server.accounts.account import Account, RenamingSeen
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.web.feature import Feature
from eddyline.server.web.operation import delete, get
from eddyline.server.web.who import Who


@get(
    "/api/news", "news", "See what the operator announces", (400, 401, 403, 421, 429, 503),
    who=Who.LOOKERS, private=True,
)  # fmt: skip
async def look(
    request: Request[Any, Any, Any], hub: NamedDependency[Hub], asker: NamedDependency[Account | None]
) -> messages.News:
    """Tell what is announced to everybody, and whoever is signed in that the operator has changed their name.

    Pages that are connected by a WebSocket are sent what is announced there, too.
    """
    hub.limits.request(origin.address(request))
    renamed = None if asker is None else asker.renamed
    told = (
        None
        if asker is None or renamed is None
        else messages.Renaming(before=asker.former[-1], name=asker.name, why=renamed.why)
    )
    return messages.News(
        announcement=hub.changes.announcements.now(), name=None if asker is None else asker.name, renaming=told
    )


@delete(
    "/api/me/renaming", "see_renaming", "Put the news of one's new name away", (400, 401, 403, 421, 503),
    who=Who.PEOPLE, private=True,
)  # fmt: skip
async def put_away(hub: NamedDependency[Hub], me: NamedDependency[Account]) -> None:
    """Note that one has seen that the operator has changed one's name."""
    await hub.people.accounts.change(me.id, lambda now: [] if now.renamed is None else [RenamingSeen()])


FEATURE = Feature(
    name="announcements",
    handlers=[look, put_away],
    to_client=[messages.Announcement],
    jobs=lambda hub: {"announcements": hub.changes.announcements.keep_on},
)
