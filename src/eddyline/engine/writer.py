"""Show a position as a message that a kernel fills: with numbers in a record, from which the message's JSON is written.

A message is declared once, as a struct. From its type a `Writer` makes a record type with the same fields, which hold
numbers only: that of a word among the words of its Literal, 0 or 1, how many entries a list has and then its entries.
And it makes a *plan*: the text of the message, and where in the record the numbers between the texts are.

    class Canoe(Struct):             record: place, cargo_count, cargo[2]
        place: PlaceName             plan:   {"place":  word of `place`  ,"cargo":  list of `cargo_count`  }
        cargo: tuple[GemName, ...]           and for each of its entries:  word of the entry

Where one of several structs may stand, each with a tag, the record has a `kind`, which is their number, and then a
record for each of them, named by its tag: the one of that kind is filled.

A kernel of the game fills the record; another one here, the same for all games, carries out the plan. To make the
structs part by part instead takes ten times as long.
"""

from __future__ import annotations

from functools import lru_cache, partial
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Literal, TypeVar, Union, get_args, get_origin

import msgspec
import numpy as np

from eddyline.engine.kernel import PLAIN, door, kernel, straight, wide
from eddyline.engine.records import Grid, record, record_of, unpacked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from eddyline.engine.records import States

T = TypeVar("T")

END, NUMBER, PAIR, LIST, NEXT, GIVEN, CASE, JUMP, LARGE, SHARE = range(10)
"""Kinds of steps. All write a text first. Then follow: nothing, and no other step; a number or the text for it; a key
and its number; the beginning of a list; the end of one of its entries; a text that is given with the record; of the
steps that come next, the one that a number says; the step `after`; a number of 32 bits; a share in millionths."""
NONE = -1
"""A number that is not there."""
LONGEST_NUMBER = len("-32768")
LONGEST_LARGE = len("-2147483648")
DIGITS = 6
"""Digits of a share after its point."""
WHOLE = 1_000_000
"""A share of one in a record."""
HALF_BITS = float((1 << 27) + 1)
"""What splits a float in two parts of 26 bits."""
ZERO, MINUS, BRACE, POINT = b"0-{."
NO_ROOM = np.dtype(np.int8)


@record
class Step:
    """Hold a step of a plan. Places count in numbers, from the beginning of the record or of the list's entry."""

    dtype: ClassVar[np.dtype[Any]]

    kind: Annotated[int, np.int64]
    text: Annotated[int, np.int64]
    """Number of the text that is written first."""
    place: Annotated[int, np.int64]
    """Where the number is, or that of a list's entries; of what is given, which of the given texts it is."""
    words: Annotated[int, np.int64]
    """Number of the first text to choose from: those for the numbers from `low` on, below `high`, others are written as
    digits; of a pair the key, and the key after a comma; of a list what it is without entries, and its beginning; of an
    entry's end what comes before another one, and after the last."""
    low: Annotated[int, np.int64]
    high: Annotated[int, np.int64]
    table: Annotated[int, np.int64]
    """Where the first entry of a list is."""
    stride: Annotated[int, np.int64]
    """Numbers in an entry."""
    after: Annotated[int, np.int64]
    """The step after a list, or after a jump."""


@record
class Frame:
    """Hold a list that is being written."""

    dtype: ClassVar[np.dtype[Any]]

    begin: Annotated[int, np.int64]
    """Where the record or entry that holds the list begins."""
    left: Annotated[int, np.int64]
    """Entries to be written after this one."""
    first: Annotated[int, np.int64]
    """The first step of an entry."""


@kernel
def put(texts: Grid, begins: Grid, number: int, out: Grid, at: int) -> int:
    """Copy a text; return where the next one goes."""
    begin = int(begins[number])
    size = int(begins[number + 1]) - begin
    # Most are short: a slice would cost more than the loop.
    for each in range(size):
        out[at + each] = texts[begin + each]
    return at + size


