"""Plot a tournament's results: win shares with confidence intervals, and the ladder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.arena.results import opponents, rows_of
from eddyline.arena.workers import ArenaError
from eddyline.engine.extras import extra
from eddyline.engine.svg import INK, INK_SOFT, LINE, PAPER, RIVER

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

    from eddyline.arena.results import LineupResult, Results, Share


def check_picture(path: Path) -> None:
    """Check before a long tournament that its plot can be written; raises ArenaError or MissingExtraError."""
    with extra("plot"):
        from matplotlib.backend_bases import FigureCanvasBase  # noqa: PLC0415 - an extra
    kinds = FigureCanvasBase.get_supported_filetypes()
    if path.suffix[1:] not in kinds:
        raise ArenaError(f"{path}: expected a name that ends in .{', .'.join(sorted(kinds))}")


def draw(results: Results, path: Path, title: str) -> None:
    """Write a plot in the format given by the file extension. Raises what `check_picture` raises, and OSError."""
    check_picture(path)
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    rows = rows_of(results)
    rated = len(results.entrants) > 1
    height = 1.6 + 0.42 * max(len(rows), len(results.entrants), 3)
    figure = Figure(figsize=(11 if rated else 7.5, height), facecolor=PAPER, layout="constrained")
    figure.suptitle(title, color=INK, fontfamily="serif", fontsize=14, x=0.01, ha="left")
    if rated:
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        _ladder(right, results)
    else:
        left = figure.subplots()
    _shares(left, rows)
    figure.savefig(path, dpi=160)


def _shares(axes: Axes, rows: list[tuple[LineupResult, Share]]) -> None:
    places = range(len(rows))
    shares = [share.share for _, share in rows]
    low = [share.share - (share.share if share.low is None else share.low) for _, share in rows]
    high = [(share.share if share.high is None else share.high) - share.share for _, share in rows]
    axes.barh(places, shares, height=0.62, color=RIVER)
    axes.errorbar(shares, places, xerr=[low, high], fmt="none", ecolor=INK, elinewidth=1.4, capsize=3.5)
    for place, (_, share) in zip(places, rows, strict=True):
        axes.plot([share.fair] * 2, [place - 0.42, place + 0.42], color=INK, linewidth=1.6, linestyle=(0, (2, 1.2)))
        axes.annotate(
            f"{share.share:.1%}",
            (share.high or share.share, place),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            color=INK,
            fontsize=9,
        )
    labels = [f"{share.entrant}\nagainst {opponents(lineup, share)}" for lineup, share in rows]
    axes.set_yticks(places, labels, fontsize=9)
    axes.set_xlim(0, 1.12)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"])
    _dress(axes, "share of the win, with 95 % interval; dotted: a fair share")


def _ladder(axes: Axes, results: Results) -> None:
    places = range(len(results.entrants))
    ratings = [entrant.rating for entrant in results.entrants]
    points = [rating.points for rating in ratings]
    low = [rating.points - (rating.points if rating.low is None else rating.low) for rating in ratings]
    high = [(rating.points if rating.high is None else rating.high) - rating.points for rating in ratings]
    axes.errorbar(
        points,
        places,
        xerr=[low, high],
        fmt="o",
        color=RIVER,
        ecolor=INK_SOFT,
        elinewidth=1.4,
        capsize=3.5,
        markersize=8,
    )
    axes.set_yticks(places, [entrant.entrant for entrant in results.entrants], fontsize=9)
    axes.set_ylim(-0.6, len(places) - 0.4)
    _dress(axes, "rating, with 95 % interval")


def _dress(axes: Axes, label: str) -> None:
    axes.invert_yaxis()
    axes.set_facecolor(PAPER)
    axes.set_xlabel(label, color=INK_SOFT, fontsize=9)
    axes.tick_params(colors=INK, labelcolor=INK, length=0)
    axes.grid(axis="x", color=LINE, linewidth=0.8)
    axes.set_axisbelow(True)
    for side in axes.spines.values():
        side.set_visible(False)
