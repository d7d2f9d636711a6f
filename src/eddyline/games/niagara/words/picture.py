"""Draw a view of Niagara as SVG: the river with all that is on it, and a panel for each player."""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from typing import TYPE_CHECKING, cast

from eddyline.engine.svg import (
    CARD,
    EMBER,
    INK,
    INK_SOFT,
    LINE,
    OUTLINE,
    PAPER,
    RIVER_DEEP,
    SERIF,
    TAG,
    Point,
    box,
    canoe,
    circle,
    drawing,
    heading,
    line,
    noise,
    path,
    pebble,
    pine,
    put,
    spline,
    words,
)
from eddyline.games.niagara.rules.board import GEMS, GemName, PlaceName
from eddyline.games.niagara.words import drawings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.games.niagara.words.view import CanoeView, NiagaraView, PlayerView

WIDTH, RIVER, PANELS = 1600, 800, 190
RADIUS = 60
MAIN: tuple[Point, ...] = (
    (-760, 610), (-300, 515), (110, 500), (300, 468), (452, 420), (606, 396), (756, 418), (892, 476),
)  # fmt: skip
COURSES: Mapping[str, tuple[Point, ...]] = {
    "L": (*MAIN, (1052, 342), (1206, 300), (1322, 292), (1440, 330)),
    "R": (*MAIN, (1052, 610), (1206, 648), (1322, 660), (1440, 700)),
}
FIRST_KNOT, BRINK = 3, 10
"""Knots of disc 1 and of the edge of the falls."""
DEPOSITS: tuple[Point, ...] = ((604, 258), (764, 570), (858, 322), (1090, 474), (1256, 478))
BERTHS: tuple[Point, Point] = ((104, 690), (476, 676))
POOL: tuple[Point, ...] = (
    (1488, 520), (1540, 590), (1470, 615), (1530, 455), (1545, 665), (1478, 700),
    (1540, 745), (1475, 440), (1545, 390), (1470, 762), (1530, 330), (1560, 530),
)  # fmt: skip
"""Where lost canoes drift, first to last."""
SPRING: Point = (120, 499)
"""Where a fallen whirlpool waits for the next disc."""
MEADOW: Point = (1176, 404)
WOOD = (
    (20, 200, 560, 340, 26, 70), (640, 200, 1290, 232, 20, 56), (20, 800, 1290, 1000, 0, 0),
    (560, 640, 960, 790, 20, 110), (960, 735, 1280, 800, 11, 100), (20, 380, 110, 420, 2, 70),
)  # fmt: skip
"""Stretches of forest: from x, y to x, y, how many trees, how high."""


def draw(view: NiagaraView) -> str:
    """Draw the whole table as the view shows it; what it hides is not drawn."""
    said = f"Niagara, round {view.round}, {view.phase}"
    afloat = [(player.seat, each) for player in view.players for each in player.canoes]
    return drawing(
        WIDTH, RIVER + PANELS, said,
        box(0, 0, WIDTH, RIVER + PANELS, PAPER),
        _scenery(), box(0, RIVER, WIDTH, PANELS, PAPER),
        *(_deposit(at, gems, GEMS[site]) for site, (at, gems) in enumerate(zip(DEPOSITS, view.deposits, strict=True))),
        *(_disc(name) for name in ("1", "2", "3", "4", "5", "6L", "7L", "6R", "7R")),
        _sign(view), _guests(view), _fleet(view, afloat), _sky(view),
        *(_panel(view, player) for player in view.players),
    )  # fmt: skip


def _at(place: PlaceName) -> tuple[Point, float]:
    """Return the centre of a disc and the direction of the river there."""
    course, knot = COURSES["R" if place.endswith("R") else "L"], FIRST_KNOT - 1 + int(place[0])
    return spline(course, knot), heading(course, knot)


@cache
def _scenery() -> str:
    """Draw what is the same in every picture; a replay has hundreds."""
    return _country() + _river() + _falls() + _dock() + _wood()


