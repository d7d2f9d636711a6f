"""Show positions as text and as pictures, in the render modes that the environments have."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from eddyline.engine.messages import shown
from eddyline.envs.raster import pixels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.records import States

MODES = ("ansi", "human", "rgb_array")
RENDERING = {"render_modes": [*MODES], "render_fps": 1}
"""Metadata of an environment: `ansi` returns the text, `human` prints it, `rgb_array` returns a picture."""

Shown: TypeAlias = str | npt.NDArray[np.uint8]
"""A position as text, or as a picture: uint8[height, width, 3]."""


def check_render_mode(mode: object, modes: Sequence[str] = MODES) -> str | None:
    """Return one of the render modes, or None for none; raises ValueError for any other value."""
    if mode is not None and mode not in modes:
        raise ValueError(f"expected render_mode to be {', '.join(map(repr, modes))} or None, got {shown(mode)}")
    return None if mode is None else str(mode)


def render(mode: str | None, game: Game, states: States, seat: int | None) -> Shown | None:
    """Show what a seat sees, or with None a spectator: print it in the mode `human`, and otherwise return it."""
    if mode is None:
        return None
    redacted = game.redact(states, seat)
    if mode == "rgb_array":
        return pixels(game.picture(redacted, seat))
    text = view_as_text(game.view(redacted, seat))
    if mode == "human":
        print(text)  # noqa: T201 - this is what the mode means
        return None
    return text


def view_as_text(view: object) -> str:
    """Write a view of a game with one field per line, but for constant and empty ones."""
    shown_fields = msgspec.to_builtins(view)
    return "\n".join(f"{name}: {_plain(value)}" for name, value in shown_fields.items() if _says(name, value))


def _plain(value: object) -> str:
    return msgspec.json.encode(value).decode().replace('"', "")


def _says(name: str, value: object) -> bool:
    return name not in {"game", "options", "board", "track"} and value not in (None, [], (), {})
