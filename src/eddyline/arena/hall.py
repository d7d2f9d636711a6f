"""Play the games of a tournament one after the other, in this process."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from eddyline.arena.contest import Clock, Contest
from eddyline.arena.entrants import maker, parse
from eddyline.arena.file import Played
from eddyline.arena.schedule import Seating
from eddyline.bots import Budget
from eddyline.engine.random import derived
from eddyline.engine.registry import game

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from eddyline.arena.schedule import Tournament
    from eddyline.bots import Bot
    from eddyline.engine.records import States

FIRST_ROUNDS = 2


class Hall:
    """Play games of a tournament, with its rules and bots."""

    def __init__(self, tournament: Tournament, clock: Clock | None = None) -> None:
        """Load the game; bots are loaded when they are first made. Raises UnknownGameError, OptionError, SpecError."""
        self._tournament = tournament
        self._rules = game(tournament.game)
        self._options = self._rules.parse_options(None, tournament.options)
        self._clock = clock or Clock([0.0, 0.0])
        self._makers: dict[str, Callable[[int], Bot]] = {
            name: maker(tournament.game, parse(name)) for name in tournament.entrants
        }

    def warm_up(self, name: str) -> str | None:
        """Play two rounds among copies of a bot with a small budget, so that loading compiled code is not timed.

        Returns what the bot raised, if anything.
        """
        quick = maker(self._tournament.game, parse(name)._replace(budget=Budget(None, 1)))
        seats = len(self._tournament.lineups[0])
        contest = self._contest([quick] * seats, 1, float("inf"), Clock([0.0, 0.0]))
        contest.play(FIRST_ROUNDS)
        contest.dismiss()
        return next((failure.what for failure in contest.failures if failure.kind == "crash"), None)

    def play(self, seating: Seating) -> Played:
        """Play one game to the end."""
        makers = [self._makers[name] for name in seating.seats]
        return self._played(seating, makers, self._tournament.time_limit)

    def replay(self, game: Played, asked: Collection[str] = ()) -> Played:
        """Play a game again by its recorded moves; only the bots that are `asked` decide anew."""
        makers = [
            self._makers[name] if name in asked else partial(Script, moves)
            for name, moves in zip(game.seats, game.moves, strict=True)
        ]
        return self._played(Seating(game.lineup, game.number, game.block, game.seats), makers, float("inf"))

    def _played(self, seating: Seating, makers: Sequence[Callable[[int], Bot]], limit: float) -> Played:
        seed = derived(int(self._tournament.seed, 16), seating.block)
        contest = self._contest(makers, seed, limit, self._clock)
        contest.play()
        contest.dismiss()
        return Played(
            lineup=seating.lineup,
            number=seating.number,
            block=seating.block,
            seats=seating.seats,
            seed=f"{seed:#x}",
            ranking=self._rules.ranking(contest.states, len(seating.seats)),
            winners=self._rules.winners(contest.states),
            rounds=self._rules.round_number(contest.states),
            turns=tuple(tuple(account.turns) for account in contest.accounts),
            decisions=tuple(account.decisions for account in contest.accounts),
            cpu=tuple(round(account.cpu, 6) for account in contest.accounts),
            failures=tuple(contest.failures),
            moves=tuple(map(tuple, contest.moves)),
        )

    def _contest(self, makers: Sequence[Callable[[int], Bot]], seed: int, limit: float, clock: Clock) -> Contest:
        return Contest(self._rules, self._options, makers, seed=seed, limit=limit, clock=clock)


class Script:
    """Decide as it was decided before."""

    def __init__(self, moves: Iterable[int], _seed: int) -> None:
        self._moves = iter(moves)

    def plan(self, _states: States, _seat: int) -> list[int]:
        """Return the next decision; an empty plan, which is a failure, after the last."""
        return [*islice(self._moves, 1)]
