"""The tree's own rules, read off the sources: who may import whom, what stays pure, how long a module gets."""

from __future__ import annotations

import ast
import re
from collections import Counter
from fnmatch import fnmatch
from functools import cache, partial
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

from support.markdown import ARCHITECTURE, table_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "eddyline"
MODULES = sorted(PACKAGE.rglob("*.py"))
CLIENT = PACKAGE.parents[1] / "web" / "src"
CLIENT_FILES = [
    path for path in sorted(CLIENT.rglob("*")) if path.suffix in {".ts", ".svelte"} and "paraglide" not in path.parts
]
CLIENT_IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*['"](\.[^'"?]+)['"]""")

# The arrow that ARCHITECTURE.md draws, package by package.
MAY_IMPORT = {
    "engine": set(),
    "games": {"engine"},
    "record": {"engine", "games"},
    "bots": {"engine", "games", "characters"},
    "envs": {"engine", "games", "bots"},  # a bot may be the opponent
    "ratings": set(),
    "build": set(),
    "characters": set(),
    "arena": {"engine", "games", "bots", "characters"},
    "training": {"engine", "games", "bots", "build"},
    "protocol": {"engine", "games", "record", "ratings", "characters"},
    "server": {
        "engine",
        "games",
        "record",
        "bots",
        "ratings",
        "build",
        "characters",
        "protocol",
        "wasm",  # names what browsers have
    },
    "remote": {"engine", "games", "bots", "protocol"},  # knows a server by its messages only
    "wasm": {"engine", "games", "bots"},
    "cli": {
        "engine",
        "games",
        "record",
        "bots",
        "envs",
        "arena",
        "training",
        "protocol",
        "server",
        "remote",
        "ratings",
        "build",
        "wasm",
    },
    # The door on top of all this, for `import eddyline`: it opens games, saved games and bots by their names.
    "front_door": {"engine", "games", "record", "bots"},
    "__init__": {"engine", "record", "bots", "front_door"},
    "__main__": {"cli"},
}

# The rooms of a game, in the same way.
ROOMS = {
    "rules": {"rules"},
    "words": {"rules", "words"},
    "positions": {"rules", "words", "positions"},
    "game": {"rules", "words", "positions"},
}

ARROW_EXCEPT = {
    "engine/kept.py": {"record"},  # a match writes itself down; record, which also plays matches, does it
}

# From the ground up, as ARCHITECTURE.md lists them: each imports only those before it, and the protocol.
SERVER_ROOMS = [room.strip("`/") for room, *_ in table_of(ARCHITECTURE, "room")]
TYPES_FROM_ABOVE: dict[tuple[str, str], str] = {}
"""By room, and room above from which it takes types only: why it may."""
OUTSIDE_ROOMS = 6
"""Modules of the server that may lie in no room."""
MOST_IMPORTED = 20
"""Modules of the package that one module may import, for types, too."""
ONE_IMPORTER = {
    "web/{routes,live}/*": "a feature's requests and messages, listed by web/features.py",
    "store/migrations/*": "what Alembic runs, and what it compares with",
    "hub/{agenda,changes,opening,orders,showing,tables}": "one value of the hub, made by hub.py or for it",
    "{accounts/claims,friends/contacts,friends/memos,friends/privacy}": "a kind of log of its own",
    "{accounts/bots,base/heartbeat,presence/peers}": "one value of the hub, too",
    "{announcements/announcements,notices/notices,tournaments/tournaments}": "what a room gives the hub",
    "hub/{census,retention}": "what goes on in the background, listed by jobs.py",
    "hub/jobs": "that list, for the feature of the server itself",
    "hub/{doors,ending,waits}": "what follows from a change by another process, one subject each",
    "accounts/tries": "limits of its own: who may try how often, and who is kept out by nobody",
    "accounts/{passkeys,passwords}": "one way to prove who one is each: cryptography, and nothing of accounts",
    "notices/{at_tables,sending}": "where notices come from and how they leave; notices.py knows of neither",
    "{ratings/recomputing,store/restore,store/postgres/place}": "what only a command does, beside a server",
    "web/{announcing,inviting,overseeing,static_site}": "what only a command does, too",
    "{accounts/door,base/unwanted}": "what the operator wants of whoever makes an account or writes",
    "notices/quiet": "hours by the clock of a time zone, which know of no log",
    "history/{collecting,rivals}": "an archive of records, and what is counted of games, which know of no request",
    "room/*": "one thing that a room has, with a state of its own",
    "store/{schema,sqlite,sqlite_games,startup,watch}": "parts of the store in SQLite; the room hands out the store",
    "store/postgres/{address,games,peers}": "parts of the store in PostgreSQL",
    "table/{absence,missed,plans,timing,turn_queue,why_not}": "one thing that a table has, which knows of no table",
    "{friends/meeting,table/past,web/my_tables}": "what a request answers, told without HTTP to the suites on secrecy",
    "tournaments/{organising,pairing,shown}": "what is done with tournaments: by people, by arithmetic, by pages",
    "tournaments/{calendar,terms}": "the format of a file, and who is let in: neither knows how a tournament goes on",
    "web/preview/telling": "what a link says, in words, and nothing of requests",
    "web/moderated": "how commands are carried out beside a server, and what moderators see of what they find",
    "web/{app,transport}": "what `eddyline serve` runs",
    "web/{asking,background,features,pages}": "what an app is made of",
}
"""Modules of the server that one module alone imports: why they are modules of their own."""
MANY_EXCEPT = {
    "games/canyon/game.py": "the manifest lists all parts of the game",
    "cli/__init__.py": "the list of all commands",
    "server/web/features.py": "the list of all features",
}

# Rules must come out the same everywhere and every time: no clock, no chance, no file, no network. A list of what they
# may use, because the list of what they must not use has no end.
PURE = {"engine", "games"}
PURE_IMPORTS = {
    "__future__", "abc", "codecs", "collections", "concurrent", "contextlib", "copy", "copyreg", "dataclasses",
    "difflib", "enum", "functools", "hashlib", "html", "inspect", "itertools", "json", "math", "msgspec", "numbers",
    "numpy", "operator", "re", "string", "textwrap", "threading", "types", "typing", "typing_extensions", "weakref",
}  # fmt: skip
PURE_EXCEPT = {
    "games/__init__.py": "makes of itself, in `sys.modules`, a package that can be called",
    "engine/kernel.py": "imports Numba",
    "engine/cache.py": "keeps compiled code on the disk",
    "engine/forks.py": "asks which process this is, and whether it can be forked",
    "engine/cache_folder.py": "finds a folder for it",
    "engine/private.py": "makes folders, and tells whether others can write to them",
    "engine/sources.py": "reads the package's sources, to know what compiled code is made of",
    "games/canyon/rules/boards/__init__.py": "reads the maps that lie beside it, which are part of the package",
    "engine/catalogue.py": "reads the messages that lie with a game, which are part of the package",
    "engine/registry.py": "imports a game when somebody asks for it by name; the one place where engine reaches games",
}
IMPURE_CALLS = {"open", "input", "print", "exec", "eval", "__import__"}
IMPURE_NUMPY = {"random", "memmap", "load", "save", "savez", "fromfile", "loadtxt", "savetxt"}

LONGEST = 500
LONG_EXCEPT = {"engine/opening.py": "one template: all that is made anew for every game"}


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def syntax_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def for_types(path: Path) -> set[ast.AST]:
    """Return the parts of a module that only a type checker reads."""
    blocks = [
        node
        for node in ast.walk(syntax_of(path))
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    return {part for block in blocks for statement in block.body for part in ast.walk(statement)}


@cache
def imports_of(path: Path, *, types: bool = True) -> set[str]:
    """Return the dotted names that a module imports, wherever in it, relative ones made absolute.

    With `types` false, those are left out that only a type checker reads.
    """
    package = ["eddyline", *path.relative_to(PACKAGE).parts[:-1]]
    found: set[str] = set()
    left_out = set() if types else for_types(path)
    for node in ast.walk(syntax_of(path)):
        if node in left_out:
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found.update(f"{base}.{alias.name}" for alias in node.names)
    return found


def broken(law: Callable[[Path], Iterable[str]], modules: Iterable[Path] = MODULES) -> dict[str, list[str]]:
    """Return what each module does that the law forbids, of the modules that do anything of the kind."""
    found = {name_of(path): sorted(law(path)) for path in modules}
    assert found, "no module is held to this law"
    return {name: breaches for name, breaches in found.items() if breaches}


def test_parts_of_the_package_have_a_place_in_the_arrow():
    assert {part_of(path) for path in MODULES} <= set(MAY_IMPORT)


def test_imports_follow_the_arrow():
    def against(module):
        part = part_of(module)
        imported = {name.split(".")[1] for name in imports_of(module) if name.startswith("eddyline.")}
        return (imported & set(MAY_IMPORT)) - {part} - MAY_IMPORT[part] - ARROW_EXCEPT.get(name_of(module), set())

    assert broken(against) == {}


OWN = {
    ".".join(["eddyline", *path.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__"): path
    for path in MODULES
}


def own_imports(path: Path, *, types: bool = True) -> set[str]:
    """Return the modules of the package that a module imports: either a module is named or a name out of one."""
    found = {name if name in OWN else name.rpartition(".")[0] for name in imports_of(path, types=types)}
    return {name for name in found if name in OWN and OWN[name] != path}


def test_no_module_imports_itself_by_way_of_others():
    graph = {module: own_imports(path, types=False) for module, path in OWN.items()}
    assert sum(map(len, graph.values())) > len(graph), "hardly any imports were found"
    TopologicalSorter(graph).prepare()


def test_no_module_knows_too_many_others():
    many = {name_of(path): len(own_imports(path)) for path in MODULES}
    assert max(many.values()) > MOST_IMPORTED // 2
    assert {name: count for name, count in many.items() if count > MOST_IMPORTED and name not in MANY_EXCEPT} == {}


def room_of(module: str) -> str:
    """Return the room of a module of the server; empty for one that lies in none."""
    parts = module.split(".")
    in_one = (OWN[module].name == "__init__.py" and len(parts) == 3) or len(parts) > 3
    return parts[2] if in_one else ""


def test_rooms_of_the_server_import_only_those_before_them():
    modules = {module: path for module, path in OWN.items() if module.startswith("eddyline.server.")}
    in_none = [module for module in modules if not room_of(module)]
    assert len(in_none) <= OUTSIDE_ROOMS, in_none
    assert {
        name for module in in_none for name in own_imports(OWN[module]) if name in modules and room_of(name)
    } == set()
    assert {room_of(module) for module in modules} - {""} == {*SERVER_ROOMS}
    backwards: dict[str, set[tuple[str, str]]] = {"used": set(), "for types": set()}
    for module, path in modules.items():
        used = own_imports(path, types=False)
        for imported in own_imports(path) & modules.keys():
            here, there = room_of(module), room_of(imported)
            if here and there and SERVER_ROOMS.index(there) > SERVER_ROOMS.index(here):
                backwards["used" if imported in used else "for types"].add((module, imported))
    assert backwards["used"] == set()
    types = {(room_of(module), room_of(imported)) for module, imported in backwards["for types"]}
    assert types == {*TYPES_FROM_ABOVE}


def test_a_module_that_one_other_imports_is_a_thing_of_its_own():
    importers = Counter(name for path in MODULES for name in own_imports(path))
    alone = {
        module.removeprefix("eddyline.server.").replace(".", "/")
        for module, path in OWN.items()
        if module.startswith("eddyline.server.") and path.name != "__init__.py" and importers[module] <= 1
    }
    reasons = {
        pattern: {name for name in alone if any(map(partial(fnmatch, name), either(pattern)))}
        for pattern in ONE_IMPORTER
    }
    assert alone - set().union(*reasons.values()) == set(), "merge it, or say why it is a module"
    assert [pattern for pattern, names in reasons.items() if not names] == [], "nobody needs this reason"


def either(pattern: str) -> list[str]:
    """Return what a pattern stands for that has a list in braces."""
    before, _, rest = pattern.partition("{")
    within, _, after = rest.partition("}")
    return [f"{before}{each}{after}" for each in within.split(",")]


def test_tests_of_the_server_lie_in_its_rooms():
    tests = Path(__file__).parent / "server"
    assert {path.parent.relative_to(tests).as_posix() for path in tests.rglob("test_*.py")} <= {*SERVER_ROOMS}


def client_imports(path: Path) -> set[Path]:
    """Return the files of the client that one of its files imports."""
    found = set()
    for name in CLIENT_IMPORT.findall(path.read_text("utf-8")):
        base = path.parent.joinpath(name).resolve()
        candidates = [base, *(base.with_name(base.name + end) for end in (".ts", ".svelte.ts")), base / "index.ts"]
        found |= {each for each in candidates if each.is_file()}
    return found - {path}


def test_no_file_of_the_client_imports_itself_by_way_of_others():
    graph = {path: client_imports(path) for path in CLIENT_FILES}
    assert sum(map(len, graph.values())) > len(graph), "hardly any imports were found"
    TopologicalSorter(graph).prepare()


OF_GAMES = [path for path in MODULES if part_of(path) == "games" and path.parent != PACKAGE / "games"]


def test_games_do_not_know_each_other():
    def others(module):
        games = {name.split(".")[2] for name in imports_of(module) if name.startswith("eddyline.games.")}
        return games - {module.relative_to(PACKAGE).parts[1]}

    assert broken(others, OF_GAMES) == {}


def test_the_rooms_of_a_game_follow_their_own_arrow():
    def against(module):
        names = [name.split(".") for name in imports_of(module) if name.startswith("eddyline.games.")]
        rooms = {parts[3] for parts in names if len(parts) > 4}
        return rooms - ROOMS[module.relative_to(PACKAGE).parts[2].removesuffix(".py")]

    assert broken(against, [path for path in OF_GAMES if path.stem != "__init__"]) == {}


GAME_IDS = {folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "game.py").is_file()}
NAMES_GAMES = {"front_door.py": "tells type checkers what each game's matches are of, which has to be written out"}


def test_nothing_outside_its_own_folders_names_a_game():
    def names(module):
        named = {part for name in imports_of(module) for part in name.split(".")}
        named |= {
            node.value
            for node in ast.walk(syntax_of(module))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        return named & GAME_IDS

    own = {PACKAGE / kind / game for kind in ("games", "bots", "training") for game in GAME_IDS}
    outside = [path for path in MODULES if not own & {*path.parents} and name_of(path) not in NAMES_GAMES]
    assert broken(names, outside) == {}


def test_nothing_of_the_client_outside_its_boards_names_a_game():
    named = re.compile(rf"""['"`/](?:{"|".join(GAME_IDS)})['"`/]""")
    boards = {CLIENT / "boards" / game for game in GAME_IDS}
    files = [path for path in CLIENT_FILES if not boards & {*path.parents} and path.name != "protocol.ts"]
    assert len(files) > 50
    assert [path.name for path in files if named.search(path.read_text("utf-8"))] == []


