"""Draw the pictures of games as pixels, for `render_mode="rgb_array"`.

The games draw themselves as SVG (`Game.picture`), by the few means of `engine.svg`. Only those are understood here:
paths, rectangles, ellipses and upright texts in groups that are moved, turned and scaled. Dashes become lines.
"""

from __future__ import annotations

from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt, tan
from re import compile as pattern
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree as ET  # only for what this program wrote itself

import numpy as np

from eddyline.engine.extras import extra

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from xml.etree.ElementTree import Element

    import numpy.typing as npt
    from PIL.Image import Image

    Point = tuple[float, float]

WIDTH = 800
"""Width of a picture in pixels."""
FINER = 2
"""How many times as wide it is drawn, to smooth its edges."""
STEPS = 12
"""Straight pieces of a curve."""
INHERITED = {"fill": "#000", "stroke": "none", "stroke-width": "1", "fill-opacity": "1", "opacity": "1",
             "stroke-linecap": "butt", "text-anchor": "start", "font-size": "16"}  # fmt: skip
"""What an element takes from its group, and what it is without one."""
TOKEN = pattern(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
TRANSFORM = pattern(r"(\w+)\(([^)]*)\)")
ARGUMENTS = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}
"""How many numbers follow a command of a path."""
PLAIN = {0x2212: "-", 0x2013: "-", 0x2014: "-", 0x2019: "'", 0x202F: " ", 0xA0: " "}
"""Characters that Pillow's own font has not."""
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


class Matrix(NamedTuple):
    """Move, turn and scale points: x' = ax + cy + e, y' = bx + dy + f."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def at(self, x: float, y: float) -> Point:
        """Return where a point goes."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def after(self, inner: Matrix) -> Matrix:
        """Return the matrix that does what another one does, and then this."""
        (a, b), (c, d) = self._turned(inner.a, inner.b), self._turned(inner.c, inner.d)
        return Matrix(a, b, c, d, *self.at(inner.e, inner.f))

    @property
    def scale(self) -> float:
        """How many times as long things become, on average."""
        return sqrt(abs(self.a * self.d - self.b * self.c))

    def _turned(self, x: float, y: float) -> Point:
        return self.a * x + self.c * y, self.b * x + self.d * y


def pixels(svg: str) -> npt.NDArray[np.uint8]:
    """Return a picture as uint8[height, width, 3]; raises MissingExtraError without Pillow."""
    with extra("envs"):
        from PIL import Image  # noqa: PLC0415 - what is never shown needs no Pillow

    root = ET.fromstring(svg)  # noqa: S314 - our own
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    zoom = WIDTH * FINER / width
    image = Image.new("RGB", (WIDTH * FINER, ceil(height * zoom)))
    for child in root:
        _draw(image, child, Matrix(zoom, 0, 0, zoom), INHERITED)
    tall = round(height * zoom / FINER)
    return np.asarray(image.resize((WIDTH, tall), Image.Resampling.BOX)).copy()


def _draw(image: Image, element: Element, matrix: Matrix, given: Mapping[str, str]) -> None:
    """Draw an element and what is in it."""
    own = {name: value for name, value in element.attrib.items() if name in INHERITED}
    if "opacity" in own:
        own["opacity"] = str(float(own["opacity"]) * float(given["opacity"]))
    style = {**given, **own}
    for kind, numbers in TRANSFORM.findall(element.get("transform", "")):
        matrix = matrix.after(_matrix(kind, [float(number) for number in TOKEN.findall(numbers)]))
    name = element.tag.rpartition("}")[2]
    if name == "g":
        for child in element:
            _draw(image, child, matrix, style)
    elif name == "text":
        _write(image, element, matrix, style)
    elif name in OUTLINES:
        lines = [([matrix.at(*point) for point in line], closed) for line, closed in OUTLINES[name](element)]
        _paint(image, lines, matrix.scale, style)
    elif name != "title":
        raise ValueError(f"expected an element that our pictures consist of, got <{name}>")


