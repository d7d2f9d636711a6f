"""Read the maps in this folder."""

from __future__ import annotations

from importlib.resources import files

NAMES = ("canyon", "whirlpool")
"""Built-in boards in the order of their numbers, which never change: add new ones at the end."""

MAPS = {name: files(__name__).joinpath(f"{name}.txt").read_text("utf-8") for name in NAMES}
"""Text of each map by its name."""
