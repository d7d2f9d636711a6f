"""Make a module that runs of one object file of LLVM, without a linker.

An object of LLVM is a module already: code and data in place as if its memory began with them, and the numbers that a
linker would relocate hold the right addresses for that (LLVM writes them so on purpose). What is missing is its
memory, the stack, and exports. Because there is one object and nothing else, adding these is all that there is to do;
`_check` looks at every relocation, so that an object for which this is not true is refused.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ABOUT = "eddyline"
"""Custom section that tells what a module is: a JSON object."""
ACTIONS = "eddyline.actions"
"""Custom section that lists a game's actions."""
STACK = 1 << 16
PAGE = 1 << 16
HEAD = b"\0asm\1\0\0\0"
CUSTOM, TYPES, IMPORTS, FUNCTIONS, MEMORY, GLOBALS, EXPORTS, CODE, DATA = 0, 1, 2, 3, 5, 6, 7, 10, 11
FUNCTION, TABLE, MEMORIES, GLOBAL = range(4)
"""Kinds of imports and exports."""
I32, CONST, VARIABLE = 0x7F, 0, 1
I32_CONST, END = 0x41, 0x0B
UNDEFINED, LOCAL, EXPLICIT_NAME = 0x10, 0x02, 0x40
"""Flags of a symbol."""
SYMBOL_TABLE = 8
FUNCTION_SYMBOL, DATA_SYMBOL, SECTION_SYMBOL = 0, 1, 3
# Kinds of relocations; those after the first have an addend.
FUNCTION_INDEX, MEMORY_LEB, MEMORY_SLEB, MEMORY_I32, TYPE_INDEX, GLOBAL_INDEX = 0, 3, 4, 5, 6, 7


class LinkingError(Exception):
    """Report an object that is more than what can be made a module here."""


class Reader:
    """Read numbers and texts one after the other."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        """Begin at a byte."""
        self.data, self.at = data, at

    @property
    def more(self) -> bool:
        """Return whether anything is left."""
        return self.at < len(self.data)

    def byte(self) -> int:
        """Read a byte."""
        self.at += 1
        return self.data[self.at - 1]

    def number(self, *, signed: bool = False) -> int:
        """Read a number of variable length (LEB128)."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value - (1 << shift) if signed and byte & 0x40 else value

    def bytes(self) -> bytes:
        """Read as many bytes as a number before them says."""
        length = self.number()
        self.at += length
        return self.data[self.at - length : self.at]

    def text(self) -> str:
        """Read a text."""
        return self.bytes().decode()


def number(value: int, *, signed: bool = False) -> bytes:
    """Write a number of variable length."""
    made = bytearray()
    while True:
        byte, value = value & 0x7F, value >> 7
        if value == (-1 if signed and byte & 0x40 else 0):
            return bytes([*made, byte])
        made.append(byte | 0x80)


def _text(value: str) -> bytes:
    return number(len(value.encode())) + value.encode()


def _vector(parts: Sequence[bytes]) -> bytes:
    return number(len(parts)) + b"".join(parts)


def _section(kind: int, content: bytes) -> bytes:
    return bytes([kind]) + number(len(content)) + content


def _here(value: int) -> bytes:
    return bytes([I32_CONST]) + number(value, signed=True) + bytes([END])


def sections(module: bytes) -> Iterator[tuple[int, str, bytes]]:
    """Yield the sections of a module or object: kind, name if it is a custom one, and content."""
    reader = Reader(module, len(HEAD))
    while reader.more:
        kind, content = reader.byte(), Reader(reader.bytes())
        name = content.text() if kind == CUSTOM else ""
        yield kind, name, content.data[content.at :]


def about(module: bytes) -> dict[str, object]:
    """Return what a module says of itself; raises LinkingError if it is none of ours."""
    if module.startswith(HEAD):
        for _, name, content in sections(module):
            if name == ABOUT:
                found: dict[str, object] = json.loads(content)
                return found
    raise LinkingError("expected a module made by `eddyline wasm`, got something else")


class _Symbol(NamedTuple):
    kind: int
    flags: int
    name: str
    where: int
    """Index of a function or global, or the address of data."""


