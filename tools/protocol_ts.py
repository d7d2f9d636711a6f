"""Write web/src/protocol.ts from src/eddyline/server/protocol.py, so that messages are described once.

python tools/protocol_ts.py            # write the file
python tools/protocol_ts.py --check    # fail when the file is not current
"""

from __future__ import annotations

import inspect
import sys
import types
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, Union, get_args, get_origin

import msgspec

from eddyline.games.niagara import actions, events, view
from eddyline.server import protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "protocol.ts"
HEAD = "// Made from src/eddyline/server/protocol.py by tools/protocol_ts.py: change the former, run the latter.\n"

Struct: TypeAlias = type[msgspec.Struct]

MODULES = (actions, events, view, protocol)
"""Modules whose names of types become names in TypeScript; an alias in a later one wins."""

FROM_CLIENT = (protocol.NewTable, protocol.Join, protocol.ToServer)
FROM_SERVER = (protocol.GameInfo, protocol.Seated, protocol.TableInfo, protocol.Problem, protocol.ToClient)

SIMPLE = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}


def render() -> str:
    """Return the text of protocol.ts."""
    told = list(_structs(FROM_SERVER))
    asked = [struct for struct in _structs(FROM_CLIENT) if struct not in told]
    used = {alias for struct in told + asked for field in _fields(struct) for alias in _aliases_in(field)}
    used |= {alias for root in (*FROM_CLIENT, *FROM_SERVER) for alias in _aliases_in(root)}
    parts = [HEAD]
    parts += [f"export type {name} = {_union(kind)};\n" for kind, name in ALIASES.items() if name in used]
    parts += [f"export type View = {_type(protocol.View)};\n"]
    # What the server sends is always complete; what a client sends may leave defaults out.
    parts += [_interface(struct, optional=False) for struct in told]
    parts += [_interface(struct, optional=True) for struct in asked]
    return "\n".join(parts)


def _named_types() -> dict[object, str]:
    """Collect the unions and literals that have a public name of their own."""
    return {
        value: name
        for module in MODULES
        for name, value in vars(module).items()
        if not name.startswith("_") and (get_origin(value) in {Literal, Union} or isinstance(value, types.UnionType))
    }


ALIASES = _named_types()


def _interface(struct: Struct, *, optional: bool) -> str:
    """Spell one struct as an interface, its first docstring line above it."""
    # msgspec gives a struct without a docstring none; dataclass-like signatures never appear here.
    doc = (inspect.cleandoc(struct.__doc__) if struct.__doc__ else "").split("\n\n")[0].replace("\n", " ")
    lines = [f"/** {doc} */"] if doc else []
    lines.append(f"export interface {struct.__name__} {{")
    config = struct.__struct_config__
    if config.tag_field is not None:
        lines.append(f"  {config.tag_field}: {_literal(config.tag)};")
    for field in msgspec.structs.fields(struct):
        mark = "?" if optional and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type)};")
    return "\n".join([*lines, "}", ""])


def _type(kind: object) -> str:
    """Spell a type, by its public name where it has one."""
    if kind in ALIASES:
        return ALIASES[kind]
    if kind in SIMPLE:
        return SIMPLE[kind]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind.__name__
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple:
        return f"readonly {_bracketed(args[0])}[]"
    if origin is dict:
        key, value = (_type(arg) for arg in args)
        # A dictionary over names need not hold all of them.
        return f"Record<string, {value}>" if key == "string" else f"Partial<Record<{key}, {value}>>"
    if hasattr(kind, "__metadata__"):
        return _type(args[0])
    return _union(kind)


def _union(kind: object) -> str:
    """Spell the members of a union or literal."""
    if get_origin(kind) is Literal:
        return " | ".join(_literal(value) for value in get_args(kind))
    if get_origin(kind) is Union or isinstance(kind, types.UnionType):
        return " | ".join(_type(arg) for arg in get_args(kind))
    raise TypeError(f"protocol.py uses {kind!r}, which tools/protocol_ts.py cannot spell in TypeScript yet")


def _bracketed(kind: object) -> str:
    spelt = _type(kind)
    return f"({spelt})" if "|" in spelt else spelt


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


def _fields(struct: Struct) -> list[object]:
    return [field.type for field in msgspec.structs.fields(struct)]


def _structs(roots: Iterable[object]) -> Iterator[Struct]:
    """Give every struct that the roots reach, once, the reached before the reaching."""
    seen: set[object] = set()

    def visit(kind: object) -> Iterator[Struct]:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind in seen:
                return
            seen.add(kind)
            for field in _fields(kind):
                yield from visit(field)
            yield kind
            return
        for arg in get_args(kind):
            yield from visit(arg)

    for root in roots:
        yield from visit(root)


def _aliases_in(kind: object) -> Iterator[str]:
    """Give the public names that spelling a type uses."""
    if kind in ALIASES:
        yield ALIASES[kind]
    for arg in get_args(kind):
        if not isinstance(arg, str | int):
            yield from _aliases_in(arg)


def main() -> None:
    """Write protocol.ts, or with --check compare it."""
    text = render()
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(text, encoding="utf-8")
    elif not TARGET.is_file() or TARGET.read_text(encoding="utf-8") != text:
        sys.exit(f"{TARGET.name} is not what protocol.py says; run: python tools/protocol_ts.py")


if __name__ == "__main__":
    main()
