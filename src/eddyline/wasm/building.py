"""Make modules: as a program, with the name of each and the file to write, such as `niagara/paddler paddler.wasm`.

In a process of its own, because what Numba has to be told is read when it is imported. Modules of one game are made in
one: a kernel that they share is compiled once.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from eddyline.wasm.linking import linked
from eddyline.wasm.targets import Target, arrays_in

if TYPE_CHECKING:
    from collections.abc import Sequence

ENVIRONMENT = {
    "NUMBA_CPU_NAME": "generic",  # nothing that only some machines have
    "NUMBA_OPT": "0",  # `retarget` optimises, once for all kernels of a module: they share what is not inlined
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "EDDYLINE_CACHE": os.devnull,  # code from the cache has lost its text
}
NOT = ("EDDYLINE_PLAIN", "NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT")


def build(command: Sequence[str]) -> None:
    """Make modules in another process, by a command that runs this one; raises RuntimeError if that fails."""
    environment = {name: value for name, value in os.environ.items() if name not in NOT} | ENVIRONMENT
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)  # noqa: S603 - the caller's
    if done.returncode:
        told = done.stderr.decode().strip().splitlines()
        raise RuntimeError(told[-1] if told else f"it ended with status {done.returncode}")


def module_of(target: Target) -> bytes:
    """Make a module in this process."""
    from eddyline.wasm.retarget import Entry, compiled  # noqa: PLC0415 - imports Numba as it is now

    memory = target.memory
    arrays = {**target.given, **memory}
    # Of rules, a page calls little more than one kernel a decision; a bot may call its own a thousand times.
    entries = [Entry(name, kernel, arrays) for name, kernel in target.kernels.items()]
    return linked(
        compiled(entries, arrays_in(memory), target.placed, small=target.bot is None), target.about(), target.sections
    )


if __name__ == "__main__":
    for wanted, to in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        Path(to).write_bytes(module_of(Target(*wanted.split("/"))))
