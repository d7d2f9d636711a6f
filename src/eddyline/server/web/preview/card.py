"""Draw the picture that goes with a link to a table: who sits there, beside the board of the game."""

from __future__ import annotations

import functools
import io
from typing import TYPE_CHECKING, NamedTuple

from eddyline.engine import svg
from eddyline.server.web import pages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

SIZE = 1200, 630
"""Width and height in dots, as those programs want it that show links."""
PANEL = 470
"""Width of the part that names who sits there."""
BOARD = SIZE[0] - PANEL, SIZE[1]
"""Width and height of the part with the board."""
MARGIN = 48
HEAD = 176
"""Height of the part with the name of the game."""
ROW = 78
"""Most height of a seat's line."""
QUALITY = 86
FINER = 3
"""Canoes are drawn so much larger, and then made smaller, for smooth edges."""


class Place(NamedTuple):
    """Be a seat as the card shows it."""

    name: str | None
    """None: it is free."""
    colour: int


@functools.lru_cache(maxsize=64)
def draw(game: str, title: str, places: Sequence[Place], free: str) -> bytes:
    """Draw a game's table as a JPEG of `SIZE`; `free` is written on free seats.

    A name with letters that the page's fonts do not have is left out: the title of a link names everybody anyway.
    """
    # Loaded with the first card: a server that nobody links to needs no memory for it.
    from PIL import ImageDraw  # noqa: PLC0415

    card = _picture(game)
    pen = ImageDraw.Draw(card)
    pen.rectangle((0, 0, PANEL, SIZE[1]), svg.PAPER)
    pen.line((PANEL, 0, PANEL, SIZE[1]), svg.LINE, 3)
    _write(pen, (MARGIN, 60), title, _font("young-serif", 76), svg.INK, PANEL - 2 * MARGIN)
    pen.rectangle((MARGIN, 152, MARGIN + 84, 157), svg.EMBER)
    row = min(ROW, (SIZE[1] - HEAD - 24) // max(1, len(places)))
    for number, place in enumerate(places):
        top = HEAD + 16 + number * row
        canoe = _canoe(None if place.name is None else svg.SEATS[place.colour], row - 34)
        card.paste(canoe, (MARGIN, top + (row - canoe.height) // 2), canoe)
        ink, said = (svg.INK_SOFT, free) if place.name is None else (svg.INK, place.name)
        left = MARGIN + canoe.width + 22
        size = min(36, row - 26)
        _write(pen, (left, top + (row - size) // 2 - 6), said, _font("hanken-grotesk", size), ink, PANEL - left - 24)
    written = io.BytesIO()
    card.save(written, "JPEG", quality=QUALITY, optimize=True, progressive=True)
    return written.getvalue()


def _picture(game: str) -> Image:
    """Return a card with a game's board only, or with bare water for a game that has no picture."""
    from PIL import Image  # noqa: PLC0415

    card = Image.new("RGB", SIZE, svg.RIVER_DEEP)
    path = pages.STATIC / "cards" / f"{game}.jpg"
    if path.is_file():
        with Image.open(path) as board:
            card.paste(board, (PANEL, 0))
    return card


@functools.cache
def _font(family: str, size: int) -> FreeTypeFont:
    """Return a font of the page, or Pillow's own where the client is not built."""
    from PIL import ImageFont  # noqa: PLC0415

    weights = sorted((pages.STATIC / "assets").glob(f"{family}-latin-*.woff2"))
    font = ImageFont.truetype(weights[-1], size) if weights else ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


def _write(pen: ImageDraw, at: tuple[int, int], text: str, font: FreeTypeFont, ink: str, room: int) -> None:
    """Write a line, shortened to the room there is; nothing if the font lacks a letter of it."""
    missing = bytes(font.getmask("\uffff"))
    if any(bytes(font.getmask(each)) == missing for each in text if not each.isspace()):
        return
    if font.getlength(text) > room:
        while text and font.getlength(f"{text}…") > room:
            text = text[:-1]
        text = f"{text.rstrip()}…"
    pen.text(at, text, ink, font)


@functools.cache
def _canoe(colours: tuple[str, str] | None, height: int) -> Image:
    """Draw a canoe from above; None: only its outline, for a seat that is free."""
    from PIL import Image, ImageDraw  # noqa: PLC0415

    width, tall = height * 3 * FINER, height * FINER
    canoe = Image.new("RGBA", (width, tall))
    pen = ImageDraw.Draw(canoe)
    if colours is None:
        pen.polygon(_hull(width, tall, 0.94), outline=svg.INK_SOFT, width=2 * FINER)
    else:
        hull, mark = colours
        pen.polygon(_hull(width, tall, 1.0), svg.OUTLINE)
        pen.polygon(_hull(width, tall, 0.94), svg.EDGE)
        pen.polygon(_hull(width, tall, 0.86), hull)
        pen.polygon(_hull(width, tall, 0.52), svg.OUTLINE)
        pen.polygon(_hull(width, tall, 0.46), mark)
    return canoe.resize((width // FINER, height), Image.Resampling.LANCZOS)


def _hull(width: int, height: int, part: float) -> list[tuple[float, float]]:
    """List the corners of a hull that takes a part of the height, and as much less at its ends."""
    less = height * (1 - part) / 2
    steps = [number / 24 for number in range(25)]
    half = [(less + step * (width - 2 * less), (1 - abs(2 * step - 1) ** 2.2) * (height / 2 - less)) for step in steps]
    return [(x, height / 2 - y) for x, y in half] + [(x, height / 2 + y) for x, y in reversed(half)]
