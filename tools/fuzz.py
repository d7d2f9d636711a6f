"""Call every public Python entry point with odd values, in separate processes, and report failures.

    python tools/fuzz.py --calls 1000000 --seed 1
    NUMBA_BOUNDSCHECK=1 python tools/fuzz.py --calls 20000 --only match,batch

Odd calls are mixed with legal ones, so that games progress. An odd call may succeed, or raise a documented error
without changing anything. Everything else is a failure: another exception, a change, an out-of-bounds write (arrays are
surrounded by guard bytes), a process that dies. Every call is logged before it is made, so the report can name it.
Prints one JSON object; exits with 1 after a failure.
"""

from __future__ import annotations

import argparse
import json
import mmap
import os
import random
import signal
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fuzzing import NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fuzzing.worlds import World

NOTE = 2000
"""Maximum bytes of the log entry for the current call."""
MOST_FAILURES = 20
"""Maximum number of failures reported per process."""
AGE = 400
"""Number of calls after which a world is replaced by a new one."""
CHECKED = "index is out of bounds"
"""Message of Numba's bounds checker: an IndexError, but never a documented one."""


class Worker:
    """Make the calls, all drawn from one seed."""

    def __init__(self, seed: int, only: Sequence[str], journal: Path) -> None:
        """Choose the entry points; calls are logged in `journal`."""
        # Imported here because the parent process does not need them.
        from fuzzing.guards import guard_arrays  # noqa: PLC0415
        from fuzzing.odd import Odd  # noqa: PLC0415
        from fuzzing.worlds import WORLDS  # noqa: PLC0415

        self.guards = guard_arrays()
        self.rng = random.Random(seed)
        self.odd = Odd(self.rng)
        self.makers = {name: made for name, made in WORLDS.items() if name in only}
        self.worlds: dict[str, World] = {}
        self.seed = seed
        self.calls: Counter[str] = Counter()
        self.valid: Counter[str] = Counter()
        self.raised: dict[str, Counter[str]] = {name: Counter() for name in self.makers}
        self.failures: list[dict[str, object]] = []
        with journal.open("r+b") as file:
            self.note = mmap.mmap(file.fileno(), NOTE)

    def run(self, number: int) -> None:
        """Make `number` odd calls."""
        names, weights = list(self.makers), [made.weight for made in self.makers.values()]
        done = 0
        while done < number and len(self.failures) < MOST_FAILURES:
            (name,) = self.rng.choices(names, weights)
            world = self.worlds.get(name)
            if world is None or world.age >= AGE:
                world = self.worlds[name] = self.makers[name](self.rng, self.odd)
            world.age += 1
            if self.rng.random() < world.share:
                self.call(name, world, odd=False)
            else:
                self.call(name, world, odd=True)
                done += 1
        for broken in self.guards.broken():
            self.fail("all", "", f"wrote beside an array: {broken}")

    def call(self, name: str, world: World, *, odd: bool) -> None:
        """Make one call and check its result."""
        from fuzzing.odd import described  # noqa: PLC0415

        what, function, arguments, named = world.odd_call() if odd else world.legal_call()
        said = f"{name} {what}({', '.join(map(described, arguments))}" + "".join(
            f", {key}={described(value)}" for key, value in named.items()
        )
        noted = f"{said})".encode("utf-8", "backslashreplace")[: NOTE - 1]
        self.note[: len(noted) + 1] = noted + b"\0"
        before = world.fingerprint()
        (self.calls if odd else self.valid)[name] += 1
        try:
            function(*arguments, **named)
        except BaseException as error:  # noqa: BLE001 - the point is to see what is raised
            kind = type(error).__name__
            self.raised[name][kind] += 1
            if not odd:
                self.fail(name, said, "a legal call was refused", error)
            elif not isinstance(error, world.raises) or isinstance(error, RecursionError) or str(error) == CHECKED:
                self.fail(name, said, "raised what nobody has documented", error)
            elif world.fingerprint() != before:
                self.fail(name, said, "raised, and changed something all the same", error)
            else:
                return
            del self.worlds[name]
        if self.guards.damage:
            self.fail(name, said, f"wrote beside an array: {self.guards.damage.pop()}")

    def fail(self, name: str, call: str, what: str, error: BaseException | None = None) -> None:
        """Record a failure."""
        found: dict[str, object] = {"entry": name, "seed": self.seed, "call": call, "what": what}
        if error is not None:
            found["error"] = f"{type(error).__name__}: {error}"[:500]
            frames = traceback.extract_tb(error.__traceback__)[-4:]
            found["at"] = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
        self.failures.append(found)

    def report(self) -> dict[str, Any]:
        """Return the numbers of calls and the failures."""
        return {
            "odd_calls": dict(self.calls),
            "legal_calls": dict(self.valid),
            "raised": {name: dict(kinds) for name, kinds in self.raised.items()},
            "failures": self.failures,
        }


