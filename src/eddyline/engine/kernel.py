"""Compile rule functions; apart from `cache` and `wasm`, the only module that imports Numba.

A *kernel* is a module-level function on one record (see `records`). Compiled, it runs at the speed of C; with
`EDDYLINE_PLAIN=1` in the environment the same function runs as ordinary Python, for debuggers, coverage, tests that
compare the two, and callers that cannot wait for the compiler.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., object]")

PLAIN = os.environ.get("EDDYLINE_PLAIN") == "1"
CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"

if PLAIN:

    def kernel(function: F) -> F:
        """Return the function unchanged (`EDDYLINE_PLAIN=1`)."""
        return function

    routine = door = kernel

else:
    # Read when Numba is imported. Level 3 takes 50 % longer to compile, and does not make the rules faster.
    os.environ.setdefault("NUMBA_OPT", "2")
    import numba

    from eddyline.engine.cache import cache_of

    def _compiled(function: F, **settings: bool) -> F:
        """Compile the function on its first call; the code is cached on disk."""
        compiled: Any = numba.njit(error_model="numpy", **settings)(function)  # type: ignore[call-overload]
        compiled._cache = cache_of(function)  # noqa: SLF001 - what njit(cache=True) does, with another cache
        return cast("F", compiled)

    def kernel(function: F) -> F:
        """Compile the function on its first call, without the GIL, inlined into the kernels that call it."""
        return _compiled(function, forceinline=True, nogil=True)

    def routine(function: F) -> F:
        """Compile like `kernel`, but without inlining: a long function inlined everywhere takes minutes to compile."""
        return _compiled(function, nogil=True)

    def door(function: F) -> F:
        """Compile for short calls from Python, holding the GIL: releasing it costs more than the call."""
        return _compiled(function, forceinline=True)


@kernel
def wide(number: int) -> int:
    """Widen a number to 64 bits, because Numba compiles a function again for every width and constant."""
    return np.int64(number)  # type: ignore[return-value]
