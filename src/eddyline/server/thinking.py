"""Share the machine among bots: quick ones play at once, thinking ones queue for a few low-priority threads.

Bot kernels run without the GIL and leave one core free, so thinking delays no messages. Waiting for a thread delays
only a turn, and the more bots wait, the less time each of them gets.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from eddyline.bots import BOTS, Budget, Thinker, play_turn
from eddyline.server.refusal import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Future

    from eddyline.engine.match import Match

T = TypeVar("T")

LEAST, MOST = 0.1, 30.0
"""Range of a table's thinking time for bots, in seconds per turn."""
USUAL = 1.0
FLOOR = 0.05
"""Minimum thinking time in seconds, however long the queue."""
GRACE = 5.0
"""Seconds that a bot may exceed its thinking time before it is given up."""
QUICK = 2
"""Threads for bots that do not think; their turns take milliseconds."""
NICENESS = 10
THREAD = "thinking bot"


def check_limit(seconds: float) -> float:
    """Return a thinking time that is in range; raises RefusalError for any other."""
    if not LEAST <= seconds <= MOST:
        raise RefusalError(
            "bad_message", f"expected {LEAST:g} to {MOST:g} seconds a turn for bots to think, got {seconds:g}"
        )
    return seconds


@functools.cache
def thinks(game: str, name: str) -> bool:
    """Return whether a bot uses its thinking time; other bots play at once."""
    return isinstance(BOTS[game][name](0), Thinker)


def stand_ins(game: str, name: str) -> tuple[str, ...]:
    """List the bots to try for a turn: the bot itself, the game's first quick bot, the random bot."""
    return tuple(dict.fromkeys((name, quick_bot(game), "random")))


@functools.cache
def quick_bot(game: str) -> str:
    """Return a game's first bot that plays at once."""
    return next(name for name in BOTS[game] if not thinks(game, name))


class Thinkers:
    """Run the bots of all tables, in the order of their requests."""

    def __init__(self, threads: int, compiling: Mapping[str, Future[None]] = MappingProxyType({})) -> None:
        """Share `threads` threads; a game's thinking bots wait until they are compiled."""
        self._threads = threads
        self._compiling = compiling
        self._free = asyncio.Semaphore(threads)
        self._quick = ThreadPoolExecutor(QUICK, thread_name_prefix="quick bot")
        self._waiting = 0

    async def play(self, match: Match, seat: int, name: str, seed: int, limit: float) -> Sequence[int]:
        """Return a bot's turn for a seat; a thinking bot gets `limit` seconds, or less when many wait.

        Raises what the bot raises, and TimeoutError for a bot that does not finish.
        """
        make = BOTS[match.game.id][name]
        if not thinks(match.game.id, name):
            play = functools.partial(play_turn, make(seed), match, seat)
            return await asyncio.get_running_loop().run_in_executor(self._quick, play)
        if compiling := self._compiling.get(match.game.id):
            await asyncio.shield(asyncio.wrap_future(compiling))
        self._waiting += 1
        try:
            await self._free.acquire()
            seconds = self._share(limit)
        finally:
            self._waiting -= 1
        rest = asyncio.get_running_loop().create_task(asyncio.sleep(seconds))
        try:
            async with asyncio.timeout(seconds + GRACE):
                decisions = await _in_thread(lambda: play_turn(make(seed, Budget(seconds=seconds)), match, seat))
        except BaseException:
            rest.cancel()
            raise
        finally:
            self._free.release()
        # A quick answer where a hidden hand leaves no choice would reveal the hand.
        await rest
        return decisions

    def preparing(self, game: str) -> frozenset[str]:
        """List the bots of a game that cannot play yet."""
        compiling = self._compiling.get(game)
        if compiling is None or compiling.done():
            return frozenset()
        return frozenset(name for name in BOTS[game] if thinks(game, name))

    def close(self) -> None:
        """Accept no more turns."""
        self._quick.shutdown(wait=False, cancel_futures=True)

    def _share(self, limit: float) -> float:
        """Divide the time so that all bots waiting now finish after about one `limit`."""
        return max(FLOOR, limit * min(1.0, self._threads / self._waiting))


def _in_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    """Run `work` in a low-priority thread of its own, so that work that never ends does not block the next."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def tell(result: T | None, error: Exception | None) -> None:
        if future.done():  # given up
            return
        if error is None:
            future.set_result(result)  # type: ignore[arg-type]
        else:
            future.set_exception(error)

    def run() -> None:
        _step_back()
        result, error = None, None
        try:
            result = work()
        except Exception as caught:  # noqa: BLE001 - every error is passed to the caller
            error = caught
        with contextlib.suppress(RuntimeError):  # the server has stopped
            loop.call_soon_threadsafe(tell, result, error)

    threading.Thread(target=run, name=THREAD).start()
    return future


def still_thinking() -> bool:
    """Return whether a bot is still thinking; it cannot be interrupted, so the program would wait for it at exit."""
    return any(thread.name == THREAD for thread in threading.enumerate())


def _step_back() -> None:
    """Lower the priority of this thread; does nothing where threads have no priorities of their own."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
