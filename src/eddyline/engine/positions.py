"""Write positions as JSON and read them: of a game whose record may be written down as it is, field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
import numpy as np

from eddyline.engine.messages import convert
from eddyline.engine.records import ranges_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from eddyline.engine.records import States


class PositionError(ValueError):
    """Refuse a position, naming the place in it and what is wrong there."""


class Positions(NamedTuple):
    """Write a position down as a message, and read it back."""

    write: Callable[[States], Any]
    """-> a message that `read` makes an equal record of."""
    read: Callable[[object], States]
    """-> the record of a message or of its JSON form; raises PositionError saying where and what is wrong."""


def as_it_is(state: type[Any]) -> type[msgspec.Struct]:
    """Make a struct of the fields that are marked AS_IT_IS; one that is left out is 0, whole tables too.

    For the field `further` of positions that say everything else in words. Raises what `positions_of` does.
    """
    return _form(state, state.as_it_is, optional=True)


def _form(state: type[Any], names: Iterable[str], *, optional: bool = False) -> type[msgspec.Struct]:
    ranges = ranges_of(state)
    if missing := [name for name in names if name not in ranges]:
        raise TypeError(f"{state.__name__}: expected every field to declare a range, got none of {', '.join(missing)}")
    types = [(name, _type_of(ranges[name], state.dtype[name].shape)) for name in names]
    return msgspec.defstruct(
        "Fields",
        [(name, kind | None, None) for name, kind in types] if optional else types,
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
        omit_defaults=True,
    )


def written(form: type[msgspec.Struct], states: States) -> Any:  # noqa: ANN401 - of a type made by `form_of`
    """Write fields of a record; those that are 0 are left out where they may be."""
    given = {field.name: states[field.name][0] for field in msgspec.structs.fields(form) if field.required}
    given |= {name: states[name][0] for name in form.__struct_fields__ if states[name][0].any()}
    return form(**{name: value.tolist() for name, value in given.items()})


def put(states: States, fields: msgspec.Struct) -> None:
    """Put fields into a record."""
    for name, value in msgspec.structs.asdict(fields).items():
        if value is not None:
            states[name] = value


def positions_of(state: type[Any], flaw: Callable[[States], str | None]) -> Positions:
    """Write every field of a record under its own name, and read it back, checked against the range it declares.

    `flaw(states)` says in a sentence what else is wrong with a position, or None. What it lets pass must be a position
    that the rules can go on from. Raises TypeError for a field that declares no range.
    """
    form = _form(state, state.dtype.names)

    def read(position: object) -> States:
        fields = convert(position, form, lambda why: PositionError(f"position refused: {why}"))
        states = np.zeros(1, state.dtype)
        put(states, fields)
        if why := flaw(states):
            raise PositionError(f"position refused: {why}")
        return states

    return Positions(lambda states: written(form, states), read)


def _type_of(bounds: range, shape: tuple[int, ...]) -> Any:  # noqa: ANN401 - a type
    """Return the type of a number, or of a list of lists of them."""
    if not shape:
        return Annotated[int, msgspec.Meta(ge=bounds[0], le=bounds[-1])]
    row = tuple.__class_getitem__((_type_of(bounds, shape[1:]), ...))
    return Annotated[row, msgspec.Meta(min_length=shape[0], max_length=shape[0])]