def _country() -> str:
    return (
        box(0, 0, WIDTH, 210, "#f6dcb1")
        + circle(1080, 190, 250, "#fac98a", fill_opacity=0.5)
        + circle(1080, 190, 160, "#fac98a", fill_opacity=0.7)
        + circle(1080, 190, 84, "#fff1cf")
        + path("M0 150Q200 108 420 142T860 150 1240 118 1600 152V260H0Z", "#d3b598")
        + path("M0 172Q260 136 520 166T1080 162 1600 170V260H0Z", "#a9a885")
        + path("M0 196Q400 168 820 188T1600 186V800H0Z", "#7f9a72")
        + path("M0 222Q400 196 820 214T1600 208V800H0Z", "#9db26a")
    )


def _river() -> str:
    """Draw the river as layers of coloured paper, each narrower than the one below."""
    sheets = (("#86a05a", 190), ("#b9c37d", 118), ("#efdfb2", 42), ("#8fc9be", 0), ("#4a9a9b", -14), ("#3f8f93", -62))
    banks = [pebble(at, 78 + 12, 50 + 10, site * 7) for site, at in enumerate(DEPOSITS)]
    parts = []
    for colour, reach in sheets:
        if reach > 100:
            parts += [path(bank, colour, stroke=colour, stroke_width=60) for bank in banks]
        elif reach > 42:
            parts += [path(bank, colour, stroke=colour, stroke_width=22) for bank in banks]
        for course in COURSES.values():
            shore = line([spline(course, t / 8) for t in range(8 * BRINK + 2)])
            parts.append(path(shore, stroke=colour, stroke_width=166 + reach, stroke_linejoin="round"))
    chance = noise(11)
    for number, course in enumerate(COURSES.values()):
        for step in range(0 if number == 0 else 34, 78):
            t, across, long = 2 + step / 10, 118 * (next(chance) - 0.5), 0.1 + 0.12 * next(chance)
            points = [_beside(course, t + long * share, across) for share in (0.0, 0.5, 1.0)]
            parts.append(path(line(points), stroke="#93cec4", stroke_width=2.6, stroke_linecap="round", opacity=0.6))
    return "".join(parts)


def _beside(course: tuple[Point, ...], t: float, across: float) -> Point:
    (x, y), angle = spline(course, t), radians(heading(course, t))
    return x - sin(angle) * across, y + cos(angle) * across


LEDGE = "M1318 176L1326 300 1316 420 1330 540 1320 660 1332 800"
FACE = "M1348 176L1354 300 1346 420 1358 540 1350 660 1360 800"


def _falls() -> str:
    """Draw the ledge, the pool below it, and the water that goes over."""
    parts = [
        path(f"{LEDGE}H1600V176Z", "#1e5561"),
        path(f"{LEDGE}L1404 800 1396 640 1404 500 1390 380 1398 262 1380 176Z", "#9a856c"),
        path(f"{FACE}H1404L1396 640 1404 500 1390 380 1398 262 1380 176Z", "#7d6a58"),
    ]
    chance = noise(21)
    for _ in range(26):
        x, y = 1430 + 150 * next(chance), 300 + 480 * next(chance)
        parts.append(path(f"M{x:.0f} {y:.0f}q9-6 18 0t18 0", stroke="#3f8f93", stroke_width=2.4, opacity=0.8))
    for course in COURSES.values():
        (x, y) = spline(course, BRINK)
        tones = ("#e9f6f0", "#c5e3dc", "#a4d0cb", "#7fb9b8")
        for strip in range(13):
            top, foot = y - 84 + strip * 13, y + 18 + strip * 13.4
            over = f"M{x - 4:.0f} {top:.0f}c74 4 96 {foot - top - 46:.0f} 102 {foot - top:.0f}"
            back = f"v15c-8-47-30 {top - foot + 3:.0f}-102 {top - foot - 1:.0f}Z"
            parts.append(path(over + back, tones[strip * 7 % 4]))
        for puff in range(15):
            at = x + 92 + 22 * next(chance), y + 14 + puff * 12.6
            parts.append(circle(*at, 10 + 11 * next(chance), "#eef7f2", fill_opacity=0.92))
    return "".join(parts) + path("M1318 122Q1480 146 1600 138V268Q1500 236 1400 258L1330 214Z", "#86a05a")


