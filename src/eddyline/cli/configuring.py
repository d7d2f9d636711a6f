"""Take the options of a command from the command line, else from the environment, else from a TOML file."""

from __future__ import annotations

import difflib
import functools
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from eddyline.engine.text import EncodingError, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "EDDYLINE"
"""How the environment variables of all options begin."""

LONGEST_WORD = 60
_LETTERS = re.compile(r"[^\W\d_]+")
_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


class Setting(click.Option):
    """Be an option that may also stand in the environment and in a file."""

    @property
    def key(self) -> str:
        """Return what it is called in a file: as on the command line."""
        return max(self.opts, key=len).lstrip("-")

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """Name the option, and where its value comes from."""
        hint = f"'--{self.key}'"
        if ctx is None or self.name is None:
            return hint
        match ctx.get_parameter_source(self.name):
            case ParameterSource.ENVIRONMENT:
                return f"{hint}, from {PREFIX}_{self.name.upper()}"
            case ParameterSource.DEFAULT_MAP:
                return f"{hint}, from {ctx.params.get('config')}"
            case _:
                return hint

    def type_cast_value(self, ctx: click.Context, value: object) -> object:
        """Convert a value. Raises BadParameter, which says what was expected and what came."""
        try:
            return super().type_cast_value(ctx, value)
        except click.BadParameter:
            if self._kind() is str and not isinstance(self.type, click.Choice):
                raise
            raise click.BadParameter(f"expected {self._expected()}, got {value}", ctx, self) from None

    def from_file(self, value: object) -> object:
        """Return a value of a TOML file as this option takes it. Raises ValueError for one of another type."""
        if self.multiple:
            values = value if isinstance(value, list) else [value]
            return tuple(self._of_type(each, "a text, or a list of texts") for each in values)
        return self._of_type(value, self._expected())

    def _kind(self) -> type:
        if self.is_flag:
            return bool
        return {"integer": int, "integer range": int, "float": float, "float range": float}.get(self.type.name, str)

    def _expected(self) -> str:
        if isinstance(self.type, click.Choice):
            return f"one of {', '.join(self.type.choices)}"
        kind = _KINDS[self._kind()]
        if not isinstance(self.type, click.IntRange | click.FloatRange):
            return kind
        least, most = self.type.min, self.type.max
        return f"{kind} from {least} to {most}" if most is not None else f"{kind} of at least {least}"

    def _of_type(self, value: object, expected: str) -> object:
        kind = self._kind()
        # For Python, true is a whole number.
        if type(value) is kind or (kind is float and type(value) is int):
            return value
        match value:
            case bool():
                got = str(value).lower()
            case str():
                got = f"the text “{value}”"
            case int() | float():
                got = f"the number {value}"
            case list():
                got = "a list"
            case dict():
                got = "a table"
            case _:
                got = f"the date {value}"
        raise ValueError(f"expected {expected}, got {got}")


def read_file(command: click.Command, file: Path) -> Mapping[str, object]:
    """Return what a TOML file says of a command's options, by the names of their parameters. Raises ValueError."""
    known = {each.key: each for each in command.params if isinstance(each, Setting)}
    known.pop("config", None)
    try:
        values = tomllib.loads(text_of(file.read_bytes()))
    except OSError as error:
        raise ValueError(f"cannot read {file}: {error.strerror or error}") from None
    except EncodingError as error:
        raise ValueError(f"cannot read {file}: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{file} is not TOML, such as port = 8000: {error}") from None
    found: dict[str, object] = {}
    for key, value in values.items():
        if (option := known.get(key)) is None:
            near = difflib.get_close_matches(key, known, n=1)
            meant = f"; did you mean {near[0]}?" if near else f"; it may say {', '.join(known)}"
            raise ValueError(f"{file} says {key}, which is no option{meant}")
        try:
            found[str(option.name)] = option.from_file(value)
        except ValueError as error:
            raise ValueError(f"{file}, {key}: {error}") from None
    return found


def _use(ctx: click.Context, param: click.Parameter, file: Path | None) -> Path | None:
    if file is not None:
        try:
            ctx.default_map = dict(read_file(ctx.command, file))
        except ValueError as error:
            raise click.BadParameter(str(error), ctx, param) from None
    return file


setting = functools.partial(click.option, cls=Setting, show_envvar=True)
"""Declare an option that shows the name of its variable."""

config_option = setting(
    "--config",
    type=click.Path(path_type=Path),
    metavar="FILE",
    is_eager=True,
    callback=_use,
    help="TOML file with any of the options below, without their dashes: port = 8000. What the command line says comes "
    "first, then the environment, then the file.",
)


def read_words(file: Path) -> tuple[str, ...]:
    """Read a list of words: one on each line, nothing after a #.

    Raises OSError, EncodingError, and ValueError for a line that is no word.
    """
    found = []
    for number, line in enumerate(text_of(file.read_bytes()).splitlines(), 1):
        if not (word := line.partition("#")[0].strip()):
            continue
        if not _LETTERS.fullmatch(word.removeprefix("*").removesuffix("*")) or len(word) > LONGEST_WORD:
            raise ValueError(f"line {number}: expected a word of letters, with or without * at its ends, got {word!r}")
        found.append(word)
    return tuple(found)
