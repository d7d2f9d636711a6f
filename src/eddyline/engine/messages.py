"""Check a message from outside against a type; errors say in one sentence where it is wrong and what was expected."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import inspect

from eddyline.engine.suggest import suggest

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

LONGEST = 80
"""Maximum length of a received value in messages."""

STEP = re.compile(r"\.([^.\[\]`]+)|\[(\d+|\.\.\.)\]")
"""One step of msgspec's path to an error: a field, a list index, or any value of a mapping."""
ERROR = re.compile(r"(?P<what>.*?)(?: - at `(?P<key>key` in `)?(?P<path>\$[^`]*)`)?", re.DOTALL)
FIELD = re.compile(r"Object (?P<what>contains unknown|missing required) field `(?P<name>.*)`", re.DOTALL)


def shown(value: object) -> str:
    """Return a shortened text of any value, even if its `__repr__` fails."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - foreign __repr__, deeply nested list, very long number
        text = f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def convert(message: object, kind: type[T], refuse: Callable[[str], Exception]) -> T:
    """Convert a message of plain values or structs to `kind`; raises the error that `refuse` makes from a sentence.

    Structs are checked, too, because their constructors do not check anything.
    """
    try:
        plain = msgspec.to_builtins(message, builtin_types=(bytes, bytearray, memoryview))
    except (TypeError, ValueError, RecursionError, OverflowError) as error:
        raise refuse(f"expected {_described(inspect.type_info(kind))} as plain values: {error}") from None
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise refuse(_explained(str(error), plain, inspect.type_info(kind))) from None
    except (TypeError, ValueError, RecursionError, OverflowError) as error:
        raise refuse(f"expected {_described(inspect.type_info(kind))}, got {shown(plain)}: {error}") from None


def _explained(text: str, value: Any, node: inspect.Type) -> str:  # noqa: ANN401 - anything may have come
    """Rephrase an error of msgspec."""
    found = ERROR.fullmatch(text)
    path = (found and found["path"]) or "$"
    for name, index in STEP.findall(path):
        node = _inside(node, name or index)
        with suppress(LookupError, TypeError, ValueError):
            value = value[name or int(index)]
    field = FIELD.fullmatch(found["what"] if found else text)
    if field and isinstance(node, inspect.StructType):
        names = [each.encode_name for each in node.fields]
        if field["what"] == "missing required":
            return f"expected a field {field['name']!r}, got none - at `{path}`"
        name = field["name"]
        return f"unknown field {shown(name)}, expected {_listed(names)}{suggest(name, names)} - at `{path}`"
    if found and found["key"] and isinstance(node, inspect.DictType):
        return f"expected every key to be {_described(node.key_type)}, got {shown(value)} - at `{path}`"
    close = suggest(value, _values(node))
    return f"expected {_described(node)}, got {shown(value)}{close} - at `{path}`"


def _inside(node: inspect.Type, step: str) -> inspect.Type:
    """Return the type one step inside a type."""
    for each in _choices(node):
        if isinstance(each, inspect.StructType):
            return next((field.type for field in each.fields if field.encode_name == step), node)
        if isinstance(each, inspect.TupleType):
            return each.item_types[int(step)]
        if isinstance(each, inspect.VarTupleType):
            return each.item_type
        if isinstance(each, inspect.DictType):
            return each.value_type
    return node


def _choices(node: inspect.Type) -> tuple[inspect.Type, ...]:
    return node.types if isinstance(node, inspect.UnionType) else (node,)


def _values(node: inspect.Type) -> list[str]:
    """List the texts that a type allows, if they are few."""
    literals = [each for each in _choices(node) if isinstance(each, inspect.LiteralType)]
    return [value for each in literals for value in each.values if isinstance(value, str)]


def _listed(names: list[str]) -> str:
    return f"one of: {', '.join(names)}"


def _described(node: inspect.Type) -> str:
    """Describe a type in words."""
    match node:
        case inspect.UnionType():
            return " or ".join(_described(each) for each in node.types)
        case inspect.NoneType():
            return "nothing"
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return f"a whole number{_bounds('from ', node.ge, node.le)}"
        case inspect.LiteralType():
            return _listed([str(value) for value in node.values])
        case inspect.StrType():
            return f"a text{_bounds('of ', node.min_length, node.max_length, ' characters')}"
        case inspect.TupleType():
            return f"a list of {len(node.item_types)}"
        case inspect.VarTupleType():
            return f"a list{_bounds('of ', node.min_length, node.max_length)}"
        case inspect.StructType() | inspect.DictType():
            return "an object"
    return "something else"


def _bounds(word: str, least: int | None, most: int | None, what: str = "") -> str:
    if least is None or most is None:
        return "" if most is None else f" of at most {most}{what}"
    return f" {word}{least} to {most}{what}"
