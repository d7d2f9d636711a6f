"""Let bots play the seats of a table, at a pace that people can follow, while somebody is there."""

from __future__ import annotations

import asyncio
import functools
import logging
from typing import TYPE_CHECKING, TypeVar

from eddyline.engine.match import IllegalAction
from eddyline.protocol.refusal import RefusalError
from eddyline.server.table.bot_choice import stand_ins

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.engine.match import Match
    from eddyline.server.room.leases import Lease
    from eddyline.server.room.thinking import Thinkers
    from eddyline.server.room.visitors import Visitors
    from eddyline.server.table.table import Table

T = TypeVar("T")

_log = logging.getLogger(__name__)

RETRY_TURN = 5.0
"""Seconds to wait after a bot's turn could not be saved."""


class BotSeats:
    """Run the bots of one table: one task for each bot that owes a turn.

    They rest until somebody comes, and again `rest_after` seconds after the last one has left (None: never). A thought
    is given up then; a turn that is already found is played. Where a turn may take hours they do not rest.
    """

    def __init__(
        self,
        table: Table,
        visitors: Visitors,
        thinkers: Thinkers,
        pause: float,
        seed: int,
        rest_after: float | None,
        leased: Lease,
    ) -> None:
        self._table = table
        self._visitors = visitors
        self._thinkers = thinkers
        self._pause = pause
        self._seed = seed
        self._thoughts: dict[int, asyncio.Task[None]] = {}
        self._searching: set[int] = set()
        """Seats whose thought has not found its turn yet."""
        self._leased = leased
        self._rest_after = rest_after
        self._resting = rest_after is not None
        self._leaving: asyncio.TimerHandle | None = None
        self._stopped = False

    @property
    def busy(self) -> bool:
        """Return whether any bot is thinking."""
        return bool(self._thoughts)

    @property
    def preparing(self) -> frozenset[str]:
        """Return the bots of this game that cannot play yet because they are still being compiled."""
        return self._thinkers.preparing(self._table.state.opened.game)

    async def aside(self, work: Callable[[], T]) -> T:
        """Do some work of milliseconds where quick bots do theirs."""
        return await self._thinkers.aside(work)

    def attend(self, *, somebody: bool) -> None:
        """Take note of whether anybody is at the table."""
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None
        if somebody:
            self._resting = False
            self.wake()
        elif self._rest_after is not None and not self._resting:
            self._leaving = asyncio.get_running_loop().call_later(self._rest_after, self._rest)

    def _rest(self) -> None:
        self._resting = True
        if self._table.state.timing.slow:
            return
        self._leased.leave()
        for seat in self._searching:
            self._thoughts[seat].cancel()

    def wake(self) -> None:
        """Start every bot that owes a turn, or a turn of a seat that has run out of time, and is not thinking yet.

        Does nothing while the bots rest, or while another process lets them play.
        """
        if self._stopped or (self._resting and not self._table.state.timing.slow):
            return
        state, late = self._table.state, self._table.late()
        for seat in state.to_play:
            bot = state.stand_in if seat in late else state.seats[seat].bot
            if bot is not None and seat not in self._thoughts and self._leased.ours(self.wake):
                turn = self._turn(seat, bot, late=seat in late)
                task = asyncio.get_running_loop().create_task(turn, name=f"bot at seat {seat}")
                self._thoughts[seat] = task
                task.add_done_callback(functools.partial(self._done, seat))

    async def stop(self) -> None:
        """Stop all bots for good."""
        self._stopped = True
        self._leased.leave()
        if self._leaving is not None:
            self._leaving.cancel()
        thoughts = list(self._thoughts.values())
        for task in thoughts:
            task.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)

    def _done(self, seat: int, thought: asyncio.Task[None]) -> None:
        del self._thoughts[seat]
        if not thought.cancelled() and (error := thought.exception()):
            # Retried at the next change of the table; retrying now might never end.
            _log.error("no turn found", extra=self._about(seat), exc_info=error)
            return
        # The seat may owe another turn, the position may have changed while the bot was thinking, or somebody came back
        # just when it gave up.
        self.wake()

    def _about(self, seat: int) -> dict[str, object]:
        return {"table": self._table.state.id, "seat": seat}

    async def _turn(self, seat: int, name: str, *, late: bool) -> None:
        table = self._table
        match = table.state.match
        if match is None or table.drafts is None or seat not in match.waiting:
            return
        basis = table.drafts.basis(seat)
        pause = asyncio.get_running_loop().create_task(asyncio.sleep(self._pause))
        self._searching.add(seat)
        try:
            decisions = await self._think(match.copy(), seat, name)
            self._searching.discard(seat)
            await pause
        finally:
            self._searching.discard(seat)
            pause.cancel()
        try:
            await table.play(seat, decisions, basis, late=name if late else None)
        except RefusalError as refusal:
            # What the rules refuse would tell what the bot has in mind.
            why = "the rules do not allow it" if refusal.code == "illegal" else refusal.message
            _log.warning("a bot's turn was not played: %s", why, extra=self._about(seat))
            await asyncio.sleep(RETRY_TURN)

    async def _think(self, match: Match, seat: int, name: str) -> Sequence[int]:
        """Ask the bot, or a stand-in if it fails or does not finish: people must not wait forever."""
        state = self._table.state
        sitting = state.seats[seat]
        # Who plays for somebody else has no manner of their own.
        character = sitting.portrait if sitting.kind == "bot" else None

        async def ask(bot: str) -> Sequence[int]:
            seed, addresses = self._seed + seat, self._visitors.addresses()
            return await self._thinkers.play(
                match, seat, bot, seed, state.bot_seconds, character=character, table=state.id, addresses=addresses
            )

        *others, last = stand_ins(match.game.id, name)
        for each in others:
            try:
                return await ask(each)
            except TimeoutError:
                # The machine may just be busy, so a traceback would not help.
                _log.warning("%s failed: its thought did not end in time", each, extra=self._about(seat))
            except IllegalAction:
                _log.warning("%s failed: it planned what the rules do not allow", each, extra=self._about(seat))
            except Exception:  # noqa: BLE001 - a bot may fail in any way
                _log.exception("%s failed", each, extra=self._about(seat))
        return await ask(last)
