"""Generate web/src/protocol.ts from src/eddyline/protocol/ and the API's description: messages are defined once.

    python tools/protocol_ts.py            # write the file
    python tools/protocol_ts.py --check    # fail when the file is not current

The games' own types are included. Names that two games share, and those that every game has (`Action`, `Event`,
`Reason`), are prefixed with the game's name: `NiagaraAction`. What each request of the API carries, and is answered
with, is read from the description that the server itself gives of it in OpenAPI.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import sys
import tempfile
import types
from collections import Counter
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Union, get_args, get_origin

import msgspec

import eddyline.protocol
from eddyline.engine import options, plain, refusal
from eddyline.protocol import table as protocol
from eddyline.protocol import table_info
from eddyline.protocol.version import HEADER, WIRE
from eddyline.server.base.settings import Settings
from eddyline.server.web.app import build_app
from eddyline.server.web.features import FEATURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "protocol.ts"
HEAD = "// Made from src/eddyline/protocol/ by tools/protocol_ts.py: change the former, run the latter.\n"

FAILED = 400
"""Statuses from this one on tell of a problem."""

Struct: TypeAlias = type[msgspec.Struct]
Owner: TypeAlias = str | None
"""Id of the game that a type belongs to; None if it is shared."""

FROM_CLIENT = tuple(kind for feature in FEATURES for kind in feature.asked())
FROM_SERVER = tuple(kind for feature in FEATURES for kind in feature.told())
TAGGED = {name: getattr(protocol, name) for name in ("Action", "Event", "View")}
"""Unions of the games whose members a client distinguishes by their tags, as it does those of WebSockets."""
LIVE = [kind for feature in FEATURES for kind in (*feature.to_server, *feature.to_client)]

SHARED = (
    *(options, refusal, plain, table_info, protocol),
    *(import_module(f"eddyline.protocol.{module.name}") for module in iter_modules(eddyline.protocol.__path__)),
)
"""Modules whose unions and literals get their names in TypeScript; names in later modules take precedence."""
PARTS = ("rules.board", "rules.actions", "words.events", "rules.options", "words.view", "words.fate", "words.refusals")
"""Modules of a game whose types get names in TypeScript."""
EVERY_GAME_HAS = {"Action", "Event", "Reason"}

SIMPLE_JSON = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
SIMPLE = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown"}
SIMPLE |= {bytes: "string"}  # base64, as msgspec writes it


class Speller:
    """Write types in TypeScript syntax, using their TypeScript names."""

    def __init__(self) -> None:
        self.told = list(_structs(FROM_SERVER))
        self.asked = [struct for struct in _structs(FROM_CLIENT) if struct not in self.told]
        games = sorted({owner for struct in self.told if (owner := owner_of(struct))})
        self.aliases: dict[Owner, dict[object, str]] = {None: _named_types(SHARED)}
        for game in games:
            modules = [f"eddyline.games.{game}.{part}" for part in PARTS]
            self.aliases[game] = _named_types(import_module(name) for name in modules if find_spec(name))
        bases = Counter(struct.__name__ for struct in self.told + self.asked)
        bases.update(name for names in self.aliases.values() for name in {*names.values()})
        self._prefixed = {base for base, count in bases.items() if count > 1} | EVERY_GAME_HAS

    def name(self, base: str, owner: Owner) -> str:
        """Prefix a name with the game's name where needed."""
        return f"{owner.capitalize()}{base}" if owner is not None and base in self._prefixed else base

    def alias(self, kind: object, owner: Owner) -> str | None:
        """Return the name of a union or literal: the game's own, or a shared one."""
        for place in dict.fromkeys((owner, None)):
            if kind in self.aliases[place]:
                return self.name(self.aliases[place][kind], place)
        return None

    def interface(self, struct: Struct, *, optional: bool) -> str:
        """Write one struct, with the first paragraph of its docstring, and those of its fields."""
        # msgspec does not generate docstrings, so signatures never appear here.
        doc = comment(inspect.cleandoc(struct.__doc__ or "").split("\n\n")[0])
        owner = owner_of(struct)
        lines = [f"/** {doc} */"] if doc else []
        told = field_docs(struct)
        lines.append(f"export interface {self.name(struct.__name__, owner)} {{")
        config = struct.__struct_config__
        if config.tag_field is not None:
            lines.append(f"  {config.tag_field}: {_literal(config.tag)};")
        for field in msgspec.structs.fields(struct):
            if field.name in told:
                lines.append(f"  /** {told[field.name]} */")
            left_out = config.omit_defaults and not field.required
            mark = "?" if left_out or (optional and not field.required) else ""
            spelt = self.spell(field.type, owner)
            # What is left out when it is None is never null.
            spelt = spelt.removesuffix(" | null") if left_out and field.default is None else spelt
            lines.append(f"  {field.encode_name}{mark}: {spelt};")
        return "\n".join([*lines, "}", ""])

    def spell(self, kind: object, owner: Owner) -> str:
        """Write a type, by its name if it has one."""
        if name := self.alias(kind, owner):
            return name
        if kind in SIMPLE:
            return SIMPLE[kind]
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return self.name(kind.__name__, owner_of(kind))
        origin, args = get_origin(kind), get_args(kind)
        if origin is tuple:
            spelt = self.spell(args[0], owner)
            return f"readonly ({spelt})[]" if "|" in spelt or spelt.endswith("]") else f"readonly {spelt}[]"
        if origin is dict:
            key, value = (self.spell(arg, owner) for arg in args)
            # A dictionary keyed by literals need not contain all of them.
            return f"Record<string, {value}>" if key == "string" else f"Partial<Record<{key}, {value}>>"
        if hasattr(kind, "__metadata__"):
            return self.spell(args[0], owner)
        return self.union(kind, owner)

    def union(self, kind: object, owner: Owner) -> str:
        """Write the members of a union or literal; a game's own union replaces its members."""
        if get_origin(kind) is Literal:
            return " | ".join(_literal(value) for value in get_args(kind))
        if not _is_union(kind):
            raise TypeError(f"the protocol uses {kind!r}, which tools/protocol_ts.py cannot write in TypeScript yet")
        members, parts = list(get_args(kind)), []
        for game in self.aliases if owner is None else ():
            for other, base in self.aliases[game].items():
                stands_for = {*get_args(other)} if _is_union(other) else {other}
                if game is not None and stands_for < {*members}:
                    parts.append((stands_for, self.name(base, game)))
        covered = {member for stands_for, _ in parts for member in stands_for}
        return " | ".join(
            [name for _, name in parts] + [self.spell(member, owner) for member in members if member not in covered]
        )

    def used(self) -> set[tuple[Owner, object]]:
        """Collect the unions and literals that are referenced by name."""
        found: set[tuple[Owner, object]] = set()

        def visit(kind: object, owner: Owner) -> None:
            for place in dict.fromkeys((owner, None)):
                if kind in self.aliases[place]:
                    found.add((place, kind))
                    break
            for arg in get_args(kind):
                if not isinstance(arg, str | int):
                    visit(arg, owner)

        for struct in self.told + self.asked:
            for field in msgspec.structs.fields(struct):
                visit(field.type, owner_of(struct))
        for root in (*FROM_CLIENT, *FROM_SERVER):
            visit(root, None)
        everywhere = {
            (game, kind)
            for game, names in self.aliases.items()
            for kind, base in names.items()
            if base in EVERY_GAME_HAS
        }
        return found | everywhere

    def text(self) -> str:
        """Return the text of protocol.ts."""
        used = self.used()
        parts = [HEAD, f"export const WIRE = {WIRE};\n", f"export const WIRE_HEADER = '{HEADER}';\n"]
        for owner, names in self.aliases.items():
            for kind, base in names.items():
                if (owner, kind) in used:
                    parts.append(f"export type {self.name(base, owner)} = {self.union(kind, owner)};\n")
        # The server's messages are complete, but for those that omit defaults; a client's may omit them.
        parts += [self.interface(struct, optional=False) for struct in self.told]
        parts += [self.interface(struct, optional=True) for struct in self.asked]
        return "\n".join(parts)


