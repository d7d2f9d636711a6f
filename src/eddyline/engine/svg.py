"""Write SVG: elements, smooth curves, and the players' canoes, which look the same in every game.

There are no ids and no style sheets, so that many pictures in one document, such as a notebook, do not interfere.
"""

from __future__ import annotations

from html import escape
from math import atan2, cos, degrees, pi, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Point = tuple[float, float]

SERIF = "'Young Serif', Georgia, 'Times New Roman', serif"
SANS = "'Hanken Grotesk', system-ui, 'Segoe UI', Roboto, sans-serif"
PAPER, CARD, LINE, INK, INK_SOFT = "#f5eedd", "#fdf9ee", "#d9ceb4", "#16332d", "#44584f"
EMBER, RIVER, RIVER_DEEP = "#d9602b", "#3f8f93", "#1e5561"
TAG = "#fff8e6"
EDGE, OUTLINE = "#fffaf0", "#14302b"
PINES = (("#1d463c", "#2c5d4b"), ("#2c5d4b", "#457658"), ("#457658", "#7ba06a"))

SEATS = (
    ("#c2344a", "#ffdcd6"), ("#f3c73f", "#7a4a0a"), ("#2f66b8", "#cfe3ff"),
    ("#fbf6e9", "#3f6f63"), ("#34323f", "#c9c3d6"), ("#de86b8", "#6d1f4c"),
)  # fmt: skip
"""Colours of each seat's hull and of its pattern; they differ in lightness as well as in hue."""
PATTERNS = (
    "",
    (
        "M-46-6V6M-38-10V10M-29-14V14M47-6V6M40-10V10M-4-17V-10M-4 17V10M8-17V-10M8 17V10"
        "M20-16V-9M20 16V9M-16-17V-10M-16 17V10M30-13V13"
    ),
    (
        "M-34-11-45 0-34 11M-25-14-36 0-25 14M38-10 48 0 38 10M29-13 40 0 29 13"
        "M-10-16l6 3 6-3M8-16l6 3 6-3M-10 16l6-3 6 3M8 16l6-3 6 3"
    ),
    (
        "M-46 0h.1M-39-5.5h.1M-39 5.5h.1M-30-10h.1M-30 10h.1M-19-13.5h.1M-19 13.5h.1M-7-14h.1"
        "M-7 14h.1M5-14h.1M5 14h.1M17-13.5h.1M17 13.5h.1M29-11h.1M29 11h.1M39-6h.1M39 6h.1M47 0h.1"
    ),
    (
        "M-50 0q4-7 7 0t7 0M50 0q-3.5-6 -7 0t-6 0M-30-11.5q5-6 10-1t10-.5 10 0 10 0 10 .5 9 2"
        "M-30 11.5q5 6 10 1t10 .5 10 0 10 0 10-.5 9-2"
    ),
    (
        "M-47-1h6v-6h7v-4h6v5h-6v6h-7v5h-6ZM-34 5h6v-5h4v8h-4v5h-6ZM48 1h-6v6h-6v4h-5v-5h5v-6h6v-5h6Z"
        "M-16-17.5h9v4.5h-9ZM2-18h9v4.5H2ZM20-16.5h8v5h-8ZM-7 13h9v5h-9ZM11 13h9v4.5h-9Z"
    ),
)
"""A pattern for each seat: plain, stripe, chevron, dots, wave, check."""
HULL = "M-54 0C-45-13-25-18 0-18S45-13 54 0C45 13 25 18 0 18S-45 13-54 0Z"
INSIDE = "M-30 0C-25-7-13-9.5 2-9.5S30-7 36 0C30 7 17 9.5 2 9.5S-25 7-30 0Z"


def element(tag: str, *inside: str, **attributes: object) -> str:
    """Write an element; `stroke_width=2` becomes `stroke-width="2"`."""
    named = "".join(f' {name.replace("_", "-")}="{_value(value)}"' for name, value in attributes.items())
    return f"<{tag}{named}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{named}/>"


def _value(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else escape(str(value))


def drawing(width: int, height: int, title: str, *inside: str) -> str:
    """Wrap elements into a picture that fills the available width; `title` is for screen readers."""
    return element(
        "svg", element("title", escape(title)), *inside,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}", width=width // 2, role="img",
        style="max-width:100%;height:auto",
    )  # fmt: skip


def path(d: str, fill: str = "none", **attributes: object) -> str:
    """Draw a path."""
    return element("path", d=d, fill=fill, **attributes)