def test_rules_stay_pure():
    def impure(module):
        imported = imports_of(module)
        yield from {name.split(".")[0] for name in imported} - PURE_IMPORTS - {"eddyline"}
        yield from (name for name in imported if name.startswith(tuple(f"numpy.{part}" for part in IMPURE_NUMPY)))
        for node in ast.walk(syntax_of(module)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
                yield f"{node.func.id} in line {node.lineno}"
            if isinstance(node, ast.Attribute) and node.attr in IMPURE_NUMPY and ast.unparse(node.value) == "np":
                yield f"np.{node.attr} in line {node.lineno}"

    pure = [path for path in MODULES if part_of(path) in PURE and name_of(path) not in PURE_EXCEPT]
    assert broken(impure, pure) == {}


def test_only_the_kernel_module_imports_numba():
    def numba(module):
        return [name for name in imports_of(module) if name.split(".")[0] == "numba"]

    assert {*broken(numba)} <= {"engine/kernel.py", "engine/cache.py", "wasm/retarget.py"}


def test_modules_are_short():
    lengths = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST and name not in LONG_EXCEPT} == {}


def test_modules_are_named_for_what_they_hold():
    vague = {"utils", "util", "helpers", "helper", "misc", "common"}
    assert [name_of(path) for path in MODULES if path.stem in vague] == []


def test_exceptions_name_modules_that_need_them():
    assert {*ARROW_EXCEPT, *PURE_EXCEPT, *LONG_EXCEPT, *MANY_EXCEPT, *NAMES_GAMES} <= {
        name_of(path) for path in MODULES
    }
