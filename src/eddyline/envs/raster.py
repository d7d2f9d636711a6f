"""Draw the pictures of games as pixels, for `render_mode="rgb_array"`."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.extras import extra

if TYPE_CHECKING:
    import numpy.typing as npt

WIDTH = 800
"""Width of a picture in pixels."""
FONT = "Aileron"
"""The font that comes with Pillow: the pixels are to be the same on every machine, also on one that has no font."""
PLAIN = {0x2212: "-", 0x2013: "-", 0x2014: "-", 0x2019: "'", 0x202F: " ", 0xA0: " "}
"""Characters that it has not."""


def pixels(svg: str) -> npt.NDArray[np.uint8]:
    """Return a picture as uint8[height, width, 3]; raises MissingExtraError without resvg or Pillow."""
    with extra("envs"):
        import resvg_py  # noqa: PLC0415 - what is never shown needs neither of them
        from PIL import Image  # noqa: PLC0415

    png = resvg_py.svg_to_bytes(
        svg_string=svg.translate(PLAIN),
        width=WIDTH,
        skip_system_fonts=True,
        font_dirs=[_fonts().name],
        font_family=FONT,
        serif_family=FONT,
        sans_serif_family=FONT,
    )
    return np.array(Image.open(BytesIO(png)).convert("RGB"))


@cache
def _fonts() -> TemporaryDirectory[str]:
    """Write Pillow's font into a folder, where resvg reads it, until the program ends."""
    from PIL import ImageFont  # noqa: PLC0415

    font = ImageFont.load_default(16)
    assert isinstance(font, ImageFont.FreeTypeFont)
    folder = TemporaryDirectory(prefix="eddyline-")
    Path(folder.name, "font.ttf").write_bytes(font.font_bytes)
    return folder
