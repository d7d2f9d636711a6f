"""Say why a decision is not legal by a kernel that fills a record, of which the reason is written; see `writer`."""

from __future__ import annotations

from enum import IntEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import msgspec

from eddyline.engine.refusal import Refusal
from eddyline.engine.writer import NO_ROOM, Words, Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np

    from eddyline.engine.records import States
    from eddyline.engine.writer import Plan, Sheet


class RuledReason(IntEnum):
    """Number the reasons of a game; each is a number and the id of the rule behind it."""

    rule: str

    def __new__(cls, number: int, rule: str) -> Self:
        """Make a member."""
        made = int.__new__(cls, number)
        made._value_ = number
        made.rule = rule
        return made


class Because(msgspec.Struct, frozen=True):
    """Name a reason, and the rule behind it."""

    reason: str
    rule: str


class Why(msgspec.Struct, frozen=True):
    """Say why; a game adds the values that its sentences name, each of which may be None."""

    because: Because


def names_of(reasons: type[RuledReason]) -> tuple[str, ...]:
    """Return how messages call the reasons."""
    return tuple(reason.name.lower() for reason in reasons)


class Refusing:
    """Hold what says why a decision is not legal, here and in browsers."""

    def __init__(
        self,
        why: type[Why],
        reasons: type[RuledReason],
        kernel: Callable[..., None],
        say: Callable[[str, Mapping[str, Any], Callable[[int], str]], str],
        after: Plan,
        words: Mapping[object, Words] = MappingProxyType({}),
        room: np.dtype[Any] = NO_ROOM,
        fixed: Callable[[Sheet], tuple[Any, ...]] = lambda _: (),
    ) -> None:
        """Ask a kernel, whose parameters are what `fixed` returns and then `states`, `i`, `seat`, `action` and `why`.

        It sets each value, those that do not belong to the reason to NONE. `say` returns the English sentence of the
        message `why_REASON`. `after` is the plan of the game's events.
        """
        because = [Because(name, reason.rule) for name, reason in zip(names_of(reasons), reasons, strict=True)]
        self.writer = Writer(why, {}, {Because: Words(because), **words}, (), room, after)
        self.kernel = kernel
        self._say = say
        self._fixed = fixed

    def why_not(self, states: States, seat: int, action: int) -> Refusal:
        """Explain why an action is not legal for a seat that owes a decision, in a state redacted for it."""
        sheet = self.writer.take()
        self.kernel(*self._fixed(sheet), states, 0, seat, action, sheet.record)
        why = self.writer.read(sheet)
        fields = ((name, getattr(why, name)) for name in type(why).__struct_fields__ if name != "because")
        values = {name: value for name, value in fields if value is not None}
        message = self._say(f"why_{why.because.reason}", values, "seat {}".format)
        return Refusal(message[0].upper() + message[1:], why.because.rule, why.because.reason, values)
