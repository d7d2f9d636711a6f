"""Show positions by a kernel that fills a record, of which the message is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.engine.records import States
    from eddyline.engine.writer import Sheet, Writer

T = TypeVar("T")

SPECTATOR = -1
"""Seat that kernels are told for a spectator."""


def alike(states: States) -> tuple[States, bytes]:
    """Return a record as it is, of a game whose records are the same everywhere."""
    return states, b""


class Showing(Generic[T]):
    """Hold what makes a game's views, here and in browsers."""

    def __init__(
        self,
        writer: Writer[T],
        kernel: Callable[..., None],
        fill: Callable[[Sheet, States, int], None],
        given: Callable[[States], Sequence[Any]],
        portable: Callable[[States], tuple[States, bytes]] = alike,
    ) -> None:
        """Show by a kernel that fills the record of the `writer`.

        Its parameters are `rooms`, `states`, `i`, `seat`, `shown` and `boards`; `fill` calls it for record 0 and the
        record of a sheet. `given` returns the first of what the writer is given; the ranking and the winners follow.
        `portable` returns a record as it is elsewhere, and the board that it is played on, unless everybody has that.
        """
        self.writer = writer
        self.kernel = kernel
        self._fill = fill
        self._given = given
        self.portable = portable

    def view(self, states: States, seat: int | None, ranking: tuple[int, ...] | None, winners: tuple[int, ...]) -> T:
        """Describe a redacted record to the seat it was redacted for; the signature is that of `Words.view`."""
        sheet = self.writer.take()
        self._fill(sheet, states, SPECTATOR if seat is None else seat)
        return self.writer.read(sheet, *self._given(states), ranking, winners)

    def given(self, states: States, ranking: tuple[int, ...] | None, winners: tuple[int, ...]) -> dict[str, Any]:
        """Return the fields of a view that no kernel fills, by name."""
        return dict(zip(self.writer.given, (*self._given(states), ranking, winners), strict=True))
