"""Print results and progress, find games, and select uncompiled rules."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click
from rich.console import Console

from eddyline.engine.text import EncodingError, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from eddyline.engine.game import Game

out = Console(highlight=False, soft_wrap=True)
"""Standard output, for results."""
err = Console(highlight=False, soft_wrap=True, stderr=True)
"""Standard error, for progress and errors."""


WIDEST = 250
"""Maximum width in characters of a table whose columns are never truncated."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line.")
"""Used by every command that lists something."""


moment = click.DateTime(["%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"])
"""Type of options that take a time, in UTC."""


def print_json(objects: Iterable[object]) -> None:
    """Print objects as JSON, one in a line."""
    import msgspec  # noqa: PLC0415

    for each in objects:
        click.echo(msgspec.json.encode(each))


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun, such as `1 table` or `2 tables`; `many` is for nouns that add more than an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def name_of(file: BinaryIO) -> str:
    """Return what to call a file that the user has named; - is standard input."""
    return getattr(file, "name", "<stdin>")


def text_in(file: BinaryIO, what: str) -> str:
    """Read a file as text, which should be `what`; raises ClickException for one in another encoding than UTF-8."""
    try:
        return text_of(file.read())
    except EncodingError as error:
        raise click.ClickException(f"{name_of(file)}: not {what}: {error}") from None


def find_game(name: str) -> Game:
    """Find a game by its id; raises BadParameter."""
    from eddyline.engine.registry import UnknownGameError, game  # noqa: PLC0415

    try:
        return game(name)
    except UnknownGameError as error:
        raise click.BadParameter(str(error), param_hint="GAME") from None


def run_uncompiled() -> None:
    """Use the rules uncompiled from here on, unless they are already loaded.

    This is for short jobs that finish before a compiler would: a few hundred decisions take less than a second.
    """
    chosen = os.environ.get("EDDYLINE_PLAIN")
    os.environ["EDDYLINE_PLAIN"] = "1"
    import eddyline.engine.kernel  # noqa: F401, PLC0415 - reads the variable when it is imported

    # Child processes should not inherit it.
    if chosen is None:
        del os.environ["EDDYLINE_PLAIN"]
    else:
        os.environ["EDDYLINE_PLAIN"] = chosen
