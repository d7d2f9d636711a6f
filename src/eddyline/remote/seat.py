"""Play a bot's seat at one table, over any number of connections, until the table is over."""

from __future__ import annotations

import asyncio
import contextlib
import json
import uuid
from typing import TYPE_CHECKING, Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from eddyline.bots import Budget
from eddyline.engine.copying import Uncopied
from eddyline.remote.errors import RemoteError
from eddyline.remote.messages import Refused, Sync, TableChanged, read
from eddyline.remote.turns import decide

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from eddyline.bots.bot import Bot
    from eddyline.engine.game import Game
    from eddyline.remote.messages import Table
    from eddyline.remote.server import Server

FINAL_CODES = {
    "unknown", "deleted", "damaged", "other_rules", "other_version", "full", "friends_only", "illegal", "incomplete"
}  # fmt: skip
"""Codes of refusals after which a table is left alone: nothing would change, were the bot to try again."""
ASK_AGAIN_AFTER = {"too_fast": 1.0, "store": 5.0, "unsettled": 1.0, "error": 5.0}
"""Codes of refusals after which the bot asks how things are, after so many seconds."""
RECONNECT_AFTER = 1.0
"""Seconds before the bot connects again."""
LINGER = 120.0
"""Seconds that the bot stays at a table that is over, in case there is a rematch."""
TIME_SHARE = 3.0
"""With a clock, the bot thinks this part of what is left at most."""


