"""Plot the losses of a run, as far as it has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from eddyline.engine.extras import extra
from eddyline.engine.svg import INK, PAPER, RIVER

if TYPE_CHECKING:
    from pathlib import Path


def check_plot() -> None:
    """Raise MissingExtraError if nothing can be plotted."""
    with extra("plot"):
        pass


def plot_losses(folder: Path, title: str) -> Path:
    """Write `losses.png`: the loss on held-out data after every round, a panel for each network."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    curves = {
        file.stem: [msgspec.json.decode(line)["loss"] for line in file.read_bytes().splitlines()]
        for file in sorted(folder.glob("*.jsonl"))
        if file.stem.startswith(("value", "policy"))
    }
    figure = Figure(figsize=(4.2 * len(curves), 3.6), facecolor=PAPER, layout="constrained")
    figure.suptitle(title, color=INK, fontfamily="serif", fontsize=13, x=0.01, ha="left")
    for axes, (name, losses) in zip(figure.subplots(1, len(curves), squeeze=False)[0], curves.items(), strict=True):
        axes.plot(range(1, len(losses) + 1), losses, color=RIVER, marker="o", markersize=4)
        axes.set_facecolor(PAPER)
        axes.set_title(name, color=INK, fontsize=10)
        axes.set_xlabel("round", color=INK, fontsize=9)
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.tick_params(colors=INK, labelsize=8)
        for side in axes.spines.values():
            side.set_visible(False)
    file = folder / "losses.png"
    figure.savefig(file, dpi=160)
    return file
