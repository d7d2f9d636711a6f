"""Make one module: `python -m eddyline.wasm.building niagara/paddler FILE`.

In a process of its own, because what Numba has to be told is read when it is imported.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from eddyline.engine.registry import game
from eddyline.wasm.linking import linked
from eddyline.wasm.targets import Target

ENVIRONMENT = {
    "NUMBA_CPU_NAME": "generic",  # nothing that only some machines have
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "EDDYLINE_CACHE": os.devnull,  # code from the cache has lost its text
}
NOT = ("EDDYLINE_PLAIN", "NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT")


def build(target: Target, file: Path) -> None:
    """Make a module in another process; raises RuntimeError if that fails."""
    environment = {name: value for name, value in os.environ.items() if name not in NOT} | ENVIRONMENT
    command = [sys.executable, "-m", "eddyline.wasm.building", str(target), str(file)]
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)  # noqa: S603 - this very program
    if done.returncode:
        raise RuntimeError(done.stderr.decode().strip().splitlines()[-1])


def module_of(target: Target) -> bytes:
    """Make a module in this process."""
    from eddyline.wasm.retarget import Entry, compiled  # noqa: PLC0415 - imports Numba as it is now

    rules, memory = game(target.game), target.memory
    numbers = np.zeros(rules.max_legal, np.int16)
    arrays = {"states": np.zeros(1, rules.dtype), "out": numbers, "ranks": numbers, **memory}
    entries = [Entry(name, kernel, arrays) for name, kernel in target.kernels.items()]
    return linked(compiled(entries, memory, target.placed), target.about())


if __name__ == "__main__":
    wanted, to = sys.argv[1:]
    Path(to).write_bytes(module_of(Target(*wanted.split("/"))))
