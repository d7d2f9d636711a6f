"""Share the machine among bots: quick ones play at once, thinking ones queue for a few low-priority threads.

Bot kernels run without the GIL and leave one core free, so thinking delays no messages. Waiting for a thread delays
only a turn: threads are shared fairly by address and table, the more bots compete, the less time each of them gets, and
a long thought gives way to those of other tables that ask for less.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import threading
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from eddyline.bots import BOTS, Budget, play_turn
from eddyline.server.base.metrics import Metrics
from eddyline.server.base.priority import step_back
from eddyline.server.room.fair_queue import FairQueue
from eddyline.server.table.bot_choice import LONGEST_THOUGHT, thinks

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from concurrent.futures import Future

    from eddyline.bots import Bot
    from eddyline.engine.match import Match

T = TypeVar("T")

OWN_SECONDS = 1.0
"""Seconds that no thought has to give up to another table's."""
SHORTEST_SHARE = 0.05
"""Minimum thinking time in seconds, however many compete."""
OVERTIME = 5.0
"""Seconds that a bot may exceed its thinking time before it is given up."""
QUICK_THREADS = 2
"""Threads for bots that do not think; their turns take milliseconds."""
THREAD = "thinking bot"


class Thought:
    """Time one thought: it waits, thinks until `ends`, and its turn is told then, not sooner."""

    def __init__(self, table: str, limit: float) -> None:
        self.table = table
        self.limit = limit
        """Seconds that the table asks for."""
        self.granted = asyncio.Event()
        self.over = asyncio.Event()
        self.enough = threading.Event()
        """Tells the bot to come to an end."""
        self.seconds = self.began = self.ends = 0.0
        self._loop = asyncio.get_running_loop()
        self._end: asyncio.TimerHandle | None = None

    def begin(self, seconds: float) -> None:
        """Let the bot think for so long."""
        self.seconds = seconds
        self.began = self._loop.time()
        self.end_at(self.began + seconds)
        self.granted.set()

    def end_at(self, when: float) -> None:
        """End at a time of the event loop's clock."""
        if self._end is not None:
            self._end.cancel()
        self.ends = when
        self._end = self._loop.call_at(when, self.stop)

    def stop(self) -> None:
        """End now."""
        if self._end is not None:
            self._end.cancel()
        self.enough.set()
        self.over.set()


class Thinkers:
    """Run the bots of all tables; those that think in fair order."""

    def __init__(
        self, threads: int, compiling: Mapping[str, Future[None]] = MappingProxyType({}), metrics: Metrics | None = None
    ) -> None:
        """Share `threads` threads; a game's thinking bots wait until they are compiled."""
        self._threads = threads
        self._compiling = compiling
        self._metrics = metrics or Metrics()
        self._quick = ThreadPoolExecutor(QUICK_THREADS, thread_name_prefix="quick bot")
        self._queue: FairQueue[Thought] = FairQueue()
        self._running: set[Thought] = set()

    async def play(
        self,
        match: Match,
        seat: int,
        name: str,
        seed: int,
        limit: float,
        *,
        character: str | None = None,
        table: str = "",
        addresses: Collection[str] = (),
    ) -> Sequence[int]:
        """Return a bot's turn for a seat; a thinking bot gets `limit` seconds, or less when others compete.

        It competes as a thought of `table`, for one of the `addresses` of those who are there. Raises what the bot
        raises, and TimeoutError for a bot that does not finish.
        """
        make = BOTS[match.game.id][name]

        def made(budget: Budget) -> Bot:
            # A maker of somebody's own takes a seed and a budget alone.
            return make(seed, budget, character) if getattr(make, "manners", False) else make(seed, budget)

        if not thinks(match.game.id, name):
            play = functools.partial(play_turn, made(Budget()), match, seat)
            return await asyncio.get_running_loop().run_in_executor(self._quick, play)
        if compiling := self._compiling.get(match.game.id):
            await asyncio.shield(asyncio.wrap_future(compiling))
        with self._metrics.thought():
            return await self._think(
                lambda budget: play_turn(made(budget), match, seat), Thought(table, limit), addresses
            )

    async def aside(self, work: Callable[[], T]) -> T:
        """Do some work of milliseconds in a thread of those for quick bots."""
        return await asyncio.get_running_loop().run_in_executor(self._quick, work)

    async def _think(
        self, work: Callable[[Budget], tuple[int, ...]], thought: Thought, addresses: Collection[str]
    ) -> tuple[int, ...]:
        """Wait for a thread, and for the end of the thought."""
        place = self._queue.add(addresses, thought.table, thought)
        self._go_on()
        try:
            with self._metrics.waiting():
                await thought.granted.wait()
            budget = Budget(seconds=thought.seconds, enough=thought.enough.is_set)
            async with asyncio.timeout(thought.seconds + OVERTIME):
                decisions = await _in_thread(lambda: work(budget))
            # A quick answer where a hidden hand leaves no choice would reveal the hand; so would a thread that is free.
            await thought.over.wait()
            return decisions
        finally:
            thought.stop()
            self._queue.remove(place)
            self._running.discard(thought)
            self._go_on()

    def preparing(self, game: str) -> frozenset[str]:
        """List the bots of a game that cannot play yet."""
        compiling = self._compiling.get(game)
        if compiling is None or compiling.done():
            return frozenset()
        return frozenset(name for name in BOTS[game] if thinks(game, name))

    def close(self) -> None:
        """Accept no more turns."""
        self._quick.shutdown(wait=False, cancel_futures=True)

    def _go_on(self) -> None:
        """Begin what there are threads for; if more waits, end the thought that can give way first."""
        while len(self._running) < self._threads and (found := self._queue.next()):
            place, competing = found
            thought = place.item
            # So that all who compete finish after about one limit.
            share = min(1.0, self._threads / competing)
            thought.begin(max(SHORTEST_SHARE, min(thought.limit, self._fair(thought)) * share))
            self._running.add(thought)
        if self._queue:
            first = min(self._running, key=self._could_end)
            if (when := self._could_end(first)) < first.ends:
                first.end_at(when)

    def _fair(self, thought: Thought) -> float:
        """Return how many seconds a thought may take while other tables wait."""
        return max(
            OWN_SECONDS, min((other.limit for other in self._queue.others(thought.table)), default=LONGEST_THOUGHT)
        )

    def _could_end(self, thought: Thought) -> float:
        return min(thought.ends, thought.began + self._fair(thought))


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
        step_back()
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
