"""Draw a view of Canyon as SVG: the gorge with the canoes in it, the round, and a panel for each player."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

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
    line,
    noise,
    path,
    pebble,
    pine,
    put,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from eddyline.games.canyon.words.view import CanyonView, PlayerView

WIDTH, HEAD, PANELS = 1600, 116, 176
TALLEST = 1100
WATER = ".^v<>WSGVo"
"""Marks of the spaces at water level."""
SHEETS = ((1.9, "#93a95a"), (1.5, "#b3b36c"), (1.14, "#c98150"), (0.8, "#dda56b"), (0.5, "#eac893"), (0.24, "#f3e3bb"))
"""Layers of the gorge, from the meadow down to the shore: distance from the water, in spaces, and colour."""
ARROWS = {">": 0, "v": 90, "<": 180, "^": 270}
FACES = {(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): 270}

FIR = (
    path("M0-21 9-7H5.5L13 4H8L17 15H3.5V21H-3.5V15H-17L-8 4H-13L-5.5-7H-9Z", "#2c6b48")
    + path("M0-21-9-7H-5.5L-13 4H-8L-17 15H-5L-1 2H-4L0-8Z", "#7fae7f")
)  # fmt: skip
FISH = (
    path("M-21 1C-12-13 4-13 12-3L21-12C18.5-4 18.5 4 21 12L12 4C4 14-12 14-21 1Z", "#2a62ad")
    + path("M-21 1C-12-13 4-13 12-3 4-5-8-4-21 1Z", "#86b2e3")
    + circle(-10.5, -1.5, 2.3, INK)
)  # fmt: skip
FLAME = (
    path("M2-22C4-12 15-7 14 6 13.5 15 7 21 0 21S-14 15-14 6C-14 0-10-4-8-10-6-6-5-4-3-3-4-11-2-17 2-22Z", "#b63325")
    + path("M1-5C3 1 8 3 7.5 10 7 16 4 19 0 19S-7.5 16-7.5 10C-7.5 6-5 4-4 1-2 3-1 3 0 4 0 0 0-3 1-5Z", "#f0a04b")
)  # fmt: skip
SUN = (
    "".join(path("M-5-12 0-22 5-12Z", "#f3c957" if turn % 90 else "#b4780a", transform=f"rotate({turn})")
            for turn in range(0, 360, 45))
    + circle(0, 0, 12, "#b4780a")
    + path("M0-12A12 12 0 0 0 0 12 15 15 0 0 1 0-12Z", "#f3c957")
)  # fmt: skip
FEATHER = (
    path("M17-20C18-2 9 12-8 13L-13 8C-11-8-2-18 17-20Z", "#744a9e")
    + path("M17-20C-2-18-11-8-13 8L-10 11Q2-6 17-20Z", "#bb9bd8")
    + path("M17-20Q-4-2-16 20", stroke="#fff8e6", stroke_width=1.8)
)  # fmt: skip
SUITS = {"fir": FIR, "fish": FISH, "flame": FLAME, "sun": SUN, "feather": FEATHER}


def draw(view: CanyonView) -> str:
    """Draw the whole table as the view shows it; what it hides is not drawn."""
    board = Gorge(view.board.rows)
    return drawing(
        WIDTH, round(HEAD + board.height + PANELS), f"Canyon, round {view.round}, {view.phase}",
        box(0, 0, WIDTH, HEAD + board.height + PANELS, PAPER),
        put((0, HEAD), _scenery(view.board.rows), board.canoes(view)),
        box(0, 0, WIDTH, HEAD, PAPER), box(0, HEAD + board.height, WIDTH, PANELS, PAPER),
        _head(view),
        *(_panel(view, player, HEAD + board.height) for player in view.players),
    )  # fmt: skip


@lru_cache(maxsize=8)
def _scenery(rows: tuple[str, ...]) -> str:
    """Draw what is the same in every picture of a map; a replay has hundreds."""
    board = Gorge(rows)
    return board.land() + board.water() + board.buildings()


class Gorge:
    """Draw a map."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.rows = rows
        columns = len(rows[0])
        self.unit = min(WIDTH / columns, TALLEST / len(rows))
        self.height = self.unit * len(rows)
        self.left = (WIDTH - self.unit * columns) / 2

    def spaces(self, marks: str) -> Iterator[tuple[int, int, str]]:
        """List the spaces with one of these marks: column, row, mark."""
        for row, marked in enumerate(self.rows):
            for column, mark in enumerate(marked):
                if mark in marks:
                    yield column, row, mark

    def middle(self, column: float, row: float) -> Point:
        """Return the centre of a space."""
        return self.left + (column + 0.5) * self.unit, (row + 0.5) * self.unit

    def mark(self, column: int, row: int) -> str:
        """Return the mark of a space; outside the map, that of a mountain."""
        inside = 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0])
        return self.rows[row][column] if inside else "#"

    def faces(self, column: int, row: int, marks: str) -> float:
        """Return the direction of a neighbour with one of these marks, in degrees."""
        return next(
            (turn for (dx, dy), turn in FACES.items() if self.mark(column + dx, row + dy) in marks),
            0,
        )

    def sheet(self, marks: str, reach: float, colour: str) -> str:
        """Draw a layer over all spaces with these marks and `reach` spaces around them, with round corners."""
        side, corner = (1 + 2 * reach) * self.unit, (0.16 + 0.62 * reach) * self.unit
        wanted = [{column for column, mark in enumerate(row) if mark in marks} for row in self.rows]
        parts = []
        for row, columns in enumerate(wanted):
            for first, last in _runs(columns):
                (x, y), more = self.middle(first, row), (last - first) * self.unit
                parts.append(box(x - side / 2, y - side / 2, side + more, side, colour, rx=corner))
            # Where rows end above each other, the round corners leave gaps; a band over both closes them.
            for first, last in _runs(columns & (wanted[row + 1] if row + 1 < len(wanted) else set())):
                (x, y), more = self.middle(first, row), (last - first) * self.unit
                parts.append(box(x - side / 2, y, side + more, self.unit, colour))
        return "".join(parts)

    def land(self) -> str:
        """Draw the mountains, layer by layer down to the shore, and what grows on them."""
        sheets = [box(0, 0, WIDTH, self.height, "#769447")]
        sheets += [self.sheet(WATER, reach, colour) for reach, colour in SHEETS]
        chance = noise(len(self.rows) * 37 + len(self.rows[0]))
        trees = []
        for row in range(len(self.rows)):
            for column in range(-8, len(self.rows[0]) + 8):
                near = range(-1, 2)
                bare = all(self.mark(column + dx, row + dy) == "#" for dx in near for dy in near)
                if bare:
                    for _ in range(2 if self.unit > 60 else 1):
                        x, y = self.middle(column + 0.8 * (next(chance) - 0.5), row + 0.9 * (next(chance) - 0.1))
                        if -40 < x < WIDTH + 40:
                            trees.append(((x, y), self.unit * (0.85 + 0.45 * next(chance))))
        wood = [pine(at, size, int(7 * next(chance))) for at, size in sorted(trees, key=lambda tree: tree[0][1])]
        return "".join([*sheets, *wood])

    def water(self) -> str:
        """Draw the water: calm, white in the rapids, and falling."""
        unit = self.unit
        parts = [self.sheet(WATER, 0.04, "#94c4bc"), self.sheet(WATER, -0.06, "#bfe0d4")]
        parts += [self.sheet("^v<>W", 0.02, "#82bcb6"), self.sheet("^v<>W", -0.1, "#5fa7a7")]
        for column, row, mark in self.spaces("^v<>"):
            x, y = self.middle(column, row)
            chevron = path("M-5-10 7 0-5 10", stroke="#f6fbf6", stroke_width=3.5, stroke_linecap="round", opacity=0.8)
            parts.append(put((x, y), chevron, turn=ARROWS[mark], scale=unit / 50))
        parts.append(self.sheet("W", 0.02, "#1e5561"))
        for column, row, _ in self.spaces("W"):
            x, y = self.middle(column, row)
            for strip in range(5):
                tone = ("#e9f6f0", "#a4d0cb", "#c5e3dc", "#7fb9b8")[(strip + column) % 4]
                parts.append(box(x + (strip / 5 - 0.5) * unit, y - unit * 0.5, unit * 0.16, unit * 0.82, tone, rx=2))
            parts += [
                circle(x + (share - 0.5) * unit, y + unit * 0.34, unit * 0.16, "#f6fbf6") for share in (0.1, 0.5, 0.9)
            ]
        for column, row, _ in self.spaces("."):
            x, y = self.middle(column, row)
            parts.append(circle(x, y, unit * 0.05, "#3c7f7e", fill_opacity=0.5))
        for column, row, _ in self.spaces("o"):
            rock = pebble(self.middle(column, row), unit * 0.36, unit * 0.28, column + row)
            parts.append(path(rock, "#958e82", stroke="#6f6a62", stroke_width=unit * 0.06))
        return "".join(parts)

    def buildings(self) -> str:
        """Draw jetties, village, camp, cave and gangway."""
        unit, parts = self.unit, []
        planks = box(-30, -15, 52, 30, "#a87748", rx=2) + path(
            "M-18-15V15M-6-15V15M6-15V15", stroke="#6f4a2a", stroke_width=2.4
        )
        for column, row, _ in self.spaces("S"):
            parts.append(put(self.middle(column, row), planks, turn=self.faces(column, row, "."), scale=unit / 70))
        for column, row, _ in self.spaces("V"):
            turn = self.faces(column, row, "^v<>.")
            x, y = self.middle(column, row)
            back = {0: (-0.95, -0.1), 180: (0.95, -0.1), 90: (0, -0.9), 270: (0, 0.9)}[int(turn)]
            parts.append(put((x, y), planks + circle(16, -18, 5, "#ffe2a0") + circle(16, 18, 5, "#ffe2a0"), turn=turn,
                             scale=unit / 70))  # fmt: skip
            parts.append(put((x + back[0] * unit * 0.8, y + back[1] * unit * 0.8), _house(), scale=unit / 90))
        for column, row, _ in self.spaces("C"):
            cave = path("M-34 22C-36-26-16-40 0-40S36-26 34 22Z", "#958e82", stroke="#6f6a62", stroke_width=4)
            parts.append(put(self.middle(column, row), cave + path("M-19 22C-20-8-8-20 2-20S21-8 20 22Z", "#2a2620"),
                             scale=unit / 80))  # fmt: skip
        for column, row, _ in self.spaces("G"):
            arrow = path("M-22-6H4V-15L24 0 4 15V6H-22Z", TAG)
            parts.append(put(self.middle(column, row), planks + arrow, turn=self.faces(column, row, "."),
                             scale=unit / 70))  # fmt: skip
        camp = [self.middle(column, row) for column, row, _ in self.spaces("T")]
        for group in _grouped(camp, unit):
            x = sum(at[0] for at in group) / len(group)
            y = sum(at[1] for at in group) / len(group)
            parts.append(put((x, y), _totem(), scale=unit / 80 * min(1.6, 0.7 + 0.2 * len(group) ** 0.5)))
        return "".join(parts)

    def canoes(self, view: CanyonView) -> str:
        """Draw every canoe on its space; several on one space are side by side."""
        parts = []
        for player in view.players:
            if player.cell is not None:
                here = [other.seat for other in view.players if other.cell == player.cell]
                across = (here.index(player.seat) - (len(here) - 1) / 2) * 0.34 * self.unit
                x, y = self.middle(player.cell.column, player.cell.row)
                scale = self.unit / 108 * (1.0 if len(here) == 1 else 0.8)
                parts.append(put((x, y + across), canoe(player.seat, str(player.seat)), scale=scale))
        return "".join(parts)


