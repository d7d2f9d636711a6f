"""Define the messages about maps that people draw."""

from __future__ import annotations

from typing import Annotated

import msgspec

from eddyline.engine.maps import MapFlaw


class DrawnMap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask whether a map can be played."""

    text: Annotated[str, msgspec.Meta(max_length=1 << 13)]
    """One character for each space, line by line."""


class MapCheck(msgspec.Struct, frozen=True, kw_only=True):
    """Answer a `DrawnMap`."""

    flaws: tuple[MapFlaw, ...]
    """The first to fix first, and not more than 64; none if the map can be played."""
