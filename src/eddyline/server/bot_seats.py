"""Let bots play the seats of a table, at a pace that people can follow."""

from __future__ import annotations

import asyncio
import functools
import logging
from typing import TYPE_CHECKING

from eddyline.server.refusal import RefusalError
from eddyline.server.thinking import stand_ins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.match import Match
    from eddyline.server.table import Table
    from eddyline.server.thinking import Thinkers

_log = logging.getLogger(__name__)

RETRY = 5.0
"""Seconds to wait after a bot's turn could not be saved."""


class BotSeats:
    """Run the bots of one table: one task for each bot that owes a turn."""

    def __init__(self, table: Table, thinkers: Thinkers, pause: float, seed: int) -> None:
        self._table = table
        self._thinkers = thinkers
        self._pause = pause
        self._seed = seed
        self._thoughts: dict[int, asyncio.Task[None]] = {}
        self._stopped = False

    @property
    def busy(self) -> bool:
        """Return whether any bot is thinking."""
        return bool(self._thoughts)

    @property
    def preparing(self) -> frozenset[str]:
        """Return the bots of this game that cannot play yet because they are still being compiled."""
        return self._thinkers.preparing(self._table.state.opened.game)

    def wake(self) -> None:
        """Start every bot that owes a turn, or a turn of a seat that has run out of time, and is not thinking yet."""
        if self._stopped:
            return
        state, late = self._table.state, self._table.late()
        for seat in state.to_play:
            bot = state.stand_in if seat in late else state.seats[seat].bot
            if bot is not None and seat not in self._thoughts:
                turn = self._turn(seat, bot, late=seat in late)
                task = asyncio.get_running_loop().create_task(turn, name=f"bot at seat {seat}")
                self._thoughts[seat] = task
                task.add_done_callback(functools.partial(self._done, seat))

    async def stop(self) -> None:
        """Stop all bots for good."""
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
            # Retried at the next change of the table; retrying now might never end.
            _log.error("table %s, seat %d: no turn found", self._table.state.id, seat, exc_info=error)
            return
        # The seat may owe another turn, or the position may have changed while the bot was thinking.
        self.wake()

    async def _turn(self, seat: int, name: str, *, late: bool) -> None:
        table = self._table
        match = table.state.match
        if match is None or table.drafts is None or seat not in match.waiting:
            return
        basis = table.drafts.basis(seat)
        pause = asyncio.get_running_loop().create_task(asyncio.sleep(self._pause))
        try:
            decisions = await self._think(match.copy(), seat, name)
            await pause
        finally:
            pause.cancel()
        try:
            await table.play(seat, decisions, basis, late=name if late else None)
        except RefusalError as refusal:
            _log.warning("table %s, seat %d: %s", table.state.id, seat, refusal)
            await asyncio.sleep(RETRY)

    async def _think(self, match: Match, seat: int, name: str) -> Sequence[int]:
        """Ask the bot, or a stand-in if it fails or does not finish: people must not wait forever."""
        state = self._table.state
        *others, last = stand_ins(match.game.id, name)
        for each in others:
            try:
                return await self._thinkers.play(match, seat, each, self._seed + seat, state.bot_seconds)
            except TimeoutError:
                # The machine may just be busy, so a traceback would not help.
                _log.warning("table %s, seat %d: %s failed: its thought did not end in time", state.id, seat, each)
            except Exception:  # noqa: BLE001 - a bot may fail in any way
                _log.exception("table %s, seat %d: %s failed", state.id, seat, each)
        return await self._thinkers.play(match, seat, last, self._seed + seat, state.bot_seconds)
