"""Compile rule functions: the one place that imports Numba.

A *kernel* is a module-level function on one record (see `records`). Compiled, it runs at the speed of C; with
`EDDYLINE_PLAIN=1` in the environment the same function runs as ordinary Python, for debuggers, coverage and the
tests that compare the two.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., object]")

PLAIN = os.environ.get("EDDYLINE_PLAIN") == "1"
CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"


def sources_digest() -> str:
    """Hash every source file of the rules and the bots: whose change can change compiled code, and how games go.

    Numba's own cache watches only the file of the cached function, not the files of the functions it calls.
    """
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(sys.version.encode())
    for folder in ("engine", "games", "bots"):
        for source in sorted((package / folder).rglob("*.py")):
            digest.update(source.relative_to(package).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    """Choose the folder of compiled code: one per state of the sources, and one of its own for bounds-checked runs."""
    home = os.environ.get("EDDYLINE_CACHE") or os.environ.get("XDG_CACHE_HOME")
    base = Path(home) if home else Path.home() / ".cache"
    folder = base / "eddyline" / f"{sources_digest()}{'-checked' if CHECKED else ''}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / "eddyline" / folder.name
        folder.mkdir(parents=True, exist_ok=True)
    return folder


if PLAIN:
    COMPILED_BEFORE = True

    def kernel(function: F) -> F:
        """Return the function as it is (`EDDYLINE_PLAIN=1`)."""
        return function

    routine = door = kernel

else:
    import numba

    _folder = _cache_folder()
    COMPILED_BEFORE = any(_folder.iterdir())
    numba.config.CACHE_DIR = str(_folder)  # type: ignore[attr-defined] # set by name at import

    def kernel(function: F) -> F:
        """Compile the function on its first call, without the GIL, inlined into the kernels that call it."""
        compiled = numba.njit(cache=True, error_model="numpy", forceinline=True, nogil=True)(function)
        return cast("F", compiled)

    def routine(function: F) -> F:
        """Compile like `kernel`, but to be called: a long function copied into many others takes minutes to compile."""
        compiled = numba.njit(cache=True, error_model="numpy", nogil=True)(function)
        return cast("F", compiled)

    def door(function: F) -> F:
        """Compile for short calls from Python: with the GIL, for handing it over and back costs more than the call."""
        compiled = numba.njit(cache=True, error_model="numpy", forceinline=True)(function)
        return cast("F", compiled)


@kernel
def wide(number: int) -> int:
    """Widen a number to 64 bits: Numba compiles a function anew for every width and constant it is called with."""
    return np.int64(number)  # type: ignore[return-value]