def render() -> str:
    """Return the text of protocol.ts; raises TypeError if a client could not distinguish two messages."""
    for name, union in TAGGED.items():
        check_tags(name, union)
    for kind in filter(_is_union, LIVE):
        check_tags(str(kind), kind)
    return f"{Speller().text()}\n{requests(described())}"


def described() -> dict[str, Any]:
    """Return the server's own description of its API, in OpenAPI."""
    with tempfile.TemporaryDirectory() as folder:
        app = build_app(Settings(data=Path(folder)))
        try:
            return app.openapi_schema.to_schema()
        finally:
            asyncio.run(app.state.hub.close())


def requests(document: dict[str, Any]) -> str:
    """Write what each request of an API carries and is answered with; problems are not answers, clients raise them."""
    lines = [
        "/** What each request to the server carries, and what it is answered with. */",
        "export interface Requests {",
    ]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            parts = []
            if given := operation.get("parameters"):
                values = [f"{it['name']}{'' if it['required'] else '?'}: {_from_json(it['schema'])}" for it in given]
                parts.append(f"at: {{ {'; '.join(values)} }}")
            if body := operation.get("requestBody"):
                parts.append(f"body: {_content(body)}")
            (answer,) = (told for status, told in operation["responses"].items() if int(status) < FAILED)
            parts.append(f"answer: {_content(answer)}")
            lines.append(f"  /** {operation['summary']}. */")
            lines.append(f"  '{method.upper()} {path}': {{ {'; '.join(parts)} }};")
    return "\n".join([*lines, "}", ""])


