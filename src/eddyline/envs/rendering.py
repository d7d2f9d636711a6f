"""Show positions as text, in the render modes that the environments have."""

from __future__ import annotations

import msgspec

from eddyline.engine.messages import shown

RENDERING = {"render_modes": ["ansi", "human"], "render_fps": 1}
"""Metadata of an environment: `ansi` returns the text, `human` prints it."""


def check_render_mode(mode: object) -> str | None:
    """Return a render mode, or None for none; raises ValueError for any other value."""
    if mode is not None and mode not in ("ansi", "human"):
        raise ValueError(f"expected render_mode to be 'ansi', 'human' or None, got {shown(mode)}")
    return None if mode is None else str(mode)


def render(mode: str | None, text: str) -> str | None:
    """Return the text if the mode is `ansi`, print it if it is `human`."""
    if mode == "human":
        print(text)  # noqa: T201 - this is what the mode means
    return text if mode == "ansi" else None


def view_as_text(view: object) -> str:
    """Write a view of a game with one field per line, but for constant and empty ones."""
    shown_fields = msgspec.to_builtins(view)
    return "\n".join(f"{name}: {_plain(value)}" for name, value in shown_fields.items() if _says(name, value))


def _plain(value: object) -> str:
    return msgspec.json.encode(value).decode().replace('"', "")


def _says(name: str, value: object) -> bool:
    return name not in {"game", "options", "board", "track"} and value not in (None, [], (), {})
