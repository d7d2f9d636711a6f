"""Tell programs that watch over the server whether it can save what people play, and how much there is of it."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import Literal

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec

from eddyline.build import build_id
from eddyline.protocol import table as protocol
from eddyline.protocol.refusal import RefusalError
from eddyline.server.hub.hub import Hub
from eddyline.server.hub.jobs import jobs
from eddyline.server.store import StoreError
from eddyline.server.tasks import periodically
from eddyline.server.web.feature import Feature
from eddyline.server.web.openapi import DESCRIPTION, problems
from eddyline.server.web.who import Who, may


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Report that all is well."""

    status: Literal["ok"] = "ok"
    version: str = DESCRIPTION.version
    """Version of the program."""
    build: str = build_id()
    """The commit that it was built from, or unknown."""


# Only whether, not why: the log says more, to the host.
UNWELL = protocol.Problem(code="error", message="The server cannot save anything at the moment.")

WEIGH_EVERY = 60.0
"""Seconds between two looks at how large the store is."""


async def weigh(hub: Hub) -> None:
    """Measure for Prometheus what takes a query: the size of the store, and how many reports wait for somebody.

    What cannot be found out stays as it was.
    """
    with contextlib.suppress(StoreError, RefusalError):
        hub.metrics.weigh(await hub.store.size(), await hub.reports.open_matters())


@get(
    "/health",
    sync_to_thread=False,
    operation_id="health",
    summary="Watch over the server",
    opt=may(Who.EVERYBODY),
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
    jobs=lambda hub: {
        **jobs(hub),
        "sizes": lambda: periodically(partial(weigh, hub), WEIGH_EVERY, "the store was not measured", at_once=True),
    },
)
