"""Play the games of a tournament one after the other, in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.arena.entrants import maker, parse
from eddyline.arena.file import Played
from eddyline.arena.table import Clock, Table
from eddyline.bots import Budget
from eddyline.engine.random import derived
from eddyline.engine.registry import game

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.arena.schedule import Seating, Tournament
    from eddyline.bots import Bot

FIRST_ROUNDS = 2


class Hall:
    """Play games of a tournament, with its rules and bots."""

    def __init__(self, tournament: Tournament, clock: Clock | None = None) -> None:
        """Load the game and its bots; raises UnknownGameError, OptionError and SpecError."""
        self._tournament = tournament
        self._rules = game(tournament.game)
        self._options = self._rules.parse_options(None, tournament.options)
        self._clock = clock or Clock([0.0, 0.0])
        self._makers: dict[str, Callable[[int], Bot]] = {
            name: maker(tournament.game, parse(name)) for lineup in tournament.lineups for name in lineup
        }

    def warm_up(self) -> None:
        """Play two rounds with every lineup and a small budget, so that loading compiled code is not timed."""
        quick = {
            name: maker(self._tournament.game, parse(name)._replace(budget=Budget(None, 1))) for name in self._makers
        }
        for lineup in self._tournament.lineups:
            self._table(lineup, quick, 1, float("inf")).play(FIRST_ROUNDS)

    def play(self, seating: Seating) -> Played:
        """Play one game to the end."""
        seed = derived(int(self._tournament.seed, 16), seating.block)
        table = self._table(seating.seats, self._makers, seed, self._tournament.time_limit)
        table.play()
        return Played(
            lineup=seating.lineup,
            number=seating.number,
            block=seating.block,
            seats=seating.seats,
            seed=f"{seed:#x}",
            ranking=self._rules.ranking(table.states, len(seating.seats)),
            winners=self._rules.winners(table.states),
            rounds=self._rules.round_number(table.states),
            turns=tuple(tuple(account.turns) for account in table.accounts),
            decisions=tuple(account.decisions for account in table.accounts),
            cpu=tuple(round(account.cpu, 6) for account in table.accounts),
            failures=tuple(table.failures),
        )

    def _table(self, seats: tuple[str, ...], makers: dict[str, Callable[[int], Bot]], seed: int, limit: float) -> Table:
        return Table(
            self._rules,
            self._options,
            [makers[name] for name in seats],
            seed=seed,
            limit=limit,
            clock=self._clock,
        )
