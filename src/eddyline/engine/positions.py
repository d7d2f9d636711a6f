"""Write positions as JSON and read them: of a game whose record may be written down as it is, field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
import numpy as np

from eddyline.engine.messages import convert
from eddyline.engine.records import ranges_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.engine.records import States


class PositionError(ValueError):
    """Refuse a position, naming the place in it and what is wrong there."""


class Positions(NamedTuple):
    """Write a position down as a message, and read it back."""

    write: Callable[[States], Any]
    """-> a message that `read` makes an equal record of."""
    read: Callable[[object], States]
    """-> the record of a message or of its JSON form; raises PositionError saying where and what is wrong."""


def positions_of(state: type[Any], flaw: Callable[[States], str | None]) -> Positions:
    """Write every field of a record under its own name, and read it back, checked against the range it declares.

    `flaw(states)` says in a sentence what else is wrong with a position, or None. What it lets pass must be a position
    that the rules can go on from. Raises TypeError for a field that declares no range.
    """
    ranges = ranges_of(state)
    if missing := [name for name in state.dtype.names if name not in ranges]:
        raise TypeError(f"{state.__name__}: expected every field to declare a range, got none of {', '.join(missing)}")
    form = msgspec.defstruct(
        "Position",
        [(name, _type_of(ranges[name], state.dtype[name].shape)) for name in state.dtype.names],
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
    )

    def write(states: States) -> Any:  # noqa: ANN401 - a struct made here
        return form(**{name: states[name][0].tolist() for name in state.dtype.names})

    def read(position: object) -> States:
        fields = convert(position, form, lambda why: PositionError(f"position refused: {why}"))
        states = np.zeros(1, state.dtype)
        for name in state.dtype.names:
            states[name] = getattr(fields, name)
        if why := flaw(states):
            raise PositionError(f"position refused: {why}")
        return states

    return Positions(write, read)


def _type_of(bounds: range, shape: tuple[int, ...]) -> Any:  # noqa: ANN401 - a type
    """Return the type of a number, or of a list of lists of them."""
    if not shape:
        return Annotated[int, msgspec.Meta(ge=bounds[0], le=bounds[-1])]
    row = list.__class_getitem__(_type_of(bounds, shape[1:]))
    return Annotated[row, msgspec.Meta(min_length=shape[0], max_length=shape[0])]