class RemoteSeat(Uncopied):
    """Hold what the bot knows of one table where it has a seat."""

    def __init__(
        self,
        server: Server,
        table: str,
        game: Game,
        make: Callable[[Budget], Bot],
        thinking: asyncio.Lock,
        report: Callable[[str], None],
        stir: asyncio.Event,
    ) -> None:
        """Prepare to play.

        `make` makes the bot for a thinking time; `thinking` lets one table think at a time. `report` is told what
        happens, in a phrase; `stir` is set when the game begins or is over.
        """
        self.table = table
        self.open = True
        """Whether the game has not begun, as far as is known."""
        self.over = False
        """Whether the game is over, by the rules or otherwise."""
        self.counted = False
        """Whether whoever counts games has counted this one."""
        self._server = server
        self._game = game
        self._make = make
        self._thinking = thinking
        self._report = report
        self._stir = stir
        self._lingering = asyncio.timeout(None)
        self._sync: Sync | None = None
        self._news = asyncio.Event()
        self._sent: tuple[int, dict[str, Any]] | None = None
        """The turn that was sent last, and the version that it was decided at."""

    async def play(self) -> None:
        """Play until the table is over, and there is a rematch or none to wait for any more. Raises RemoteError."""
        with contextlib.suppress(TimeoutError):
            async with self._lingering:
                await self._connect_again_and_again()

    async def _connect_again_and_again(self) -> None:
        try:
            async for socket in connect(self._server.socket(self.table), max_size=None):
                with contextlib.suppress(ConnectionClosed):
                    await self._converse(socket)
                    return
                await asyncio.sleep(RECONNECT_AFTER)
        except (InvalidHandshake, InvalidURI) as error:
            raise RemoteError(f"{self._server.address} refuses to connect: {error}") from None

    async def _converse(self, socket: ClientConnection) -> None:
        """Play on one connection until there is nothing more to do here. Raises ConnectionClosed when that is lost."""
        self._sync, self._sent = None, None
        await self._hello(socket)
        acting = asyncio.get_running_loop().create_task(self._act(socket))
        hearing = asyncio.get_running_loop().create_task(self._hear(socket))
        try:
            done, _ = await asyncio.wait({acting, hearing}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in (acting, hearing):
                task.cancel()
            await asyncio.gather(acting, hearing, return_exceptions=True)

    async def _hello(self, socket: ClientConnection) -> None:
        await _send(socket, {"type": "hello", "session": self._server.token, "record": True})

    async def _hear(self, socket: ClientConnection) -> None:
        """Take in what the server says; return when there is a rematch. Raises RemoteError, ConnectionClosed."""
        async for text in socket:
            try:
                message = read(text)
            except msgspec.ValidationError as error:
                raise RemoteError(f"the server sent something that this version does not understand: {error}") from None
            match message:
                case Sync():
                    if message.you is None:
                        raise RemoteError("the bot no longer has this seat", "unknown")
                    self._sync = message
                    self._news.set()
                case Refused():
                    await self._be_refused(socket, message)
            if isinstance(message, Sync | TableChanged) and self._sync is not None:
                await self._look(socket, message.table, self._sync)
                if message.table.rematch is not None:
                    return
        raise ConnectionClosed(None, None)

    async def _look(self, socket: ClientConnection, table: Table, sync: Sync) -> None:
        """Answer what goes on besides turns: votes, a bot that stands in, the end, a rematch."""
        was_open, self.open = self.open, table.status == "open"
        if table.status == "running" and was_open:
            self._report(f"playing with {_others(table, sync.you)} at {self._server.page(self.table)}")
            self._stir.set()
        if table.status == "over":
            if not self.over:
                self.over = True
                self._report(f"{_ended(table, sync)} at {self._server.page(self.table)}")
                self._lingering.reschedule(asyncio.get_running_loop().time() + LINGER)
                self._stir.set()
            return
        you = sync.you or 0
        if table.seats[you].bot is not None and not table.seats[you].resigned:
            await _send(socket, {"type": "come_back"})
        for vote in table.votes:
            if you not in vote.by and vote.seat != you:
                await _send(socket, {"type": "vote", "matter": vote.matter, "seat": vote.seat})

    async def _be_refused(self, socket: ClientConnection, refused: Refused) -> None:
        if refused.code == "signed_out":
            raise RemoteError("the token is no longer valid", "signed_out")
        if refused.code in FINAL_CODES:
            raise RemoteError(refused.message, refused.code)
        sent, self._sent = self._sent, None
        if refused.code in ASK_AGAIN_AFTER:
            await asyncio.sleep(ASK_AGAIN_AFTER[refused.code])
            if refused.code == "unsettled" and sent is not None:
                self._sent = sent
                await _send(socket, sent[1])
            else:
                await self._hello(socket)

    async def _act(self, socket: ClientConnection) -> None:
        """Play each turn that the seat owes."""
        while True:
            await self._news.wait()
            self._news.clear()
            sync = self._sync
            if sync is None or sync.draft is None or sync.draft.confirmed or sync.you is None:
                continue
            if self._sent is not None and self._sent[0] == sync.version:
                continue  # the answer is on its way
            async with self._thinking:
                if sync is not self._sync:
                    self._news.set()
                    continue
                bot = self._make(self._budget(sync))
                actions = await asyncio.to_thread(decide, self._game, bot, sync.you, sync)
            turn = {"type": "play", "version": sync.draft.version, "actions": actions, "turn": uuid.uuid4().hex}
            self._sent = (sync.version, turn)
            await _send(socket, turn)

    def _budget(self, sync: Sync) -> Budget:
        seconds, left = sync.table.bot_seconds, sync.table.seats[sync.you or 0].left
        return Budget(seconds=seconds if left is None else max(0.05, min(seconds, sum(left) / TIME_SHARE)))


async def _send(socket: ClientConnection, message: Mapping[str, Any]) -> None:
    await socket.send(json.dumps(message))


def _others(table: Table, you: int | None) -> str:
    return ", ".join(seat.name for number, seat in enumerate(table.seats) if number != you)


def _ended(table: Table, sync: Sync) -> str:
    ranking = sync.view.ranking if sync.view is not None else None
    if ranking and table.ended == "finished" and sync.you is not None:
        return f"over, rank {ranking[sync.you]} of {len(ranking)},"
    return f"over ({table.ended or 'stopped'})"
