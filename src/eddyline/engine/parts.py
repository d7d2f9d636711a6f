"""Describe parts of a record once, for everybody who is shown the same.

A view consists of parts that each read a few fields. Most of them stay as they are for many turns, and are equal for
all seats; so what is made of these fields is kept by their bytes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from eddyline.engine.records import unpacked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

KEPT = 4096
"""Values of each part that are kept."""


class Part(Generic[T]):
    """Make something of some fields of a record, or return what was made of equal ones before.

    The maker is given these fields alone, as plain numbers and arrays; so nothing else can have an influence.
    """

    def __init__(self, state: type[Any], fields: Sequence[str], of_seat: Sequence[str], make: Callable[..., T]) -> None:
        """Read whole `fields` of a record type, and of the fields `of_seat` the row of one seat."""
        dtype: np.dtype[Any] = state.dtype
        whole = [(name, *_place(dtype, name)) for name in fields]
        rows = [(name, *_place(dtype, name)) for name in of_seat]
        seats = min((kind.shape[0] for _, kind, _ in rows), default=1)
        self._slices = tuple(
            (
                *(slice(start, start + kind.itemsize) for _, kind, start in whole),
                *(_slice(start, seat, _row(kind).itemsize) for _, kind, start in rows),
            )
            for seat in range(seats)
        )
        own = np.dtype([*((name, kind) for name, kind, _ in whole), *((name, _row(kind)) for name, kind, _ in rows)])

        @lru_cache(maxsize=KEPT)
        def made(key: bytes, *seat: int) -> T:
            return make(unpacked(np.frombuffer(key, own)[0]), *seat)

        self._made = made

    def __call__(self, record: bytes, seat: int | None = None) -> T:
        """Return what is made of a record, or of one seat's rows of it."""
        if seat is None:
            return self._made(b"".join([record[each] for each in self._slices[0]]))
        return self._made(b"".join([record[each] for each in self._slices[seat]]), seat)


def part(state: type[Any], *fields: str, of_seat: Sequence[str] = ()) -> Callable[[Callable[..., T]], Part[T]]:
    """Turn a function of some fields into a part; with `of_seat`, its second argument is the seat."""
    return lambda make: Part(state, fields, of_seat, make)


def _place(dtype: np.dtype[Any], name: str) -> tuple[np.dtype[Any], int]:
    """Return a field's type, with its shape, and where it begins."""
    assert dtype.fields is not None
    kind, start, *_ = dtype.fields[name]
    return kind, start


def _row(kind: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype((kind.base, kind.shape[1:]))


def _slice(start: int, row: int, size: int) -> slice:
    return slice(start + row * size, start + (row + 1) * size)
