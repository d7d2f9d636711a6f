"""List what the hub does in the background that belongs to no feature alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.server.hub.census import Census
from eddyline.server.hub.retention import Retention

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.server.hub.hub import Hub
    from eddyline.server.tasks import Job


def jobs(hub: Hub) -> Mapping[str, Job]:
    """Return these jobs, by the names that metrics show."""
    return {
        "heartbeat": hub.heartbeat.keep,
        "store": hub.changes.watch_store,
        "leases": hub.tables.leases.keep,
        "peers": hub.peers.keep,
        "waits": hub.changes.waits.keep_on,
        "event loop": hub.metrics.watch_loop,
        "idle tables": hub.tables.keep_tidy,
        "agenda": hub.agenda.keep,
        "census": Census(hub).keep_on,
        "retention": Retention(hub).keep_on,
        "compiled bots": hub.tables.tell_when_prepared,
    }
