"""Keep the golden games: finished ones for each way to end, with every preset; of each way one is told in words.

A game that the rules no longer allow, or that ends differently now, is replaced by a newly found one. Without a change
of the rules nothing changes, byte for byte.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from eddyline.engine.registry import GAMES, game
from eddyline.record import RecordError, dump, load, replay, story
from support.endings import endings_in

if TYPE_CHECKING:
    from pathlib import Path


def still_good(file: Path, game_id: str, wanted: str) -> bool:
    """Tell whether a file holds a game that can still be played and ends as wanted."""
    try:
        *_, last = replay(load(file.read_text("utf-8")))
    except (OSError, RecordError):
        return False
    return last.match.over and endings_in(game_id).ending(last.match) == wanted


def told(game_id: str) -> dict[str, str]:
    """Name the story of each way to end, and the record that it tells: that of the first preset with this ending."""
    endings, found = endings_in(game_id), dict[str, str]()
    for preset in game(game_id).presets:
        for ending in endings.endings_of(preset):
            found.setdefault(f"{game_id}-{ending}.txt", f"{game_id}-{preset}-{ending}.jsonl")
    return found


def written(record: str) -> str:
    """Tell a record in full, as `eddyline replay` does."""
    return "".join(f"{line}\n" for line in story(load(record)))


def regenerate(folder: Path) -> None:
    """Write every file into the folder, keeping the games that are still good."""
    records = folder / "records"
    records.mkdir(exist_ok=True)
    for game_id in GAMES:
        endings = endings_in(game_id)
        for preset in game(game_id).presets:
            for wanted in endings.endings_of(preset):
                file = records / f"{game_id}-{preset}-{wanted}.jsonl"
                if not still_good(file, game_id, wanted):
                    sys.stdout.write(f"looking for a game: {file.stem}\n")
                    file.write_text(dump(endings.find(preset, wanted)), "utf-8", newline="\n")
        for name, record in told(game_id).items():
            (folder / name).write_text(written((records / record).read_text("utf-8")), "utf-8", newline="\n")
