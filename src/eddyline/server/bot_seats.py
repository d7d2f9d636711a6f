"""Let bots play the seats of a table: think in a thread, at a pace that people can follow."""

from __future__ import annotations

import asyncio
import functools
import logging
from typing import TYPE_CHECKING

from eddyline.bots import BOTS, play_turn
from eddyline.server.refusal import RefusalError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Executor

    from eddyline.bots import Bot
    from eddyline.engine.match import Match
    from eddyline.server.table import Table

_log = logging.getLogger(__name__)

RETRY = 5.0
"""Seconds to wait when a bot's turn could not be kept."""


class BotSeats:
    """Think for every bot that owes a turn at one table, one thought a seat."""

    def __init__(self, table: Table, threads: Executor, pause: float, seed: int) -> None:
        self._table = table
        self._threads = threads
        self._pause = pause
        self._seed = seed
        self._bots: dict[tuple[int, str], Bot] = {}
        self._thoughts: dict[int, asyncio.Task[None]] = {}
        self._stopped = False

    @property
    def busy(self) -> bool:
        """Tell whether any bot is thinking."""
        return bool(self._thoughts)

    def wake(self) -> None:
        """Let every bot begin that owes a turn and is not thinking about it yet."""
        if self._stopped:
            return
        for seat in self._table.to_play():
            bot = self._table.state.seats[seat].bot
            if bot is not None and seat not in self._thoughts:
                task = asyncio.get_running_loop().create_task(self._turn(seat, bot), name=f"bot at seat {seat}")
                self._thoughts[seat] = task
                task.add_done_callback(functools.partial(self._done, seat))

    async def stop(self) -> None:
        """Let no bot play any more."""
        self._stopped = True
        thoughts = list(self._thoughts.values())
        for task in thoughts:
            task.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)

    def _done(self, seat: int, thought: asyncio.Task[None]) -> None:
        del self._thoughts[seat]
        if thought.cancelled():
            return
        if error := thought.exception():
            # Tried again at the next change of the table, not at once and for ever.
            _log.error("table %s, seat %d: no turn found", self._table.state.id, seat, exc_info=error)
            return
        # The next turn of the same seat, or a position that changed while the bot was thinking.
        self.wake()

    async def _turn(self, seat: int, name: str) -> None:
        table = self._table
        await asyncio.sleep(self._pause)
        match = table.state.match
        if match is None or table.drafts is None or seat not in match.waiting or table.state.seats[seat].bot != name:
            return
        basis = table.drafts.basis(seat)
        decisions = await self._think(match.copy(), seat, name)
        try:
            await table.play(seat, decisions, basis)
        except RefusalError as refusal:
            _log.warning("table %s, seat %d: %s", table.state.id, seat, refusal)
            await asyncio.sleep(RETRY)

    async def _think(self, match: Match, seat: int, name: str) -> Sequence[int]:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, play_turn, self._bot(match, seat, name), match, seat)
        except Exception:  # noqa: BLE001 - whatever it is, a bot that stumbles must not keep people waiting for ever
            _log.exception("table %s, seat %d: %s failed; playing at random", self._table.state.id, seat, name)
            bot = self._bot(match, seat, "random")
            return await loop.run_in_executor(self._threads, play_turn, bot, match, seat)

    def _bot(self, match: Match, seat: int, name: str) -> Bot:
        key = (seat, name)
        if key not in self._bots:
            self._bots[key] = BOTS[match.game.id][name](self._seed + seat)
        return self._bots[key]
