"""Count from games that are over how often somebody was placed better than those they have played with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.protocol.history import Rival

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from eddyline.protocol.history import PlayedGame

MOST_COUNTED = 1000
"""Games, the last ones, that are counted."""


async def rivals(games: AsyncIterator[PlayedGame]) -> list[Rival]:
    """List the people with an account whom somebody has played with, the most frequent first. Raises RefusalError.

    Games that the rules have not ended count for nobody.
    """
    names: dict[str, str] = {}
    places: dict[str, list[int]] = {}
    read = 0
    async for game in games:
        own = game.seats[game.seat].rank
        for number, seat in enumerate(game.seats):
            if number != game.seat and seat.account is not None and own is not None and seat.rank is not None:
                names.setdefault(seat.account, seat.name)
                places.setdefault(seat.account, []).append(seat.rank - own)
        read += 1
        if read == MOST_COUNTED:
            break
    found = [
        Rival(
            account=account,
            name=names[account],
            games=len(better),
            ahead=sum(each > 0 for each in better),
            behind=sum(each < 0 for each in better),
        )
        for account, better in places.items()
    ]
    return sorted(found, key=lambda each: -each.games)
