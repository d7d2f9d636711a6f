"""Say how a seat is painted: the colour and the pattern of its canoes and a portrait, which no other seat has."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from eddyline.characters import Character

SHADES = 6
"""Colours, and patterns: one of each for every seat; at first a seat has those of its own number."""

Shade = Annotated[int, msgspec.Meta(ge=0, le=SHADES - 1)]
"""Number of a colour or of a pattern."""

Portrait: TypeAlias = Character | Literal[""]
"""Who is drawn; empty: nobody."""


def swap(shades: list[int], seat: int, shade: int | None) -> None:
    """Give a seat a shade, and the seat that had it the other one; None changes nothing. `shades`: by seat."""
    if shade is not None:
        shades[shades.index(shade)] = shades[seat]
        shades[seat] = shade
