"""Write the first entries of a table, whoever opens it: how it is played, then who sits there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from eddyline.server.table import entries

if TYPE_CHECKING:
    from eddyline.engine.game import Game
    from eddyline.server.table.state import Seat, TableState


def opened(
    rules: Game, preset: str | None, options: object, seats: int, seed: bytes, **terms: object
) -> entries.Opened:
    """Return the entry that opens a table by checked `options`; `terms` are its other fields."""
    first = entries.Opened(
        game=rules.id,
        rules_version=rules.rules_version,
        preset=preset,
        options=msgspec.to_builtins(options),
        seats=seats,
        seed=seed.hex(),
        chain=rules.most_words(options),
    )
    return msgspec.structs.replace(first, **terms)


def seated(
    number: int, seat: Seat, colour: int | None = None, pattern: int | None = None
) -> list[entries.Joined | entries.BotSat | entries.Painted]:
    """Return what gives somebody a seat with their portrait, and its canoes a colour and a pattern."""
    sitting: list[entries.Joined | entries.BotSat | entries.Painted] = []
    if seat.kind == "bot" and seat.bot is not None:
        sitting.append(
            entries.BotSat(seat=number, name=seat.name, bot=seat.bot, wins=seat.wins, character=seat.portrait)
        )
    elif seat.kind == "human" and seat.token is not None:
        sitting.append(
            entries.Joined(
                seat=number, name=seat.name, token=seat.token, account=seat.account, owner=seat.owner, wins=seat.wins
            )
        )
    portrait = seat.portrait if seat.kind == "human" else None
    if (colour, pattern, portrait) != (None, None, None):
        sitting.append(entries.Painted(seat=number, colour=colour, pattern=pattern, portrait=portrait))
    return sitting


def rematch(old: TableState, by: int, seed: bytes) -> list[entries.Entry[int]]:
    """Return the first entries of a table with the same rules and seats, where `by` is the host.

    The players' tokens are valid there, too.
    """
    first = opened(
        old.rules,
        old.preset,
        old.options,
        len(old.seats),
        seed,
        host=by,
        bot_seconds=old.bot_seconds,
        pace=old.pace,
        access=old.access,
        rated=old.opened.rated,
        previous=old.id,
        games=old.games,
    )
    log: list[entries.Entry[int]] = [first]
    # The first who joins while the host's seat is empty would become the host.
    for number, seat in sorted(enumerate(old.seats), key=lambda numbered: numbered[0] != by):
        paint = old.colours[number], old.patterns[number]
        log += seated(number, replace(seat, wins=old.wins(number)), *(paint if paint != (number, number) else ()))
    # Those who take part in a tournament were let in at its tables; a rematch is none.
    invited = old.invited if old.opened.tournament is None else ()
    return [*log, *(entries.Invited(seat=by, account=account) for account in invited)]