def _dock() -> str:
    sand = path(pebble((282, 694), 292, 108, 40, 14), "#efdfb2", stroke="#b9c37d", stroke_width=26)
    planks = "".join(box(276, 528 + 14 * plank, 50, 11, "#c89a66", rx=2) for plank in range(6))
    jetty = box(282, 522, 8, 100, "#6f4a2a") + box(312, 522, 8, 100, "#6f4a2a") + planks
    cabin = (
        path("M22 586H106V640H22Z", "#9c4a34")
        + path("M22 600H106M22 613H106M22 626H106", stroke="#74331f", stroke_width=2.4)
        + path("M10 590 32 548H96L118 590Z", "#3b4a46")
        + box(54, 602, 22, 20, "#ffe2a0", stroke="#74331f", stroke_width=3)
        + box(78, 534, 12, 22, "#74331f")
    )
    return sand + jetty + cabin


def _wood() -> str:
    """Draw trees where there is no river or deposit, the far ones first."""
    chance = noise(7)
    trees: list[tuple[Point, float]] = []
    for left, top, right, bottom, count, high in WOOD:
        for _ in range(count):
            at = left + (right - left) * next(chance), top + (bottom - top) * next(chance)
            trees.append((at, high * (0.75 + 0.5 * next(chance))))
    free = sorted((tree for tree in trees if _is_land(tree[0])), key=lambda tree: tree[0][1])
    return "".join(pine(at, size, int(7 * next(chance))) for at, size in free)


def _is_land(at: Point) -> bool:
    river = [spline(course, t / 4) for course in COURSES.values() for t in range(4 * BRINK + 1)]
    near = [*((point, 128) for point in river), *((point, 110) for point in DEPOSITS), ((282, 690), 300)]
    return all((at[0] - x) ** 2 + (at[1] - y) ** 2 > far**2 for (x, y), far in near)


