"""Declare a game's state once: NumPy dtype, static types and checks from one class."""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from types import SimpleNamespace
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Mapping

States: TypeAlias = np.ndarray[Any, np.dtype[Any]]
"""A one-dimensional array of records of one game."""

Grid: TypeAlias = npt.NDArray[Any]

Shown: TypeAlias = Any
"""A record with what a message shows, or a part of one; the message's type says which fields it has (see `writer`)."""

T = TypeVar("T")

_TAKEN = frozenset(dir(np.void)) | {"marks", "ranges", "as_it_is"}


@dataclass(frozen=True, slots=True)
class Secret:
    """Mark a field, a table by seat, whose rows the other seats may see only while they are not `Doors.hidden`."""

    instead: int
    """The value that others see while it is hidden."""


class _Public:
    """Type of PUBLIC."""


class _AsItIs:
    """Be the type of AS_IT_IS."""


PUBLIC = _Public()
"""Marks a field that everybody may read."""
AS_IT_IS = _AsItIs()
"""Marks a field that positions write under its own name, because they have no words for it (see `positions`)."""


def record(cls: type[T]) -> type[T]:
    """Turn annotated fields into a record type; its dtype is `cls.dtype`, the game's only dtype object.

    An element of an array of that dtype has this type: a view, whose fields can be read and set.

    A field is written `name: Annotated[int, np.int8]` or, for a table, `name: Annotated[Grid, np.int8, (6, 2)]`. Then
    may follow the `range` of its numbers, who may read it – PUBLIC or a `Secret` (see `redaction`) – and AS_IT_IS.
    The class declares `dtype: ClassVar[np.dtype[Any]]` for the type checker.
    Raises TypeError for a field without such an annotation and for a name that every NumPy record already has (`round`,
    `copy`, `size`, …), because reading it would return NumPy's method instead of the field.
    """
    fields: list[tuple[Any, ...]] = []
    marks: dict[str, _Public | Secret] = {}
    ranges: dict[str, range] = {}
    as_it_is: list[str] = []
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if get_origin(hint) is ClassVar:
            continue
        if name in _TAKEN:
            message = f"{cls.__name__}.{name}: every record has an attribute of that name; choose another"
            raise TypeError(message)
        if get_origin(hint) is not Annotated:
            message = (
                f"{cls.__name__}.{name}: expected Annotated[int, dtype] or Annotated[Grid, dtype, shape], got {hint!r}"
            )
            raise TypeError(message)
        declared = list(get_args(hint)[1:])
        if declared[-1] is AS_IT_IS:
            as_it_is.append(name)
            declared.pop()
        if isinstance(declared[-1], _Public | Secret):
            marks[name] = declared.pop()
        if isinstance(declared[-1], range):
            ranges[name] = declared.pop()
        fields.append((name, *declared))
    body = {name: value for name, value in vars(cls).items() if name in {"__doc__", "__module__", "__qualname__"}}
    return cast(
        "type[T]", record_of(cls.__name__, fields, body | {"marks": marks, "ranges": ranges, "as_it_is": as_it_is}).type
    )


def marks_of(state: type[Any]) -> Mapping[str, _Public | Secret]:
    """Return the marks of a record type's fields, in order."""
    marks: Mapping[str, _Public | Secret] = state.marks
    return marks


def ranges_of(state: type[Any]) -> Mapping[str, range]:
    """Return the ranges that fields of a record type declare, in their order."""
    ranges: Mapping[str, range] = state.ranges
    return ranges


def record_of(name: str, fields: list[tuple[Any, ...]], body: dict[str, Any] | None = None) -> np.dtype[Any]:
    """Create a record type from NumPy field tuples (name, dtype, shape); return its dtype."""
    # Like `numpy.record`, but reading a field takes 0.4 µs instead of 2; uncompiled rules do little else.
    own = (body or {}) | {"__slots__": ()} | {field: _field(field) for field, *_ in fields}
    made: Any = type(name, (np.void,), own)
    made.dtype = np.dtype((made, fields))
    return cast("np.dtype[Any]", made.dtype)


def _field(name: str) -> property:
    def put(state: Any, value: object) -> None:  # noqa: ANN401 - a record of any type
        state[name] = value

    return property(itemgetter(name), put)


def copied(states: States) -> States:
    """Copy records as bytes: with many fields, `states.copy()` takes 20 µs, this 1 µs."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


def unpacked(state: T) -> T:
    """Read all fields of a record at once, for uncompiled code that needs many: one by one, each costs 0.4 µs.

    The result is read-only, and not for kernels.
    """
    source = cast("np.void", state)
    return cast("T", SimpleNamespace(**dict(zip(source.dtype.names or (), source.item(), strict=True))))


class _Fields:
    """Read the fields of record 0."""

    __slots__ = ("_states",)

    def __init__(self, states: States) -> None:
        self._states = states

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the record says
        column = self._states[name]
        # A plain number, because comparing a NumPy scalar with an enum member takes 4 µs.
        return column.item(0) if column.ndim == 1 else column[0]


def fields_of(states: States) -> Any:  # noqa: ANN401 - whatever type of record the caller knows it to be
    """Return a reader of record 0 whose single numbers are plain Python numbers.

    The result is read-only, and not for kernels.
    """
    return _Fields(states)
