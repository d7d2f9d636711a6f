"""Tell what happened by kernels that fill a record, of which the events are written; see `writer`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, get_args

import msgspec

from eddyline.engine.kernel import kernel, straight
from eddyline.engine.writer import NO_ROOM, Words, Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from enum import IntEnum

    import numpy as np

    from eddyline.engine.records import Shown, States
    from eddyline.engine.writer import Plan, Sheet

T = TypeVar("T")

OF_ENDINGS = ("ranking", "winners")
"""What no kernel fills: how the game ended."""


@kernel
def tell(told: Shown, kind: int) -> int:
    """Add an event of a kind to those that are told; return its number, for who fills its fields."""
    number = int(told.events_count)
    told.events[number].kind = kind
    told.events_count = number + 1
    return number


class Telling(Generic[T]):
    """Hold what tells a game's events, here and in browsers."""

    def __init__(
        self,
        events: Any,  # noqa: ANN401 - a union of structs
        kinds: type[IntEnum],
        most: Mapping[str, int],
        words: Mapping[object, Words],
        kernels: tuple[Callable[..., None], Callable[..., None], Callable[..., None]],
        room: np.dtype[Any] = NO_ROOM,
        fixed: Callable[[Sheet], tuple[Any, ...]] = lambda _: (),
        after: Plan | None = None,
    ) -> None:
        """Tell by three kernels, whose `kinds` number the `events`; there may be `most["events"]` of them.

        The parameters of the kernels are what `fixed` returns and then: `states`, `i`, `told` for the beginning;
        `states`, `i`, `seat`, `action`, `told` before a decision; `before`, `after`, `told` after an `advance` or
        `deal`. `after` is the plan of the views, if the game has one. Raises TypeError if the kinds are not named as
        the events are tagged.
        """
        tags = [event.__struct_config__.tag for event in get_args(events)]
        named = [kind.name.lower() for kind in kinds]
        if named != tags:
            raise TypeError(f"expected kinds of events named {', '.join(tags)}, got {', '.join(named)}")
        message = msgspec.defstruct("Told", [("events", cast("Any", tuple)[events, ...])], frozen=True)
        self.writer: Writer[Any] = Writer(message, most, words, OF_ENDINGS, room, after)
        self.kernels = kernels
        self._start = straight(kernels[0], partial(setattr, self, "_start"))
        self._decision = straight(kernels[1], partial(setattr, self, "_decision"))
        self._advance = straight(kernels[2], partial(setattr, self, "_advance"))
        self._fixed = fixed

    def start(self, states: States) -> list[T]:
        """List the events at the beginning of a game."""
        sheet = self.writer.take()
        self._start(*self._fixed(sheet), states, 0, sheet.record)
        return self._read(sheet, (), ())

    def decision(self, before: States, seat: int, action: int) -> list[T]:
        """List the events of a decision that is taken in a position."""
        sheet = self.writer.take()
        self._decision(*self._fixed(sheet), before, 0, seat, action, sheet.record)
        return self._read(sheet, (), ())

    def advance(self, before: States, after: States, ranking: tuple[int, ...], winners: tuple[int, ...]) -> list[T]:
        """List the events between two positions; `ranking` and `winners` are used when the game is over."""
        sheet = self.writer.take()
        self._advance(*self._fixed(sheet), before, after, sheet.record)
        return self._read(sheet, ranking, winners)

    def _read(self, sheet: Sheet, ranking: tuple[int, ...], winners: tuple[int, ...]) -> list[T]:
        # Of a record with one list the first number is how many it has.
        if not sheet.numbers[0]:
            self.writer.put_back(sheet)
            return []
        return list(self.writer.read(sheet, ranking, winners).events)
