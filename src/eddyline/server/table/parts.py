"""List the parts of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eddyline.server.table import note, replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.server.table.part import Part

PARTS: Sequence[Part[Any]] = [note.PART, replay.PART]
