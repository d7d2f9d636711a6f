"""Turn what Numba compiles for this machine into an object for WebAssembly; no other module knows Numba's LLVM text.

That text needs four changes. A new Numba may break each, and is then refused with the name of the one that no longer
fits.

1. *Target*: the lines that name this machine are replaced by those of wasm32.
2. *Counting*: Numba counts references to arrays, with an x86 instruction. Kernels own no memory, so the calls are left
   out; a constant stands in for the instruction, which is in a function that nothing calls then.
3. *Environments*: a `common` global for each function, for errors in Python. WebAssembly has no such linkage.
4. *Wrappers*: each function comes with wrappers for Python. Everything but our own entries becomes internal and is
   optimised away; what is still undefined then, nothing could provide.

An *entry* is a function of plain numbers that calls a kernel as Numba's own convention wants it: a pointer to the
result, one to an error, then an array as seven values and a number as one.
"""

from __future__ import annotations

import inspect
import re
import struct
from typing import TYPE_CHECKING, Any, NamedTuple

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import types

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from eddyline.engine.records import Grid

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"
"""What browsers have had since 2021."""
MATHS = {"exp", "log", "pow", "sqrt"}
"""Functions that a module may import: a browser has them in `Math`."""
GIVEN = {"states", "out", "ranks", "shown", "before", "after", "told", "why", "numbers", "written"}
"""Arrays of the caller."""


class NumbaChangedError(Exception):
    """Report that Numba's text is not what this module knows, and which of the four changes no longer fits."""


def _changed(change: str, found: str) -> NumbaChangedError:
    return NumbaChangedError(
        f"Numba {numba.__version__} compiles to another text than eddyline/wasm/retarget.py knows: "
        f"its change {change!r} no longer fits, for {found}"
    )


class Entry(NamedTuple):
    """Name a kernel that a module exports, and what it works on."""

    name: str
    kernel: Callable[..., Any]
    arrays: Mapping[str, Any]
    """What it takes besides numbers of the caller, by parameter: arrays, settings, or tuples of these. Of arrays in
    GIVEN the caller gives the address, and they are like these; all others are memory of the module itself."""


def retargeted(text: str) -> str:
    """Make those of the four changes that are made in the text (1 to 3); raises NumbaChangedError."""
    for what, line in (("datalayout", LAYOUT), ("triple", TRIPLE)):
        text, found = re.subn(rf'^target {what} = ".*"$', f'target {what} = "{line}"', text, flags=re.MULTILINE)
        if found != 1:
            raise _changed("target", f"there are {found} lines that name this machine's {what}")
    text = re.sub(r"^ *(?:tail )?call void @NRT_(?:inc|dec)ref\(.*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"= (?:tail )?call i8 @llvm\.x86\.atomic\.sub\.cc\.i64\(.*\)", "= add i8 0, 0", text)
    text = re.sub(r"^declare i8 @llvm\.x86\.atomic\.sub\.cc\.i64\(.*\n", "", text, flags=re.MULTILINE)
    if left := re.search(r"@llvm\.(?:x86|aarch64|arm)\.[\w.]+", text):
        raise _changed("counting", f"there is another instruction of one machine only, {left[0]}")
    text, found = re.subn(r" = common ((?:local_unnamed_addr )?global ptr null)", r" = internal \1", text)
    if not found or " = common " in text:
        raise _changed("environments", f"{found} of them are pointers, and others are not or there are none")
    return text


def compiled(
    entries: Iterable[Entry], memory: Mapping[str, Grid], placed: Sequence[str] = (), *, small: bool = False
) -> bytes:
    """Compile kernels and return an object; raises NumbaChangedError.

    `memory` are the arrays of the module itself, with their contents. Those in `placed` may be exchanged for others:
    the module exports `place_NAME`, which takes the address. `small`: make it small rather than fast.
    """
    module = None
    text = [f'target datalayout = "{LAYOUT}"', f'target triple = "{TRIPLE}"', "declare void @llvm.trap()"]
    exports = {f"place_{name}": name for name in placed}
    names = {id(array): name for name, array in memory.items()}
    for name, array in memory.items():
        text += [f"@{name} = internal global [{array.nbytes} x i8] {_constant(array)}, align 16"]
        text += [f"@{name}.now = internal global ptr @{name}"]
    for export, name in exports.items():
        text += [f"define void @{export}(ptr %to) {{", f"  store ptr %to, ptr @{name}.now", "  ret void", "}"]
    for entry in entries:
        found, kernel = _kernel(entry)
        text += _entry(entry, kernel, names, small=small)
        exports[entry.name] = entry.name
        if module is None:
            module = found
        else:
            module.link_in(found)
    assert module is not None, "a module without kernels"
    module.link_in(llvm.parse_assembly("\n".join(text)))
    _internalize(module, exports)
    # A loop that looks for a zero is to stay one: no module has a `strlen`.
    llvm.set_option("", "-disable-loop-idiom-strlen")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=2, features=FEATURES, reloc="static")
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    _check_nothing_is_left(module, exports)
    made: bytes = machine.emit_object(module)
    return made


