"""Let the people of a table play again, with the same rules and seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from eddyline.server.table import entries

if TYPE_CHECKING:
    from eddyline.server.table.state import TableState


def rematch(old: TableState, by: int, seed: str) -> list[entries.Entry[int]]:
    """Return the first entries of a table where `by` is the host; the players' tokens are valid there, too."""
    opened = msgspec.structs.replace(
        old.opened,
        rules_version=old.rules.rules_version,
        preset=old.preset,
        options=old.given,
        host=by,
        start=False,
        bot_seconds=old.bot_seconds,
        pace=old.pace,
        access=old.access,
        fill_after=None,
        seed=seed,
        chain=old.rules.most_words(old.options),
        previous=old.id,
        tournament=None,
        games=old.games,
    )
    log: list[entries.Entry[int]] = [opened]
    # The first who joins while the host's seat is empty would become the host.
    for number, seat in sorted(enumerate(old.seats), key=lambda numbered: numbered[0] != by):
        wins = old.wins(number)
        if seat.kind == "bot" and seat.bot is not None:
            log.append(entries.BotSat(seat=number, name=seat.name, bot=seat.bot, wins=wins))
        elif seat.kind == "human" and seat.token is not None:
            log.append(
                entries.Joined(
                    seat=number,
                    name=seat.name,
                    token=seat.token,
                    account=seat.account,
                    owner=seat.owner,
                    wins=wins,
                )
            )
        if (old.colours[number], old.patterns[number]) != (number, number):
            log.append(entries.Painted(seat=number, colour=old.colours[number], pattern=old.patterns[number]))
    return [*log, *(entries.Invited(seat=by, account=account) for account in old.invited)]