def work(chosen: argparse.Namespace) -> int:
    """Run one of the processes that make calls."""
    journal = Path(chosen.journal)
    worker = Worker(chosen.seed, chosen.only, journal)
    worker.run(chosen.calls)
    journal.with_suffix(".json").write_text(json.dumps(worker.report()))
    return 0


def start(
    chosen: argparse.Namespace, folder: Path, number: int, calls: int
) -> tuple[int, Path, subprocess.Popen[bytes]]:
    """Start a process with its own seed."""
    seed = chosen.seed * 1000 + number
    journal = folder / str(number)
    journal.write_bytes(bytes(NOTE))
    command = [sys.executable, __file__, "--journal", str(journal), "--calls", str(calls), "--seed", str(seed)]
    # Output of the libraries is of no use unless the process dies.
    with journal.with_suffix(".log").open("wb") as log:
        process = subprocess.Popen([*command, "--only", ",".join(chosen.only)], stdout=log, stderr=log)
    return seed, journal, process


def finish(seed: int, journal: Path, process: subprocess.Popen[bytes]) -> dict[str, Any]:
    """Wait for a process; if it died, that is a failure."""
    code = process.wait()
    if code == 0:
        report: dict[str, Any] = json.loads(journal.with_suffix(".json").read_text())
        return report
    how = signal.Signals(-code).name if code < 0 else f"exit status {code}"
    call = journal.read_bytes().partition(b"\0")[0].decode("utf-8", "replace")
    said = journal.with_suffix(".log").read_text("utf-8", "replace").splitlines()[-5:]
    return {"failures": [{"seed": seed, "call": call, "what": f"the process died: {how}", "said": said}]}


def added(reports: list[dict[str, Any]]) -> dict[str, Any]:
    """Combine the reports of all processes."""
    odd: Counter[str] = Counter()
    legal: Counter[str] = Counter()
    raised: dict[str, Counter[str]] = {}
    failures: list[dict[str, object]] = []
    for report in reports:
        odd.update(report.get("odd_calls", {}))
        legal.update(report.get("legal_calls", {}))
        for name, kinds in report.get("raised", {}).items():
            raised.setdefault(name, Counter()).update(kinds)
        failures += report["failures"]
    return {
        "odd_calls": odd.total(),
        "legal_calls": legal.total(),
        "entries": {
            name: {"odd_calls": odd[name], "legal_calls": legal[name], "raised": dict(raised[name].most_common())}
            for name in sorted(raised)
        },
        "failures": failures,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Distribute the calls over processes, and print the combined report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=10_000, help="total number of odd calls (default: 10000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument(
        "--only", type=lambda text: text.split(","), default=NAMES, help=f"entries, of: crash, {', '.join(NAMES)}"
    )
    parser.add_argument("--journal", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.journal:
        return work(chosen)
    with tempfile.TemporaryDirectory() as folder:
        share = -(-chosen.calls // chosen.processes)
        running = [start(chosen, Path(folder), number, share) for number in range(chosen.processes)]
        report = added([finish(*started) for started in running])
    print(json.dumps({"fuzz": report, "seed": chosen.seed}, indent=1))
    return 1 if report["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
