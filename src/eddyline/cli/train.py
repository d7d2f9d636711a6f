"""Rebuild the weights that bots ship with: `eddyline train`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from eddyline.cli.console import counted, err, find_game, out
from eddyline.cli.interrupt import STOPPED, Interrupt
from eddyline.cli.playing import Means, play, progress_bar, workers_option

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.progress import Progress

EXAMPLES = """
\b
Examples:
  eddyline train niagara --out weights
  eddyline train niagara --recipe nightly --out weights --plot --games 400
  eddyline train --check
"""
START_LIMIT = 900.0


@click.command(epilog=EXAMPLES)
@click.argument("games_trained", nargs=-1, metavar="[GAME]...")
@click.option(
    "--recipe",
    "name",
    default="full",
    show_default=True,
    type=click.Choice(["full", "nightly", "toy"]),
    help="How much to play and fit: for what is shipped, for one night, or only to see that it works.",
)
@click.option(
    "--out", "folder", type=click.Path(path_type=Path, file_okay=False), help="Folder, with one folder for each game."
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Seed of all chance.  [default: the recipe's]")
@click.option("--plot", is_flag=True, help="Also plot the losses; needs the extra `plot`.")
@click.option(
    "--games",
    default=0,
    type=click.IntRange(0),
    help="Afterwards, games of one rebuilt bot against three with the shipped weights.",
)
@click.option(
    "--rollouts", default=100, show_default=True, type=click.IntRange(1), help="With --games: simulations for a turn."
)
@workers_option
@click.option(
    "--check", is_flag=True, help="Instead, say what the shipped weights come from; fails unless recipes here."
)
def train(
    games_trained: tuple[str, ...],
    name: str,
    folder: Path | None,
    seed: int | None,
    plot: bool,
    games: int,
    rollouts: int,
    workers: int | None,
    check: bool,
) -> None:
    """Rebuild the weights that a GAME's bots ship with, from a recipe and its seed.

    Without a GAME, all of them. The work is saved as it goes on: the same command resumes from the folder, wherever it
    was stopped, and comes to the same weights. Nothing that is shipped is changed; the new file lies in the folder, and
    tells its recipe. Needs the extra `train`.
    """
    from eddyline.training.folder import Stopped, TrainingError  # noqa: PLC0415
    from eddyline.training.plot import check_plot  # noqa: PLC0415
    from eddyline.training.trainers import trained_games  # noqa: PLC0415

    wanted = [_trained(game, trained_games()) for game in games_trained] or [*trained_games()]
    if check:
        _check(wanted)
        return
    if folder is None:
        raise click.UsageError("expected --out FOLDER, or --check")
    if plot:
        check_plot()
    for game in wanted:
        try:
            with Interrupt() as interrupt, progress_bar() as bar:
                file, figures = _carry_out(game, name, seed, folder / game, _watching(bar, game, interrupt.came))
        except Stopped:
            err.print(f"Stopped; the same command resumes from {folder / game}.", markup=False)
            raise SystemExit(STOPPED) from None
        except (TrainingError, OSError) as error:
            raise click.ClickException(str(error)) from None
        _print(game, file, figures, name, plot=plot)
        if games:
            _compare(game, file, games, rollouts, Means(workers, None, START_LIMIT))


def _trained(game: str, known: tuple[str, ...]) -> str:
    game_id = find_game(game).id
    if game_id not in known:
        raise click.ClickException(f"the bots of {game_id} have no weights; expected one of: {', '.join(known)}")
    return game_id


def _watching(bar: Progress, game: str, came: Callable[[], bool]) -> Callable[[str, int, int], bool]:
    """Return what shows each stage on a bar of its own, and tells whether to stop."""
    tasks: dict[str, Any] = {}

    def watch(stage: str, done: int, total: int) -> bool:
        if stage not in tasks:
            tasks[stage] = bar.add_task(f"{game}, {stage}", total=total)
        bar.update(tasks[stage], completed=done)
        return came()

    return watch


def _carry_out(
    game: str, name: str, seed: int | None, folder: Path, watch: Callable[[str, int, int], bool]
) -> tuple[Path, dict[str, Any]]:
    from eddyline.training.trainers import begun, carried_out  # noqa: PLC0415

    return carried_out(*begun(game, name, seed, folder, watch))


def _print(game: str, file: Path, figures: dict[str, Any], name: str, *, plot: bool) -> None:
    """Print what was measured, and plot it."""
    out.print(f"{game}, recipe {name}: {file}", markup=False)
    for key, value in figures.items():
        if not isinstance(value, dict):
            out.print(f"  {key}: {value:,}", markup=False)
            continue
        out.print(f"  {key} weights, on what was held out:", markup=False)
        for measure, figure in value.items():
            if measure == "calibration":
                told = "; ".join(f"{row['expected']:.1%} came to {row['came']:.1%}" for row in figure)
                out.print(f"    shares expected: {told}", markup=False)
            else:
                out.print(f"    {measure}: {figure}", markup=False)
    if plot:
        from eddyline.training.plot import plot_losses  # noqa: PLC0415

        out.print(f"  {plot_losses(file.parent, f'{game}, recipe {name}')}", markup=False)


def _compare(game: str, file: Path, games: int, rollouts: int, means: Means) -> None:
    """Let one bot with the rebuilt weights play three with the shipped ones; the games are kept in the folder."""
    from eddyline.arena import Stage, results, schedule, tournament  # noqa: PLC0415
    from eddyline.training.trainers import trainer  # noqa: PLC0415

    how = trainer(game)
    os.environ["EDDYLINE_WEIGHTS"] = str(file.resolve())
    lineup = (f"{how.rebuilt}@{rollouts}", *[f"{how.rival}@{rollouts}"] * 3)
    event = tournament(find_game(game), [lineup], seed=1)
    stage = Stage(event, schedule(event.lineups, games))
    played, finished = play(event, [stage], file.parent / f"games-at-{rollouts}.jsonl", means)
    if not finished:
        raise SystemExit(STOPPED)
    share = results(event, played).lineups[0].shares[0]
    low, high = share.low or 0.0, share.high or 1.0
    out.print(
        f"  won by one rebuilt against three shipped: {share.share:.1%} ({low:.1%} – {high:.1%}, 95 %) of "
        f"{counted(len(played), 'game')} with {rollouts} rollouts; fair: {share.fair:.0%}",
        markup=False,
    )


def _check(games: list[str]) -> None:
    """Say what the shipped weights come from."""
    from eddyline.training.trainers import origin  # noqa: PLC0415

    told = {game: origin(game) for game in games}
    for game, (text, _) in told.items():
        out.print(f"{game}: {text}", markup=False)
    if not all(ours for _, ours in told.values()):
        raise SystemExit(1)
