"""Keep what is said of a table where nobody has come to it yet: in the lobby, here and by way of other processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.server.table.audience import audience_of
from eddyline.server.table.listing import listing_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.protocol.lobby import Listing
    from eddyline.protocol.table_info import Level, TableInfo
    from eddyline.server.lobby.lobby import Lobby
    from eddyline.server.table.audience import Audience
    from eddyline.server.table.state import TableState


class Listed:
    """Hold how the lobby shows a table, and who finds it there."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self.listing: Listing | None = None
        self.audience: Audience | None = None

    def show(self, info: TableInfo, state: TableState, levels: Sequence[Level | None], *, present: bool) -> bool:
        """Tell the lobby what everybody may know of the table by now; return whether that is something else."""
        before = self.listing, self.audience
        self.listing, self.audience = listing_of(info, state, levels), audience_of(state)
        self._lobby.put(state.id, self.listing, state.version, self.audience, present=present)
        return (self.listing, self.audience) != before