def _matrix(kind: str, numbers: Sequence[float]) -> Matrix:
    if kind == "translate":
        return Matrix(e=numbers[0], f=numbers[1] if len(numbers) > 1 else 0)
    if kind == "scale":
        return Matrix(a=numbers[0], d=numbers[-1])
    if kind == "rotate":
        turn = radians(numbers[0])
        turned = Matrix(cos(turn), sin(turn), -sin(turn), cos(turn))
        x, y = numbers[1:] if len(numbers) > 1 else (0, 0)
        return Matrix(e=x, f=y).after(turned).after(Matrix(e=-x, f=-y))
    if kind == "skewX":
        return Matrix(c=tan(radians(numbers[0])))
    raise ValueError(f"expected a transform that our pictures use, got {kind}")


def _paint(image: Image, lines: Sequence[tuple[list[Point], bool]], scale: float, style: Mapping[str, str]) -> None:
    """Fill a shape, and draw its outline."""
    opacity = float(style["opacity"])
    if style["fill"] != "none":
        shapes = [line for line, _ in lines if len(line) > 2]
        _stamp(image, style["fill"], opacity * float(style["fill-opacity"]), shapes, 0, ())
    if style["stroke"] != "none":
        width = max(1.0, float(style["stroke-width"]) * scale)
        drawn = [[*line, *line[:2]] if closed else line for line, closed in lines]
        ends = [end for line, closed in lines if not closed for end in (line[0], line[-1])]
        _stamp(image, style["stroke"], opacity, drawn, width, ends if style["stroke-linecap"] == "round" else ())


def _stamp(
    image: Image, colour: str, opacity: float, lines: Sequence[list[Point]], width: float, ends: Sequence[Point]
) -> None:
    """Colour the inside of some lines, or with a width the lines themselves, with a round end where there are any."""
    from PIL import Image, ImageColor, ImageDraw  # noqa: PLC0415

    points = [point for line in lines for point in line]
    if not points or opacity <= 0:
        return
    left = max(0, int(min(x for x, _ in points) - width - 1))
    top = max(0, int(min(y for _, y in points) - width - 1))
    right = min(image.width, ceil(max(x for x, _ in points) + width + 2))
    bottom = min(image.height, ceil(max(y for _, y in points) + width + 2))
    if left >= right or top >= bottom:
        return
    # As a whole: where strokes overlap themselves they are no darker.
    mask = Image.new("L", (right - left, bottom - top))
    draw, ink = ImageDraw.Draw(mask), round(255 * min(1.0, opacity))
    for line in lines:
        moved = [(x - left, y - top) for x, y in line]
        if width:
            draw.line(moved, ink, round(width), joint="curve")
        else:
            draw.polygon(moved, ink)
    for x, y in ends:
        draw.ellipse((x - left - width / 2, y - top - width / 2, x - left + width / 2, y - top + width / 2), ink)
    image.paste(ImageColor.getrgb(colour), (left, top), mask)


def _write(image: Image, element: Element, matrix: Matrix, style: Mapping[str, str]) -> None:
    """Write a text, upright."""
    from PIL import ImageDraw, ImageFont  # noqa: PLC0415

    font = ImageFont.load_default(max(1.0, float(style["font-size"]) * matrix.scale))
    at = matrix.at(float(element.get("x", 0)), float(element.get("y", 0)))
    bold = FINER / 4 if int(element.get("font-weight", 400)) > 500 else 0
    ImageDraw.Draw(image).text(
        at,
        "".join(element.itertext()).translate(PLAIN),
        style["fill"],
        font,
        ANCHORS[style["text-anchor"]],
        stroke_width=bold,
    )


# ---- outlines: lists of points, each with whether its end is joined to its beginning ----


