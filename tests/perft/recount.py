"""Count the perft tables again: `.venv/bin/python tests/perft/recount.py`; positions and depths stay.

A table is `perft.json` in a game's folder: positions in their JSON form with the number of leaves at depth 0, 1, 2 …
"""

from __future__ import annotations

import json
from pathlib import Path

from eddyline.engine.perft import perft
from eddyline.engine.registry import GAMES, game

GAMES_FOLDER = Path(__file__).resolve().parents[2] / "src" / "eddyline" / "games"


def recount(name: str) -> None:
    """Write the table of a game with the counts as they are now."""
    file, rules = GAMES_FOLDER / name / "perft.json", game(name)
    lines = []
    for entry in json.loads(file.read_text("utf-8")):
        states = rules.set_up(entry["position"])
        counts = [perft(rules, states, depth) for depth in range(len(entry["counts"]))]
        lines.append(json.dumps({"name": entry["name"], "about": entry["about"], "counts": counts}, ensure_ascii=False))
        lines[-1] = f'{lines[-1][:-1]},\n  "position": {json.dumps(entry["position"])}}}'
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8", newline="\n")


if __name__ == "__main__":
    for game_id in GAMES:
        recount(game_id)
