"""Try for hours to make a real server lose, double or leak something, and write down what happened.

    make campaign
    PYTHONPATH=tests python -m campaign --only kills --kills 50 --seed 7

The defaults are those of `results.json`, which is the campaign's last full run. Exits with 1 when there are findings.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from campaign import confirms, faults, frames, kills, requests, shared
from campaign.load import wrong
from eddyline.cli.compiling import compile_all, missing

if TYPE_CHECKING:
    from collections.abc import Callable

RESULTS = Path(__file__).with_name("results.json")
PARTS = {"sqlite": ["kills", "faults", "frames", "confirms", "requests"], "postgres": ["shared"]}
"""What is tried, by store."""


def main() -> None:
    """Run the parts that are asked for."""
    parser = argparse.ArgumentParser(prog="campaign", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=1000, help="kills under load")
    parser.add_argument(
        "--store",
        choices=["sqlite", "postgres"],
        help="only what concerns this store; postgres: two servers that share it",
    )
    parser.add_argument(
        "--shared-kills", type=int, default=120, help="kills of servers that share a PostgreSQL, and of it"
    )
    parser.add_argument("--times", type=int, default=5, help="trials of each fault of the disk")
    parser.add_argument("--frames", type=int, default=1_000_000, help="hostile WebSocket messages")
    parser.add_argument("--confirms", type=int, default=100_000, help="confirmations of what cannot be played")
    parser.add_argument("--requests", type=int, default=5000, help="requests drawn from the OpenAPI description")
    parser.add_argument("--only", choices=[*PARTS["sqlite"], *PARTS["postgres"]], action="append")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where to write the results, as JSON")
    asked = parser.parse_args()
    compile_all([*missing("quick"), *missing("thinking")])
    parts: dict[str, Callable[[Path], Any]] = {
        "kills": lambda folder: asyncio.run(kills.run(folder, asked.seed, asked.kills)),
        "faults": lambda folder: asyncio.run(faults.run(folder, asked.seed, asked.times)),
        "frames": lambda folder: frames.run(folder, asked.seed, asked.frames),
        "confirms": lambda folder: confirms.run(folder, asked.seed, asked.confirms),
        "shared": lambda folder: asyncio.run(shared.run(folder, asked.seed, asked.shared_kills)),
        "requests": lambda folder: requests.run(folder, asked.seed, asked.requests),
    }
    results = json.loads(asked.out.read_text()) if asked.out.exists() else {}
    chosen = asked.only or (PARTS[asked.store] if asked.store else parts)
    for name in chosen:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            outcome = parts[name](Path(folder))
        results[name] = {"about": _about(asked.seed, time.monotonic() - began), **outcome}
        asked.out.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n")
        print(json.dumps({name: outcome}, indent=2, ensure_ascii=False), flush=True)  # noqa: T201 - the report
    sys.exit(any(wrong(results[name]) for name in chosen))


def _about(seed: int, seconds: float) -> dict[str, Any]:
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return {
        "commit": commit.stdout.strip(),
        "seed": seed,
        "minutes": round(seconds / 60, 1),
        "python": platform.python_version(),
        "date": time.strftime("%Y-%m-%d"),
    }


if __name__ == "__main__":
    main()