def linked(object_: bytes, of: Mapping[str, object], more: Mapping[str, bytes]) -> bytes:
    """Make a module of an object; `of` is what it says of itself. Raises LinkingError.

    It has `more` custom sections by name. It exports its visible functions, its `memory`, and `heap`, the first address
    that it does not use.
    """
    found = {name or kind: content for kind, name, content in sections(object_)}
    functions, others = _imports(found.get(IMPORTS, b""))
    segments = list(_segments(found.get(DATA, b"")))
    symbols = list(_symbols(found["linking"], [at for at, _ in segments]))
    _check(found, symbols, segments)
    if others - {"__linear_memory", "__stack_pointer"}:
        raise LinkingError(f"expected an object without {', '.join(sorted(others))}")
    used = max((at + len(data) for at, data in segments), default=0)
    top = -(-(used + STACK) // 16) * 16
    exports = [
        _text(each.name) + bytes([FUNCTION]) + number(each.where)
        for each in symbols
        if each.kind == FUNCTION_SYMBOL and not each.flags & (UNDEFINED | LOCAL)
    ]
    exports += [_text("memory") + bytes([MEMORIES, 0]), _text("heap") + bytes([GLOBAL, 1])]
    parts = {
        TYPES: found[TYPES],
        IMPORTS: _vector(functions),
        FUNCTIONS: found[FUNCTIONS],
        MEMORY: _vector([bytes([0]) + number(-(-top // PAGE))]),
        GLOBALS: _vector([bytes([I32, VARIABLE]) + _here(top), bytes([I32, CONST]) + _here(top)]),
        EXPORTS: _vector(exports),
        CODE: found[CODE],
        DATA: _vector([bytes([0]) + _here(at) + number(len(data)) + data for at, data in _filled(segments)]),
    }
    custom = {ABOUT: json.dumps(of).encode(), **more}
    head = [HEAD, *(_section(CUSTOM, _text(name) + content) for name, content in custom.items())]
    return b"".join(head + [_section(kind, content) for kind, content in parts.items()])


def _imports(content: bytes) -> tuple[list[bytes], set[str]]:
    """Return the imports of functions as they are written, and the names of all others."""
    reader, functions, others = Reader(content), list[bytes](), set[str]()
    for _ in range(reader.number() if content else 0):
        begin = reader.at
        _, name, kind = reader.text(), reader.text(), reader.byte()
        if kind == FUNCTION:
            reader.number()
            functions.append(content[begin : reader.at])
            continue
        others.add(name)
        if kind == GLOBAL:
            reader.at += 2
        else:
            if kind == TABLE:
                reader.byte()
            for _ in range(1 + (reader.byte() & 1)):
                reader.number()
    return functions, others


def _segments(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the address and content of each part of the data."""
    reader = Reader(content)
    for _ in range(reader.number() if content else 0):
        if reader.number() != 0 or reader.byte() != I32_CONST:
            raise LinkingError("expected data at fixed addresses only")
        at = reader.number(signed=True)
        reader.byte()
        yield at, reader.bytes()


def _filled(segments: Sequence[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """Leave out longer runs of zeros: memory begins as zeros."""
    for at, data in segments:
        for part in re.finditer(rb"[^\0](?:\0{0,15}[^\0])*", data, re.DOTALL):
            yield at + part.start(), part[0]


def _symbols(content: bytes, segments: Sequence[int]) -> Iterator[_Symbol]:
    reader = Reader(content)
    reader.number()  # the version of the format
    while reader.more:
        kind, table = reader.byte(), Reader(reader.bytes())
        for _ in range(table.number() if kind == SYMBOL_TABLE else 0):
            yield _symbol(table, segments)


def _symbol(table: Reader, segments: Sequence[int]) -> _Symbol:
    kind, flags = table.byte(), table.number()
    if kind == DATA_SYMBOL:
        name = table.text()
        if flags & UNDEFINED:
            raise LinkingError(f"expected an object that has all its data, got one without {name}")
        segment, offset, _ = table.number(), table.number(), table.number()
        return _Symbol(kind, flags, name, segments[segment] + offset)
    where = table.number()
    named = kind != SECTION_SYMBOL and (not flags & UNDEFINED or flags & EXPLICIT_NAME)
    return _Symbol(kind, flags, table.text() if named else "", where)


def _check(found: Mapping[str | int, bytes], symbols: Sequence[_Symbol], segments: Sequence[tuple[int, bytes]]) -> None:
    """Look at every number that a linker would change: it has to be right as it is."""
    code = found[CODE]
    for at, kind, symbol, addend in _relocations(found.get("reloc.CODE", b"")):
        stands = Reader(code, at).number(signed=kind == MEMORY_SLEB)
        wanted = symbol if kind == TYPE_INDEX else symbols[symbol].where + addend
        if kind not in {FUNCTION_INDEX, MEMORY_LEB, MEMORY_SLEB, TYPE_INDEX, GLOBAL_INDEX} or stands != wanted:
            raise LinkingError(f"expected code in place, got {stands} instead of {wanted} (relocation {kind})")
    data = found.get(DATA, b"")
    for at, kind, symbol, addend in _relocations(found.get("reloc.DATA", b"")):
        stands, wanted = int.from_bytes(data[at : at + 4], "little"), symbols[symbol].where + addend
        if kind != MEMORY_I32 or stands != wanted:
            raise LinkingError(f"expected data in place, got {stands} instead of {wanted} (relocation {kind})")
    if any(at < before + len(data) for (before, data), (at, _) in pairwise(segments)):
        raise LinkingError("expected data that does not overlap")


def _relocations(content: bytes) -> Iterator[tuple[int, int, int, int]]:
    """Yield place, kind, symbol and addend of each relocation of a section."""
    reader = Reader(content)
    if content:
        reader.number()  # the section
        for _ in range(reader.number()):
            kind, at, symbol = reader.number(), reader.number(), reader.number()
            addend = reader.number(signed=True) if kind in {MEMORY_LEB, MEMORY_SLEB, MEMORY_I32} else 0
            yield at, kind, symbol, addend
