"""Judge a bot by a fixed set of games: the suite.

`suite.json` lists its cells: a game, its options, a number of seats, and the built-in bots that are met there. The bot
has one seat, copies of a rival have the others. The seed of every game follows from the suite's. So two bots that were
judged years apart have played the same games, as long as the rules and the rivals are the same.
"""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from eddyline.arena.entrants import SpecError
from eddyline.arena.results import Z, whole_blocks
from eddyline.arena.schedule import Stage, Tournament, Word, schedule, tournament
from eddyline.engine.options import OptionValue
from eddyline.engine.random import derived
from eddyline.engine.registry import game

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from eddyline.arena.file import Played

NUMBER = 1
"""Number of the suite: another one for any change of its games, so that figures of two suites are not compared."""


class Cell(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Define one kind of game in the suite."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    rivals: tuple[str, ...]
    """The bots that are met here, with a budget in rollouts: the same on every machine."""


class Suite(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Define the suite."""

    suite: int
    seed: Word
    games: int
    """Games against each rival in each cell, a multiple of every number of seats."""
    cells: tuple[Cell, ...]


class SuiteRun(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hold everything that determines the games of one bot; the first line of a suite's file."""

    suite: int
    bots: dict[str, str]
    """Entrant by game."""
    games: int
    tournaments: tuple[Tournament, ...]
    """One for each cell in which it plays; `Played.lineup` counts their lineups on."""


class CellScore(msgspec.Struct, frozen=True, kw_only=True):
    """Report the shares in one cell."""

    cell: Cell
    shares: tuple[float, ...]
    """Mean share of the win, by rival."""
    score: float
    """Their mean."""
    error: float
    """Standard error of the score."""


class GameScore(msgspec.Struct, frozen=True, kw_only=True):
    """Report how a bot did in one game."""

    game: str
    bot: str
    score: float
    """Mean over the cells and rivals of the share of the win."""
    margin: float
    """Half the width of its 95 % confidence interval."""
    fair: float
    """The score of a bot that is as strong as its rivals."""
    games: int
    forfeits: int
    """Games that it lost by failing."""
    failures: int
    cpu_ms_per_turn: float | None
    """Processor time."""
    cells: tuple[CellScore, ...]


class Baseline(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Report how a built-in bot did in one game."""

    game: str
    bot: str
    score: float
    margin: float
    games: int
    cpu_ms_per_turn: float


class Baselines(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hold the scores of built-in bots, made by `tools/suite_baselines.py` from the files of their runs."""

    suite: int
    commit: str
    date: str
    rows: tuple[Baseline, ...]


@cache
def baselines() -> Baselines:
    """Return the table of the built-in bots."""
    found = msgspec.json.decode(files("eddyline.arena").joinpath("baselines.json").read_bytes(), type=Baselines)
    assert found.suite == NUMBER
    return found


@cache
def suite() -> Suite:
    """Return the suite."""
    found = msgspec.json.decode(files("eddyline.arena").joinpath("suite.json").read_bytes(), type=Suite)
    assert found.suite == NUMBER
    return found


def run_of(bots: Mapping[str, str], games: int | None = None, *, here: bool = True) -> SuiteRun:
    """Arrange the suite for a bot in each of these games; raises SpecError.

    Fewer games than the suite's are for trying things out. A bot whose games are only replayed need not be `here`.
    """
    if unknown := bots.keys() - {cell.game for cell in suite().cells}:
        raise SpecError(f"the suite has no games of {', '.join(sorted(unknown))}")
    tournaments = []
    for number, cell in enumerate(suite().cells):
        if cell.game not in bots:
            continue
        rules = game(cell.game)
        tournaments.append(
            tournament(
                rules,
                [(bots[cell.game], *[rival] * (cell.seats - 1)) for rival in cell.rivals],
                seed=derived(int(suite().seed, 16), "cell", number),
                options=rules.parse_options(None, cell.options, cell.seats),
                here=here,
            )
        )
    return SuiteRun(suite=NUMBER, bots=dict(bots), games=games or suite().games, tournaments=tuple(tournaments))


def stages(run: SuiteRun) -> list[Stage]:
    """List all games of a run, cell by cell."""
    found: list[Stage] = []
    first = 0
    for event in run.tournaments:
        games = schedule(event.lineups, run.games)
        found.append(Stage(event, [seating._replace(lineup=first + seating.lineup) for seating in games]))
        first += len(event.lineups)
    return found


def scores(run: SuiteRun, games: Iterable[Played]) -> list[GameScore]:
    """Score a bot in each of its games; cells without a block of every lineup are left out."""
    by_lineup: dict[int, list[Played]] = {}
    for played in sorted(games, key=lambda each: (each.lineup, each.number)):
        by_lineup.setdefault(played.lineup, []).append(played)
    cells: dict[str, list[CellScore]] = {}
    own: dict[str, list[Played]] = {}
    listed = iter(cell for cell in suite().cells if cell.game in run.bots)
    first = 0
    for event, cell in zip(run.tournaments, listed, strict=True):
        rows = [whole_blocks(lineup, by_lineup.get(first + index, [])) for index, lineup in enumerate(event.lineups)]
        first += len(event.lineups)
        if all(rows):
            cells.setdefault(cell.game, []).append(_cell_score(cell, event, rows))
            own.setdefault(cell.game, []).extend(played for row in rows for played in row)
    return [_game_score(name, run.bots[name], found, own[name]) for name, found in cells.items()]


def _cell_score(cell: Cell, event: Tournament, rows: Sequence[Sequence[Played]]) -> CellScore:
    """Score a cell; blocks are independent, their games, also those against different rivals, are not."""
    means, blocks = [], max(played.block for row in rows for played in row) + 1
    influence = np.zeros(blocks)
    least = 0.0
    for lineup, row in zip(event.lineups, rows, strict=True):
        shares = np.array([played.share(lineup[0]) for played in row])
        means.append(float(shares.mean()))
        influence += (
            np.bincount([played.block for played in row], shares - shares.mean(), blocks) / len(row) / len(rows)
        )
        if len(set(lineup)) > 1:  # copies of one bot come out even, surely
            least += (1 / len(row) / len(rows)) ** 2
    variance = float(influence @ influence) * blocks / max(1, blocks - 1)
    # Where every game was won or lost, as if one more had not been.
    return CellScore(
        cell=cell, shares=tuple(means), score=sum(means) / len(means), error=math.sqrt(max(variance, least))
    )


def _game_score(name: str, bot: str, cells: Sequence[CellScore], games: Sequence[Played]) -> GameScore:
    failed = [(played, failure) for played in games for failure in played.failures if played.seats[failure.seat] == bot]
    own = [
        (len(played.turns[seat]), played.cpu[seat])
        for played in games
        if played.turns
        for seat, sitting in enumerate(played.seats)
        if sitting == bot
    ]
    turns = sum(count for count, _ in own)
    return GameScore(
        game=name,
        bot=bot,
        score=sum(cell.score for cell in cells) / len(cells),
        margin=Z * math.sqrt(sum(cell.error**2 for cell in cells)) / len(cells),
        fair=sum(1 / cell.cell.seats for cell in cells) / len(cells),
        games=len(games),
        forfeits=sum(not played.rounds for played, _ in failed),
        failures=len(failed),
        cpu_ms_per_turn=1000 * sum(seconds for _, seconds in own) / turns if turns else None,
        cells=tuple(cells),
    )
