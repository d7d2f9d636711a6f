"""Narrate a saved game: `eddyline replay`."""

from __future__ import annotations

from typing import TextIO

import click

from eddyline.cli.console import out, run_uncompiled


@click.command()
@click.argument("file", type=click.File(encoding="utf-8"))
def replay(file: TextIO) -> None:
    """Print a saved game turn by turn.

    FILE is a record downloaded from a table; - reads from standard input. A damaged file is refused with the line and
    the reason.
    """
    run_uncompiled()
    from eddyline.record import RecordError, load, story  # noqa: PLC0415

    try:
        for line in story(load(file.read())):
            out.print(line, markup=False)
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file.name}: not a saved game: it is not text ({error.reason})") from None
    except RecordError as error:
        raise click.ClickException(f"{file.name}: {error}") from None
