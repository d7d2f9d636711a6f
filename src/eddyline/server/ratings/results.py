"""Keep the results of each family of rules in a log of their own, in the order in which they were rated."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from eddyline.engine.registry import GAMES
from eddyline.engine.registry import game as game_by_id
from eddyline.ratings.standings import Change, Result, Standings
from eddyline.server.logs.ledger import Kind


class Rated(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag="rated"):
    """Rate a game."""

    result: Result
    changes: tuple[Change | None, ...]
    """What it changed, by seat; None for bots. So ratings stay what people were shown, whatever computes them later."""


@dataclass(slots=True)
class Results:
    """Hold the standings of a family after all results of its log."""

    key: str
    standings: Standings = field(default_factory=Standings)

    def apply(self, entry: Rated, at: int) -> None:  # noqa: ARG002 - a result says itself when its game ended
        """Take in a result."""
        if entry.result.table not in self.standings.games:
            self.standings.take(entry.result, entry.changes)


RESULTS = Kind("results", msgspec.json.Decoder(Rated), Results)


def key_of(game: str, family: str) -> str:
    """Return the key of a family's log."""
    return f"{game}.{family}"


def families() -> list[tuple[str, str]]:
    """List the games and their families of rules."""
    return [(game, family.id) for game in GAMES for family in game_by_id(game).families]


def rate(standings: Standings, result: Result) -> list[Rated]:
    """Return the entry that rates a game; none if it was rated already."""
    if result.table in standings.games:
        return []
    return [Rated(result=result, changes=standings.rate(result))]