def _runs(columns: set[int]) -> list[tuple[int, int]]:
    """Join neighbouring columns: first and last of each run."""
    firsts = sorted(column for column in columns if column - 1 not in columns)
    lasts = sorted(column for column in columns if column + 1 not in columns)
    return list(zip(firsts, lasts, strict=True))


def _grouped(points: list[Point], unit: float) -> list[list[Point]]:
    """Sort points into groups of neighbours."""
    groups: list[list[Point]] = []
    for at in points:
        near = [group for group in groups if any(abs(at[0] - x) + abs(at[1] - y) < 1.1 * unit for x, y in group)]
        groups = [group for group in groups if group not in near] + [[at, *(each for group in near for each in group)]]
    return groups


def _house() -> str:
    return (
        box(-26, -16, 52, 38, "#9c4a34")
        + path("M-26-4H26M-26 8H26", stroke="#74331f", stroke_width=2)
        + path("M-34-14-14-42H14L34-14Z", "#3b4a46")
        + box(-8, 0, 16, 22, "#74331f")
        + box(12, -8, 10, 11, "#ffe2a0")
    )


def _totem() -> str:
    return (
        path("M-16-60H16V60H-16Z", "#8a5a33", stroke=OUTLINE, stroke_width=2)
        + path("M-16-58-52-44-50-34-16-38ZM16-58 52-44 50-34 16-38Z", "#c2344a", stroke=OUTLINE, stroke_width=2)
        + box(-16, -22, 32, 30, "#f3c73f", stroke=OUTLINE, stroke_width=2)
        + box(-16, 22, 32, 24, "#2f66b8", stroke=OUTLINE, stroke_width=2)
        + circle(-7, -46, 3.4, TAG) + circle(7, -46, 3.4, TAG) + circle(-7, -12, 3.4, INK) + circle(7, -12, 3.4, INK)
        + path("M-8 0H8M-9 36H9M0-42-4-34H4Z", stroke=INK, stroke_width=3)
    )  # fmt: skip


