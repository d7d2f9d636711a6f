"""Check and show maps of rivers: `eddyline board`."""

from __future__ import annotations

from typing import BinaryIO

import click

from eddyline.cli.console import out, run_uncompiled

MOST = 1 << 16
"""Bytes of a file that are read: many times the largest map."""


@click.group()
def board() -> None:
    """Check maps of your own, and show those that come with the game.

    A map is a text file with one character for each space of the river; the rules of Canyon say what they mean.
    """


@board.command()
@click.argument("file", type=click.File("rb"))
def check(file: BinaryIO) -> None:
    """Say what is wrong with a map, with line and column, or that it can be played.

    FILE is a text file; - reads from standard input. Ends with status 1 when anything is wrong.
    """
    run_uncompiled()
    from eddyline.games.canyon.rules import charting  # noqa: PLC0415

    text = _read(file)
    if flaws := charting.check(text):
        for flaw in flaws:
            out.print(flaw.message, markup=False)
        raise click.ClickException(f"{file.name}: {len(flaws)} {'flaw' if len(flaws) == 1 else 'flaws'}, see above")
    lines = charting.lines_of(text)
    far = charting.distances(lines)
    starts = {far[column, row] for column, row, mark in charting.cells_of(lines) if mark == "S"}
    rapids = sum(mark in charting.ARROWS for _, _, mark in charting.cells_of(lines))
    out.print(f"{file.name}: this map can be played.", markup=False)
    out.print(f"{len(lines[0])} columns, {len(lines)} lines")
    out.print(f"{len(far)} spaces for canoes, {rapids} of them rapids")
    out.print(f"{min(starts)} steps from every start jetty to the village")


@board.command()
@click.argument("name")
def show(name: str) -> None:
    """Print a map, to copy and to change.

    NAME is a board of the game, such as canyon, or a file: eddyline board show canyon > my-map.txt
    """
    from pathlib import Path  # noqa: PLC0415

    run_uncompiled()
    from eddyline.games.canyon.rules.boards import MAPS  # noqa: PLC0415

    if name in MAPS:
        click.echo(MAPS[name].rstrip("\n"))
        return
    if not Path(name).is_file():
        raise click.ClickException(f"there is no board and no file {name!r}; the boards are: {', '.join(MAPS)}")
    with Path(name).open("rb") as file:
        click.echo(_read(file).rstrip("\n"))


def _read(file: BinaryIO) -> str:
    data = file.read(MOST + 1)
    if len(data) > MOST:
        raise click.ClickException(f"{file.name}: this is no map: it is longer than {MOST} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file.name}: this is no map: it is not text ({error.reason})") from None
