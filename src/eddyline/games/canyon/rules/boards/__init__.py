"""Read the maps that lie in this folder."""

from __future__ import annotations

from importlib.resources import files

NAMES = ("canyon", "whirlpool")
"""Boards of the project, in the order of their numbers: new ones come last, for numbers stay."""

MAPS = {name: files(__name__).joinpath(f"{name}.txt").read_text("utf-8") for name in NAMES}
"""Text of each map by its name."""