def circle(x: float, y: float, r: float, fill: str, **attributes: object) -> str:
    """Draw a circle."""
    return element("circle", cx=x, cy=y, r=r, fill=fill, **attributes)


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, **attributes: object) -> str:
    """Draw an ellipse."""
    return element("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, **attributes)


def box(x: float, y: float, width: float, height: float, fill: str, rx: float = 0.0, **attributes: object) -> str:
    """Draw a rectangle with corner radius `rx`."""
    return element("rect", x=x, y=y, width=width, height=height, rx=rx, fill=fill, **attributes)


def words(x: float, y: float, said: object, size: float, fill: str = INK, **attributes: object) -> str:
    """Write a line of text with baseline y."""
    style = {"font_family": SANS, "font_size": size, "fill": fill} | attributes
    return element("text", escape(str(said)), x=x, y=y, **style)


def put(at: Point, *inside: str, turn: float = 0.0, scale: float = 1.0) -> str:
    """Move elements drawn around (0, 0) to a point."""
    turned = f" rotate({_value(turn)})" if turn else ""
    scaled = f" scale({scale:.3g})" if scale != 1.0 else ""
    return element("g", *inside, transform=f"translate({_value(at[0])} {_value(at[1])}){turned}{scaled}")


def canoe(seat: int, label: str, turn: float = 0.0, *, double: bool = False, load: Sequence[str] = ()) -> str:
    """Draw a canoe around (0, 0), 108 long (132 if `double`), bow to the right; `turn` is its rotation afterwards.

    `load` is drawn in its holds, and the label beside them, both upright after the rotation.
    """
    colour, mark = SEATS[seat]
    long = {"transform": "scale(1.222 1.06)"} if double else {}
    solid = seat == 5
    holds = (1.0, 34.0) if double else (20.0,)
    parts = [
        path(HULL, "#162818", fill_opacity=0.3, transform=f"translate(2 6) {long.get('transform', '')}".strip()),
        path(HULL, colour, stroke=OUTLINE, stroke_width=6, **long),
        path(HULL, colour, stroke=EDGE, stroke_width=3.4, **long),
    ]
    if PATTERNS[seat]:
        shape = {"fill": mark} if solid else {"stroke": mark, "stroke_width": 5 if seat == 3 else 3.4}
        cap = "butt" if seat == 1 else "round"
        parts.append(path(PATTERNS[seat], **({"stroke_linecap": cap, "stroke_linejoin": "round"} | shape | long)))
    parts.append(path(INSIDE, "#8a5a33", stroke=OUTLINE, stroke_width=1, **long))
    for hold, thing in zip(holds, [*load, *[""] * 2], strict=False):
        parts.append(put((hold, 0.0), thing or circle(0, 0, 8, "#3b3428", fill_opacity=0.5), turn=-turn))
    if label:
        wide = 14 + 11 * len(label)
        tag = box(-wide / 2, -13, wide, 26, TAG, rx=11, stroke=OUTLINE, stroke_width=1.4)
        written = words(0, 6.5, label, 19, font_weight=600, text_anchor="middle")
        parts.append(put((-33.0 if double else -15.0, 0.0), tag, written, turn=-turn))
    return "".join(parts)


def pine(at: Point, size: float, tone: int) -> str:
    """Draw a pine with its foot at a point, `size` high."""
    dark, light = PINES[tone % len(PINES)]
    tree = "M0-100 16-66H8L26-34H12L34 0H-34L-12-34H-26L-8-66H-16Z"
    half = "M0-100-16-66H-8L-26-34H-12L-34 0H0Z"
    return put(
        at,
        ellipse(4, 1, 34, 7, "#162818", fill_opacity=0.25),
        box(-4, -4, 8, 12, "#6f4a2a"),
        path(tree, dark),
        path(half, light),
        scale=size / 100,
    )


def spline(knots: Sequence[Point], t: float) -> Point:
    """Return the point at a parameter of a smooth curve through all knots, extended straight beyond both ends."""
    last = len(knots) - 1
    i = max(0, min(last - 1, int(t)))
    u = t - i
    p1, p2 = knots[i], knots[i + 1]
    p0 = knots[i - 1] if i > 0 else (2 * p1[0] - p2[0], 2 * p1[1] - p2[1])
    p3 = knots[i + 2] if i + 2 <= last else (2 * p2[0] - p1[0], 2 * p2[1] - p1[1])
    if not 0 <= u <= 1:
        return p1[0] + (p2[0] - p1[0]) * u, p1[1] + (p2[1] - p1[1]) * u

    def blend(a: float, b: float, c: float, d: float) -> float:
        return 0.5 * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * u * u + (3 * b - a - 3 * c + d) * u**3)

    return blend(p0[0], p1[0], p2[0], p3[0]), blend(p0[1], p1[1], p2[1], p3[1])


def heading(knots: Sequence[Point], t: float) -> float:
    """Return the direction of a curve at a parameter, in degrees clockwise from the right."""
    (x0, y0), (x1, y1) = spline(knots, t - 0.02), spline(knots, t + 0.02)
    return degrees(atan2(y1 - y0, x1 - x0))


def line(points: Sequence[Point], *, closed: bool = False) -> str:
    """Return the path data of a polyline."""
    return "M" + "L".join(f"{_value(float(x))} {_value(float(y))}" for x, y in points) + "Z" * closed


def pebble(at: Point, rx: float, ry: float, seed: int, corners: int = 11, roughness: float = 0.06) -> str:
    """Return the path data of an irregular round shape."""
    chance = noise(seed)
    ring = []
    for i in range(corners):
        angle, reach = 2 * pi * (i + 0.4 * (next(chance) - 0.5)) / corners, 1 + roughness * (2 * next(chance) - 1)
        ring.append((at[0] + cos(angle) * rx * reach, at[1] + sin(angle) * ry * reach))
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
    start = middles[-1]
    curves = "".join(
        f"Q{_value(corner[0])} {_value(corner[1])} {_value(to[0])} {_value(to[1])}"
        for corner, to in zip(ring, middles, strict=True)
    )
    return f"M{_value(start[0])} {_value(start[1])}{curves}Z"


def noise(seed: int) -> Iterator[float]:
    """Yield pseudorandom numbers from 0 to 1 for a seed, so that the scenery is the same in every picture."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> 33) / 2**31
