"""Run bot tournaments: `eddyline arena`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from eddyline.cli.choices import chosen, preset_and_options
from eddyline.cli.console import WIDEST, counted, err, find_game, out
from eddyline.cli.interrupt import STOPPED
from eddyline.cli.playing import Means, play, start_limit_option, workers_option

if TYPE_CHECKING:
    from eddyline.arena import Rating, Results, Verdict
    from eddyline.engine.game import Game

EXAMPLES = """
\b
Examples:
  eddyline arena niagara guide paddler paddler paddler --games 1000
  eddyline arena niagara guide@0.2s scout@0.2s paddler random --ladder --games 1000 --out ladder.jsonl
  eddyline arena canyon my_bots:MyBot@800 voyageur voyageur --sprt elo0=0,elo1=40
  eddyline arena canyon my_bots:MyBot@800 voyageur --gauntlet --plot shares.png
"""


MOST_TESTED = 20_000
"""Games of a lineup after which a sequential test gives up, by default."""


@click.command(epilog=EXAMPLES)
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option(
    "--games",
    type=click.IntRange(1),
    help="Minimum games per lineup; with --sprt the maximum.  [default: 100; with --sprt 20000]",
)
@click.option(
    "--sprt",
    metavar="HYPOTHESES",
    help="Stop when a sequential test of the first bot's win share is decided: elo0=0,elo1=40 or "
    "share0=25%,share1=30%; alpha=0.05,beta=0.05 are its rates of error.",
)
@click.option("--ladder", is_flag=True, help="Play one of each bot against copies of every other bot.")
@click.option("--gauntlet", is_flag=True, help="Play one of the first bot against copies of every other bot.")
@click.option("--seats", type=click.IntRange(2), help="Seats per game with --ladder or --gauntlet.  [default: 4]")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**64 - 1), help="Seed of all chance.")
@click.option(
    "--time-limit",
    default=60.0,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="Maximum seconds per turn; if exceeded, the turn is played at random.",
)
@start_limit_option
@preset_and_options
@workers_option
@click.option(
    "--ray",
    is_flag=False,
    flag_value="local",
    metavar="[ADDRESS]",
    help="Play on a Ray cluster: one started here, or with =auto the one running here, or =HOST:PORT.",
)
@click.option(
    "--out",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save every game to this file, as one line of JSON each; resume from the games in it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), help="Plot the shares and ratings (.png, .svg or .pdf)."
)
def arena(
    game: str,
    bots: tuple[str, ...],
    games: int | None,
    sprt: str | None,
    ladder: bool,
    gauntlet: bool,
    seats: int | None,
    seed: int,
    time_limit: float,
    start_limit: float,
    preset: str | None,
    choices: tuple[str, ...],
    workers: int | None,
    ray: str | None,
    file: Path | None,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Run a bot tournament, and report win shares and ratings.

    GAME is a game's id, such as niagara. The BOTs are a lineup: one per seat, with repetitions. A BOT is a bot's name
    or module:Class, optionally with a budget per turn: guide, guide@0.2s, guide@800 (rollouts), my_bots:MyBot.

    The bots rotate around the table from game to game while set-up and luck stay the same, until each has had every
    seat. If budgets are given in rollouts, the same seed gives the same games on any number of cores.

    If a bot crashes, returns an illegal decision or is too slow, its turn is played at random; if it never answers or
    ends its process, it loses the game; if it fails before its first game, it forfeits all of them. All are counted.
    """
    from eddyline.arena import (  # noqa: PLC0415
        ArenaError,
        GamesFileError,
        Sequential,
        SpecError,
        Stage,
        check_picture,
        draw,
        parse_sprt,
        results,
        schedule,
        tournament,
    )
    from eddyline.engine.options import OptionError  # noqa: PLC0415

    if ray and ray not in {"local", "auto"} and ":" not in ray:
        raise click.UsageError(f"expected --ray alone, --ray=auto or --ray=HOST:PORT, got --ray={ray}")
    lineups = _lineups(bots, seats, ladder=ladder, gauntlet=gauntlet)
    rules = find_game(game)
    options = chosen(rules, preset, choices, len(lineups[0]))
    try:
        if plot:
            check_picture(plot)
        hypotheses = parse_sprt(sprt) if sprt else None
        event = tournament(rules, lineups, seed=seed, options=options, time_limit=time_limit, sprt=hypotheses)
        games = games or (MOST_TESTED if hypotheses else 100)
        plan = schedule(event.lineups, games)
        if len(plan) > games * len(lineups) and not hypotheses:
            err.print(
                f"{counted(len(plan), 'game')} instead of {games * len(lineups)}, to give every bot every seat equally."
            )
        test = Sequential(event) if hypotheses else None
        played, finished = play(event, [Stage(event, plan)], file, Means(workers, ray, start_limit), test)
        found = results(event, played)
        if plot and played:
            draw(found, plot, f"{rules.name}, {len(lineups[0])} seats, {counted(found.games, 'game')}")
    except (SpecError, GamesFileError, ArenaError, OptionError, OSError) as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        import msgspec  # noqa: PLC0415

        click.echo(msgspec.json.encode(found))
    else:
        _print(rules, found)
    if not finished:
        raise SystemExit(STOPPED)


