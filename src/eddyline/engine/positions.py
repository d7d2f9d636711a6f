"""Write positions as JSON and read them, for games whose record is written unchanged, field by field."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
import numpy as np

from eddyline.engine.messages import convert
from eddyline.engine.records import ranges_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from eddyline.engine.records import States


class PositionError(ValueError):
    """Report an invalid position, naming the place in it and the problem."""


class Positions(NamedTuple):
    """Convert positions to messages and back."""

    write: Callable[[States], Any]
    """(states) -> a message, which `read` turns into an equal record."""
    read: Callable[..., States]
    """(message or its JSON form) -> the record; raises PositionError naming the place and the problem.

    That of a game with maps also takes what is done with the options before they are written (see `Game.hold`).
    """


def as_it_is(state: type[Any]) -> type[msgspec.Struct]:
    """Make a struct of the fields that are marked AS_IT_IS; a missing field is 0, even if it is a table.

    It is the type of the field `further` in positions that describe everything else in words. Raises what
    `positions_of` raises.
    """
    return form_of(state, _ranges(state, state.as_it_is), optional=True)


def _ranges(state: type[Any], names: Iterable[str]) -> dict[str, range]:
    ranges = ranges_of(state)
    if missing := [name for name in names if name not in ranges]:
        raise TypeError(f"{state.__name__}: expected every field to declare a range, got none of {', '.join(missing)}")
    return {name: ranges[name] for name in names}


def form_of(state: type[Any], ranges: Mapping[str, range], *, optional: bool = False) -> type[msgspec.Struct]:
    """Make a struct of the fields of a record that have a range here; with `optional`, a missing field is 0."""
    return _form(state, tuple(ranges.items()), optional)  # type: ignore[arg-type] # a class can be hashed


@cache
def _form(state: type[Any], ranges: tuple[tuple[str, range], ...], optional: bool) -> type[msgspec.Struct]:
    types = [(name, _type_of(bounds, state.dtype[name].shape)) for name, bounds in ranges]

    def reduced(fields: msgspec.Struct) -> tuple[Callable[..., msgspec.Struct], tuple[Any, ...]]:
        """Pickle what the type was made of, because no module has it."""
        return _filled, (state, ranges, optional, msgspec.structs.asdict(fields))

    return msgspec.defstruct(
        "Fields",
        [(name, kind | None, None) for name, kind in types] if optional else types,
        namespace={"__reduce__": reduced},
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
        omit_defaults=True,
    )


def _filled(
    state: type[Any], ranges: tuple[tuple[str, range], ...], optional: bool, values: Mapping[str, Any]
) -> msgspec.Struct:
    return _form(state, ranges, optional)(**values)  # type: ignore[arg-type] # a class can be hashed


def written(form: type[msgspec.Struct], states: States) -> Any:  # noqa: ANN401 - of a type made by `form_of`
    """Write fields of a record; optional ones that are 0 are left out."""
    required = _required(form)
    given = {name: states[name][0] for name in form.__struct_fields__}
    return form(**{name: value.tolist() for name, value in given.items() if name in required or value.any()})


@cache
def _required(form: type[msgspec.Struct]) -> frozenset[str]:
    """Return the fields of a type that cannot be left out: msgspec reads all its annotations to tell that."""
    return frozenset(field.name for field in msgspec.structs.fields(form) if field.required)


def put(states: States, fields: msgspec.Struct) -> None:
    """Write the fields of a struct into a record."""
    for name, value in msgspec.structs.asdict(fields).items():
        if value is not None:
            states[name] = value


def positions_of(state: type[Any], flaw: Callable[[States], str | None]) -> Positions:
    """Write every field of a record under its own name, and read it back, checked against its declared range.

    `flaw(states)` describes anything else that is wrong with a position, or returns None; the rules must be able to
    play on from any position that it accepts. Raises TypeError for a field that declares no range.
    """
    form = form_of(state, _ranges(state, state.dtype.names))

    def read(position: object) -> States:
        fields = convert(position, form, lambda why: PositionError(f"position refused: {why}"))
        states = np.zeros(1, state.dtype)
        put(states, fields)
        if why := flaw(states):
            raise PositionError(f"position refused: {why}")
        return states

    return Positions(lambda states: written(form, states), read)


def _type_of(bounds: range, shape: tuple[int, ...]) -> Any:  # noqa: ANN401 - a type
    """Return the type of a number or of a (nested) list of numbers."""
    if not shape:
        return Annotated[int, msgspec.Meta(ge=bounds[0], le=bounds[-1])]
    row = tuple.__class_getitem__((_type_of(bounds, shape[1:]), ...))
    return Annotated[row, msgspec.Meta(min_length=shape[0], max_length=shape[0])]
