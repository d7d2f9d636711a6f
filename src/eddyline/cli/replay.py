"""Tell a saved game: `eddyline replay`."""

from __future__ import annotations

from typing import TextIO

import click

from eddyline.cli.console import find_game, out, run_uncompiled


@click.command()
@click.argument("file", type=click.File(encoding="utf-8"))
def replay(file: TextIO) -> None:
    """Print a saved game turn by turn.

    FILE is what "download the record" gives at a table; - reads from standard input. A damaged file is refused with the
    line and the reason.
    """
    run_uncompiled()
    from eddyline.record import RecordError, TurnLine, begin, load  # noqa: PLC0415
    from eddyline.record import replay as steps  # noqa: PLC0415

    try:
        record = load(file.read())
        names = record.header.players
        out.print(f"{find_game(record.header.game).name}, {len(names)} players: {', '.join(names)}", markup=False)
        match = begin(record.header)
        for event in match.game.tell_start(match.states):
            out.print(match.game.sentence(event, names), markup=False)
        for step in steps(record):
            match = step.match
            if isinstance(step.line, TurnLine):
                out.print(f"\n{names[step.line.seat]}: {', '.join(step.line.turn)}", markup=False)
            else:
                out.print("\nchance", markup=False)
            for event in step.events:
                out.print(f"    {match.game.sentence(event, names)}", markup=False)
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file.name}: this is no saved game: it is not text ({error.reason})") from None
    except RecordError as error:
        raise click.ClickException(f"{file.name}: {error}") from None
    if match.ranking is None:
        out.print("\nThe game was still running here.")
    else:
        places = sorted(zip(match.ranking, names, strict=True))
        out.print("\n" + ", ".join(f"{rank}. {name}" for rank, name in places), markup=False)
