"""Compile rule functions; apart from `cache` and `wasm`, the only module that imports Numba.

A *kernel* is a module-level function on one record (see `records`). Compiled, it runs at the speed of C; with
`EDDYLINE_PLAIN=1` in the environment the same function runs as ordinary Python, for debuggers, coverage, tests that
compare the two, and callers that cannot wait for the compiler.

No kernel counts an index from the end of an array, as −1 would: compiled, it would reach what lies before the array.
"""

from __future__ import annotations

import os
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from eddyline.engine.sources import NUMBA

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

    def straight(compiled: F, keep: Callable[[F], object] | None = None) -> F:  # noqa: ARG001 - as below
        """Return the function unchanged (`EDDYLINE_PLAIN=1`)."""
        return compiled

else:
    # Read when Numba is imported.
    os.environ.update({name: value for name, value in NUMBA.items() if not os.environ.get(name)})
    import numba
    from numba.core import types
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import register_pass
    from numba.core.dispatcher import Dispatcher
    from numba.core.lowering import Lower
    from numba.core.typed_passes import NativeLowering

    from eddyline.engine.cache import cache_of

    class _Lower(Lower):
        """Take every index of an array as it is: Numba would add the length to one below 0, at each access anew.

        With `NUMBA_BOUNDSCHECK=1` an index below 0 is then out of bounds, and refused.
        """

        def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:  # noqa: ANN401
            return super().lower_getitem(resty, expr, value, index, _as_it_is(signature))  # type: ignore[no-untyped-call]

        def lower_setitem(self, target: Any, index: Any, value: Any, signature: Any) -> Any:  # noqa: ANN401
            return super().lower_setitem(target, index, value, _as_it_is(signature))  # type: ignore[no-untyped-call]

    def _as_it_is(access: Any) -> Any:  # noqa: ANN401 - Numba's signature of one access to an array
        """Declare the indices of an access unsigned, because Numba takes those as they are."""
        array, index, *value = access.args
        if not isinstance(array, types.Array):
            return access
        several = getattr(index, "types", None)
        if several is not None:
            index = types.Tuple([_unsigned(each) for each in several])  # type: ignore[no-untyped-call]
        return access.replace(args=(array, _unsigned(index), *value))

    def _unsigned(index: Any) -> Any:  # noqa: ANN401 - Numba's types
        return types.uintp if isinstance(index, types.Integer) else index

    @register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
    class _KernelLowering(NativeLowering):
        """Translate a kernel to LLVM."""

        _name = "kernel_lowering"

        @property
        def lowering_class(self) -> type[Lower]:
            return _Lower

    class _KernelCompiler(CompilerBase):
        """Compile our own kernels, and no function of anybody else, with `_Lower`."""

        def define_pipelines(self) -> list[Any]:
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)  # type: ignore[no-untyped-call]
            own = [(_KernelLowering if each is NativeLowering else each, what) for each, what in passes.passes]
            assert own != passes.passes, "Numba translates to LLVM in another pass now: fit `_KernelCompiler` to it"
            passes.passes = own
            passes.finalize()
            return [passes]

    def _compiled(function: F, **settings: bool) -> F:
        """Compile the function on its first call; the code is cached on disk."""
        compiled: Any = numba.njit(error_model="numpy", pipeline_class=_KernelCompiler, **settings)(function)  # type: ignore[call-overload]
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

    def straight(compiled: F, keep: Callable[[F], object] | None = None) -> F:
        """Return a door that always takes arguments of the types of its first call, without looking at them.

        At that call `keep` is given what can be called instead from then on, without the Python in between.

        To look takes half a microsecond for each array, most doors themselves a tenth. Arrays must be of the same
        dtype – only the size of their entries is checked –, contiguous and, if the door writes to them, writable.
        A function that is not compiled is returned unchanged.
        """
        if not isinstance(compiled, Dispatcher):
            return compiled
        dispatcher: Any = compiled
        entry: Any = None

        def call(*given: object) -> object:
            nonlocal entry
            if entry is None:
                entry = dispatcher.compile(tuple(_widened(dispatcher.typeof_pyval(each)) for each in given))
                if keep is not None:
                    keep(entry)
            return entry(*given)

        return cast("F", wraps(compiled, updated=())(call))

    def _widened(kind: Any) -> Any:  # noqa: ANN401 - Numba's types
        """Return the type that takes all integers if it is one that takes only some."""
        return types.int64 if isinstance(kind, types.Integer | types.Boolean) and kind != types.uint64 else kind


@kernel
def wide(number: int) -> int:
    """Widen a number to 64 bits, because Numba compiles a function again for every width and constant."""
    return np.int64(number)  # type: ignore[return-value]
