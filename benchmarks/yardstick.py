"""Measure the recipe of docs/train-a-bot.md: what it takes, and how often its network wins after each round.

Runs examples/imitate.py in an empty folder and keeps the network of each round. When it has ended, they play against
three paddlers, by `eddyline arena`: the last one all games, the others four in ten. Needs only what that page installs.
Prints one JSON object; `--plot` draws one that was printed.

    python benchmarks/yardstick.py --size 1 --games 1000 > benchmarks/yardstick.json
    python benchmarks/yardstick.py --plot docs/images/yardstick.svg < benchmarks/yardstick.json
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from load.serving import ROOT, Process, commit
from scale import INK, PAPER, RIVER, SOFT

RECIPE = ROOT / "examples" / "imitate.py"
RIVALS = ["paddler"] * 3
LINE = re.compile(r"round (\d+) of (\d+): ([\d,]+) decisions")


def train(size: float) -> list[dict[str, Any]]:
    """Run the recipe in this folder; return what each round has taken since the start, and keep its network."""
    rounds: list[dict[str, Any]] = []
    began = time.perf_counter()
    with Process([sys.executable, RECIPE.name, str(size)], OPENBLAS_NUM_THREADS="1") as recipe:
        number, of = 0, 1
        while number < of:
            found = LINE.match(recipe.line())
            assert found, "expected what a round has brought"
            number, of, decisions = (int(each.replace(",", "")) for each in found.groups())
            spent = {"wall_s": round(time.perf_counter() - began, 1), "cpu_s": round(recipe.cpu(), 1)}
            rounds.append({"round": number, "decisions": decisions} | spent)
            shutil.copy("learner.npz", f"{number}.npz")
            sys.stderr.write(f"{rounds[-1]}\n")
    return rounds


def judge(number: int, games: int) -> dict[str, float]:
    """Let the network of a round play; return its share of the wins with the 95 % interval of the arena."""
    shutil.copy(f"{number}.npz", "learner.npz")
    command = [sys.executable, "-m", "eddyline", "arena", "niagara", f"{RECIPE.stem}:Learner", *RIVALS, "--json"]
    done = subprocess.run([*command, "--games", str(games)], check=True, stdout=subprocess.PIPE)
    lineup = json.loads(done.stdout)["lineups"][0]
    share = lineup["shares"][0]
    sys.stderr.write(f"{number}: {share}\n")
    return {"games": lineup["games"]} | {key: round(share[key], 4) for key in ("share", "low", "high")}


def run(wanted: argparse.Namespace) -> list[dict[str, Any]]:
    """Train, and judge the network of each round."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copy(RECIPE, folder)
        rounds = train(wanted.size)
        played = [wanted.games * 2 // 5] * (len(rounds) - 1) + [wanted.games]
        return [each | judge(each["round"], games) for each, games in zip(rounds, played, strict=True)]


def draw(found: dict[str, Any], path: Path) -> None:
    """Draw the share of the wins by the minutes of processor time that it took."""
    import matplotlib as mpl  # noqa: PLC0415 - an extra
    from matplotlib.figure import Figure  # noqa: PLC0415

    mpl.rcParams["svg.hashsalt"] = "eddyline"  # the same figures make the same file
    figure = Figure(figsize=(6, 3.4), facecolor=PAPER, layout="constrained")
    axes = figure.subplots()
    rounds = found["rounds"]
    minutes = [each["cpu_s"] / 60 for each in rounds]
    shares = [each["share"] * 100 for each in rounds]
    reach = [
        [(each["share"] - each["low"]) * 100 for each in rounds],
        [(each["high"] - each["share"]) * 100 for each in rounds],
    ]
    axes.errorbar(minutes, shares, reach, fmt="o-", c=RIVER, capsize=3)
    axes.axhline(25, c=SOFT, ls="--", lw=1)
    axes.annotate("fair share", (0, 25), (2, 3), textcoords="offset points", color=SOFT)
    axes.set(xlabel="processor time after each round, minutes", ylabel="wins against three paddlers, %")
    axes.set_xlim(0, minutes[-1] * 1.05)
    axes.set_ylim(0, axes.get_ylim()[1] * 1.05)
    axes.set_facecolor(PAPER)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["bottom", "left"]].set_color(SOFT)
    axes.tick_params(colors=SOFT)
    axes.xaxis.label.set_color(INK)
    axes.yaxis.label.set_color(INK)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Measure and print, or draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=float, default=0.02, help="share of the recipe's lessons (default: 0.02)")
    parser.add_argument("--games", type=int, default=40, help="games of the last network, 20 or more (default: 40)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="only draw the JSON on stdin into this file")
    wanted = parser.parse_args()
    if wanted.games < 20:  # fewer would leave one block of four to the others, and no interval
        parser.error(f"expected 20 games or more, got {wanted.games}")
    if wanted.plot:
        draw(json.load(sys.stdin), wanted.plot)
        return
    settings = {"benchmark": "yardstick", "commit": commit(), "cores": os.cpu_count(), "machine": platform.machine()}
    print(json.dumps(settings | {"size": wanted.size, "rounds": run(wanted)}, indent=2))


if __name__ == "__main__":
    main()
