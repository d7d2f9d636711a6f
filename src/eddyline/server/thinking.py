"""Share the machine among bots: quick ones play at once, those that think take turns on few threads of low priority.

The kernels of bots run without the GIL, so a thought delays no message; a core that thoughts leave free is what keeps
that so. Whoever waits for a thread delays a turn only, and the more thoughts wait, the shorter each of them gets.
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
"""Seconds a turn that a host may let bots think."""
USUAL = 1.0
FLOOR = 0.05
"""Seconds that a thought gets in the longest queue."""
GRACE = 5.0
"""Seconds after which a thought that should have ended is given up."""
QUICK = 2
"""Threads for bots that do not think; a turn of theirs takes milliseconds."""
NICENESS = 10
THREAD = "thinking bot"


def check_limit(seconds: float) -> float:
    """Refuse a limit of thinking that is no sensible one. Raises RefusalError."""
    if not LEAST <= seconds <= MOST:
        raise RefusalError(
            "bad_message", f"expected {LEAST:g} to {MOST:g} seconds a turn for bots to think, got {seconds:g}"
        )
    return seconds


@functools.cache
def thinks(game: str, name: str) -> bool:
    """Tell whether a bot thinks as long as it may, or plays at once."""
    return isinstance(BOTS[game][name](0), Thinker)


def stand_ins(game: str, name: str) -> tuple[str, ...]:
    """List who plays a bot's turn: itself, else the bot of the house that needs no time, else chance."""
    quick = next(other for other in BOTS[game] if not thinks(game, other))
    return tuple(dict.fromkeys((name, quick, "random")))


class Thinkers:
    """Let the bots of all tables play their turns, in the order in which they ask."""

    def __init__(self, threads: int, compiling: Mapping[str, Future[None]] = MappingProxyType({})) -> None:
        """Share so many threads; a game's thinking bots wait until they are compiled."""
        self._threads = threads
        self._compiling = compiling
        self._free = asyncio.Semaphore(threads)
        self._quick = ThreadPoolExecutor(QUICK, thread_name_prefix="quick bot")
        self._waiting = 0

    async def play(self, match: Match, seat: int, name: str, seed: int, limit: float) -> Sequence[int]:
        """Play a turn for a seat; a bot that thinks does so for `limit` seconds, or less when many wait.

        Raises what the bot raises, and TimeoutError for a thought that does not end.
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
        # Quick answers to what leaves a hidden hand no choice would tell the hand.
        await rest
        return decisions

    def preparing(self, game: str) -> frozenset[str]:
        """List the bots of a game that cannot play yet."""
        compiling = self._compiling.get(game)
        if compiling is None or compiling.done():
            return frozenset()
        return frozenset(name for name in BOTS[game] if thinks(game, name))

    def close(self) -> None:
        """Begin no turn any more."""
        self._quick.shutdown(wait=False, cancel_futures=True)

    def _share(self, limit: float) -> float:
        """Divide so that all who wait now are through after about one limit."""
        return max(FLOOR, limit * min(1.0, self._threads / self._waiting))


def _in_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    """Work in a thread of low priority, one for each thought: the next is none the worse for one that never ends."""
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
        except Exception as caught:  # noqa: BLE001 - whatever it is, it is told to whoever asked
            error = caught
        with contextlib.suppress(RuntimeError):  # the server has stopped
            loop.call_soon_threadsafe(tell, result, error)

    threading.Thread(target=run, name=THREAD).start()
    return future


def still_thinking() -> bool:
    """Tell whether the program would wait for a thought before it ends; no thought can be interrupted."""
    return any(thread.name == THREAD for thread in threading.enumerate())


def _step_back() -> None:
    """Let everything else go first; where threads have no priorities of their own, nothing happens."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