def _card(name: str, x: float, y: float) -> str:
    """Draw a card, 58 wide, around (x, y)."""
    suit, value = name.split()
    return (
        box(x - 29, y - 40, 58, 80, TAG, rx=7, stroke=OUTLINE, stroke_width=1.6)
        + words(x, y - 12, value, 25, INK, font_family=SERIF, text_anchor="middle")
        + put((x, y + 17), SUITS[suit], scale=0.78)
    )


def _head(view: CanyonView) -> str:
    """Show the round, the round track with its marker, the trump and the current trick."""
    parts = [
        box(20, 12, 330, 92, CARD, rx=14, stroke=LINE, stroke_width=2),
        words(42, 54, f"Round {view.round}", 32, INK, font_family=SERIF),
        words(42, 86, f"{view.phase}, seat {view.dealer} deals", 19, INK_SOFT),
    ]
    spots = [(392 + 40 * number, 58 + (12 if number % 2 else -12)) for number in range(len(view.track))]
    parts.append(path(line(spots), stroke="#4a9a9b", stroke_width=7, stroke_linejoin="round"))
    for number, (cards, (x, y)) in enumerate(zip(view.track, spots, strict=True), start=1):
        now = number == view.space
        brown = min(view.track) + 2 >= cards
        parts.append(circle(x, y, 21 if now else 15, EMBER if now else "#8a5a33" if brown else RIVER_DEEP))
        parts.append(words(x, y + 6, cards, 18, TAG, font_weight=600, text_anchor="middle"))
    if view.trump is not None:
        parts += [words(1010, 66, "Trump", 20, INK_SOFT, text_anchor="end"), _card(view.trump, 1056, 58)]
    for number, played in enumerate(view.trick):
        x = 1160 + 76 * number
        parts += [_card(played.card, x, 50), put((x, 98), canoe(played.seat, str(played.seat)), scale=0.5)]
    return "".join(parts)


