"""A short run of the fuzzer finds nothing, and what it looks for it would find."""

from __future__ import annotations

import ctypes
import json

import numpy as np
import pytest

import fuzz
from fuzzing import NAMES
from fuzzing.guards import Guards


def test_odd_calls_crash_nothing_and_raise_what_is_documented(capsys) -> None:
    status = fuzz.main(["--calls", "4000", "--seed", "8", "--processes", "1"])
    report = json.loads(capsys.readouterr().out)["fuzz"]
    assert report["failures"] == []
    assert status == 0
    assert report["odd_calls"] == 4000
    assert sorted(report["entries"]) == sorted(NAMES)
    assert all(entry["odd_calls"] > 0 for entry in report["entries"].values())


def test_a_crash_is_reported_with_its_seed_and_its_call(capsys) -> None:
    status = fuzz.main(["--calls", "10", "--seed", "8", "--processes", "2", "--only", "crash"])
    failures = json.loads(capsys.readouterr().out)["fuzz"]["failures"]
    assert status == 1
    assert [failure["seed"] for failure in failures] == [8000, 8001]
    assert {failure["call"] for failure in failures} == {"crash string_at(0)"}
    assert all(failure["what"].startswith("the process died: SIG") for failure in failures)


@pytest.mark.parametrize("place", [-1, 3])
@pytest.mark.parametrize("alive", [True, False])
def test_what_is_written_beside_an_array_is_noticed(place, alive) -> None:
    guards = Guards()
    asked = {"__name__": "eddyline.some", "zeros": guards.guarded(np.zeros, 0)}
    exec("array = zeros(3, 'i2')", asked)  # noqa: S102 - only the project's own arrays are guarded
    array = asked.pop("array")
    array[:] = 7
    assert guards.broken() == []
    ctypes.memset(array.ctypes.data + 2 * place, 1, 2)
    if not alive:
        del array
    assert [what.partition(": ")[2] for what in guards.broken()] == ["int16 3"]
