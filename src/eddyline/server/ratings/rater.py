"""Rate games that are over, each once, and keep the standings of every family."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from eddyline.bots.anchors import anchors
from eddyline.engine.families import family_of
from eddyline.protocol.table_info import Level, Points, SeatRating
from eddyline.ratings.model import Rating
from eddyline.ratings.standings import ANCHOR_SIGMA
from eddyline.server.logs.ledger import Ledger
from eddyline.server.ratings.results import RESULTS, families, key_of, rate

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.ratings.standings import Change, Standings
    from eddyline.server.store import Store
    from eddyline.server.table.state import TableState

_log = logging.getLogger(__name__)


class Rater:
    """Rate the games of a store. All methods raise RefusalError when the store cannot be used."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        """Use a store; `clock` tells the seconds since 1970."""
        self._ledger = Ledger(store, clock, RESULTS)

    async def settle(self, table: TableState) -> tuple[SeatRating | None, ...] | None:
        """Rate a game unless it was rated before; return what it has changed, by seat.

        None: it is not over, or does not count. Any process may do it at any time, and all get the same.
        """
        result, family = table.facts.result, table.facts.family
        if result is None or family is None:
            return None
        key = key_of(table.opened.game, family)
        known = result.table in (await self._ledger.read(key)).standings.games
        now = await self._ledger.change(key, lambda now: rate(now.standings, result))
        if not known:
            _log.info("a game was rated", extra={"table": table.id, "game": table.opened.game, "family": family})
        return tuple(map(_told, now.standings.games[result.table]))

    async def standings(self, game: str, family: str) -> Standings:
        """Return the standings of a family as they are now; they must not be changed."""
        return (await self._ledger.read(key_of(game, family))).standings

    async def levels(self, table: TableState) -> tuple[Level | None, ...]:
        """Say how strong those at a table are by its rules, by seat; None for whom no rating is known."""
        family = family_of(table.rules, table.options, len(table.seats))
        if family is None:
            return (None,) * len(table.seats)
        bots = bot_ratings(table.opened.game, family.id)
        known = any(seat.account for seat in table.seats)
        people = (await self.standings(table.opened.game, family.id)).people if known else {}
        found: list[Level | None] = []
        for seat in table.seats:
            standing = people.get(seat.account) if seat.account else None
            if standing is not None:
                found.append(Level(points=standing.rating.points, provisional=standing.provisional))
            elif seat.kind == "bot" and seat.bot is not None and seat.bot in bots:
                found.append(Level(points=bots[seat.bot].points, provisional=False))
            else:
                found.append(None)
        return tuple(found)

    async def told_of(self, person: str) -> list[dict[str, object]]:
        """List all that rated games have done to a person's ratings."""
        found = []
        for game, family in families():
            standing = (await self.standings(game, family)).people.get(person)
            for played in standing.history if standing is not None else ():
                change = played.change
                told = {"rated": change.table, "game": game, "family": family, "at": change.at, "weight": change.weight}
                place = {"rank": played.rank, "players": played.players, "left": played.left}
                found.append(told | place | {"before": change.before._asdict(), "after": change.after._asdict()})
        return found

    async def rated(self) -> frozenset[str]:
        """Return the tables that were rated."""
        found = [await self.standings(*each) for each in families()]
        return frozenset[str]().union(*(standings.games for standings in found))


def bot_ratings(game: str, family: str) -> dict[str, Rating]:
    """Return the ratings of the bots that were measured by the rules of a family."""
    return {bot: Rating(mu, ANCHOR_SIGMA) for bot, mu in anchors(game, family).items()}


def points(rating: Rating) -> Points:
    """Show a rating as people read it."""
    return Points(points=rating.points, margin=rating.margin)


def _told(change: Change | None) -> SeatRating | None:
    if change is None:
        return None
    return SeatRating(before=points(change.before), after=points(change.after), provisional=change.provisional)
