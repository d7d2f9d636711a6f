"""Keep the golden playthroughs: finished games for each way to end, and one of them told in full, per preset.

A game that the rules no longer allow, or that ends differently now, is replaced by a newly found one. Without a change
of the rules nothing changes, byte for byte.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from eddyline.record import RecordError, dump, load, replay
from support import endings
from support.playthrough import playthrough

if TYPE_CHECKING:
    from pathlib import Path


def still_good(file: Path, wanted: str) -> bool:
    """Tell whether a file holds a game that can still be played and ends as wanted."""
    try:
        *_, last = replay(load(file.read_text("utf-8")))
    except (OSError, RecordError):
        return False
    return last.match.over and endings.ending(last.match) == wanted


def regenerate(folder: Path) -> None:
    """Write every file into the folder, keeping the games that are still good."""
    (folder / "records").mkdir(exist_ok=True)
    for preset in endings.NIAGARA.presets:
        for wanted in endings.endings_of(preset):
            file = folder / "records" / f"niagara-{preset}-{wanted}.jsonl"
            if not still_good(file, wanted):
                sys.stdout.write(f"looking for a game: {file.stem}\n")
                players = 4 if wanted in {"together", "tie_break"} else 3
                file.write_text(dump(endings.find(preset, wanted, players)), "utf-8", newline="\n")
        told = load((folder / "records" / f"niagara-{preset}-{endings.ENDINGS[0]}.jsonl").read_text("utf-8"))
        (folder / f"niagara-{preset}.txt").write_text(playthrough(told), "utf-8", newline="\n")
