"""Check the file of a suite that somebody else has played."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

from eddyline.arena.entrants import is_imported, parse
from eddyline.arena.file import GamesFileError, lost, read_games
from eddyline.arena.hall import Hall
from eddyline.arena.schedule import Tournament
from eddyline.arena.suite import SuiteRun, run_of, stages, suite

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from eddyline.arena.file import Played
    from eddyline.arena.schedule import Seating

RESULT = ("ranking", "winners", "rounds", "seed")


class Check:
    """Check a file: whether its games are the suite's, and were played as it says."""

    def __init__(self, path: Path) -> None:
        """Read the file; raises GamesFileError and OSError, and SpecError for bots that the suite cannot have met."""
        self.run, self.games = read_games(path, SuiteRun)
        if not 1 <= self.run.games <= suite().games:
            raise GamesFileError(f"{path}: expected up to {suite().games} games of each lineup, got {self.run.games}")
        own = run_of(self.run.bots, self.run.games, here=False)
        self._wanted = {
            (seating.lineup, seating.number): (stage.event, seating) for stage in stages(own) for seating in stage.games
        }
        self._own = own
        self._halls: dict[str, Hall] = {}

    @property
    def same_code(self) -> bool:
        """Whether rules and bots are, to the letter, those that played the games."""
        return [each.sources for each in self._own.tournaments] == [each.sources for each in self.run.tournaments]

    def arrangement(self) -> list[str]:
        """Tell what differs from the suite: other games, other seeds, a game that is missing or there twice."""
        faults = []
        if self.run.suite != self._own.suite:
            faults.append(f"it is of suite {self.run.suite}, not {self._own.suite}")
        theirs, ours = self.run.tournaments, self._own.tournaments
        if len(theirs) != len(ours):
            faults.append(f"it has {len(theirs)} cells, not {len(ours)}")
        faults += [
            f"cell {number}: its {field} is {getattr(their, field)}, not {getattr(our, field)}"
            for number, (their, our) in enumerate(zip(theirs, ours, strict=False), start=1)
            for field in Tournament.__struct_fields__
            if field != "sources" and getattr(their, field) != getattr(our, field)
        ]
        left = dict(self._wanted)
        for game in self.games:
            _, seating = left.pop((game.lineup, game.number), (None, None))
            if seating is None or (seating.block, seating.seats) != (game.block, game.seats):
                faults.append(f"{_name(game)} is not one of the suite's, or is there twice")
        if left:
            faults.append(f"{len(left)} of its {len(self._wanted)} games are missing")
        return faults

    def replays(self, sample: int) -> Iterator[list[str]]:
        """Replay every game by its moves, and in some ask the built-in bots again; yield the faults of each.

        These games are drawn, so whoever made the file cannot know which.
        """
        asked = {*SystemRandom().sample(range(len(self.games)), min(sample, len(self.games)))}
        for index, game in enumerate(self.games):
            event, seating = self._wanted.get((game.lineup, game.number), (None, None))
            if event is not None and seating is not None and seating.seats == game.seats:
                yield [f"{_name(game)}{fault}" for fault in self._faults(event, seating, game, ask=index in asked)]

    def _faults(self, event: Tournament, seating: Seating, game: Played, *, ask: bool) -> Iterator[str]:
        for failure in game.failures:
            if not 0 <= failure.seat < len(game.seats) or not is_imported(game.seats[failure.seat]):
                yield f", seat {failure.seat}: built-in bots do not fail as this one is said to have: {failure.what}"
        if not game.rounds:
            forfeited = lost(seating, game.seed, game.failures)
            if not game.failures or game != forfeited:
                yield ": it was neither played nor forfeited"
            return
        hall = self._hall(event)
        again = hall.replay(game) if len(game.moves) == len(game.seats) else None
        if again is None or again.moves != game.moves or again.failures:
            yield ": its moves are not a game"
            return
        for field in RESULT:
            theirs, ours = getattr(game, field), getattr(again, field)
            if theirs != ours:
                yield f": its {field} is {theirs}, but its moves lead to {ours}"
        if ask:
            fixed = {*filter(_is_fixed, game.seats)}
            anew = hall.replay(game, fixed)
            others = zip(game.seats, game.moves, anew.moves, strict=True)
            # Once one has decided otherwise, it is another game for all.
            if differing := {name for name, made, own in others if name in fixed and made != own}:
                yield f": {' or '.join(sorted(differing))} decides otherwise"

    def _hall(self, event: Tournament) -> Hall:
        return self._halls.setdefault(event.seed, Hall(event))


def _is_fixed(name: str) -> bool:
    """Return whether a bot is built in and decides the same on every machine."""
    entrant = parse(name)
    return not is_imported(name) and (entrant.budget is None or entrant.budget.seconds is None)


def _name(game: Played) -> str:
    return f"game {game.number + 1} of lineup {game.lineup + 1}"
