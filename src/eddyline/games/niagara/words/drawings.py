"""Draw Niagara's pieces as SVG, each around (0, 0): gems (each colour has its own cut), animals, weather."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from eddyline.engine.svg import EDGE, INK, OUTLINE, TAG, box, circle, ellipse, line, path, put, words

if TYPE_CHECKING:
    from eddyline.games.niagara.rules.board import GemName

GEMS: dict[GemName, tuple[str, str, str, str, str, str]] = {
    "amethyst": (
        "M0-11.5 10-5.8V5.8L0 11.5-10 5.8V-5.8Z", "M0-6.2 5.4-3.1V3.1L0 6.2-5.4 3.1V-3.1Z",
        "M0-11.5V-6.2M10-5.8 5.4-3.1M10 5.8 5.4 3.1M0 11.5V6.2M-10 5.8-5.4 3.1M-10-5.8-5.4-3.1",
        "#8d4fc0", "#c79bea", "#3c1763",
    ),
    "diamond": (
        "M-4.5-11H4.5L11-4.5V4.5L4.5 11H-4.5L-11 4.5V-4.5Z",
        "M-2.6-6.2H2.6L6.2-2.6V2.6L2.6 6.2H-2.6L-6.2 2.6V-2.6Z",
        "M-4.5-11-2.6-6.2M4.5-11 2.6-6.2M11-4.5 6.2-2.6M11 4.5 6.2 2.6M4.5 11 2.6 6.2M-4.5 11-2.6 6.2M-11 4.5-6.2 2.6",
        "#f4fbff", "#cfe6f2", "#2c4a5c",
    ),
    "amber": (
        "M0-12.5C4-7 9.4-1.8 9.4 3.6a9.4 8.8 0 0 1-18.8 0C-9.4-1.8-4-7 0-12.5Z",
        "M-1.2-6C1-3.4 3.6-.4 3.2 3.4 2.6 6.4-3 7.8-5.4 4.4-6.4 1-3.4-3-1.2-6Z", "M4.2 7.6c1.6-.8 2.6-2 3-3.8",
        "#f0a323", "#ffd98a", "#6b3a05",
    ),
    "sapphire": (
        "M-9.8-9.8H9.8V9.8H-9.8Z", "M-5-5H5V5H-5Z", "M-9.8-9.8-5-5M9.8-9.8 5-5M9.8 9.8 5 5M-9.8 9.8-5 5",
        "#2a6fd6", "#8ebcff", "#0d2a66",
    ),
    "ruby": (
        "M0-11.5 11.8 9.2H-11.8Z", "M0 4.4-4.4-3.2H4.4Z",
        "M0-11.5-4.4-3.2M0-11.5 4.4-3.2M11.8 9.2 4.4-3.2M11.8 9.2 0 4.4M-11.8 9.2 0 4.4M-11.8 9.2-4.4-3.2",
        "#d62246", "#ff8c9c", "#5e0618",
    ),
}  # fmt: skip
"""Outline, table, facets; colour, light, line."""


def gem(name: GemName) -> str:
    """Draw a gem, 24 across."""
    outer, table, facets, colour, light, dark = GEMS[name]
    return (
        path(outer, colour, stroke=dark, stroke_width=1.8, stroke_linejoin="round")
        + path(table, light)
        + path(facets, stroke=dark, stroke_width=0.8, opacity=0.7)
    )


def loaded(name: GemName) -> str:
    """Draw a gem in a hold."""
    return put((0, 0), circle(0, 0, 14, EDGE, fill_opacity=0.9), gem(name), scale=1.22)


def joe(load: GemName | None, turn: float) -> str:
    """Draw Diamond Joe in his canoe of birch bark (J-JOE), 114 long; `turn` is the angle at which it will be placed."""
    hull = "M-57-11C-50-5-50 5-57 11C-40 17-20 19 0 19S40 17 57 11C50 5 50-5 57-11C40-17 20-19 0-19S-40-17-57-11Z"
    stitches = "M-46-12.5-43-8.5M-27-16-25-11.5M-5-17.5V-13M17-17 16-12.5M38-14.5 36-10M-37 14.5-35 10M-16 17-15 12.5M6 17.5V13M28 16 26 11.5M46 12.5 43 8.5"  # noqa: E501 - one path
    hold = loaded(load) if load else circle(0, 0, 8, "#3b3428", fill_opacity=0.5)
    hat = (
        circle(0, 0, 14.5, "#3f5a3a", stroke=OUTLINE, stroke_width=1.6)
        + ellipse(0, 0, 8.8, 8.2, "#22361f")
        + ellipse(0, -1.5, 7.4, 6.6, "#5d7c50")
    )
    name = box(-18, -11, 36, 22, TAG, rx=4, stroke=OUTLINE, stroke_width=1.4)
    return (
        path(hull, "#162818", fill_opacity=0.3, transform="translate(2 6)")
        + path(hull, "#e0c08f", stroke=OUTLINE, stroke_width=2)
        + path(stitches, stroke="#5b3b26", stroke_width=2.4, stroke_linecap="round")
        + path("M-44 0C-38-8-18-11 0-11S38-8 44 0C38 8 18 11 0 11S-38 8-44 0Z", "#6f4a2a")
        + put((-34, 0), hat, turn=-turn)
        + put((0, 0), name + words(0, 5.5, "Joe", 15, font_weight=600, text_anchor="middle"), turn=-turn)
        + put((33, 0), hold, turn=-turn)
    )


def beaver() -> str:
    """Draw the beaver (S-BEAVER), 68 wide, swimming to the right."""
    dark = "#2b1a10"
    coat = {"stroke": dark, "stroke_width": 1.4, "stroke_linejoin": "round"}
    return (
        path("M-14 7C-21 13-34 13-38 6C-40 0-35-5-28-4C-22-3-17 0-14 2Z", "#5b3b26", **coat)
        + path("M-35 1-27 9M-30-3-20 7M-36 7-29-1M-29 10-20 1", stroke="#c48d56", stroke_width=1.3)
        + path("M-20 9C-22-5-10-15 4-13C9-19 20-18 24-10C29-6 30 2 26 6Q22 10 16 9Z", "#9a6236", **coat)
        + path("M-16 9C-12 1 0-2 8 2C12 4 14 7 14 9Z", "#c48d56")
        + circle(12, -15.5, 3.6, "#9a6236", **coat)
        + circle(19, -7.5, 2.1, dark)
        + path("M22 3.5H27.5V9.5H22ZM24.7 3.5V9.5", EDGE, **coat)
        + ellipse(27.5, -2.5, 3.4, 2.8, dark)
        + path("M-40 12q6-5 12 0t12 0 12 0 12 0 12 0 12 0", stroke="#eef7f2", stroke_width=3.4, stroke_linecap="round")
    )


def moose() -> str:
    """Draw the moose's head (S-MOOSE), 70 across, seen from the front."""
    palm = "M4-24C8-25 11-29 12-34L8-38C8-41 11-42 13-40L17-47C19-49 22-48 21-44L20-40 26-46C28-48 31-46 29-43L25-36 31-38C34-39 35-35 32-33C26-27 18-21 6-20Z"  # noqa: E501 - one path
    edge = {"stroke": "#2b1a10", "stroke_width": 1.5, "stroke_linejoin": "round"}
    return (
        path(palm, "#efd2a0", **edge)
        + path(palm, "#efd2a0", transform="scale(-1 1)", **edge)
        + path("M-9-20-17-24C-18-19-14-16-8-15ZM9-20 17-24C18-19 14-16 8-15Z", "#7b5133", **edge)
        + path("M-8-24Q0-30 8-24C9-16 7-10 7-5C9 1 6 6 0 6S-9 1-7-5C-7-10-9-16-8-24Z", "#7b5133", **edge)
        + path("M-6-5Q0-9 6-5C8 0 5 5 0 5S-8 0-6-5Z", "#b98a5e")
        + path("M-3.5-1.5v2.5M3.5-1.5v2.5M-4-17h.1M4-17h.1", stroke="#2b1a10", stroke_width=3.4, stroke_linecap="round")
    )


