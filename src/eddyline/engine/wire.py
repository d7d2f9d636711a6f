"""Write what a seat may know of a position as plain numbers, and read it elsewhere: for bots in other processes."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.engine.messages import convert
from eddyline.engine.positions import PositionError, form_of, put, written
from eddyline.engine.records import PUBLIC, Secret, marks_of, ranges_of

if TYPE_CHECKING:
    import msgspec

    from eddyline.engine.game import Game
    from eddyline.engine.records import States


def to_wire(game: Game, redacted: States) -> Any:  # noqa: ANN401 - of a type made for the game
    """Write a redacted record, as `Game.redact` returns it, field by field."""
    return written(_form(game), game.record(redacted))


def from_wire(game: Game, message: object, options: Any) -> States:  # noqa: ANN401 - the game's own type
    """Build the redacted record that `to_wire` has written, in its JSON form, of a game with these options.

    Raises PositionError naming the place and the problem when a field is missing, has another shape or a number that is
    not in its range; nothing else is checked.
    """
    fields = convert(message, _form(game), lambda why: PositionError(f"record refused: {why}"))
    states = np.zeros(1, game.dtype)
    put(states, fields)
    game.write_options(options, states[0])
    return states


@functools.cache
def _form(game: Game) -> type[msgspec.Struct]:
    """Make a struct of the fields that seats may know, but for options: those are known by other means.

    Where an option is a map, the field has the number that this process knows the map by, which is nobody's business.
    """
    options = _option_fields(game)
    ranges: dict[str, range] = {}
    for name, mark in marks_of(game.state).items():
        if name in options:
            continue
        bounds = ranges_of(game.state).get(name) or _every(game.dtype[name].base)
        if isinstance(mark, Secret):
            ranges[name] = range(min(bounds[0], mark.instead), max(bounds[-1], mark.instead) + 1)
        elif mark is PUBLIC:
            ranges[name] = bounds
    return form_of(game.state, ranges)


def _option_fields(game: Game) -> set[str]:
    """Return the fields that options are written to: whatever was there before, they are the same."""
    states = np.zeros(2, game.dtype)
    states.view(np.uint8).reshape(2, -1)[1] = 0xFF
    for state in states:
        game.write_options(game.presets[game.default_preset], state)
    return {name for name in game.dtype.names or () if np.array_equal(states[name][0], states[name][1])}


def _every(dtype: np.dtype[Any]) -> range:
    bounds = np.iinfo(dtype)
    return range(int(bounds.min), int(bounds.max) + 1)
