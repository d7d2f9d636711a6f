"""Narrate a saved game: `eddyline replay`."""

from __future__ import annotations

from typing import BinaryIO

import click

from eddyline.cli.console import name_of, out, run_uncompiled, text_in


@click.command()
@click.argument("file", type=click.File("rb"))
def replay(file: BinaryIO) -> None:
    """Print a saved game turn by turn.

    FILE is a record downloaded from a table; - reads from standard input. A damaged file is refused with the line and
    the reason.
    """
    run_uncompiled()
    from eddyline.record import RecordError, load, story  # noqa: PLC0415

    try:
        for line in story(load(text_in(file, "a saved game"))):
            out.print(line, markup=False)
    except RecordError as error:
        raise click.ClickException(f"{name_of(file)}: {error}") from None
