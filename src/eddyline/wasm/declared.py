"""Tell browsers of a game's record what its kernels do not: where its options are, and what of it a seat may know.

Nothing is declared here: it is found out from what the game declares, by writing options into records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from eddyline.engine.redaction import Redaction
from eddyline.engine.telling import OF_ENDINGS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.engine.game import Game
    from eddyline.engine.options import OptionInfo, OptionValue
    from eddyline.engine.records import States

KNOWN = {"options", *OF_ENDINGS}
"""Fields of a view that no kernel fills, and that every client knows from elsewhere."""


def setup_of(game: Game) -> dict[str, object]:
    """Describe how a record is set up, for `begin`.

    `fresh` is the record with the options of the default preset, in hexadecimal, and `seats` the place of the number of
    seats. `options` says of each what its values change: of a number the place and the size at which it is written, of
    others by value some bytes, as places and bits; no two options change the same bit. `given` are the fields of a view
    that no kernel fills, and `gives` lists those that a value changes, by option and value.
    """
    fresh = _record(game, {})
    options: dict[str, object] = {}
    gives: dict[str, dict[str, dict[str, Any]]] = {}
    for info in game.option_infos():
        if info.kind == "number":
            options[info.name] = _place(game, info)
            continue
        values: tuple[OptionValue, ...] = (False, True) if info.kind == "switch" else info.values
        records = {_text(value): _record(game, {info.name: value}) for value in values}
        options[info.name] = {text: _bits(fresh, record) for text, record in records.items()}
        gives[info.name] = {text: _changed(_given(game, fresh), _given(game, each)) for text, each in records.items()}
    return {
        "fresh": fresh.tobytes().hex(),
        "seats": _fields(game)["seats"][1],
        "options": options,
        "given": _given(game, fresh),
        "gives": {name: given for name, given in gives.items() if any(given.values())},
    }


def _record(game: Game, changed: dict[str, OptionValue]) -> States:
    """Return a record with the default preset, but for some options."""
    states = np.zeros(1, game.dtype)
    game.write_options(msgspec.structs.replace(game.presets[game.default_preset], **changed), states[0])
    return states


def _fields(game: Game) -> Mapping[str, tuple[Any, ...]]:
    """Return the type and place of each field of the record."""
    fields = game.dtype.fields
    assert fields is not None
    return fields


def _text(value: OptionValue) -> str:
    """Return a value as JavaScript writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _bits(fresh: States, record: States) -> list[list[int]]:
    """List the bytes that differ: their places, and in which bits."""
    bits = record.view(np.uint8) ^ fresh.view(np.uint8)
    return [[int(at), int(bits[at])] for at in np.flatnonzero(bits)]


def _place(game: Game, info: OptionInfo) -> list[int]:
    """Return the place and the size of a number that is written as it is."""
    least, most = (_record(game, {info.name: value}) for value in (info.least or 0, info.most or 0))
    first = _bits(least, most)[0][0]
    for name, (kind, at, *_) in _fields(game).items():
        if at <= first < at + kind.itemsize and (int(least[name][0]), int(most[name][0])) == (info.least, info.most):
            return [at, kind.itemsize]
    raise TypeError(f"{game.id}: expected {info.name} to be a field of the record, as it is")


def _given(game: Game, states: States) -> dict[str, Any]:
    """Return the fields of a view that no kernel fills, but for those that every client knows."""
    showing = game.words.showing
    if showing is None:
        return {}
    given: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(showing.given(states, None, ())))
    return {name: value for name, value in given.items() if name not in KNOWN}


def _changed(fresh: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value != fresh[name]}


def secrets_of(game: Game) -> dict[str, object]:
    """Describe what a seat may not know.

    `unknown` lists what nobody may see, as places and sizes. `fields` has for each bit of `hidden` the place of its
    field, which has a row for each seat, and what stands for a hidden row, in hexadecimal.
    """
    redaction = Redaction(game.state, game.doors.hidden)
    edges = np.flatnonzero(np.diff(np.r_[0, redaction.known == 0, 0]))
    fields = []
    for name, instead in redaction.secrets:
        kind, at, *_ = _fields(game)[name]
        fields.append([at, np.full(kind.shape[1:], instead, kind.base).tobytes().hex()])
    return {"unknown": [[int(at), int(end - at)] for at, end in edges.reshape(-1, 2)], "fields": fields}
