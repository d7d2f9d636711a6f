"""Say who takes part in a tournament and who watches: what its organiser wants, and who knows its password."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from msgspec.structs import replace

from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.tournaments import DESCRIPTION_LENGTH, MOST_ENTRANTS, SHORTEST_SHARED
from eddyline.server.base.limits import Buckets, neighbour
from eddyline.server.base.names import clean_text
from eddyline.server.tournaments.log import Agreed

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.protocol.tournaments import Terms
    from eddyline.server.accounts.account import Account
    from eddyline.server.accounts.people import People
    from eddyline.server.tournaments.log import Tournament

MISTAKES, MISTAKES_PER_HOUR = 10, 20
"""Wrong passwords that an account, and an address, may try at once, and in the long run."""


class TermsOfEntry:
    """Check what organisers want, and let in who may enter. Methods raise RefusalError."""

    def __init__(self, people: People, clock: Callable[[], float]) -> None:
        self._people = people
        self._mistakes = Buckets(MISTAKES_PER_HOUR / 3600, MISTAKES, clock)
        self._one_by_one = asyncio.Lock()
        """So that nobody tries many passwords before the first mistake is counted."""

    async def agreed(self, wish: Terms, address: str) -> Agreed:
        """Return what is noted of an organiser's wish, without a password that is to stay as it was."""
        description = _tidy(wish.description)
        self._people.door.must_be_wanted(description)
        hashed = None
        if wish.door == "password" and wish.password is not None:
            hashed = await self._people.passwords.hash(wish.password, address, SHORTEST_SHARED)
        return Agreed(
            description=description,
            limit=wish.limit,
            door=wish.door,
            password=hashed,
            watching=wish.watching,
            break_minutes=wish.break_minutes,
        )

    async def must_know(self, tournament: Tournament, person: Account, password: str | None, address: str) -> None:
        """Refuse whoever does not know the password of a tournament that has one."""
        hashed = tournament.terms.password
        if hashed is None or tournament.organiser == person.id:
            return
        if person.owner is not None and (
            tournament.organiser == person.owner or tournament.entrant_of(person.owner) is not None
        ):
            return
        if password is None:
            raise RefusalError("wrong_password", "Whoever enters this tournament has to know its password.")
        keys = (neighbour(address), person.owner or person.id)
        async with self._one_by_one:
            if any(map(self._mistakes.wait, keys)):
                raise RefusalError("too_fast", "Too many wrong passwords; please wait a few minutes.")
            if await self._people.passwords.fits(password, hashed, address):
                return
            for key in keys:
                self._mistakes.take(key)
        raise RefusalError("wrong_password", "That is not the password of this tournament.")


def kept(wanted: Agreed, now: Tournament) -> Agreed:
    """Return terms with the password that holds already, if none was chosen anew. Raises RefusalError without any."""
    if wanted.door == "password" and wanted.password is None:
        wanted = replace(wanted, password=now.terms.password)
    if wanted.door == "password" and wanted.password is None:
        raise RefusalError("bad_message", "expected the password that is to be known, got none")
    return wanted


def must_have_room(tournament: Tournament, more: int) -> None:
    """Refuse more entrants than a tournament takes."""
    if tournament.room < more:
        most = tournament.terms.limit or MOST_ENTRANTS
        raise RefusalError("full", f"This tournament takes {most} entrants, and {len(tournament.playing)} are in.")


def _tidy(text: str) -> str:
    """Normalize a description line by line; what has nothing to see in it is none. Raises RefusalError."""
    if len(text) > DESCRIPTION_LENGTH:
        expected = f"expected a description of at most {DESCRIPTION_LENGTH} characters, got {len(text)}"
        raise RefusalError("bad_message", expected)
    lines = [clean_text(line, DESCRIPTION_LENGTH) if line.strip() else "" for line in text.splitlines()]
    return "\n".join(line for number, line in enumerate(lines) if line or any(lines[number - 1 : number])).strip()
