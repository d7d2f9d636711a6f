"""Show standings: leaderboards of people beside the bots that they are measured by, and the ratings of one person."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from eddyline.bots.levels import offered
from eddyline.engine.messages import shown
from eddyline.protocol.ratings import FamilyRating, Leader, Leaderboard, PersonRatings, RatedFamily, RatedGame
from eddyline.protocol.refusal import RefusalError
from eddyline.server.ratings.rater import bot_ratings, points
from eddyline.server.ratings.results import families

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.ratings.model import Rating
    from eddyline.ratings.standings import Game, Standing, Standings
    from eddyline.server.ratings.rater import Rater

NameOf: TypeAlias = Callable[[str], Awaitable[str | None]]
"""Gives the name of an account by its id; None when there is no such account any more."""
HISTORY = 500
"""Games of a history that are shown, the last ones."""


class _Row(NamedTuple):
    person: str | None
    bot: str | None
    rating: Rating
    standing: Standing | None
    """None: a bot's."""
    rank: int | None = None


class Boards:
    """Answer questions about standings. All methods raise RefusalError when the store cannot be used."""

    def __init__(self, rater: Rater, name_of: NameOf) -> None:
        """Show what a rater knows."""
        self._rater = rater
        self._name_of = name_of
        self._sorted: dict[tuple[str, str], tuple[int, list[_Row]]] = {}
        """By family: the number of games by then, and the rows."""
        self._gone: set[str] = set()
        """Accounts that were found to be deleted; none comes back."""

    async def families(self) -> list[RatedFamily]:
        """List all families of all games."""
        found = []
        for game, family in families():
            standings = await self._rater.standings(game, family)
            found.append(
                RatedFamily(game=game, family=family, people=len(standings.people), games=len(standings.games))
            )
        return found

    async def leaders(self, game: str, family: str, first: int, rows: int) -> Leaderboard:
        """Show `rows` of a leaderboard from number `first` on. Raises RefusalError for an unknown family."""
        if (game, family) not in families():
            known = ", ".join(f"{each}/{name}" for each, name in families())
            raise RefusalError("unknown", f"expected one of {known}, got {shown(f'{game}/{family}')}")
        standings = await self._rater.standings(game, family)
        games, every = self._sorted.get((game, family), (-1, []))
        if games != len(standings.games):
            every = _rows(standings, game, family)
            self._sorted[game, family] = len(standings.games), every
        every, names = await self._living(every, first + rows)
        return Leaderboard(
            game=game,
            family=family,
            games=len(standings.games),
            first=first,
            total=len(every),
            rows=tuple(_leader(row, names) for row in every[first : first + rows]),
        )

    async def _living(self, every: list[_Row], most: int) -> tuple[list[_Row], dict[str, str]]:
        """Leave out deleted accounts among the first rows; number the others, and name those of them."""
        names: dict[str, str] = {}
        for row in every:
            if len(names) >= most:
                break
            if row.person is not None and row.person not in self._gone:
                if (name := await self._name_of(row.person)) is None:
                    self._gone.add(row.person)
                else:
                    names[row.person] = name
        ranks = itertools.count(1)
        ranked = [
            row if row.standing is None or row.standing.provisional else row._replace(rank=next(ranks))
            for row in every
            if row.person not in self._gone
        ]
        return ranked, names

    async def person(self, person: str) -> PersonRatings:
        """Show the ratings of a person. Raises RefusalError when there is no such account."""
        name = await self._name_of(person)
        if name is None:
            raise RefusalError("unknown", "There is no such account.")
        found = []
        for game, family in families():
            standing = (await self._rater.standings(game, family)).people.get(person)
            if standing is not None:
                found.append(_family_rating(game, family, standing))
        return PersonRatings(person=person, name=name, families=tuple(found))


def _leader(row: _Row, names: Mapping[str, str]) -> Leader:
    standing = row.standing
    return Leader(
        rank=row.rank,
        person=row.person,
        name=None if row.person is None else names[row.person],
        bot=row.bot,
        rating=points(row.rating),
        provisional=standing is not None and standing.provisional,
        games=0 if standing is None else standing.games,
        finished=0 if standing is None else standing.games - standing.left,
    )


def _rows(standings: Standings, game: str, family: str) -> list[_Row]:
    """List people, and the bots to choose from, in their order: who is established, then all others."""
    people = [_Row(person, None, standing.rating, standing) for person, standing in standings.people.items()]
    rated = bot_ratings(game, family)
    bots = [_Row(None, bot, rated[bot], None) for bot in offered(game) if bot in rated]
    return sorted(people + bots, key=_order, reverse=True)


def _order(row: _Row) -> tuple[bool, int, str]:
    established = row.standing is None or not row.standing.provisional
    return established, row.rating.points - row.rating.margin, row.person or ""


def _family_rating(game: str, family: str, standing: Standing) -> FamilyRating:
    return FamilyRating(
        game=game,
        family=family,
        rating=points(standing.rating),
        provisional=standing.provisional,
        games=standing.games,
        finished=standing.games - standing.left,
        history=tuple(map(_game, standing.history[-HISTORY:])),
    )


def _game(game: Game) -> RatedGame:
    change = game.change
    return RatedGame(
        table=change.table,
        at=change.at / 1000,
        before=points(change.before),
        after=points(change.after),
        weight=change.weight,
        rank=game.rank,
        players=game.players,
        left=game.left,
    )