def whirlpool() -> str:
    """Draw the whirlpool (S-WHIRL), 104 across."""
    parts = [circle(0, 0, reach, colour) for reach, colour in ((52, "#3f8f93"), (41, "#2c727a"), (28, "#1e5561"))]
    for arm in range(3):
        start = arm * 2 * pi / 3
        steps = [(start + 4.2 * share, 50 * (1 - share) ** 0.85 + 5) for share in (i / 16 for i in range(17))]
        spiral = [(cos(angle) * reach, sin(angle) * reach) for angle, reach in steps]
        parts.append(path(line(spiral), stroke="#eef7f2", stroke_width=6, stroke_linecap="round"))
    return "".join(parts)


def preserver() -> str:
    """Draw the life preserver (N-SET-7), 34 across."""
    ring = circle(0, 0, 12, "none", stroke=OUTLINE, stroke_width=11.5) + circle(
        0, 0, 12, "none", stroke="#fffaf0", stroke_width=9
    )
    return ring + circle(0, 0, 12, "none", stroke="#c2344a", stroke_width=9, stroke_dasharray="9.42 9.42")


def weather(level: int) -> str:
    """Draw the weather −1 (sun) to 2 (storm), about 64 across."""
    sun = circle(0, 0, 17, "#f0a323") + "".join(
        path("M0-22V-29", stroke="#f0a323", stroke_width=4, stroke_linecap="round", transform=f"rotate({turn})")
        for turn in range(0, 360, 45)
    )
    if level < 0:
        return sun
    shape = "M-24 10a12 12 0 0 1 0-24 17 17 0 0 1 32-6 14 14 0 0 1 14 30Z"
    cloud = path(shape, ("#c9d3cc", "#93a8a6", "#4c6269")[level])
    drops = "M-17 17l-4 9M-3 17l-4 9M11 17l-4 9"
    rain = path(drops, stroke="#2f66b8", stroke_width=4, stroke_linecap="round")
    bolt = path("M6 8-6 24H2L-3 36 13 18H5L10 8Z", "#f3c73f", stroke="#6b3a05", stroke_width=1.2)
    return cloud + ("", rain, rain + bolt)[level]


def card(said: str, x: float, y: float) -> str:
    """Draw a paddle card showing `said`, 40 wide, centred at (x, y)."""
    front = box(x - 20, y - 28, 40, 56, TAG, rx=5, stroke=OUTLINE, stroke_width=1.5)
    if said == "cloud":
        return front + put((x, y), weather(0), scale=0.55)
    size = 32 if len(said) < 2 else 13
    return front + words(x, y + size * 0.35, said, size, INK, font_weight=600, text_anchor="middle")
