"""Draw values that nobody ought to pass: odd numbers, types, arrays, texts and objects, from one generator."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random


class OddError(Exception):
    """Raised by an odd object itself; the called code may pass it on."""


class Index:
    """Claim to be an integer, but return any given value."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def __index__(self) -> Any:  # noqa: ANN401 - that is what is odd about it
        return self.answer


class Bursting:
    """Raise an error on every operation."""

    def __index__(self) -> int:
        raise OddError

    __float__ = __int__ = __len__ = __iter__ = __eq__ = __lt__ = __le__ = __bool__ = __array__ = __index__  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


class Agreeable(int):
    """Compare so that every range check passes."""

    def __le__(self, _: int) -> bool:
        return True

    __lt__ = __ge__ = __gt__ = __eq__ = __le__  # type: ignore[assignment]

    def __ne__(self, _: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 1


INTEGERS = [
    *range(-3, 12), 31, 64, 127, 128, 140, 145, 146, 147, 221, 255, 256, 500, 999, 10_000, 32_767, 32_768, -32_768,
    65_535, 65_536, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**32, 2**53 + 1, 2**62, 2**63 - 1, 2**63, -(2**63),
    -(2**63) - 1, 2**64 - 1, 2**64, 2**70, -(2**70), 10**30, 10**5000, -(10**5000),
]  # fmt: skip
FLOATS = [0.0, -0.0, 0.5, 1.0, 1.7, -1.0, 3.0, 1e18, 1e300, float("nan"), float("inf"), float("-inf")]
TEXTS = [
    "", "0", "1", "-1", "card 3", "paddle a 3", "bid 0", "niagara", "canyon", "ranking", "player_0", "random",
    "paddler", "\ud800", "a\ud800b", "\0", "\N{ROCKET}", "x" * 5000, "{}", "[" * 2000, "[" * 200_000, "１", "0x1",
    "1e5", "None", "\u2028", "true", "#o\nSV",
]  # fmt: skip
SCALARS = [
    *(np.dtype(code).type for code in "bBhHiIqQefdgFD?"),
]
DTYPES = [
    "i1",
    "u1",
    "i2",
    ">i4",
    "u4",
    "i8",
    ">i8",
    "u8",
    "f2",
    "f4",
    "f8",
    "c16",
    "?",
    "O",
    "S3",
    "U3",
    "M8[s]",
    "V4",
]


def deep(depth: int) -> list[Any]:
    """Return a list nested to a depth."""
    nested: list[Any] = []
    for _ in range(depth):
        nested = [nested]
    return nested


DEEP = [deep(depth) for depth in (3, 100, 1_000, 100_000)]
"""Created once, because it takes long."""


class Odd:
    """Draw odd values."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self._makers: list[Callable[[], object]] = [
            self.integer, self.integer, self.integer, lambda: rng.choice(FLOATS), lambda: rng.choice(TEXTS),
            self.scalar, self.array, self.container, self.thing, self.thing,
        ]  # fmt: skip

    def value(self) -> Any:  # noqa: ANN401 - anything
        """Draw any odd value."""
        return self.rng.choice(self._makers)()

    def integer(self) -> int:
        """Draw an integer, small or huge."""
        number: int = self.rng.choice(INTEGERS)
        return number

    def scalar(self) -> object:
        """Draw a NumPy scalar of any width."""
        kind = self.rng.choice(SCALARS)
        return kind(self.rng.choice([0, 1, 2, 5, 100]))

    def thing(self) -> object:
        """Draw an object that is not a number, or that pretends to be one."""
        rng = self.rng
        return rng.choice(
            [
                None, True, False, b"1", bytearray(b"12"), memoryview(b"12"), 1j, Fraction(1, 2), Decimal(1),
                Fraction(2), Ellipsis, NotImplemented, object(), object, len, lambda *_: 0, ValueError("1"), range(3),
                slice(1), Index(self.integer()), Index("1"), Index(1.0), Index(True), Bursting(),
                Agreeable(self.integer()), np.datetime64(1, "s"), np.str_("1"), np.bytes_(b"1"), np.void(b"1234"),
            ]
        )  # fmt: skip

    def container(self) -> object:
        """Draw a collection, flat or deep."""
        rng = self.rng
        few = [rng.choice([*INTEGERS[:20], *FLOATS, "1", None]) for _ in range(rng.randrange(5))]
        return rng.choice(
            [
                few,
                tuple(few),
                {"a": few},
                {},
                dict.fromkeys(range(3), 0),
                set(range(3)),
                frozenset(),
                iter(few),
                rng.choice(DEEP),
            ]
        )

    def array(self, size: int | None = None) -> np.ndarray[Any, Any]:
        """Draw an array of any type and shape; if `size` is given, often of that length."""
        rng = self.rng
        dtype = np.dtype(rng.choice(DTYPES))
        length = rng.choice([0, 1, 2, 3, 5, 64]) if size is None or rng.random() < 0.3 else size
        if dtype.kind in "iufc?":
            numbers = [rng.choice([0, 1, 2, 7, -1, 120]) for _ in range(length)]
            array = np.array(numbers, np.int64).astype(dtype)
        else:
            array = np.zeros(length, dtype)
        match rng.randrange(8):
            case 0:
                array = np.repeat(array, 2)[::2]
            case 1:
                array = array[::-1]
            case 2:
                array = array.reshape(-1, 1)
            case 3:
                array = array.reshape(1, -1)
            case 4:
                array.flags.writeable = False
            case 5:
                array = np.array(rng.choice([0, 1, -1, 300])).astype(dtype) if dtype.kind in "iufc?" else array
            case 6:
                bytes_ = np.zeros(array.nbytes + 1, np.uint8)
                if dtype.kind != "O":
                    array = bytes_[1:].view(dtype)
            case _:
                pass
        return array


def described(value: object) -> str:
    """Describe a value briefly, without calling any of its methods."""
    kind = type(value)
    if kind is int:
        bits = int.bit_length(value)  # type: ignore[arg-type]
        return repr(value) if bits < 200 else f"<int of {bits} bits>"
    if kind in {float, str, bytes, bool, type(None)}:
        return ascii(value)[:60]
    if isinstance(value, np.ndarray):
        return f"<array {value.dtype.str} {value.shape} {value.strides}>"
    if isinstance(value, np.generic):
        return f"np.{kind.__name__}({ascii(value.item())[:40]})"
    if kind in {list, tuple}:
        many: Any = value
        inner = ", ".join(
            described(part) if type(part) not in {list, tuple, dict} else f"<{type(part).__name__}>"
            for part in many[:8]
        )
        return f"{kind.__name__}({inner}{', …' if len(many) > 8 else ''})"
    if kind is dict:
        items: Any = value
        few = list(items.items())[:8]
        return (
            "{"
            + ", ".join(
                f"{described(key)}: {described(part) if type(part) is not dict else '{…}'}" for key, part in few
            )
            + "}"
        )
    return f"<{kind.__name__}>"
