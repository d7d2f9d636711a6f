"""Assemble the server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from typing import TYPE_CHECKING

from litestar import Litestar, Router
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException

from eddyline.engine.extras import extra
from eddyline.protocol.refusal import RefusalError
from eddyline.server.base import origin
from eddyline.server.base.log_output import task_failed
from eddyline.server.hub.hub import Hub
from eddyline.server.ratings.boards import Boards
from eddyline.server.store import SqliteStore
from eddyline.server.store.names import DATABASE
from eddyline.server.web import asking, errors, pages, wire
from eddyline.server.web.background import running
from eddyline.server.web.farewell import Farewell
from eddyline.server.web.features import FEATURES
from eddyline.server.web.health import Health
from eddyline.server.web.openapi import DESCRIPTION
from eddyline.server.web.quick_seats import Matching

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from litestar.types import Message, Scope

    from eddyline.server.base.settings import Settings
    from eddyline.server.store import Store

_log = logging.getLogger(__name__)

BODY = 16_384
"""Maximum size of a request body, in bytes."""


async def guard(message: Message, _: Scope) -> None:
    """Add the security headers to every response, including those for unknown addresses."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in pages.SECURITY.items():
            headers[name] = value


def open_store(settings: Settings) -> Store:
    """Open the store that the settings name. Raises StoreError when it cannot be used."""
    if settings.store is None:
        return SqliteStore(settings.data / DATABASE)
    with extra("postgres"):
        from eddyline.server.store.postgres.store import PostgresStore  # noqa: PLC0415 - an extra that few need
    return PostgresStore(settings.store)


def furnished(settings: Settings, store: Store | None = None) -> State:
    """Make all that an app works with, its state. Raises StoreError when the store cannot be used."""
    hub = Hub(store or open_store(settings), settings)
    boards = Boards(hub.rater, hub.people.name_of)
    return State({"hub": hub, "matching": Matching(hub), "boards": boards, "farewell": Farewell(hub, FEATURES)})


def jobs(hub: Hub, farewell: Farewell) -> dict[str, Callable[[], Awaitable[None]]]:
    """Return what all features do in the background, and what takes all of them to be done."""
    own = {name: job for feature in FEATURES for name, job in feature.jobs(hub).items()}
    return {**own, "orders": partial(hub.changes.orders.keep_on, farewell)}


def build_app(settings: Settings, store: Store | None = None) -> Litestar:
    """Build the server. `store` is for tests; the default is what the settings name.

    Raises StoreError when that cannot be used.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        hub: Hub = app.state.hub
        asyncio.get_running_loop().set_exception_handler(task_failed)
        _log.info("server started", extra={"version": Health().version, "build": Health().build})
        await hub.heartbeat.begin()
        try:
            async with running(jobs(hub, app.state.farewell), hub.metrics):
                yield
        finally:
            await hub.close()
            _log.info("server stopped")

    app = Litestar(
        route_handlers=[
            *(
                Router("/", route_handlers=feature.handlers, guards=[feature.guard] if feature.guard else None)
                for feature in FEATURES
            ),
            *(pages.no_socket, pages.page, pages.asset),
        ],
        dependencies={
            "hub": Provide(lambda: app.state.hub, sync_to_thread=False),
            "matching": Provide(lambda: app.state.matching, sync_to_thread=False),
            "asker": Provide(asking.asker),
            "player": Provide(asking.signed_in),
            "me": Provide(asking.person),
            "session": Provide(asking.own_session),
            "farewell": Provide(lambda: app.state.farewell, sync_to_thread=False),
            "boards": Provide(lambda: app.state.boards, sync_to_thread=False),
        },
        exception_handlers={
            RefusalError: errors.refuse,
            HTTPException: errors.explain,
            NotFoundException: pages.astray,
            Exception: errors.fail,
        },
        guards=[origin.check_host, wire.check_request],
        state=furnished(settings, store),
        lifespan=[lifespan],
        before_send=[guard],
        request_max_body_size=BODY,
        openapi_config=DESCRIPTION,
        logging_config=None,
    )
    return app
