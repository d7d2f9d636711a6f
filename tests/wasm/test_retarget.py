"""What a new Numba changes in its text is said, and which of the four changes no longer fits."""

from __future__ import annotations

import llvmlite.binding as llvm
import numba
import numpy as np
import pytest

from eddyline.wasm import retarget
from eddyline.wasm.linking import LinkingError, linked
from eddyline.wasm.retarget import Entry, NumbaChangedError, compiled, retargeted

TEXT = """\
target datalayout = "e-m:e-S128"
target triple = "x86_64-unknown-linux-gnu"
@env = common local_unnamed_addr global ptr null
define linkonce_odr void @NRT_decref(ptr %.1) {
.3:
  %0 = tail call i8 @llvm.x86.atomic.sub.cc.i64(ptr nonnull %.1, i64 1, i32 4)
  ret void
}
declare i8 @llvm.x86.atomic.sub.cc.i64(ptr, i64, i32 immarg) #4
"""


def test_the_changes_make_a_text_for_webassembly():
    made = retargeted(TEXT)
    assert "x86" not in made
    assert "@env = internal local_unnamed_addr global ptr null" in made
    assert llvm.parse_assembly(made).triple == retarget.TRIPLE


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ("target triple", "; target triple", "target"),
        ("e-m:e-S128", 'e"\ntarget datalayout = "e', "target"),
        ("atomic.sub.cc.i64", "atomic.add.cc.i64", "counting"),
        ("common local_unnamed_addr global ptr null", "external global ptr", "environments"),
        ("global ptr null", "global i64 0", "environments"),
    ],
)
def test_a_text_that_is_not_known_is_refused_with_the_change_that_no_longer_fits(old, new, change):
    assert old in TEXT
    expected = rf"Numba {numba.__version__} compiles to another text .* its change '{change}' no longer fits, for "
    with pytest.raises(NumbaChangedError, match=expected):
        retargeted(TEXT.replace(old, new))


@numba.njit(error_model="numpy")
def add(states, i, seat):
    states[i].number += seat
    return states[i].number


@numba.njit(error_model="numpy")
def seen(states, i, seat):
    print(seat)  # noqa: T201 - what a browser has no function for


STATES = np.zeros(1, [("number", np.int16)])


def text_of(dispatcher):
    """Stand for what `get_llvm_str` gives: cached code has none."""
    (found,) = dispatcher.overloads.values()
    return found.library.get_llvm_str()


@pytest.mark.slow
def test_a_kernel_of_another_convention_is_refused(monkeypatch):
    monkeypatch.setattr(retarget, "_flat", lambda _: ["ptr"])
    with pytest.raises(NumbaChangedError, match=r"'wrappers' no longer fits, for add takes \(ptr, ptr, ptr, ptr, i64"):
        compiled([Entry("add", add, {"states": STATES})], {})


@pytest.mark.slow
def test_a_kernel_that_calls_python_is_refused():
    with pytest.raises(NumbaChangedError, match="'wrappers' no longer fits, for kernels call what a browser does not"):
        compiled([Entry("seen", seen, {"states": STATES})], {})


@pytest.mark.slow
def test_a_text_that_llvm_cannot_read_is_refused(monkeypatch):
    add.compile((numba.types.Array(numba.from_dtype(STATES.dtype), 1, "C", aligned=False), numba.int64, numba.int64))
    monkeypatch.setattr(retarget, "retargeted", lambda text: text.replace("define", "defined"))
    with pytest.raises(NumbaChangedError, match="'target' no longer fits, for LLVM says"):
        compiled([Entry("add", add, {"states": STATES})], {})


@pytest.mark.slow
def test_an_object_that_a_linker_would_have_to_change_is_refused():
    made = compiled([Entry("add", add, {"states": STATES})], {})
    linked(made, {}, {})
    with pytest.raises(LinkingError, match="expected an object without __other_pointer"):
        linked(made.replace(b"__linear_memory", b"__other_pointer"), {}, {})
