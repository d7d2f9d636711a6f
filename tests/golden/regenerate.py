"""Write the golden games again: `.venv/bin/python tests/golden/regenerate.py`; see support/golden.py, saved_games.py.

With `--views GAME STEP`, prints the views of one step instead, to be compared with those of another commit.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from support import saved_games  # noqa: E402 - support/ is found from here
from support.golden import regenerate, seen  # noqa: E402


def show(game: str, step: int) -> None:
    """Print what is shown at a step of a game, counted from 1 like the lines of its digests."""
    record = (HERE / "records" / f"{game}.jsonl").read_text("utf-8")
    name, views = list(seen(record))[step - 1]
    sys.stdout.write("\n".join([name, *(msgspec.json.format(view).decode() for view in views), ""]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--views", nargs=2, metavar=("GAME", "STEP"), help="print views instead of writing anything")
    views = parser.parse_args().views
    if views:
        show(views[0], int(views[1]))
    else:
        regenerate(HERE)
        saved_games.regenerate(HERE / "saved-games")
