"""Judge a bot by the public suite: `eddyline suite`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from eddyline.cli.console import WIDEST, counted, err, out
from eddyline.cli.interrupt import STOPPED
from eddyline.cli.playing import Means, play, start_limit_option, workers_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.arena.suite import GameScore

EXAMPLES = """
\b
Examples:
  eddyline suite
  eddyline suite my_bots:MyBot --out my-bot.jsonl
  eddyline suite niagara=my_bots:Paddler canyon=voyageur/fox
  eddyline suite --check my-bot.jsonl
"""
FAULTS_SHOWN = 20


@click.command(epilog=EXAMPLES)
@click.argument("bots", nargs=-1, metavar="[[GAME=]BOT]...")
@click.option(
    "--out",
    "file",
    default="suite.jsonl",
    show_default=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save every game to this file, as one line of JSON each; resume from the games in it.",
)
@workers_option
@click.option("--games", type=click.IntRange(1), help="Fewer games against each rival, to try it out.")
@start_limit_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each game instead of tables.")
@click.option(
    "--check",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Instead of playing, check the file of somebody's run.",
)
@click.option(
    "--ask",
    default=20,
    show_default=True,
    type=click.IntRange(0),
    help="With --check: number of games, drawn by chance, in which the built-in bots must decide the same again.",
)
def suite(
    bots: tuple[str, ...],
    file: Path,
    workers: int | None,
    games: int | None,
    start_limit: float,
    as_json: bool,
    check: Path | None,
    ask: int,
) -> None:
    """Judge a bot by a fixed set of games, the same for everybody.

    A BOT is as for `eddyline arena`, and plays the games of both Niagara and Canyon, or of one: niagara=my_bots:MyBot.
    Its score is the mean share of the win against rules of thumb and a small search, in five kinds of games of each,
    for two to six players. Without a BOT the scores of the built-in bots are listed.

    The file holds every decision, and --check replays it: whether the games are the suite's, whether the decisions lead
    to the results, and, in some games, whether the built-in bots decide as they are said to have. The exit status is 0
    if everything agrees, 1 if something does not.
    """
    from eddyline.arena import ArenaError, GamesFileError, SpecError  # noqa: PLC0415
    from eddyline.arena.suite import run_of, scores, stages  # noqa: PLC0415
    from eddyline.engine.options import OptionError  # noqa: PLC0415

    try:
        if check:
            if bots:
                raise click.UsageError("expected either bots or --check FILE")
            _check(check, ask)
            return
        if not bots:
            _print((), as_json=as_json)
            return
        run = run_of(_by_game(bots), games)
        played, finished = play(run, stages(run), file, Means(workers, None, start_limit))
        found = scores(run, played)
    except (SpecError, GamesFileError, ArenaError, OptionError, OSError) as error:
        raise click.ClickException(str(error)) from None
    _print(found, as_json=as_json)
    if not finished:
        raise SystemExit(STOPPED)
    err.print(f"Others can check this: eddyline suite --check {file}", markup=False)


def _by_game(bots: Sequence[str]) -> dict[str, str]:
    from eddyline.arena.suite import suite as fixed  # noqa: PLC0415

    found: dict[str, str] = {}
    games = dict.fromkeys(cell.game for cell in fixed().cells)
    for text in bots:
        game, named, bot = text.partition("=")
        for each in [game] if named else games:
            if each in found:
                raise click.UsageError(f"expected one bot for each game, got two for {each}")
            found[each] = bot if named else text
    return found


def _check(file: Path, ask: int) -> None:
    from rich import progress  # noqa: PLC0415

    from eddyline.arena.checking import Check  # noqa: PLC0415
    from eddyline.arena.suite import scores  # noqa: PLC0415
    from eddyline.arena.suite import suite as fixed  # noqa: PLC0415

    check = Check(file)
    faults = check.arrangement()
    if not check.same_code:
        err.print("Rules or bots are not to the letter those that played these games; the results should be the same.")
    with progress.Progress(console=err, transient=True) as bar:
        for found in bar.track(check.replays(ask), total=len(check.games), description="Replaying"):
            faults += found
    for fault in faults[:FAULTS_SHOWN]:
        click.echo(f"{file}: {fault}", err=True)
    if len(faults) > FAULTS_SHOWN:
        click.echo(f"{file}: {len(faults) - FAULTS_SHOWN} more", err=True)
    if faults:
        raise SystemExit(1)
    if check.run.games < fixed().games:
        out.print(f"It has {check.run.games} games against each rival instead of {fixed().games}.")
    asked = min(ask, len(check.games))
    out.print(
        f"All {counted(len(check.games), 'game')} are the suite's, and their moves lead to their results; in {asked} "
        "of them the built-in bots decided the same again.",
        markup=False,
    )
    _print(scores(check.run, check.games))


def _print(found: Sequence[GameScore], *, as_json: bool = False) -> None:
    """Print the scores among those of the built-in bots, then cell by cell."""
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    from eddyline.arena.suite import baselines  # noqa: PLC0415

    known = baselines()
    if as_json:
        import msgspec  # noqa: PLC0415

        for each in found or known.rows:
            click.echo(msgspec.json.encode(each))
        return
    # Do not truncate columns in narrow terminals or where the width is unknown.
    wide = Console(highlight=False, width=WIDEST)
    games = dict.fromkeys(each.game for each in found or known.rows)
    rows = [
        *((row.game, row.score, row.bot, row.margin, row.games, row.cpu_ms_per_turn, "built in") for row in known.rows),
        *((row.game, row.score, row.bot, row.margin, row.games, row.cpu_ms_per_turn, _failed(row)) for row in found),
    ]
    table = Table(box=None, pad_edge=False, header_style="")
    for title in ("game", "bot"):
        table.add_column(title, no_wrap=True)
    for title in ("score", "±", "games", "CPU ms/turn"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for game in games:
        for _, score, bot, margin, number, speed, about in sorted(
            (row for row in rows if row[0] == game), key=lambda row: -row[1]
        ):
            table.add_row(
                game,
                bot,
                f"{score:.1%}",
                f"{100 * margin:.1f}",
                f"{number:,}",
                "–" if speed is None else f"{speed:,.3g}",
                about,
            )
    wide.print(table)
    for each in found:
        cells = Table(box=None, pad_edge=False, header_style="")
        cells.add_column(f"{each.bot} in {each.game}", no_wrap=True)
        for title in ("seats", "fair", *(f"against {rival}" for rival in each.cells[0].cell.rivals)):
            cells.add_column(title, justify="right", no_wrap=True)
        for cell in each.cells:
            options = ", ".join(
                name if value is True else f"{name}={value}" for name, value in cell.cell.options.items()
            )
            shares = (f"{share:.1%}" for share in cell.shares)
            cells.add_row(options or "no modules", str(cell.cell.seats), f"{1 / cell.cell.seats:.1%}", *shares)
        out.print()
        wide.print(cells)


def _failed(found: GameScore) -> str:
    """Say how often a bot failed."""
    if not found.failures:
        return ""
    return f"failed {counted(found.failures, 'time')}, and lost {counted(found.forfeits, 'game')} by it"
