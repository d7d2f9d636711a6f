"""Tell programs that watch over the server whether it can save what people play."""

from __future__ import annotations

from typing import Literal

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec

from eddyline.build import build_id
from eddyline.protocol import table as protocol
from eddyline.server.base import heartbeat
from eddyline.server.hub.hub import Hub
from eddyline.server.logs import secret
from eddyline.server.web.feature import Feature
from eddyline.server.web.openapi import DESCRIPTION, problems
from eddyline.server.web.weighing import keep_weighing


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Report that all is well."""

    status: Literal["ok"] = "ok"
    version: str = DESCRIPTION.version
    """Version of the program."""
    build: str = build_id()
    """The commit that it was built from, or unknown."""


# Only whether, not why: the log says more, to the host.
UNWELL = protocol.Problem(code="error", message="The server cannot save anything at the moment.")


@get(
    "/health",
    sync_to_thread=False,
    operation_id="health",
    summary="Watch over the server",
    responses=problems(421)
    | {503: ResponseSpec(protocol.Problem, description="Nothing can be saved.", generate_examples=False)},
)
def health(hub: NamedDependency[Hub]) -> Response[Health | protocol.Problem]:
    """Report whether the server can save what people play."""
    headers = {"Cache-Control": "no-store"}
    if hub.store.trouble is not None:
        return Response(UNWELL, status_code=503, headers=headers)
    return Response(Health(), headers=headers)


FEATURE = Feature(
    name="server",
    handlers=[health],
    kinds=[heartbeat.OUTAGES, heartbeat.BEATS, secret.KIND],
    jobs=lambda hub: {
        "heartbeat": hub.heartbeat.keep,
        "store": hub.changes.watch_store,
        "leases": hub.tables.leases.keep,
        "peers": hub.peers.keep,
        "event loop": hub.metrics.watch_loop,
        "sizes": lambda: keep_weighing(hub),
    },
)
