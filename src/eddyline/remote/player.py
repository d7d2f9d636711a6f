"""Play with a bot's token at a server: at all tables where it has a seat, and at new ones."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

from eddyline.bots.bot import make_bot
from eddyline.engine.checks import check_seed
from eddyline.engine.copying import Uncopied
from eddyline.engine.extras import extra
from eddyline.engine.registry import game as game_by_id
from eddyline.protocol.lobby import MOST_ASKED
from eddyline.protocol.table import Seated
from eddyline.remote.errors import RemoteError, UnreachableError
from eddyline.remote.messages import GameInfo, Me, MyTable
from eddyline.remote.server import Server
from eddyline.remote.tournaments import Tournaments

with extra("serve"):
    from eddyline.remote.seat import RemoteSeat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.bots.bot import Bot, Budget, Maker

_log = logging.getLogger(__name__)

LOOK_EVERY = 10.0
"""Seconds between two looks for tables where the bot has a seat."""


class NewTables(NamedTuple):
    """Say which tables the bot opens, one after the other, for whoever finds them in the lobby."""

    seats: int
    house_bots: Sequence[str] = ()
    """Bots of the server on the last seats."""
    preset: str | None = None
    options: dict[str, Any] = {}  # noqa: RUF012 - never changed
    rated: bool = True


def play_remotely(
    address: str,
    token: str,
    game: str,
    make: Maker,
    *,
    seed: int | None = None,
    tables: Sequence[str] = (),
    tournaments: Sequence[str] = (),
    opens: NewTables | None = None,
    games: int | None = None,
    wait: bool = False,
    report: Callable[[str], None] = _log.info,
) -> None:
    """Play with a bot until `games` games are over (None: for ever).

    `make` makes the bot, from the 64-bit seed and a budget as each table allows (see `eddyline.bots.bot.Maker`); by
    default the operating system draws the seed.
    It plays at all tables of the game where the token's account has a seat, sits down at `tables` and enters
    `tournaments` (ids or links), and opens tables if it `opens` any. When it has entered tournaments it ends with the
    last of them, unless it is to `wait` for more. `report` is told what happens, in a phrase. It connects again
    whenever the server was away. Raises RemoteError for what does not get better by waiting, BotError for a `make` that
    makes no bots, and TypeError or ValueError for an invalid seed.
    """
    bot = functools.partial(make_bot, make, secrets.randbits(64) if seed is None else check_seed(seed))
    bot()  # if it cannot be made, this is the time to hear of it
    player = Player(Server(address, token), game, bot, opens=opens, games=games, wait=wait, report=report)
    asyncio.run(player.run(tables, tournaments))


class Player(Uncopied):
    """Attend all tables of a bot."""

    def __init__(
        self,
        server: Server,
        game: str,
        make: Callable[[Budget], Bot],
        *,
        opens: NewTables | None = None,
        games: int | None = None,
        wait: bool = False,
        report: Callable[[str], None] = _log.info,
    ) -> None:
        """Prepare to play; `make` makes the bot for a budget, the other arguments are those of `play_remotely`."""
        self._server = server
        self._game = game_by_id(game)
        self._make = make
        self._opens = opens
        self._games = games
        self._wait = wait
        self._report = report
        self._tournaments: Tournaments | None = None
        """Those that it was told to enter, if any."""
        self._name = ""
        self._seats: dict[str, RemoteSeat] = {}
        self._attending: dict[str, asyncio.Task[None]] = {}
        """By table, as long as the bot is there."""
        self._left_alone: set[str] = set()
        self._finished = 0
        self._trouble: str | None = None
        """Code of what made the last look fail; told once."""
        self._thinking = asyncio.Lock()
        self._stir = asyncio.Event()
        """Set when a table begins, is over, or is left."""

    async def run(self, tables: Sequence[str] = (), tournaments: Sequence[str] = ()) -> None:
        """Play until enough games, or all tournaments, are over. Raises RemoteError."""
        chosen = [self._server.table_of(table) for table in tables]
        entered = [self._server.tournament_of(tournament) for tournament in tournaments]
        account = await asyncio.to_thread(self._introduce)
        if entered:
            self._tournaments = Tournaments(self._server, self._game, self._report)
            await asyncio.to_thread(self._tournaments.enter, account, entered)
        for table in chosen:
            await asyncio.to_thread(self._sit, table)
        try:
            while True:
                self._stir.clear()
                await self._look()
                if self._enough():
                    return
                # Not wait_for: in Python 3.11 it swallows an interrupt that comes together with a stir.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_EVERY):
                        await self._stir.wait()
                await self._leave_those_that_are_over()
        finally:
            for task in self._attending.values():
                task.cancel()
            await asyncio.gather(*self._attending.values(), return_exceptions=True)

    def _enough(self) -> bool:
        playing = any(not seat.open and not seat.over for seat in self._seats.values())
        tournaments = self._tournaments is not None and self._tournaments.over and not self._wait
        return not playing and (tournaments or (self._games is not None and self._finished >= self._games))

    # ---- what the server is asked ----

    def _introduce(self) -> str:
        """See whether the server plays by the same rules, and whose token it is; return the id of its account."""
        played = {each.id: each.rules_version for each in self._server.get("/api/games", tuple[GameInfo, ...])}
        if self._game.id not in played:
            raise RemoteError(f"{self._server.address} does not play {self._game.name}")
        if (theirs := played[self._game.id]) != self._game.rules_version:
            ours = self._game.rules_version
            raise RemoteError(
                f"{self._server.address} plays {self._game.name} by version {theirs} of its rules, this is version "
                f"{ours}; install the same version of eddyline"
            )
        me = self._me()
        if me.owner is None:
            raise RemoteError(
                f"this is the session of a person, {me.name}, and not a bot's token; bots are made at "
                f"{self._server.address}/me"
            )
        self._name = me.name
        return me.account

    def _me(self) -> Me:
        try:
            return self._server.get("/api/me", Me)
        except RemoteError as error:
            raise self._explained(error) from None

    def _explained(self, error: RemoteError) -> RemoteError:
        if error.code != "signed_out":
            return error
        there = self._server.address
        told = f"{there} does not know this token, or not any more; its owner can make another one at {there}/me"
        return RemoteError(told, error.code)

    def _sit(self, table: str) -> None:
        """Take a seat at a table, unless the bot has one."""
        mine = self._server.post("/api/tables/mine", {"tables": [{"table": table}]}, tuple[MyTable, ...])
        if not any(each.seat is not None for each in mine):
            self._server.post(f"/api/tables/{table}/seats", {"name": self._name}, Seated)

    def _own_tables(self) -> list[str]:
        """List the tables with a seat of the bot that are not over: those of tournaments, then the newest ones."""
        tables = [] if self._tournaments is None else self._tournaments.tables()
        tables += [each.table for each in self._me().tables if each.game == self._game.id]
        asked = [{"table": table} for table in tables[:MOST_ASKED]]
        told = self._server.post("/api/tables/mine", {"tables": asked}, tuple[MyTable, ...])
        return [each.table for each in told if each.seat is not None and each.status in {"open", "running"}]

    def _open(self, wish: NewTables) -> str:
        table: dict[str, Any] = {
            "game": self._game.id,
            "name": self._name,
            "seats": wish.seats,
            "preset": wish.preset,
            "options": wish.options,
            "bots": wish.house_bots,
            "start": True,
            "access": "open",
            "rated": wish.rated,
        }
        return self._server.post("/api/tables", table, Seated).table

    # ---- tables ----

    async def _look(self) -> None:
        """Attend the tables that are new, and open one when there is none."""
        try:
            for table in await asyncio.to_thread(self._own_tables):
                self._attend(table)
            if self._opens is not None and not self._wanted_elsewhere():
                table = await asyncio.to_thread(self._open, self._opens)
                self._report(f"waiting for others at {self._server.page(table)}")
                self._attend(table)
        except RemoteError as error:
            if not isinstance(error, UnreachableError) and error.code != "full":
                raise
            if error.code != self._trouble:
                self._report(f"{error}; trying again")
            self._trouble = error.code
        else:
            self._trouble = None

    def _wanted_elsewhere(self) -> bool:
        """Return whether there is something to play, or has been enough."""
        going = sum(not seat.over for seat in self._seats.values())
        return going > 0 or (self._games is not None and self._finished >= self._games)

    def _attend(self, table: str) -> None:
        if table in self._seats or table in self._left_alone:
            return
        seat = RemoteSeat(self._server, table, self._game, self._make, self._thinking, self._report, self._stir)
        self._seats[table] = seat
        self._attending[table] = asyncio.get_running_loop().create_task(seat.play())
        self._attending[table].add_done_callback(lambda _: self._stir.set())

    async def _leave_those_that_are_over(self) -> None:
        for seat in self._seats.values():
            if seat.over and not seat.counted:
                seat.counted = True
                self._finished += 1
        for table, task in list(self._attending.items()):
            if not task.done():
                continue
            del self._attending[table], self._seats[table]
            self._left_alone.add(table)
            try:
                await task
            except RemoteError as error:
                if error.code in {"signed_out", "other_version"}:
                    raise self._explained(error) from None
                self._report(f"{self._server.page(table)} is left alone: {error}")
