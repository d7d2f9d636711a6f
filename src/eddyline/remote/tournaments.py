"""Follow the tournaments that a bot has entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.remote.errors import RemoteError
from eddyline.remote.messages import Tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.engine.game import Game
    from eddyline.remote.messages import Entrant
    from eddyline.remote.server import Server


class Tournaments:
    """Enter tournaments for a bot, and know its tables there until they are over. Methods raise RemoteError, and block.

    `report` is told what happens, in a phrase.
    """

    def __init__(self, server: Server, game: Game, report: Callable[[str], None]) -> None:
        """Know none yet."""
        self._server = server
        self._game = game
        self._report = report
        self._account = ""
        self._going: list[str] = []

    @property
    def over(self) -> bool:
        """Return whether there is nothing more to come of any of them."""
        return not self._going

    def enter(self, account: str, tournaments: Sequence[str]) -> None:
        """Enter tournaments, by their ids, unless the bot of this account has entered."""
        self._account = account
        for key in dict.fromkeys(tournaments):
            found = self._look(key)
            if found.game != self._game.id:
                raise RemoteError(f"{found.name} is not a tournament of {self._game.name}, but of {found.game}")
            if self._own(found) is None:
                self._server.post(f"/api/tournaments/{key}/entry", {}, type(None))
            self._going.append(key)
            self._report(f"plays along in {found.name}, at {self._server.tournament_page(key)}")

    def tables(self) -> list[str]:
        """Return the bot's tables in the running rounds; forget tournaments that are over for it."""
        return [table for key in list(self._going) for table in self._tables(key)]

    def _tables(self, key: str) -> list[str]:
        found = self._look(key)
        own = self._own(found)
        if own is None or found.status == "over":
            self._going.remove(key)
            end = "withdrawn from" if own is None else f"place {own.place} of {len(found.entrants)} in"
            self._report(f"{end} {found.name}, at {self._server.tournament_page(key)}")
        if own is None or not found.played:
            return []
        return [table.id for table in found.played[-1].tables if own.number in table.seats and not table.over]

    def _look(self, key: str) -> Tournament:
        return self._server.get(f"/api/tournaments/{key}", Tournament)

    def _own(self, tournament: Tournament) -> Entrant | None:
        return next((each for each in tournament.entrants if each.account == self._account and not each.gone), None)