def _deposit(at: Point, gems: Mapping[GemName, int], home: GemName) -> str:
    """Draw a deposit with all its gems, grouped by colour, its own colour first."""
    x, y = at
    ground = path(pebble(at, 78, 48, int(x)), "#3b3428", stroke="#6a5b42", stroke_width=7)
    stones = "".join(
        path(pebble((x + dx, y + dy), 17, 13, int(x + dx)), "#958e82", stroke="#6f6a62", stroke_width=2)
        for dx, dy in ((-72, -26), (66, -32), (-58, 36))
    )
    kinds = sorted(gems, key=lambda name: (name != home, GEMS.index(name)))
    lying = [name for name in kinds for _ in range(gems[name])]
    columns = max(4, -(-len(lying) // 2))
    step = min(29.0, 116 / columns)
    parts = [ground, stones]
    for number, name in enumerate(lying):
        row, column = divmod(number, columns)
        in_row = min(columns, len(lying) - row * columns)
        spot = x + (column - (in_row - 1) / 2) * step, y - 12 + 26 * row - (len(lying) <= columns) * -10
        parts.append(put(spot, drawings.gem(name), scale=1.08))
    badge = circle(x + 66, y + 34, 17, TAG, stroke=OUTLINE, stroke_width=1.5)
    return "".join(parts) + badge + words(x + 66, y + 41, len(lying), 20, font_weight=600, text_anchor="middle")


def _disc(name: PlaceName) -> str:
    (x, y), turn = _at(name)
    side = -1 if name in {"1", "2", "4", "6L", "7L"} else 1
    angle = radians(turn)
    label = x - sin(angle) * 44 * side, y + cos(angle) * 44 * side + 6
    return (
        circle(x + 2, y + 5, RADIUS, "#1e5561", fill_opacity=0.35)
        + circle(x, y, RADIUS, "#83c3bb", stroke="#d9f0e7", stroke_width=3)
        + circle(x, y, RADIUS - 11, "#93cec4")
        + path(f"M{x - 30:.0f} {y - 14:.0f}a34 34 0 0 1 34-19M{x + 28:.0f} {y + 15:.0f}a32 32 0 0 1-32 18",
               stroke="#d9f0e7", stroke_width=2.6, stroke_linecap="round", opacity=0.8)
        + words(*label, name, 19, RIVER_DEEP, font_weight=600, text_anchor="middle")
    )  # fmt: skip


def _sign(view: NiagaraView) -> str:
    """Point to the arm that the next push moves (N-FLOW-3)."""
    arrow = path("M-30-12H8V-22L34 0 8 22V12H-30L-22 0Z", TAG, stroke=OUTLINE, stroke_width=2)
    return box(992, 470, 9, 42, "#6f4a2a") + put((996, 470), arrow, turn=-64 if view.next_arm == "L" else 64)


def _guests(view: NiagaraView) -> str:
    """Draw whirlpool, beaver and a moose that nobody has."""
    parts = []
    if view.whirlpool == "lost":
        parts.append(put(SPRING, drawings.whirlpool(), scale=0.6))
    elif view.whirlpool is not None:
        parts.append(put(_at(view.whirlpool)[0], drawings.whirlpool()))
    if view.beaver is not None and view.beaver != "lost":
        (x, y), _ = _at(view.beaver)
        parts.append(put((x + 30, y - 34), drawings.beaver(), scale=0.82))
    if view.moose is not None and view.moose.seat is None:
        parts.append(put(MEADOW, drawings.moose(), scale=1.3))
    return "".join(parts)


def _fleet(view: NiagaraView, afloat: list[tuple[int, CanoeView]]) -> str:
    """Draw every canoe where it is: in its berth, on its disc or below the falls."""
    parts, places = [], sorted({each.place for _, each in afloat} | ({view.joe.place} if view.joe else set()))
    lost = iter(POOL)
    for place in places:
        here = [_canoe(seat, each, place) for seat, each in afloat if each.place == place]
        if place == "dock":
            parts += [_berth(view, player) for player in view.players]
        elif place == "lost":
            parts += [put(next(lost), canoe(seat, f"{seat}{each.name}"), scale=0.74)
                      for seat, each in afloat if each.place == "lost"]  # fmt: skip
        else:
            at, turn = _at(cast("PlaceName", place))
            if view.joe and view.joe.place == place:
                here.append(drawings.joe(view.joe.cargo, turn))
            step = min(31.0, 104 / len(here))
            for number, made in enumerate(here):
                across = (number - (len(here) - 1) / 2) * step
                angle = radians(turn)
                spot = at[0] - sin(angle) * across, at[1] + cos(angle) * across
                parts.append(put(spot, made, turn=turn, scale=min(0.94, 0.3 + step / 45)))
    return "".join(parts)


def _canoe(seat: int, each: CanoeView, place: PlaceName) -> str:
    turn = _at(place)[1] if place not in {"dock", "lost"} else 0.0
    load = [drawings.loaded(name) for name in each.cargo]
    made = canoe(seat, f"{seat}{each.name}", turn, double=each.places > 1, load=load)
    if each.tied:
        made += path("M-54 0Q-74-18-88-8", stroke="#6f4a2a", stroke_width=4, stroke_linecap="round")
    if each.moose:
        made += put((-52, 0), put((0, 8), drawings.moose(), scale=0.8), turn=-turn)
    return made


def _berth(view: NiagaraView, player: PlayerView) -> str:
    """Draw a player's canoes ashore, side by side."""
    share = player.seat / (len(view.players) - 1)
    (x0, y0), (x1, y1) = BERTHS
    x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
    parts = []
    for number, each in enumerate(player.canoes):
        if each.place == "dock":
            made = canoe(player.seat, f"{player.seat}{each.name}", -78, double=each.places > 1)
            if each.moose:
                made += put((-52, 0), put((0, 8), drawings.moose(), scale=0.8), turn=78)
            parts.append(put((x - 17 + 34 * number, y), made, turn=-78, scale=0.82 if len(view.players) < 6 else 0.7))
    return "".join(parts)


def _sky(view: NiagaraView) -> str:
    """Show the round, the weather and how fast the river may be."""
    parts = [
        box(24, 22, 470, 104, CARD, rx=14, fill_opacity=0.94),
        words(46, 66, f"Round {view.round}", 34, INK, font_family=SERIF),
        words(46, 102, f"card {view.cycle_round} of {view.cycle_length} · {view.phase}", 20, INK_SOFT),
        box(520, 22, 356, 104, CARD, rx=14, fill_opacity=0.94),
    ]
    for number, level in enumerate((-1, 0, 1, 2)):
        x = 566 + 88 * number
        if level == view.weather:
            parts.append(box(x - 38, 30, 76, 88, PAPER, rx=10, stroke=INK, stroke_width=3))
        parts.append(put((x, 68), drawings.weather(level), scale=0.8))
        parts.append(words(x, 112, f"{level:+d}".replace("+0", "0").replace("-", "−"), 17, INK, text_anchor="middle"))
    if view.speeds.most:
        least, most = view.speeds.least, view.speeds.most
        said = f"River {most}" if least == most else f"River {least}–{most}"
        parts += [box(902, 22, 168, 54, CARD, rx=14, fill_opacity=0.94),
                  words(986, 57, said, 22, INK, font_weight=600, text_anchor="middle")]  # fmt: skip
    return "".join(parts)


def _panel(view: NiagaraView, player: PlayerView) -> str:
    """Show what a player has brought home, how near each goal is, and this round's card."""
    count = len(view.players)
    wide = (WIDTH - 24 - 16 * count) / count
    left, top = 20 + player.seat * (wide + 16), RIVER + 18
    acting = view.turn is not None and view.turn.seat == player.seat
    won = player.seat in view.winners
    narrow = count > 4
    frame = box(left, top, wide, PANELS - 36, CARD, rx=14, stroke=EMBER if acting or won else LINE,
                stroke_width=4 if acting or won else 2)  # fmt: skip
    hull = put((left + 52, top + 34), canoe(player.seat, str(player.seat)), scale=0.7)
    name = words(left + 102, top + 42, f"Seat {player.seat}", 22 if narrow else 25, INK, font_weight=600)
    marks = "".join(
        put((left + wide - 30 - 40 * number, top + 34), mark)
        for number, mark in enumerate(
            [drawings.preserver()] * (view.first == player.seat)
            + [put((0, 12), drawings.moose(), scale=0.6)] * any(each.moose for each in player.canoes)
        )
    )
    home = [name for name in GEMS for _ in range(player.stash.get(name, 0))]
    room = wide - 40 - 56
    step = min(30.0, room / max(7, len(home)))
    stash = "".join(put((left + 30 + step * number, top + 86), drawings.gem(each)) for number, each in enumerate(home))
    empty = "".join(
        circle(left + 30 + step * number, top + 86, 5, "none", stroke=LINE, stroke_width=2)
        for number in range(len(home), 7)
    )
    goals = player.goals
    alike, colours, total = f"{goals.alike}/4", f"{goals.colours}/5", f"{goals.total}/7"
    score = f"{alike} · {colours} · {total}" if narrow else f"alike {alike} · colours {colours} · all {total}"
    texts = words(left + 20, top + 136, score, 18 if narrow else 19, INK_SOFT)
    if view.ranking is not None:
        texts += words(left + 20, top + 162, f"rank {view.ranking[player.seat]}", 20, EMBER, font_weight=600)
    spot = left + wide - 36, top + 112
    if player.card == "hidden":
        back = box(spot[0] - 20, spot[1] - 28, 40, 56, RIVER_DEEP, rx=5, stroke=OUTLINE, stroke_width=1.5)
        return frame + hull + name + marks + empty + stash + texts + back
    shown = drawings.card(player.card, *spot) if player.card else ""
    return frame + hull + name + marks + empty + stash + texts + shown
