"""Describe events in English for the terminal, in the same sentences as the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import asdict

from eddyline.games.canyon.words import events as e
from eddyline.games.canyon.words.wording import say

if TYPE_CHECKING:
    from collections.abc import Sequence


def sentence(event: e.Event, names: Sequence[str]) -> str | None:
    """Describe one event, None if another event covers it; `names` are the players by seat."""
    fields, name = asdict(event), names.__getitem__
    match event:
        case e.MarkerMoved():
            # The event of the new round names the dealer and the number of cards.
            return None
        case e.Dealt():
            return f"{say('log_chapter', fields, name)}: {say('log_dealt', fields, name)}"
        case _:
            return say(f"log_{event.__struct_config__.tag}", fields, name)
