"""Run programs as a container may: as a number without a name or a home that can write to one folder only."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

NUMBER = 54321
_BECOME = (
    *("setpriv", f"--reuid={NUMBER}", f"--regid={NUMBER}", "--clear-groups"),
    # It may read everything, for Python may be in root's home, but no more than anybody else may it write.
    *("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"),
    *("env", "--unset=HOME", "--unset=XDG_CACHE_HOME", "--unset=XDG_DATA_HOME"),
)


def become() -> tuple[str, ...]:
    """Return what goes before a command so that it runs as a number."""
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    if (refused := _tried(*_BECOME, "true")) is not None:
        pytest.skip(f"this machine lets nobody become somebody else: {refused}")
    return _BECOME


@contextmanager
def become_in() -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Yield a folder and the same for a number that can write to it, while the rest of the disk is read-only."""
    with tempfile.TemporaryDirectory() as name:  # pytest's own can be entered by one user only
        os.chown(name, NUMBER, NUMBER)
        place = shlex.quote(name)
        mounts = f"mount --bind {place} {place} && mount -o remount,bind,ro /"
        alone = ("unshare", "--mount", "sh", "-ec", f'{mounts}; cd /; exec "$@"', "sh", *become())
        if (refused := _tried(*alone, "true")) is not None:
            pytest.skip(f"this machine lets nobody have mounts of their own: {refused}")
        yield Path(name), alone


def _tried(*command: str) -> str | None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else done.stderr.strip()