def _rectangle(element: Element) -> list[tuple[list[Point], bool]]:
    x, y, width, height = (float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
    round_x = min(float(element.get("rx", 0)), width / 2)
    round_y = min(float(element.get("ry", round_x)), height / 2)
    if not round_x:
        return [([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], True)]
    found: list[Point] = []
    for corner, (over, down) in enumerate(((1, 1), (0, 1), (0, 0), (1, 0))):
        centre = x + (width - round_x if over else round_x), y + (height - round_y if down else round_y)
        turns = ((corner + step / STEPS) * pi / 2 for step in range(STEPS + 1))
        found += [(centre[0] + round_x * cos(turn), centre[1] + round_y * sin(turn)) for turn in turns]
    return [(found, True)]


def _ellipse(element: Element) -> list[tuple[list[Point], bool]]:
    x, y = float(element.get("cx", 0)), float(element.get("cy", 0))
    wide, tall = float(element.get("rx", element.get("r", 0))), float(element.get("ry", element.get("r", 0)))
    turns = [2 * pi * step / (4 * STEPS) for step in range(4 * STEPS)]
    return [([(x + wide * cos(turn), y + tall * sin(turn)) for turn in turns], True)]


def _path(element: Element) -> list[tuple[list[Point], bool]]:
    pen = Pen()
    for command, numbers in _commands(element.attrib["d"]):
        pen.follow(command, numbers)
    return [(line, closed) for line, closed in pen.lines if line]


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Split a path; what is left out, because a command is the one before, is filled in."""
    tokens = TOKEN.findall(path)
    command, at = "", 0
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        elif command in "Mm":
            command = "L" if command == "M" else "l"
        count = ARGUMENTS[command.upper()]
        yield command, [float(token) for token in tokens[at : at + count]]
        at += count


class Pen:
    """Follow a path."""

    def __init__(self) -> None:
        """Begin without a point."""
        self.lines: list[tuple[list[Point], bool]] = []
        self._x = self._y = 0.0
        self._control: Point | None = None
        """The last control point of the curve before, if it was one."""
        self._kind = ""

    def follow(self, command: str, numbers: list[float]) -> None:
        """Carry out a command."""
        kind, own = command.upper(), (self._x, self._y) if command.islower() else (0.0, 0.0)
        if kind == "Z":
            line, _ = self.lines[-1]
            self.lines[-1] = line, True
            self._x, self._y = line[0]
        elif kind == "A":
            wide, tall, _, large, sweep, x, y = numbers
            self._turn(wide, tall, large != sweep, sweep > 0, (x + own[0], y + own[1]))
        elif kind in "HV":
            end = (numbers[0] + own[0], self._y) if kind == "H" else (self._x, numbers[0] + own[1])
            self._go([end])
        else:
            points = [(x + own[0], y + own[1]) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            if kind == "M":
                self.lines.append(([], False))
            if kind in "ST":
                points.insert(0, self._mirrored("CS" if kind == "S" else "QT"))
            self._control = points[-2] if kind in "CSQT" else None
            self._go(_bent((self._x, self._y), points) if kind in "CSQT" else points)
        self._kind = kind

    def _mirrored(self, kinds: str) -> Point:
        if self._control is None or self._kind not in kinds:
            return self._x, self._y
        return 2 * self._x - self._control[0], 2 * self._y - self._control[1]

    def _go(self, points: Sequence[Point]) -> None:
        if self._kind == "Z" and self.lines[-1][1]:
            self.lines.append(([(self._x, self._y)], False))
        self.lines[-1][0].extend(points)
        self._x, self._y = points[-1]

    def _turn(self, wide: float, tall: float, ahead: bool, sweep: bool, end: Point) -> None:
        """Follow an arc of an ellipse that is not tilted; its centre is computed as in the notes on SVG's paths."""
        x, y = end
        half_x, half_y = (self._x - x) / 2, (self._y - y) / 2
        reach = hypot(half_x / wide, half_y / tall)
        wide, tall = wide * max(1.0, reach), tall * max(1.0, reach)
        beyond = sqrt(max(0.0, 1 / max(hypot(half_x / wide, half_y / tall), 1e-9) ** 2 - 1))
        sign = 1 if ahead else -1
        over, down = sign * beyond * wide * half_y / tall, -sign * beyond * tall * half_x / wide
        centre = over + (self._x + x) / 2, down + (self._y + y) / 2
        begin = atan2((half_y - down) / tall, (half_x - over) / wide)
        angle = atan2((-half_y - down) / tall, (-half_x - over) / wide) - begin
        angle = angle % (2 * pi) if sweep else -(-angle % (2 * pi))
        turns = [begin + angle * step / (2 * STEPS) for step in range(1, 2 * STEPS + 1)]
        self._go([(centre[0] + wide * cos(turn), centre[1] + tall * sin(turn)) for turn in turns])


def _bent(start: Point, points: Sequence[Point]) -> list[Point]:
    """Return points along a Bézier curve of two or three more."""
    found = []
    for step in range(1, STEPS + 1):
        share, level = step / STEPS, [start, *points]
        while len(level) > 1:
            level = [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairwise(level)]
        found.append(level[0])
    return found


OUTLINES: Mapping[str, Any] = {"path": _path, "rect": _rectangle, "circle": _ellipse, "ellipse": _ellipse}
