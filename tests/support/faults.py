"""A disk that fails on demand, for programs that a test starts: `faults.c`, loaded before the C library."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass
class Faults:
    """Choose what fails: "eio-fsync", "eio-pwrite", "enospc", "erofs", "slow", or nothing (empty)."""

    library: Path
    switch: Path

    def set(self, fault: str) -> None:
        """Let that fault occur from now on."""
        new = self.switch.with_suffix(".new")
        new.write_text(fault)
        new.replace(self.switch)

    @property
    def environment(self) -> dict[str, str]:
        """Return what a program needs to have these faults."""
        return {"LD_PRELOAD": str(self.library), "FAULTS": str(self.switch)}


def make_faults(folder: Path) -> Faults:
    """Compile the library; skips the test where that is not possible."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("faults of the disk are simulated on Linux with a C compiler (cc) only")
    library = folder / "faults.so"
    source = Path(__file__).with_name("faults.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    made = Faults(library, folder / "fault")
    made.set("")
    return made


def run_with(faults: Faults, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a Python program with these faults."""
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(
        command, env=os.environ | faults.environment, capture_output=True, text=True, check=False, timeout=60
    )