@kernel
def put_digits(number: int, out: Grid, at: int) -> int:
    """Write a number; return where the next text goes."""
    rest = number
    if rest < 0:
        out[at] = MINUS
        at += 1
        rest = -rest
    size = 1
    while rest // 10**size > 0:
        size += 1
    for place in range(size):
        out[at + size - 1 - place] = ZERO + rest % 10
        rest //= 10
    return at + size


@kernel
def put_large(step: Step, numbers: Grid, place: int, texts: Grid, begins: Grid, out: Grid, at: int) -> int:
    """Write a number of 32 bits, a share with all its digits, or none; return where the next text goes."""
    value = wide(numbers[place]) & 0xFFFF | wide(numbers[place + 1]) << 16
    if value == NONE:
        return put(texts, begins, step.words, out, at)
    if step.kind == LARGE:
        return put_digits(value, out, at)
    at = put_digits(value // WHOLE, out, at)
    out[at] = POINT
    rest = value % WHOLE
    for each in range(DIGITS):
        out[at + DIGITS - each] = ZERO + rest % 10
        rest //= 10
    return at + 1 + DIGITS


@kernel
def millionths(share: float) -> int:
    """Return a share of 0 to 1 as records have it; rounded exactly as Python rounds to so many digits."""
    found = int(share * WHOLE)
    # Of two parts with half the bits the products are exact, and so is what they have beyond the half.
    split = share * HALF_BITS
    high = split - (split - share)
    beyond, rest = high * WHOLE - (found + 0.5), (share - high) * WHOLE
    return found + int(beyond > -rest or (beyond == -rest and found % 2 == 1))


@door
def write(
    steps: States,
    texts: Grid,
    begins: Grid,
    first: int,
    numbers: Grid,
    given: Grid,
    parts: Grid,
    frames: States,
    written: Grid,
) -> int:
    """Carry out a plan from its `first` step on; return the bytes `written`, which has room for all that there may be.

    Text `n` is texts[begins[n] : begins[n + 1]], and what is given by number n is given[parts[n] : parts[n + 1]].
    """
    at = base = depth = 0
    number = first
    while True:
        step = steps[number]
        number += 1
        at = put(texts, begins, step.text, written, at)
        if step.kind == NUMBER:
            value = wide(numbers[base + step.place])
            if step.low <= value < step.high:
                at = put(texts, begins, step.words + value - step.low, written, at)
            else:
                at = put_digits(value, written, at)
        elif step.kind == PAIR:
            value = wide(numbers[base + step.place])
            if value != NONE:
                at = put(texts, begins, step.words + int(written[at - 1] != BRACE), written, at)
                at = put_digits(value, written, at)
        elif step.kind == LIST:
            count = wide(numbers[base + step.place])
            at = put(texts, begins, step.words + int(count > 0), written, at)
            if count == 0:
                number = step.after
            else:
                frame = frames[depth]
                frame.begin = base
                frame.left = count - 1
                frame.first = number
                base += step.table
                depth += 1
        elif step.kind == NEXT:
            frame = frames[depth - 1]
            at = put(texts, begins, step.words + int(frame.left == 0), written, at)
            if frame.left > 0:
                frame.left -= 1
                base += step.stride
                number = frame.first
            else:
                base = frame.begin
                depth -= 1
        elif step.kind == GIVEN:
            at = put(given, parts, step.place, written, at)
        elif step.kind == CASE:
            number += wide(numbers[base + step.place])
        elif step.kind == JUMP:
            number = step.after
        elif step.kind != END:
            at = put_large(step, numbers, base + step.place, texts, begins, written, at)
        else:
            return at


class Words:
    """Say what a field's numbers stand for: a text of JSON for each, from `low` on; others are written as digits."""

    def __init__(self, values: Sequence[object], low: int = 0) -> None:
        """Take the values that the numbers stand for, in their order."""
        self.low = low
        self.texts = tuple(map(msgspec.json.encode, values))


NUMBERS = Words(())
LARGE_NUMBERS = Words(())
"""Numbers of 32 bits."""
SHARES = Words(())
"""Shares, which a message has as floats, and a record in whole millionths."""


class Plan:
    """Say which numbers a message consists of, and what else its JSON."""

    def __init__(
        self,
        message: type[Any],
        most: Mapping[str, int],
        words: Mapping[object, Words],
        given: Sequence[str],
        after: Plan | None = None,
    ) -> None:
        """Plan a message; the parameters are those of `Writer`. It comes `after` another plan, and shares its texts."""
        self._most, self._words, self._given = most, words, {*given}
        self.rows: list[dict[str, int]] = [*after.rows] if after else []
        """Fields of the steps."""
        self.blocks: dict[tuple[bytes, ...], int] = {**after.blocks} if after else {}
        """Texts that follow one another, and the number of the first."""
        self._texts = [text for block in self.blocks for text in block]
        self.first = len(self.rows)
        """The first step of the message."""
        self._pending = b""
        """Text for the next step."""
        self._place = 0
        """Where the next number is."""
        self._times = 1
        """How often the next step may be carried out."""
        self.longest = 0
        """Bytes of the longest JSON, without what is given."""
        self.dtype = self._object(message)
        """Type of the record with the numbers."""
        self._step(END)
        self.lists = sum(step["kind"] == LIST for step in self.rows)
        steps = np.zeros(len(self.rows), Step.dtype)
        for number, step in enumerate(self.rows):
            for name, value in step.items():
                steps[name][number] = value
        self.steps = steps
        self.texts, self.begins = joined(self._texts)

    # ---- part by part; each method returns the NumPy type of what the record has for the part ----

    def _object(self, message: Any) -> np.dtype[Any]:  # noqa: ANN401 - a type of struct
        fields: list[tuple[Any, ...]] = []
        config = message.__struct_config__
        texts = [] if config.tag is None else [msgspec.json.encode({config.tag_field: config.tag})[1:-1]]
        self._pending += b"{" + b"".join(texts)
        for number, field in enumerate(msgspec.structs.fields(message)):
            self._pending += (b"," if number or texts else b"") + msgspec.json.encode(field.encode_name) + b":"
            if field.name in self._given:
                self._step(GIVEN, place=sum(step["kind"] == GIVEN for step in self.rows[self.first :]))
            else:
                fields += self._field(field.name, field.type)
        self._pending += b"}"
        return record_of(message.__name__, fields)

    def _field(self, name: str, kind: Any) -> list[tuple[Any, ...]]:  # noqa: ANN401 - any type
        """Return the fields of the record for a field of the message."""
        kinds = get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)
        nullable, kinds = NoneType in kinds, tuple(each for each in kinds if each is not NoneType)
        # What is of several types needs words of its name, unless all are structs.
        kind = Union[kinds]  # noqa: UP007 - of one type it is that type
        if get_origin(kind) is tuple:
            if name not in self._most:
                raise TypeError(f"{name}: expected the most entries that it can have")
            return self._list(
                name, get_args(kind)[0], self._most[name], (b"null" if nullable else b"[]", b"[", b",", b"]")
            )
        if nullable and self._words_of(name, kind) is None:
            return self._list(name, kind, 1, (b"null", b"", b",", b""))
        return [(name, self._entry(name, kind, nullable=nullable))]

    def _list(self, name: str, entry: Any, most: int, around: tuple[bytes, ...]) -> list[tuple[Any, ...]]:  # noqa: ANN401
        """Return a number and a table; `around` are the texts of an empty list, before, between and after entries."""
        begin = self._step(LIST, len(b"null"), place=self._place, table=self._place + 1, words=self._block(around[:2]))
        before, self._place = self._place, 0
        self._times *= most
        own = self._entry(name, entry)
        self._step(NEXT, 1, stride=self._place, words=self._block(around[2:]))
        self._times //= most
        self._place = before + 1 + most * self._place
        begin["after"] = len(self.rows)
        return [(f"{name}_count", np.int16), (name, own, (most,))]

    def _entry(self, name: str, kind: Any, *, nullable: bool = False) -> np.dtype[Any]:  # noqa: ANN401 - any type
        """Plan a field that is no list, or what a list consists of."""
        words = self._words_of(name, kind)
        if words is not None:
            return self._number(words, nullable=nullable)
        if all(hasattr(each, "__struct_config__") for each in get_args(kind) or (None,)):
            return self._cases(name, get_args(kind))
        if get_origin(kind) is dict:
            return self._pairs(get_args(get_args(kind)[0]))
        if hasattr(kind, "__struct_config__"):
            return self._object(kind)
        raise TypeError(f"{name}: expected words for {kind}")

    def _number(self, words: Words, *, nullable: bool) -> np.dtype[Any]:
        if words in (LARGE_NUMBERS, SHARES):
            kind = LARGE if words is LARGE_NUMBERS else SHARE
            self._step(kind, LONGEST_LARGE, place=self._place, words=self._block((b"null",)))
            self._place += 2
            return np.dtype(np.int32)
        texts, low = words.texts, words.low
        if nullable and low == 0:
            texts, low = (b"null", *texts), NONE
        longest = max([LONGEST_NUMBER, *map(len, texts)])
        self._step(NUMBER, longest, place=self._place, words=self._block(texts), low=low, high=low + len(texts))
        self._place += 1
        return np.dtype(np.int16)

    def _pairs(self, keys: Sequence[str]) -> np.dtype[Any]:
        self._pending += b"{"
        for key in keys:
            texts = (begin := msgspec.json.encode(key) + b":"), b"," + begin
            self._step(PAIR, len(texts[1]) + LONGEST_NUMBER, place=self._place, words=self._block(texts))
            self._place += 1
        self._pending += b"}"
        return np.dtype((np.int16, (len(keys),)))

    def _cases(self, name: str, kinds: Sequence[Any]) -> np.dtype[Any]:
        """Plan each of several structs, one of which will be there."""
        self._step(CASE, place=self._place)
        self._place += 1
        cases = [self._step(JUMP) for _ in kinds]
        ends, before, longest = [], self.longest, 0
        fields: list[tuple[Any, ...]] = [("kind", np.int16)]
        for case, kind in zip(cases, kinds, strict=True):
            case["after"] = len(self.rows)
            own = self._object(kind)
            fields += [(kind.__struct_config__.tag, own)] if own.names else []
            ends.append(self._step(JUMP))
            longest, self.longest = max(longest, self.longest - before), before
        self.longest += longest
        for end in ends:
            end["after"] = len(self.rows)
        return record_of(name, fields)

    # ---- what all of them need ----

    def _words_of(self, name: str, kind: Any) -> Words | None:  # noqa: ANN401 - any type
        """Return what the numbers of a field or of a list's entries stand for; None if they are not numbers."""
        found = self._words.get(name) or self._words.get(kind)
        if found is None and get_origin(kind) is Literal:
            return Words(get_args(kind))
        return found or {int: NUMBERS, bool: Words((False, True)), float: SHARES}.get(kind)

    def _step(self, kind: int, longest: int = 0, **values: int) -> dict[str, int]:
        """Add a step, which first writes the text that waits for it and then at most so many bytes."""
        self.rows.append({"kind": kind, "text": self._block((self._pending,))} | values)
        self.longest += self._times * (len(self._pending) + longest)
        self._pending = b""
        return self.rows[-1]

    def _block(self, texts: tuple[bytes, ...]) -> int:
        """Return the number of the first of some texts that follow one another."""
        if texts not in self.blocks:
            self.blocks[texts] = len(self._texts)
            self._texts += texts
        return self.blocks[texts]


