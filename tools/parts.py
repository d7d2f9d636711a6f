"""Note how long the parts of a make target take, and tell it in a table.

    python tools/parts.py begin SECONDS        # what came before counts from that time of day, as `date +%s` gives it
    python tools/parts.py run NAME COMMAND …   # run a command, and note what it took under that name
    python tools/parts.py                      # print the table

The notes are in the file that the variable PARTS names; without it a command is run and nothing noted.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path


def begin(since: float) -> None:
    """Begin a new file of notes with what making everything ready took."""
    Path(os.environ["PARTS"]).unlink(missing_ok=True)
    _note("set-up", time.time() - since)


def run(name: str, command: list[str]) -> int:
    """Run a command and note what it took; return its exit status."""
    began = time.monotonic()
    status = subprocess.run(command, check=False).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    _note(name, time.monotonic() - began, used.ru_utime + used.ru_stime)
    return status if status >= 0 else 128 - status


def table() -> str:
    """Write the notes as a table; what several commands of one part took is added up."""
    took: dict[str, list[float]] = {}
    for line in Path(os.environ["PARTS"]).read_text("utf-8").splitlines():
        name, seconds, cpu = line.split("\t")
        before = took.get(name, [0.0, 0.0])
        took[name] = [before[0] + float(seconds), before[1] + float(cpu)]
    rows = [f"{name:14}{seconds:8.0f} s{cpu:8.0f} s" for name, (seconds, cpu) in took.items()]
    return "\n".join([f"{'part':14}{'took':>10}{'CPU':>10}", *rows])


def _note(name: str, seconds: float, cpu: float = 0.0) -> None:
    if "PARTS" in os.environ:
        with Path(os.environ["PARTS"]).open("a", encoding="utf-8") as notes:
            notes.write(f"{name}\t{seconds}\t{cpu}\n")


def main() -> None:
    """Do what the arguments say."""
    match sys.argv[1:]:
        case ["begin", since]:
            begin(float(since))
        case ["run", name, *command] if command:
            sys.exit(run(name, command))
        case []:
            print(table())
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
