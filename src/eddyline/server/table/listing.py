"""Describe a table for the list, from what everybody may see of it."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

import msgspec

from eddyline.protocol.lobby import ListedSeat, Listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.options import OptionValue
    from eddyline.protocol.table_info import Level, TableInfo
    from eddyline.server.table.state import TableState

LONG_TEXT = 64
"""Characters from which on the text of an option is left out."""


def listing_of(info: TableInfo, state: TableState, levels: Sequence[Level | None]) -> Listing | None:
    """Describe a table; None when it is not listed, or over. Of `state` only what never changes is looked at.

    `levels` are those of the seats; none at all while they are not known.
    """
    if info.access == "link" or info.status == "over":
        return None
    return Listing(
        id=info.id,
        game=info.game,
        status=info.status,
        preset=info.preset,
        changed=_changed(info, state),
        seats=tuple(
            ListedSeat(kind=seat.kind, name=seat.name, bot=seat.bot, level=level)
            for seat, level in zip_longest(info.seats, levels)
        ),
        clock=info.pace.clock,
        opened=state.opened_at / 1000,
        fills=state.fills_at,
        spectators=info.spectators,
        rated=info.unrated is None,
        host_away=info.status == "open" and not info.seats[info.host].online,
        friends=info.access == "friends",
        reachable=info.seats[info.host].account is not None,
    )


def _changed(info: TableInfo, state: TableState) -> dict[str, OptionValue]:
    preset = state.rules.presets[info.preset or state.rules.default_preset]
    usual = msgspec.to_builtins(preset)
    return {
        name: "" if isinstance(value, str) and len(value) > LONG_TEXT else value
        for name, value in info.options.items()
        if value != usual.get(name)
    }