def _constant(array: Grid) -> str:
    if not array.view(np.uint8).any():
        return "zeroinitializer"
    return 'c"' + "".join(f"\\{byte:02X}" for byte in array.tobytes()) + '"'


class _Kernel(NamedTuple):
    """A compiled kernel, as its text declares it."""

    symbol: str
    parameters: tuple[str, ...]
    arguments: tuple[Any, ...]
    result: Any


def _type_of(name: str, entry: Entry) -> Any:  # noqa: ANN401 - Numba's own
    if name in entry.arrays:
        return _type_like(entry.arrays[name])
    return types.uint64 if name == "word" else types.int64


def _type_like(value: Any) -> Any:  # noqa: ANN401 - an array, a number, or a tuple of these; Numba's own
    if isinstance(value, np.ndarray):
        element = numba.from_dtype(value.dtype)
        return types.Array(element, value.ndim, "C", aligned=value.dtype.names is None)
    if isinstance(value, tuple):
        inner = [_type_like(each) for each in value]
        if len({*inner}) == 1:
            return types.NamedUniTuple(inner[0], len(inner), type(value))  # type: ignore[no-untyped-call]
        return types.NamedTuple(inner, type(value))  # type: ignore[no-untyped-call]
    return numba.typeof(value)  # type: ignore[no-untyped-call]


def _kernel(entry: Entry) -> tuple[Any, _Kernel]:
    """Compile a kernel; return it as a module of LLVM with what is known of it."""
    dispatcher: Any = entry.kernel
    parameters = tuple(inspect.signature(dispatcher.py_func).parameters)
    arguments = tuple(_type_of(name, entry) for name in parameters)
    dispatcher.compile(arguments)
    done = dispatcher.overloads[arguments]
    try:
        module = llvm.parse_assembly(retargeted(done.library.get_llvm_str()))
    except RuntimeError as error:  # LLVM cannot read it
        raise _changed("target", f"LLVM says: {error}") from None
    kernel = _Kernel(done.fndesc.llvm_func_name, parameters, arguments, done.fndesc.restype)
    expected = ["ptr", "ptr", *(kind for argument in arguments for kind in _flat(argument))]
    declared = [str(argument.type) for argument in module.get_function(kernel.symbol).arguments]
    if declared != expected:
        raise _changed("wrappers", f"{entry.name} takes ({', '.join(declared)}) instead of ({', '.join(expected)})")
    return module, kernel


def _flat(argument: Any) -> list[str]:  # noqa: ANN401 - a type of Numba
    if isinstance(argument, types.BaseTuple):
        return [kind for each in argument.types for kind in _flat(each)]  # type: ignore[attr-defined]
    if isinstance(argument, types.Array):
        return ["ptr", "ptr", "i64", "i64", "ptr", *["i64"] * (2 * argument.ndim)]
    return ["double" if isinstance(argument, types.Float) else "i64"]