def _panel(view: CanyonView, player: PlayerView, above: float) -> str:
    """Show a player's bid and tricks, and how far it is to the village."""
    wide = (WIDTH - 24 - 16 * len(view.players)) / len(view.players)
    left, top = 20 + player.seat * (wide + 16), above + 16
    marked = view.turn == player.seat or player.seat in view.winners
    parts = [
        box(
            left, top, wide, PANELS - 32, CARD, rx=14, stroke=EMBER if marked else LINE, stroke_width=4 if marked else 2
        ),
        put((left + 48, top + 34), canoe(player.seat, str(player.seat)), scale=0.66),
        words(left + 94, top + 42, f"Seat {player.seat}", 23, INK, font_weight=600),
    ]
    if player.bid is not None:
        bid = "?" if player.bid == "hidden" else str(player.bid)
        parts.append(words(left + 20, top + 84, f"bid {bid} · tricks {player.tricks}", 19, INK))
        pips = range(max(player.tricks, 0 if player.bid == "hidden" else player.bid))
        for pip in pips:
            over = player.bid != "hidden" and pip >= player.bid
            fill = "none" if pip >= player.tricks else "#9a2b23" if over else "#3f8f93"
            parts.append(box(left + 20 + 17 * pip, top + 94, 12, 15, fill, rx=3, stroke="#857b62", stroke_width=1.6))
    if player.arrived:
        far = "in the village"
    else:
        far = f"{player.distance} to go" + (f", {player.points} to paddle" if player.points is not None else "")
    rank = f" · rank {view.ranking[player.seat]}" if view.ranking is not None else ""
    parts.append(words(left + 20, top + 134, far + rank, 19, EMBER if rank else INK_SOFT))
    return "".join(parts)
