"""Check and show maps: `eddyline board`."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

import click

from eddyline.cli.console import out, run_uncompiled
from eddyline.engine.text import EncodingError, text_of

if TYPE_CHECKING:
    from eddyline.engine.maps import Maps

MOST = 1 << 16
"""Maximum file size in bytes, many times that of the largest map."""


@click.group()
def board() -> None:
    """Check your own maps, and show the built-in ones.

    A map is a text file with one character for each space of the river; the rules of Canyon explain the characters.
    """


@board.command()
@click.argument("file", type=click.File("rb"))
def check(file: BinaryIO) -> None:
    """Check whether a map can be played, and list its flaws with line and column.

    FILE is a text file; - reads from standard input. The exit status is 1 if there are flaws.
    """
    maps, text = _maps(), _read(file)
    if flaws := maps.check(text):
        for flaw in flaws:
            out.print(flaw.message, markup=False)
        raise click.ClickException(f"{file.name}: {len(flaws)} {'flaw' if len(flaws) == 1 else 'flaws'}, see above")
    out.print(f"{file.name}: this map can be played.", markup=False)
    for line in maps.describe(text):
        out.print(line)


@board.command()
@click.argument("name")
def show(name: str) -> None:
    """Print a map to copy and change.

    NAME is a board of the game, such as canyon, or a file: eddyline board show canyon > my-map.txt
    """
    from pathlib import Path  # noqa: PLC0415

    texts = _maps().texts
    if name in texts:
        click.echo(texts[name].rstrip("\n"))
        return
    if not Path(name).is_file():
        raise click.ClickException(f"there is no board and no file {name!r}; the boards are: {', '.join(texts)}")
    with Path(name).open("rb") as file:
        click.echo(_read(file).rstrip("\n"))


def _maps() -> Maps:
    """Return the maps of the game that supports maps."""
    run_uncompiled()
    from eddyline.engine.registry import GAMES, game  # noqa: PLC0415

    return next(maps for game_id in GAMES if (maps := game(game_id).maps))


def _read(file: BinaryIO) -> str:
    data = file.read(MOST + 1)
    if len(data) > MOST:
        raise click.ClickException(f"{file.name}: not a map: it is longer than {MOST} bytes")
    try:
        return text_of(data)
    except EncodingError as error:
        raise click.ClickException(f"{file.name}: not a map: {error}") from None
