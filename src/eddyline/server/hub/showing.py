"""Decide who may look at the past of a table: take its record home, or look back while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.table.audience import audience_of
from eddyline.server.table.replay import PRIVATE, private, withheld

if TYPE_CHECKING:
    from eddyline.server.hub.hub import Hub
    from eddyline.server.table.table import Table


class Showing:
    """Know which games are not for everybody, also where another one goes on from them."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def must_show(self, table: Table, token: str | None, account: str | None) -> None:
        """Raise RefusalError unless somebody may look at the past of a table, and at that of a game before it."""
        await self._hub.admission.must_admit(table, token, account)
        if table.seat_of(token, account) is not None:
            return
        origin = table.state.opened.origin
        # Of that game the host may have decided anew since.
        if withheld(table.state) or (origin is not None and await self.closed(origin.table)):
            raise RefusalError("private_replay", PRIVATE)

    async def closed(self, table: str | None) -> bool:
        """Return whether not everybody may look at the game of a table who has a link to it, or at one before it.

        Of a table that is not here nobody knows that. Raises RefusalError.
        """
        while table is not None:
            try:
                async with self._hub.room(table) as room:
                    state = room.table.state
            except RefusalError as refusal:
                if refusal.code in {"store", "unsettled"}:
                    raise
                return False
            if private(state) or audience_of(state) is not None:
                return True
            table = None if state.opened.origin is None else state.opened.origin.table
        return False
