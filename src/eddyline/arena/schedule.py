"""Define the games of a tournament: seating and seeds.

Games come in *blocks*. All games of a block have the same seeds – the same set-up, the same words of chance, the same
seed for the bot in each seat – and the lineup rotates by one seat from game to game until every entrant has had every
seat with the same luck. The order around the table changes from block to block, because it matters whom one follows. A
block depends only on the seed and its number: playing more games never changes earlier ones, and all lineups of a
tournament get the same seeds.
"""

from __future__ import annotations

from functools import cache
from itertools import count, permutations, zip_longest
from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec

from eddyline.arena.entrants import SpecError, find, is_imported, maker, parse
from eddyline.arena.sprt import Sprt
from eddyline.engine.options import OptionValue
from eddyline.engine.registry import GAMES
from eddyline.engine.sources import players_digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from eddyline.engine.game import Game

FORMAT = 1

Word = Annotated[str, msgspec.Meta(pattern=r"^0x[0-9a-f]{1,16}$")]
"""64 bits in hexadecimal, because JSON readers round large numbers."""


class Tournament(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hold everything that determines the games, except their number; the first line of a games file."""

    arena: int = FORMAT
    """Version of the file format."""
    game: str
    rules_version: int
    sources: str
    """Digest of the code of rules and bots: games of different versions must not be combined."""
    options: dict[str, OptionValue]
    lineups: tuple[tuple[str, ...], ...]
    """Entrants of each game, in the form that `entrants.parse` reads, one per seat."""
    seed: Word
    time_limit: float
    """Maximum seconds per turn."""
    sprt: Sprt | None = None
    """The question that ends the tournament when it is answered."""

    @property
    def entrants(self) -> tuple[str, ...]:
        """Return every entrant once, in the order of the lineups."""
        return tuple(dict.fromkeys(name for lineup in self.lineups for name in lineup))


class Seating(NamedTuple):
    """Define one game to play."""

    lineup: int
    number: int
    """Index among the games of the lineup, from 0."""
    block: int
    seats: tuple[str, ...]
    """Entrants by seat."""


class Stage(NamedTuple):
    """Hold games to play that belong to one tournament, of perhaps several that share a file."""

    event: Tournament
    games: list[Seating]


def tournament(
    game: Game,
    lineups: Sequence[Sequence[str]],
    *,
    seed: int,
    options: object = None,
    time_limit: float = 60.0,
    sprt: Sprt | None = None,
    here: bool = True,
) -> Tournament:
    """Create a tournament; `lineups` hold entrants such as `guide@0.2s`, one per seat.

    Unless its bots need not be `here`, because their games are only replayed, their modules are looked for.
    Raises SpecError for an invalid entrant, OptionError for a number of players that the game does not support. Bots of
    yours are not loaded here: one that fails then fails in `Pool.play`, and forfeits its games.
    """
    if len({len(lineup) for lineup in lineups}) != 1:
        raise SpecError("expected lineups, all with the same number of seats")
    seats = len(lineups[0])
    chosen = game.parse_options(None, {}, seats) if options is None else options
    game.check_players(seats, chosen)
    written = tuple(tuple(str(parse(spec)) for spec in lineup) for lineup in lineups)
    for name in dict.fromkeys(name for lineup in written for name in lineup):
        entrant = parse(name)
        if not is_imported(entrant.name):
            maker(game.id, entrant)
        elif here:
            find(entrant)
    return Tournament(
        game=game.id,
        rules_version=game.rules_version,
        sources=players_digest(GAMES[game.id]),
        options=msgspec.to_builtins(chosen),
        lineups=written,
        seed=f"{seed:#x}",
        time_limit=time_limit,
        sprt=sprt,
    )


def pairings(bots: Sequence[str], seats: int, *, first_only: bool = False) -> list[tuple[str, ...]]:
    """List the lineups in which one bot meets copies of another: each bot every other, or only the first bot."""
    different = list(dict.fromkeys(bots))
    ones = different[:1] if first_only else different
    return [(one, *[other] * (seats - 1)) for one in ones for other in different if other != one]


def schedule(lineups: Sequence[tuple[str, ...]], games: int) -> list[Seating]:
    """List at least `games` games of every lineup, in whole blocks; the lineups alternate block by block."""
    rows = [_blocks(index, lineup, games) for index, lineup in enumerate(lineups)]
    return [game for blocks in zip_longest(*rows, fillvalue=()) for block in blocks for game in block]


def _blocks(index: int, lineup: tuple[str, ...], games: int) -> Iterator[tuple[Seating, ...]]:
    around = orders(lineup)
    number = 0
    for block in count():
        if number >= games:
            return
        turned = rotations(around[block % len(around)])
        yield tuple(Seating(index, number + game, block, seats) for game, seats in enumerate(turned))
        number += len(turned)


def block_size(lineup: tuple[str, ...], block: int) -> int:
    """Return the number of games in a block."""
    around = orders(lineup)
    return len(rotations(around[block % len(around)]))


def rotations(order: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """List the distinct rotations of an order: as many as there are seats, fewer if it is periodic."""
    return tuple(dict.fromkeys(order[-turn:] + order[:-turn] for turn in range(len(order))))


@cache
def orders(lineup: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """List the distinct orders around the table, of which no two are rotations of each other."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for rest in permutations(lineup[1:]):
        order = (lineup[0], *rest)
        found.setdefault(min(rotations(order)), order)
    return tuple(found.values())
