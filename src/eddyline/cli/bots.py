"""List the built-in bots: `eddyline bots`."""

from __future__ import annotations

import inspect

import click
from rich.table import Table

from eddyline.cli.console import find_game, out


@click.command()
@click.argument("game", required=False)
def bots(game: str | None) -> None:
    """List the built-in bots, the recommended one of each game first.

    GAME is a game's id, such as niagara; by default, the bots of all games are listed. A bot that searches takes a
    budget: guide@0.2s thinks for a fifth of a second, guide@800 in 800 rollouts. Without one, its turns take the
    number of rollouts shown here.
    """
    from eddyline.bots import BOTS  # noqa: PLC0415 - slow to import

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("game", "bot", "rollouts"):
        table.add_column(heading, justify="right" if heading == "rollouts" else "left", no_wrap=True)
    table.add_column("what it does")
    for game_id in BOTS if game is None else [find_game(game).id]:
        for name, listed in BOTS[game_id].items():
            rollouts = getattr(listed.kind, "rollouts", None)
            described = (inspect.getdoc(listed.kind) or "").partition("\n")[0]
            table.add_row(game_id, name, "" if rollouts is None else str(rollouts), described)
    out.print(table, soft_wrap=False)