def _lineups(bots: tuple[str, ...], seats: int | None, *, ladder: bool, gauntlet: bool) -> list[tuple[str, ...]]:
    from eddyline.arena import pairings  # noqa: PLC0415

    if ladder and gauntlet:
        raise click.UsageError("--ladder and --gauntlet cannot be combined: choose one")
    if not (ladder or gauntlet):
        if seats not in {None, len(bots)}:
            raise click.UsageError(
                f"expected {seats} bots, one for each seat, or --ladder or --gauntlet, got {len(bots)}"
            )
        return [bots]
    if len(set(bots)) < 2:
        raise click.UsageError("expected at least two different bots")
    return pairings(bots, seats or 4, first_only=gauntlet)


def _between(rating: Rating) -> str:
    """Return a rating's interval, in which an end may be open."""
    if rating.low is None and rating.high is None:
        return "–"
    if rating.low is None:
        return f"up to {rating.high:.0f}"
    return f"{rating.low:.0f} and up" if rating.high is None else f"{rating.low:.0f} – {rating.high:.0f}"


def _verdict(found: Verdict) -> str:
    """Return what a sequential test says, in a sentence."""
    bot = found.lineup[0]
    said = {
        "H1": f"{bot} wins at least {found.share1:.1%}, not {found.share0:.1%} or less (H1 is accepted)",
        "H0": f"{bot} wins at most {found.share0:.1%}, not {found.share1:.1%} or more (H0 is accepted)",
        None: f"nobody knows yet whether {bot} wins at most {found.share0:.1%} or at least {found.share1:.1%}",
    }[found.accepted]
    return (
        f"SPRT of {', '.join(found.lineup)}: {said} after {counted(found.blocks, 'block')}; LLR {found.llr_h1:+.2f} of "
        f"{found.bound_h1:.2f} for H1, {found.llr_h0:+.2f} of {found.bound_h0:.2f} for H0."
    )


def _print(rules: Game, found: Results) -> None:
    """Print the results as tables."""
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    from eddyline.arena.results import against_the_ladder, opponents, rows_of  # noqa: PLC0415

    event = found.tournament
    seats = sorted({len(lineup) for lineup in event.lineups})
    out.print(f"{rules.name}, {seats[0]} seats, {counted(found.games, 'game')}, seed {int(event.seed, 16)}")
    shares = Table(box=None, pad_edge=False, header_style="")
    for title in ("bot", "against"):
        shares.add_column(title, no_wrap=True)
    for title in ("games", "win share", "95 %", "fair", "mean rank", "rounds", "no winner"):
        shares.add_column(title, justify="right", no_wrap=True)
    for lineup, share in rows_of(found):
        bounds = "–" if share.low is None or share.high is None else f"{share.low:.1%} – {share.high:.1%}"
        shares.add_row(
            share.entrant,
            opponents(lineup, share),
            str(lineup.games),
            f"{share.share:.1%}",
            bounds,
            f"{share.fair:.1%}",
            f"{share.mean_rank:.2f}",
            f"{lineup.median_rounds:g}",
            str(lineup.without_winner),
        )
    ladder = Table(box=None, pad_edge=False, header_style="")
    ladder.add_column("bot", no_wrap=True)
    for title in ("rating", "95 %", "ms/turn", "p95", "max", "µs/decision", "crashes", "illegal", "late", "forfeits"):
        ladder.add_column(title, justify="right", no_wrap=True)
    for entrant in found.entrants:
        times = (entrant.ms_per_turn, entrant.ms_per_turn_p95, entrant.ms_per_turn_most, entrant.us_per_decision)
        ladder.add_row(
            entrant.entrant,
            f"{entrant.rating.points:.0f}",
            _between(entrant.rating),
            *("–" if number is None else f"{number:,.4g}" for number in times),
            *map(str, (entrant.crashes, entrant.illegal, entrant.timeouts, entrant.forfeits)),
        )
    # Do not truncate columns in narrow terminals or where the width is unknown.
    wide = Console(highlight=False, width=WIDEST)
    for table in (shares, ladder):
        out.print()
        wide.print(table)
    for lineup in against_the_ladder(found):
        one, other = sorted(lineup.shares, key=lambda share: -share.share)
        out.print(
            f"\n{one.entrant} wins more than {other.entrant} in games of {', '.join(lineup.lineup)}, although it is "
            "rated lower: no single list can show such a circle.",
            markup=False,
        )
    for verdict in found.sprt:
        out.print(f"\n{_verdict(verdict)}", markup=False)
    for entrant in found.entrants:
        if entrant.first_failure:
            out.print(f"\nFirst failure of {entrant.entrant}: {entrant.first_failure}", markup=False)