def _content(told: dict[str, Any]) -> str:
    """Write the type of a body; null if there is none."""
    if "application/zip" in told.get("content", {}):
        return "Blob"
    contents = [content["schema"] for content in told.get("content", {}).values()]
    return _from_json(contents[0]) if contents else "null"


def _from_json(schema: dict[str, Any]) -> str:
    """Write a type of JSON Schema in TypeScript syntax; messages have their names, which are those of protocol.ts."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if members := schema.get("oneOf") or schema.get("allOf"):
        (name,) = {_from_json(member) for member in members} - {protocol.Problem.__name__}
        return name
    if schema.get("type") == "array":
        return f"readonly {_from_json(schema['items'])}[]"
    if schema.get("type") in SIMPLE_JSON:
        return SIMPLE_JSON[schema["type"]]
    raise TypeError(f"the API uses {schema}, which tools/protocol_ts.py cannot write in TypeScript yet")


def check_tags(name: str, union: object) -> None:
    """Raise TypeError for a union of structs in which two have the same tag, or one has none."""
    seen: dict[object, Struct] = {}
    for struct in get_args(union):
        tag = struct.__struct_config__.tag
        if tag is None or tag in seen:
            other = f"{seen[tag].__module__}.{seen[tag].__name__} has it, too" if tag in seen else "expected one"
            raise TypeError(f"{name}: tag {tag!r} of {struct.__module__}.{struct.__name__}: {other}")
        seen[tag] = struct


def field_docs(struct: Struct) -> dict[str, str]:
    """Return the docstrings below a struct's fields, and those of its bases, each on one line, by the field's name."""
    told: dict[str, str] = {}
    for kind in reversed(struct.__mro__):
        if issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct:
            told |= docs_of(sys.modules[kind.__module__]).get(kind.__name__, {})
    return told


@cache
def docs_of(module: types.ModuleType) -> dict[str, dict[str, str]]:
    """Return the docstrings below the fields of a module's classes; only the source has them."""
    return {
        kind.name: {
            field.target.id: comment(text.value.value)
            for field, text in pairwise(kind.body)
            if isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(text, ast.Expr)
            and isinstance(text.value, ast.Constant)
            and isinstance(text.value.value, str)
        }
        for kind in ast.parse(inspect.getsource(module)).body
        if isinstance(kind, ast.ClassDef)
    }


def comment(text: str) -> str:
    """Write a docstring on one line, with TypeScript's word for None."""
    return re.sub(r"\bNone\b", "null", " ".join(text.split()))


def owner_of(struct: Struct) -> Owner:
    """Return the id of the game to which a struct belongs."""
    package, part, *rest = struct.__module__.split(".")
    return rest[0] if (package, part) == ("eddyline", "games") else None


def _named_types(modules: Iterable[types.ModuleType]) -> dict[object, str]:
    """Collect the unions and literals that have a public name; names in later modules take precedence."""
    return {
        value: name
        for module in modules
        for name, value in vars(module).items()
        if not name.startswith("_") and (get_origin(value) is Literal or _is_union(value))
    }


def _is_union(kind: object) -> bool:
    return get_origin(kind) is Union or isinstance(kind, types.UnionType)


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


def _structs(roots: Iterable[object]) -> Iterator[Struct]:
    """Yield every struct reachable from the roots once, dependencies first."""
    seen: set[object] = set()

    def visit(kind: object) -> Iterator[Struct]:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind in seen:
                return
            seen.add(kind)
            for field in msgspec.structs.fields(kind):
                yield from visit(field.type)
            yield kind
            return
        for arg in get_args(kind):
            yield from visit(arg)

    for root in roots:
        yield from visit(root)


def main() -> None:
    """Write protocol.ts, or with --check compare it with the file."""
    text = render()
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(text, encoding="utf-8")
    elif not TARGET.is_file() or TARGET.read_text(encoding="utf-8") != text:
        sys.exit(f"{TARGET.name} is not what eddyline/protocol says; run: python tools/protocol_ts.py")


if __name__ == "__main__":
    main()
