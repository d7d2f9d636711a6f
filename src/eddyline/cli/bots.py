"""List the built-in bots: `eddyline bots`."""

from __future__ import annotations

import inspect
import json

import click
from rich.table import Table

from eddyline.cli.console import find_game, json_option, out


@click.command()
@click.argument("game", required=False)
@json_option
def bots(game: str | None, *, as_json: bool) -> None:
    """List the built-in bots, the recommended one of each game first.

    GAME is a game's id, such as niagara; by default, the bots of all games are listed. A bot that searches takes a
    budget: guide@0.2s thinks for a fifth of a second, guide@800 in 800 rollouts. Without one, its turns take the
    number of rollouts shown here.
    """
    from eddyline.bots import BOTS  # noqa: PLC0415 - slow to import

    games = list(BOTS) if game is None else [find_game(game).id]
    rows = [
        {
            "game": each,
            "bot": name,
            "rollouts": getattr(listed.kind, "rollouts", None),
            "about": (inspect.getdoc(listed.kind) or "").partition("\n")[0],
        }
        for each in games
        for name, listed in BOTS[each].items()
    ]
    if as_json:
        for row in rows:
            click.echo(json.dumps(row, ensure_ascii=False))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("game", "bot", "rollouts"):
        table.add_column(heading, justify="right" if heading == "rollouts" else "left", no_wrap=True)
    table.add_column("what it does")
    for row in rows:
        table.add_row(*("" if value is None else str(value) for value in row.values()))
    out.print(table, soft_wrap=False)