class Sheet:
    """Hold a record that is to be filled, and the memory that is needed for that and to write it."""

    def __init__(self, plan: Plan, room: np.dtype[Any]) -> None:
        """Allocate everything."""
        self.record: States = np.zeros(1, plan.dtype)
        """An array of one. Of each list only as many entries need be filled as are counted."""
        self.room: States = np.zeros(1, room)
        """Memory for the kernel that fills the record, with any contents."""
        self.numbers = quick(self.record.view(np.int16))
        self.frames = quick(np.zeros(plan.lists, Frame.dtype))
        self.make_room(plan.longest)

    def make_room(self, size: int) -> None:
        """Allocate memory for a message of at most so many bytes."""
        out = np.empty(size, np.uint8)
        self.out, self.text = quick(out), out.data
        """Where the message is written, for the kernel and as bytes."""


class Writer(Generic[T]):
    """Make messages of records."""

    def __init__(
        self,
        message: type[T],
        most: Mapping[str, int],
        words: Mapping[object, Words],
        given: Sequence[str] = (),
        room: np.dtype[Any] = NO_ROOM,
        after: Plan | None = None,
    ) -> None:
        """Plan a message; raises TypeError where its type does not say what is to be written.

        A number stands for one of the `words` of its field's name or of its type; otherwise words of a Literal count
        from 0, and −1 is None; floats are `SHARES`. A list NAME has at most `most[NAME]` entries, and NAME_count of
        them. Whatever else may be None is a list of one entry or none. A dictionary has a number for each word of a
        Literal, −1 for those that are left out. Values of the fields `given` are handed over with each record; they
        can be hashed. `room` is the type of the memory that the kernel needs which fills a record. The plan comes
        `after` another one, with which it shares its memory where both are carried out.
        """
        self.plan = Plan(message, most, words, given, after)
        self.room = room
        """Type of the memory."""
        self.given = tuple(given)
        """Names of what is handed over with each record."""
        self._steps, self._texts, self._begins = map(quick, (self.plan.steps, self.plan.texts, self.plan.begins))
        self._write = straight(write, partial(setattr, self, "_write"))
        self._decoder = msgspec.json.Decoder(message)
        self._sheets: list[Sheet] = []

    def take(self) -> Sheet:
        """Return a sheet that nobody else has, with any contents."""
        try:
            return self._sheets.pop()
        except IndexError:
            return Sheet(self.plan, self.room)

    def read(self, sheet: Sheet, *given: object) -> T:
        """Read the record of a sheet as a message, with what is given in its order, and take the sheet back."""
        message = self._decoder.decode(self._written(sheet, given))
        self._sheets.append(sheet)
        return message

    def put_back(self, sheet: Sheet) -> None:
        """Take back a sheet that `take` returned."""
        self._sheets.append(sheet)

    def json(self, sheet: Sheet, *given: object) -> bytes:
        """Write the record of a sheet as a message, with what is given in its order."""
        return bytes(self._written(sheet, given))

    def _written(self, sheet: Sheet, given: tuple[object, ...]) -> memoryview:
        """Write the record of a sheet, and return the text in the memory of the sheet."""
        text, parts = encoded(*given)
        if len(sheet.text) < self.plan.longest + len(text):
            sheet.make_room(self.plan.longest + len(text))
        plan = self._steps, self._texts, self._begins, self.plan.first
        size = self._write(*plan, sheet.numbers, text, parts, sheet.frames, sheet.out)
        return sheet.text[:size]


@lru_cache(maxsize=1024)
def encoded(*given: object) -> tuple[Grid, Grid]:
    """Write values, most of which stay the same throughout a game, as JSON, in the form of `joined`, for kernels."""
    text, parts = joined([msgspec.json.encode(each) for each in given])
    return quick(text), quick(parts)


def joined(texts: Sequence[bytes]) -> tuple[Grid, Grid]:
    """Join texts; return their bytes, and where each begins and the last ends."""
    return np.frombuffer(b"".join(texts), np.uint8), np.cumsum([0, *map(len, texts)], dtype=np.int32)


def quick(array: Grid) -> Any:  # noqa: ANN401 - an array, or what kernels can use in the same way
    """Return an array as it is for compiled code; for uncompiled code, which reads arrays slowly, something like it."""
    if not PLAIN:
        return array
    return array.data if array.dtype.fields is None else [unpacked(each) for each in array]
