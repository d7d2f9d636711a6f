"""Tell what may come of a position by a kernel that fills a record, of which the message is written; see `writer`."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from eddyline.engine.showing import SPECTATOR
from eddyline.engine.writer import NO_ROOM, Words, Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np

    from eddyline.engine.records import States
    from eddyline.engine.writer import Sheet

T = TypeVar("T")


class Fate(Generic[T]):
    """Hold what tells what may come of a game's positions, here and in browsers."""

    def __init__(
        self,
        message: type[T],
        most: Mapping[str, int],
        kernel: Callable[..., None],
        words: Mapping[object, Words] = MappingProxyType({}),
        room: np.dtype[Any] = NO_ROOM,
        fixed: Callable[[Sheet], tuple[Any, ...]] = lambda _: (),
    ) -> None:
        """Ask a kernel, whose parameters are what `fixed` returns and then `states`, `i`, `seat` and `told`.

        `told` has a list `fate` of one message, or of none where there is nothing to tell.
        """
        told = msgspec.defstruct("Told", [("fate", message | None)], frozen=True)
        self.writer: Writer[Any] = Writer(told, most, words, (), room)
        self.kernel = kernel
        self._fixed = fixed

    def of(self, states: States, seat: int | None) -> T | None:
        """Tell a seat, or with None a spectator, what may come of a record that is redacted for it."""
        sheet = self.writer.take()
        self.kernel(*self._fixed(sheet), states, 0, SPECTATOR if seat is None else seat, sheet.record)
        fate: T | None = self.writer.read(sheet).fate
        return fate
