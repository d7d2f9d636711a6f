"""Pictures become pixels: each means of drawing that the games use, at the places where it must be seen."""

from __future__ import annotations

import numpy as np
import pytest

from eddyline.envs.raster import pixels


def drawn(inside, view="0 0 800 400"):
    return pixels(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{inside}</svg>')


def at(picture, x, y):
    return tuple(picture[y, x].tolist())


RED, BLUE, BLACK = (255, 0, 0), (0, 0, 255), (0, 0, 0)


def test_rectangles_and_ellipses_are_filled():
    picture = drawn('<rect x="10" y="10" width="100" height="50" rx="20" fill="#f00"/><circle cx="300" cy="200" r="50"'
                    ' fill="#00f"/>')  # fmt: skip
    assert picture.shape == (400, 800, 3)
    assert picture.dtype == np.uint8
    assert at(picture, 60, 35) == RED
    # The corner is round.
    assert at(picture, 11, 11) == BLACK
    assert at(picture, 300, 240) == BLUE
    assert at(picture, 340, 240) == BLACK


@pytest.mark.parametrize(
    "path",
    ["M100 100H300V200H100Z", "M100 100L300 100 300 200 100 200Z", "m100 100h200v100h-200z", "M100 100l200 0v100H100Z"],
)
def test_the_same_square_is_written_in_many_ways(path):
    picture = drawn(f'<path d="{path}" fill="#f00"/>')
    assert at(picture, 200, 150) == RED
    assert {at(picture, *outside) for outside in ((95, 150), (305, 150), (200, 95), (200, 205))} == {BLACK}


@pytest.mark.parametrize(
    ("path", "on", "off"),
    [
        ("M100 200Q200 0 300 200", (200, 100), (200, 60)),
        ("M100 200C100 80 300 80 300 200", (200, 110), (200, 60)),
        ("M100 200C100 80 200 80 200 200S300 320 300 200", (250, 290), (250, 110)),
        ("M100 200Q150 100 200 200T300 200", (250, 250), (250, 150)),
        ("M100 200a100 100 0 0 1 200 0", (200, 100), (200, 300)),
        ("M100 200a100 100 0 0 0 200 0", (200, 300), (200, 100)),
    ],
)
def test_curves_go_where_they_should(path, on, off):
    picture = drawn(f'<path d="{path}" fill="none" stroke="#f00" stroke-width="12"/>')
    assert at(picture, *on) == RED
    assert at(picture, *off) == BLACK


def test_groups_move_turn_and_scale_and_hand_their_colours_on():
    picture = drawn('<g transform="translate(400 200) rotate(90) scale(2)" fill="#00f" opacity=".5">'
                    '<rect x="10" y="-5" width="40" height="10"/></g>')  # fmt: skip
    assert at(picture, 400, 250) == (0, 0, 128)
    assert at(picture, 450, 200) == BLACK


def test_what_overlaps_itself_is_no_darker():
    line = drawn('<path d="M100 100H300V102H100" fill="none" stroke="#f00" stroke-width="20" opacity=".5"/>')
    assert set(map(tuple, line[95:105, 120:280].reshape(-1, 3).tolist())) == {(128, 0, 0)}


def test_texts_are_written_and_what_is_unknown_is_refused():
    picture = drawn('<text x="400" y="200" font-size="80" fill="#fff" text-anchor="middle">\u22121</text>')
    assert picture[130:205, 340:460].any()
    with pytest.raises(ValueError, match="got <image>"):
        drawn("<image/>")
