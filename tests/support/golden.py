"""Keep the golden playthroughs: per game and preset finished games for each way to end, one or two of them in full.

A game that the rules no longer allow, or that ends differently now, is replaced by a newly found one. Without a change
of the rules nothing changes, byte for byte.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from eddyline.engine.registry import GAMES, game
from eddyline.record import RecordError, dump, load, replay
from support.endings import endings_in
from support.playthrough import playthrough

if TYPE_CHECKING:
    from pathlib import Path


def still_good(file: Path, game_id: str, wanted: str) -> bool:
    """Tell whether a file holds a game that can still be played and ends as wanted."""
    try:
        *_, last = replay(load(file.read_text("utf-8")))
    except (OSError, RecordError):
        return False
    return last.match.over and endings_in(game_id).ending(last.match) == wanted


def told(game_id: str, preset: str) -> dict[str, str]:
    """Name the files of the games that are told in full, each with that of its record."""
    endings = endings_in(game_id)
    start = f"{game_id}-{preset}"
    also = [ending for ending in endings.ALSO_TOLD if ending in endings.endings_of(preset)]
    files = {f"{start}-{ending}.txt": f"{start}-{ending}.jsonl" for ending in also}
    return {f"{start}.txt": f"{start}-{endings.ENDINGS[0]}.jsonl"} | files


def regenerate(folder: Path) -> None:
    """Write every file into the folder, keeping the games that are still good."""
    (folder / "records").mkdir(exist_ok=True)
    for game_id in GAMES:
        endings = endings_in(game_id)
        for preset in game(game_id).presets:
            for wanted in endings.endings_of(preset):
                file = folder / "records" / f"{game_id}-{preset}-{wanted}.jsonl"
                if not still_good(file, game_id, wanted):
                    sys.stdout.write(f"looking for a game: {file.stem}\n")
                    file.write_text(dump(endings.find(preset, wanted)), "utf-8", newline="\n")
            for name, record in told(game_id, preset).items():
                text = playthrough(load((folder / "records" / record).read_text("utf-8")))
                (folder / name).write_text(text, "utf-8", newline="\n")
