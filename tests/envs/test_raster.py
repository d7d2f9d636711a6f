"""Pictures become pixels."""

from __future__ import annotations

import numpy as np

from eddyline.envs.raster import pixels


def drawn(inside):
    return pixels(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200">{inside}</svg>')


def test_a_picture_is_drawn_in_its_proportions_with_its_colours():
    picture = drawn('<rect width="400" height="200" fill="#f00"/><circle cx="100" cy="100" r="50" fill="#00f"/>')
    assert (picture.shape, picture.dtype, picture.flags.writeable) == ((400, 800, 3), np.uint8, True)
    assert picture[200, 200].tolist() == [0, 0, 255]
    assert picture[200, 600].tolist() == [255, 0, 0]


def test_texts_are_written_also_where_the_machine_has_no_font():
    # A number below zero has a sign of its own.
    one, below = (drawn(f'<text x="200" y="100" font-size="80" fill="#fff">{text}</text>') for text in ("1", "\u22121"))
    assert one.any()
    assert (below > 0).sum() > (one > 0).sum()
