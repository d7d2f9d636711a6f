"""The client reads the record that the game declares."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np
import pytest

import state_ts
from eddyline.engine.registry import game

GAMES = ("canyon", "niagara")


@pytest.mark.parametrize("name", GAMES)
def test_the_clients_readers_are_of_the_current_declarations(name):
    assert state_ts.target(name).read_text("utf-8") == state_ts.render(game(name)), "run: python tools/state_ts.py"


@pytest.mark.parametrize("name", GAMES)
def test_every_field_is_read_where_it_lies(name):
    rules = game(name)
    read = re.findall(r"^  (\w+): int(\d+)\(([\d, ]+)\),$", state_ts.render(rules), re.MULTILINE)
    assert [field for field, *_ in read] == [*rules.dtype.names]
    for field, bits, numbers in read:
        kind, at = rules.dtype.fields[field][:2]
        assert int(bits) == 8 * kind.base.itemsize
        assert [int(each) for each in numbers.split(",")] == [at, *kind.shape]


def test_a_field_without_a_reader_is_refused():
    state = SimpleNamespace(__module__=__name__, __name__="State", __doc__="Hold.")
    rules = SimpleNamespace(id="odd", state=state, dtype=np.dtype([("share", np.float32)]))
    with pytest.raises(TypeError, match=r"odd: web/src/rules/record.ts cannot read float32, the type of share"):
        state_ts.render(rules)
