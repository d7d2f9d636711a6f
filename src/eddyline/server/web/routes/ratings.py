"""Answer HTTP requests about ratings."""

from __future__ import annotations

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from eddyline.protocol.ratings import Leaderboard, PersonRatings, RatedFamily
from eddyline.server.ratings.boards import Boards
from eddyline.server.web.feature import Feature
from eddyline.server.web.operation import get
from eddyline.server.web.who import Who

LEADERS = 200
"""Rows of a leaderboard that are shown at once, at most."""


@get("/api/ratings", "rated_families", "List families of rules", (409, 421, 503), who=Who.EVERYBODY)
async def list_families(boards: NamedDependency[Boards]) -> list[RatedFamily]:
    """List what is rated: each game's families of rules, with the number of people and games."""
    return await boards.families()


@get(
    "/api/ratings/{game:str}/{family:str}",
    "leaderboard",
    "Show a leaderboard",
    (400, 404, 409, 421, 503),
    who=Who.EVERYBODY,
)
async def show_leaders(
    boards: NamedDependency[Boards],
    game: FromPath[str],
    family: FromPath[str],
    first: Annotated[int, QueryParameter(ge=0, le=1_000_000, description="Number of the first row, from 0.")] = 0,
    rows: Annotated[int, QueryParameter(ge=1, le=LEADERS, description="Number of rows.")] = 50,
) -> Leaderboard:
    """Show a part of a family's leaderboard: people, and the bots that they are measured by."""
    return await boards.leaders(game, family, first, rows)


@get(
    "/api/people/{person:str}/ratings",
    "ratings_of",
    "Show a person's ratings",
    (400, 404, 409, 421, 503),
    who=Who.EVERYBODY,
)
async def show_person(boards: NamedDependency[Boards], person: FromPath[str]) -> PersonRatings:
    """Show the ratings of a person, and how each of them came about."""
    return await boards.person(person)


FEATURE = Feature(
    name="ratings",
    handlers=[list_families, show_leaders, show_person],
    export=lambda hub, account: hub.rater.told_of(account.id),
)
