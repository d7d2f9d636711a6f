"""Determine what compiled code depends on: the modules that a module imports, their sources, and Numba's settings.

Imports are parsed from the sources, so that nothing has to be imported, let alone compiled, to find out whether a game
has been compiled. Only unindented imports count: imports inside functions or for type checkers do not affect kernels.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import sys
import tokenize
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).resolve().parent.parent

NUMBA = {"NUMBA_OPT": "2", "NUMBA_SLP_VECTORIZE": "1"}
"""How Numba compiles kernels, unless the environment says otherwise.

Level 3 takes 50 % longer to compile, and does not make the rules faster. The SLP vectorizer, which Numba leaves off,
gives Canyon, whose tables are written row by row, a quarter.
"""

_IMPORT = re.compile(r"^from (eddyline[\w.]*) import (\([^)]*\)|[^\n]*)|^import (eddyline[\w.]*)", re.MULTILINE)
_KERNEL = re.compile(r"^@(?:\w+\()?(kernel|routine|door)\)?$", re.MULTILINE)
_NAME = re.compile(r"(\w+)(?: as \w+)?")


class _Source(NamedTuple):
    digest: bytes
    imports: tuple[Path, ...]
    has_kernels: bool


@cache
def _read(file: Path) -> _Source:
    text = file.read_text("utf-8")
    found: list[Path | None] = []
    for match in _IMPORT.finditer(text):
        module, names, plain = match.groups()
        found.append(_file(plain or module))
        # `from package import module`; any other name belongs to the package's own file.
        found += [_file(f"{module}.{name}") for name in _NAME.findall(names or "")]
    imports = tuple(dict.fromkeys(each for each in found if each is not None))
    return _Source(hashlib.sha256(text.encode()).digest(), imports, bool(_KERNEL.search(text)))


@cache
def _file(module: str) -> Path | None:
    """Return the file of a module, or None."""
    base = PACKAGE.parent.joinpath(*module.split("."))
    own = next((file for file in (base.with_suffix(".py"), base / "__init__.py") if file.is_file()), None)
    if own is not None or module.partition(".")[0] == PACKAGE.name:
        return own
    # A game from elsewhere; of its own modules only those count that it names as games.
    found = find_spec(module)
    return Path(found.origin) if found and found.origin else None


def _reached(file: Path) -> set[Path]:
    """Return a file and all files that it imports, directly or indirectly."""
    reached: set[Path] = set()
    ahead = [file]
    while ahead:
        now = ahead.pop()
        if now not in reached:
            reached.add(now)
            ahead += _read(now).imports
    return reached


def _settings() -> str:
    """Return all settings of Numba, which can change compiled code, too."""
    given = {name: value for name, value in os.environ.items() if name.startswith("NUMBA_") and value}
    return " ".join(f"{name}={value}" for name, value in sorted((NUMBA | given).items()))


@cache
def digest(file: Path) -> str:
    """Hash all that the compiled code of a module can depend on.

    That is the module, all modules of this package that it imports, and the settings of Numba.
    """
    total = hashlib.sha256(_settings().encode())
    for each in sorted(_reached(file)):
        total.update(_name(each).encode() + b"\0" + _read(each).digest)
    return total.hexdigest()[:16]


def kernels_digest(*modules: str) -> str:
    """Hash the sources of all kernels that these modules use; other sources do not count."""
    reached = {file for module in modules if (start := _file(module)) for file in _reached(start)}
    total = hashlib.sha256(sys.version.encode())
    for file in sorted(file for file in reached if _read(file).has_kernels):
        total.update(f"{_name(file)} {digest(file)}".encode())
    return total.hexdigest()[:16]


def code_digest(*modules: str) -> str:
    """Hash what these modules and all that they import do: without comments, docstrings and line breaks.

    It is the same for every version of Python; messages put together with f-strings do not count.
    """
    reached = {file for module in modules if (start := _file(module)) for file in _reached(start)}
    total = hashlib.sha256()
    for file in sorted(reached):
        total.update(f"{_name(file)} {_code_of(file)}\n".encode())
    return total.hexdigest()[:16]


@cache
def _code_of(file: Path) -> str:
    return hashlib.sha256("\0".join(_tokens(file)).encode()).hexdigest()


def _tokens(file: Path) -> Iterator[str]:
    """Yield the tokens of a file that matter."""
    quoted = 0
    begins = True
    for token in tokenize.generate_tokens(io.StringIO(file.read_text("utf-8")).readline):
        kind = tokenize.tok_name[token.type]
        # Python 3.12 reads the parts of an f-string, older ones read it as a whole.
        quoted += (kind == "FSTRING_START") - (kind == "FSTRING_END")
        if quoted or kind in {"FSTRING_END", "COMMENT", "NL", "ENDMARKER", "ENCODING"}:
            continue
        is_string = kind == "STRING"
        if not (is_string and (begins or "f" in token.string.partition(token.string[-1])[0].lower())):
            yield {"INDENT": "{", "DEDENT": "}", "NEWLINE": ";"}.get(kind, token.string)
        begins = kind in {"INDENT", "DEDENT", "NEWLINE"} or (begins and is_string)


def players_digest(module: str) -> str:
    """Hash every source file of the rules and the bots and a game's own module, which can affect a tournament."""
    total = hashlib.sha256(sys.version.encode())
    files = [file for part in ("engine", "games", "bots") for file in sorted((PACKAGE / part).rglob("*.py"))]
    for file in dict.fromkeys([*files, _file(module)]):
        if file is not None:
            total.update(_name(file).encode() + file.read_bytes())
    return total.hexdigest()[:16]


def _name(file: Path) -> str:
    """Return the path relative to the package, which is the same in every checkout."""
    return file.relative_to(PACKAGE).as_posix() if file.is_relative_to(PACKAGE) else file.name
