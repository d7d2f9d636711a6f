"""Assemble the server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from litestar import Litestar
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException

from eddyline.engine.extras import extra
from eddyline.protocol.refusal import RefusalError
from eddyline.server.base import origin
from eddyline.server.base.log_output import task_failed
from eddyline.server.hub.census import Census
from eddyline.server.hub.hub import Hub
from eddyline.server.hub.retention import Retention
from eddyline.server.ratings.boards import Boards
from eddyline.server.store import SqliteStore
from eddyline.server.store.names import DATABASE
from eddyline.server.web import asking, pages
from eddyline.server.web.health import Health, health
from eddyline.server.web.live import socket
from eddyline.server.web.live.chat import chat
from eddyline.server.web.live.lobby import watch_lobby
from eddyline.server.web.live.tournaments import watch_tournament
from eddyline.server.web.openapi import DESCRIPTION
from eddyline.server.web.quick_seats import Matching
from eddyline.server.web.routes import tables as routes
from eddyline.server.web.routes.accounts import HANDLERS as PEOPLE
from eddyline.server.web.routes.bots import HANDLERS as BOTS
from eddyline.server.web.routes.friends import HANDLERS as FRIENDS
from eddyline.server.web.routes.lobby import take_quick_seat, tell_my_tables
from eddyline.server.web.routes.notices import HANDLERS as NOTICES
from eddyline.server.web.routes.passkeys import HANDLERS as PASSKEYS
from eddyline.server.web.routes.ratings import HANDLERS as RATED
from eddyline.server.web.routes.tournaments import HANDLERS as TOURNAMENTS
from eddyline.server.web.routes.vacations import HANDLERS as VACATION
from eddyline.server.web.weighing import keep_weighing

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

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


def build_app(settings: Settings, store: Store | None = None) -> Litestar:
    """Build the server. `store` is for tests; the default is what the settings name.

    Raises StoreError when that cannot be used.
    """
    hub = Hub(store or open_store(settings), settings)
    matching = Matching(hub)
    boards = Boards(hub.rater, hub.people.name_of)

    @contextlib.asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(task_failed)
        _log.info("server started", extra={"version": Health().version, "build": Health().build})
        await hub.heartbeat.begin()
        beside = [
            loop.create_task(hub.heartbeat.keep()),
            loop.create_task(hub.people.extend_names()),
            loop.create_task(hub.keep_tidy()),
            loop.create_task(hub.watch_store()),
            loop.create_task(hub.leases.keep()),
            loop.create_task(hub.company.keep()),
            loop.create_task(hub.agenda.keep()),
            loop.create_task(hub.lobby.keep_tidy()),
            loop.create_task(Census(hub).keep_on()),
            loop.create_task(hub.tournaments.keep_on()),
            loop.create_task(hub.notices.keep_on()),
            loop.create_task(Retention(hub).keep_on()),
            loop.create_task(hub.tell_when_prepared()),
            loop.create_task(hub.metrics.watch_loop()),
            loop.create_task(keep_weighing(hub)),
        ]
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            await hub.close()
            _log.info("server stopped")

    return Litestar(
        route_handlers=[
            routes.list_games,
            routes.check_map,
            routes.open_table,
            routes.look,
            routes.take_home,
            routes.join,
            health,
            socket.talk,
            *PEOPLE,
            *PASSKEYS,
            *BOTS,
            *FRIENDS,
            *VACATION,
            take_quick_seat,
            *RATED,
            *TOURNAMENTS,
            *NOTICES,
            tell_my_tables,
            watch_lobby,
            watch_tournament,
            chat,
            pages.no_socket,
            pages.page,
            pages.asset,
        ],
        dependencies={
            "hub": Provide(lambda: hub, sync_to_thread=False),
            "matching": Provide(lambda: matching, sync_to_thread=False),
            "asker": Provide(asking.asker),
            "player": Provide(asking.signed_in),
            "me": Provide(asking.person),
            "session": Provide(asking.own_session),
            "boards": Provide(lambda: boards, sync_to_thread=False),
        },
        exception_handlers={
            RefusalError: routes.refuse,
            HTTPException: routes.explain,
            NotFoundException: pages.astray,
            Exception: routes.fail,
        },
        guards=[origin.check_host],
        state=State({"hub": hub}),
        lifespan=[lifespan],
        before_send=[guard],
        request_max_body_size=BODY,
        openapi_config=DESCRIPTION,
        logging_config=None,
    )
