"""Generate web/src/boards/<game>/adventure/made.json from the positions beside it, which pages cannot read themselves.

    python tools/adventure.py            # write the files
    python tools/adventure.py --check    # fail when one is not current

A game without an adventure in the client has no such file.
"""

from __future__ import annotations

import json
import sys
from base64 import b64encode
from pathlib import Path

import msgspec

import eddyline

ROOT = Path(__file__).resolve().parent.parent
BOARDS = ROOT / "web" / "src" / "boards"


def adventures() -> list[str]:
    """List the games that have an adventure."""
    return sorted(file.parent.parent.name for file in BOARDS.glob("*/adventure/positions.json"))


def target(game: str) -> Path:
    """Return the file of a game."""
    return BOARDS / game / "adventure" / "made.json"


def render(game: str) -> str:
    """Return the text of a game's made.json: the options of its scenes, and the record in which each begins.

    Raises PositionError for a position that the rules do not allow, and ValueError unless all have the same options.
    """
    positions = json.loads((BOARDS / game / "adventure" / "positions.json").read_text("utf-8"))
    matches = {scene: eddyline.new(game, position=position) for scene, position in positions.items()}
    options = [msgspec.to_builtins(match.options) for match in matches.values()]
    if any(each != options[0] for each in options):
        raise ValueError(f"{game}: expected the same options in all scenes")
    states = {scene: eddyline.game(game).set_up(position) for scene, position in positions.items()}
    records = {scene: b64encode(state.tobytes()).decode() for scene, state in states.items()}
    return json.dumps({"options": options[0], "records": records}, indent=2) + "\n"


def main() -> None:
    """Write the file of every game with an adventure, or with --check compare it."""
    for game in adventures():
        file = target(game)
        if "--check" not in sys.argv:
            file.write_text(render(game), "utf-8")
        elif file.read_text("utf-8") != render(game):
            sys.exit(f"{file.relative_to(ROOT)} is not what its positions say; run: python tools/adventure.py")


if __name__ == "__main__":
    main()
