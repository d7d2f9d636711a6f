"""Follow the games of a tournament with a sequential test, to stop when its question is answered."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING

from eddyline.arena.schedule import block_size
from eddyline.arena.sprt import verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from eddyline.arena.file import Played
    from eddyline.arena.schedule import Seating, Tournament


class Sequential:
    """Follow the games of a tournament, in whatever order they end."""

    def __init__(self, tournament: Tournament) -> None:
        """Begin without games."""
        assert tournament.sprt is not None
        self._sprt = tournament.sprt
        self._lineups = tournament.lineups
        self._open: dict[tuple[int, int], list[Played]] = defaultdict(list)
        self._scores: list[list[float]] = [[] for _ in tournament.lineups]
        self.verdicts = [verdict(self._sprt, lineup, (), len(lineup)) for lineup in tournament.lineups]
        """What is known so far, by lineup."""

    def add(self, game: Played) -> None:
        """Note a game. Only blocks without a gap before them are tested, so fast games do not come first."""
        lineup, scores = self._lineups[game.lineup], self._scores[game.lineup]
        self._open[game.lineup, game.block].append(game)
        before = len(scores)
        while len(played := self._open.get((game.lineup, len(scores)), ())) == block_size(lineup, len(scores)):
            scores.append(math.fsum(each.share(lineup[0]) for each in played) / len(played))
        if len(scores) > before and self.verdicts[game.lineup].accepted is None:
            self.verdicts[game.lineup] = verdict(self._sprt, lineup, scores, block_size(lineup, 0))

    def wants(self, game: Seating | Played) -> bool:
        """Return whether a game belongs to the test: not if it comes after the block that decided its lineup."""
        found = self.verdicts[game.lineup]
        return found.accepted is None or game.block < found.blocks

    @property
    def decided(self) -> bool:
        """Return whether every lineup is decided."""
        return all(found.accepted for found in self.verdicts)


def tested(tournament: Tournament, games: Iterable[Played]) -> Sequential | None:
    """Return the test of a tournament after these games; None if it has none."""
    if tournament.sprt is None:
        return None
    found = Sequential(tournament)
    for game in games:
        found.add(game)
    return found
