"""Play games of bots with a progress bar, those that are not in a file yet: for `eddyline arena` and its like."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import click

from eddyline.cli.console import counted, err
from eddyline.cli.interrupt import Interrupt

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.progress import Progress

    from eddyline.arena import Cluster, Played, Pool, Seating, Sequential, Stage, Tournament
    from eddyline.arena.file import Header

start_limit_option = click.option(
    "--start-limit",
    default=900.0,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="Maximum seconds for loading a bot, with compilation; if exceeded, it forfeits its games.",
)
workers_option = click.option(
    "--workers", type=click.IntRange(1), help="Number of worker processes, one core each.  [default: all cores]"
)

STATES_SHOWN = 1
"""Number of lineups up to which the state of each one's test is shown while they play."""


class Means(NamedTuple):
    """Say with what to play."""

    workers: int | None
    """None: all cores."""
    ray: str | None
    start_limit: float

    def pool(self, event: Tournament, games: int) -> Pool | Cluster:
        """Start what plays this number of games."""
        from eddyline.arena import Cluster, Pool  # noqa: PLC0415

        if self.ray:
            return Cluster(event, self.workers, None if self.ray == "local" else self.ray, start_limit=self.start_limit)
        return Pool(event, min(self.workers or os.cpu_count() or 1, games), start_limit=self.start_limit)


def progress_bar() -> Progress:
    """Return a bar that counts games, and says how long they have taken and will take."""
    from rich import progress  # noqa: PLC0415

    return progress.Progress(
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TextColumn("remaining"),
        progress.TimeRemainingColumn(),
        console=err,
        speed_estimate_period=3600,
        transient=True,
    )


def play(
    header: Header, stages: Sequence[Stage], file: Path | None, means: Means, test: Sequential | None = None
) -> tuple[list[Played], bool]:
    """Play the games that are not in the file yet, until the test is decided.

    Returns all games, and whether these are all that were wanted: Ctrl-C stops early.
    """
    import contextlib  # noqa: PLC0415

    from eddyline.arena import GamesFile  # noqa: PLC0415

    wanted = {(game.lineup, game.number) for stage in stages for game in stage.games}
    with contextlib.ExitStack() as stack:
        interrupt = stack.enter_context(Interrupt())
        kept = stack.enter_context(GamesFile(file, header)) if file else None
        games = {(game.lineup, game.number): game for game in kept.games} if kept else {}
        games = {key: game for key, game in games.items() if key in wanted}
        if games:
            err.print(
                f"{file} holds {len(games)} of {counted(len(wanted), 'game')}; resuming from there.", markup=False
            )
        for game in games.values():
            if test:
                test.add(game)

        def missing(game: Seating) -> bool:
            return (game.lineup, game.number) not in games and (test is None or test.wants(game))

        if not any(missing(game) for stage in stages for game in stage.games):
            return list(games.values()), True
        bar = stack.enter_context(progress_bar())
        task = bar.add_task("Loading the bots …", total=len(wanted), completed=len(games))
        for event, plan in stages:
            left = [game for game in plan if missing(game)]
            if not left or interrupt.came():
                continue
            with means.pool(event, len(left)) as pool:
                for game in pool.play(filter(missing, left), interrupt.came):
                    _tell_forfeits(game)
                    games[game.lineup, game.number] = game
                    if kept:
                        kept.add(game)
                    if test:
                        test.add(game)
                    bar.update(task, description=f"Playing{_state(test)}", advance=1)
        if kept and test:
            kept.note(test)
        finished = not any(missing(game) for stage in stages for game in stage.games)
        if not finished:
            rest = f"the same command resumes from {file}" if file else "use --out FILE to be able to resume"
            err.print(f"Stopped after {len(games)} of {counted(len(wanted), 'game')}; {rest}.", markup=False)
    return list(games.values()), finished


def _state(test: Sequential | None) -> str:
    """Say how the test stands."""
    if test is None:
        return ""
    if len(test.verdicts) > STATES_SHOWN:
        return f", {sum(found.accepted is not None for found in test.verdicts)} of {len(test.verdicts)} decided"
    (found,) = test.verdicts
    return (
        f", LLR {found.llr_h1:+.2f} of {found.bound_h1:.2f} for H1, {found.llr_h0:+.2f} of {found.bound_h0:.2f} for H0"
    )


def _tell_forfeits(game: Played) -> None:
    """Say at once which bots do not even begin."""
    if game.number == 0 and not game.rounds:
        for failure in game.failures:
            err.print(f"{game.seats[failure.seat]}: {failure.what}.", markup=False)
