"""Define what is told of ratings over HTTP: a part of the protocol. Times are seconds since 1970."""

from __future__ import annotations

import msgspec

from eddyline.protocol.table_info import Points


class RatedFamily(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a family of rules: tables of a game that share one scale of ratings."""

    game: str
    family: str
    people: int
    """How many people were rated."""
    games: int


class Leader(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a row of a leaderboard: a person, or a bot by which people are measured."""

    rank: int | None
    """1 is the best; None for bots, and for people whose rating is provisional."""
    person: str | None
    """Id of the account; None for a bot."""
    name: str | None
    """None: as `person`."""
    bot: str | None
    rating: Points
    provisional: bool
    games: int
    """Rated games that the person has begun; 0 for a bot."""
    finished: int
    """Those of them that no bot has played for the person."""


class Leaderboard(msgspec.Struct, frozen=True, kw_only=True):
    """Show a part of a family's leaderboard: established people and bots by points less margin, then all others.

    Deleted accounts are left out.
    """

    game: str
    family: str
    games: int
    first: int
    """Number of the first row that is shown, from 0."""
    total: int
    """Number of rows in the whole leaderboard."""
    rows: tuple[Leader, ...]


class RatedGame(msgspec.Struct, frozen=True, kw_only=True):
    """Say how a person came out of a game, and what it has done to the rating."""

    table: str
    at: float
    before: Points
    after: Points
    weight: float
    """How much of a game it counted for, 0 to 1."""
    rank: int
    """Place of the person, 1 the best; the last one if `left`."""
    players: int
    left: bool
    """A bot has played for the person."""


class FamilyRating(msgspec.Struct, frozen=True, kw_only=True):
    """Show a person's rating in a family, and how it came about."""

    game: str
    family: str
    rating: Points
    provisional: bool
    games: int
    finished: int
    history: tuple[RatedGame, ...]
    """The last ones, the oldest first; at most 500."""


class PersonRatings(msgspec.Struct, frozen=True, kw_only=True):
    """Show all ratings of a person."""

    person: str
    name: str
    families: tuple[FamilyRating, ...]
    """Those in which the person was rated."""
