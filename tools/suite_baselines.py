"""Write the table of the suite's baselines from the files of their runs.

    eddyline suite random --out random.jsonl
    eddyline suite niagara=paddler canyon=voyageur --out rules.jsonl
    eddyline suite niagara=scout@4 canyon=scout@32 --out scout.jsonl
    eddyline suite guide@100 --out guide.jsonl
    python tools/suite_baselines.py random.jsonl rules.jsonl scout.jsonl guide.jsonl

A file that was stopped counts as far as it goes, in whole blocks.
"""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from eddyline.arena.file import read_games
from eddyline.arena.suite import NUMBER, Baseline, Baselines, SuiteRun, scores, suite

TABLE = Path(__file__).resolve().parents[1] / "src" / "eddyline" / "arena" / "baselines.json"


def main() -> None:
    """Write the table."""
    rows = []
    for name in sys.argv[1:]:
        run, games = read_games(Path(name), SuiteRun)
        rows += [
            Baseline(
                game=found.game,
                bot=found.bot,
                score=round(found.score, 4),
                margin=round(found.margin, 4),
                games=found.games,
                cpu_ms_per_turn=round(found.cpu_ms_per_turn or 0.0, 3),
            )
            for found in scores(run, games)
        ]
    order = [cell.game for cell in suite().cells]
    rows.sort(key=lambda row: (order.index(row.game), row.score))
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    table = Baselines(
        suite=NUMBER,
        commit=commit.stdout.strip(),
        date=datetime.now(UTC).date().isoformat(),
        rows=tuple(rows),
    )
    TABLE.write_bytes(msgspec.json.format(msgspec.json.encode(table), indent=2) + b"\n")


if __name__ == "__main__":
    main()