def _entry(entry: Entry, kernel: _Kernel, names: Mapping[int, str], *, small: bool) -> list[str]:
    """Write the function of plain numbers that calls a kernel; an error, which no kernel should raise, is a trap.

    `names` are those of the module's own arrays.
    """
    given, body, passed = [], [], ["ptr %result", "ptr %error"]

    def hand_over(name: str, value: Any) -> None:  # noqa: ANN401 - an array, a number, or a tuple of these
        if isinstance(value, tuple):
            for number, each in enumerate(value):
                hand_over(f"{name}.{number}", each)
        elif not isinstance(value, np.ndarray):
            passed.append(_number(value))
        else:
            if name not in GIVEN:
                body.append(f"  %{name} = load ptr, ptr @{names[id(value)]}.now")
            lengths = [*value.shape, *value.strides]
            passed.extend(["ptr null", "ptr null", f"i64 {value.size}", f"i64 {value.dtype.itemsize}", f"ptr %{name}"])
            passed.extend(f"i64 {length}" for length in lengths)

    for name in kernel.parameters:
        if name in entry.arrays:
            if name in GIVEN:
                given.append(f"ptr %{name}")
            hand_over(name, entry.arrays[name])
        elif name == "i":
            passed.append("i64 0")
        elif name == "word":
            given.append("i64 %word")
            passed.append("i64 %word")
        else:
            given.append(f"i32 %{name}")
            body.append(f"  %{name}.wide = sext i32 %{name} to i64")
            passed.append(f"i64 %{name}.wide")
    declared = ", ".join(["ptr", "ptr", *(kind for argument in kernel.arguments for kind in _flat(argument))])
    return [
        f'declare i32 @"{kernel.symbol}"({declared})',
        f"define i32 @{entry.name}({', '.join(given)}){' optsize' if small else ''} {{",
        "  %result = alloca i64",
        "  %error = alloca ptr",
        "  store i64 0, ptr %result",
        *body,
        f'  %status = call i32 @"{kernel.symbol}"({", ".join(passed)})',
        "  %failed = icmp ne i32 %status, 0",
        "  br i1 %failed, label %trap, label %done",
        "trap:",
        "  call void @llvm.trap()",
        "  unreachable",
        "done:",
        *_returned(kernel.result),
        "}",
    ]


def _number(value: Any) -> str:  # noqa: ANN401 - a number
    """Write a setting as a constant; that of a fraction is exact in hexadecimal."""
    if isinstance(value, float):
        return f"double 0x{struct.pack('>d', value).hex().upper()}"
    return f"i64 {int(value)}"


def _returned(result: Any) -> list[str]:  # noqa: ANN401 - a type of Numba
    """Return a result, which is in memory, as one number of 32 bits."""
    if result == types.none:
        return ["  ret i32 0"]
    bits = 8 if result == types.boolean else result.bitwidth
    signed = getattr(result, "signed", False)
    made = [f"  %made = load i{bits}, ptr %result"]
    if bits == 32:
        return [*made, "  ret i32 %made"]
    how = "trunc" if bits > 32 else "sext" if signed else "zext"
    return [*made, f"  %answer = {how} i{bits} %made to i32", "  ret i32 %answer"]


def _internalize(module: Any, exports: Mapping[str, str]) -> None:  # noqa: ANN401 - a module of LLVM
    """Make the last of the four changes: only our entries stay visible."""
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in exports:
            each.linkage = "internal"


def _check_nothing_is_left(module: Any, exports: Mapping[str, str]) -> None:  # noqa: ANN401 - a module of LLVM
    left = {each.name for each in (*module.functions, *module.global_variables) if each.is_declaration}
    left = {name for name in left if not name.startswith("llvm.")} - MATHS
    if left:
        raise _changed("wrappers", f"kernels call what a browser does not have: {', '.join(sorted(left))}")
    seen = {each.name for each in module.functions if not each.is_declaration and each.linkage.name == "external"}
    if seen != {*exports}:
        raise _changed("wrappers", f"these are visible: {', '.join(sorted(seen))}")
