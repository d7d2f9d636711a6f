"""Play games in several processes, and survive bots that never answer or kill their process.

Each process publishes whose turn it is and since when. If a bot takes too long, its process is killed, the bot loses
the game, and a new process continues with the next game. There is no gentler way: an endless compiled loop cannot be
interrupted.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections import deque
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Self

from eddyline.arena.contest import Clock
from eddyline.arena.file import Failure, Played
from eddyline.arena.hall import Hall
from eddyline.engine.copying import Uncopied
from eddyline.engine.random import derived

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType

    from eddyline.arena.file import Kind
    from eddyline.arena.schedule import Seating, Tournament

GRACE = 10.0
"""Seconds beyond the time limit of a turn before its process is killed."""
FIRST_START = 900.0
"""Maximum seconds for loading the bots, including compilation the first time."""
LOOK = 0.5
"""Seconds between checks of the clocks and of the stop condition."""


class ArenaError(Exception):
    """Report that the tournament cannot continue, as opposed to a bot's failure in a game."""


class _Worker(Uncopied):
    """Manage one process and the game it plays."""

    def __init__(self, tournament: Tournament) -> None:
        # Not forked: this process may have threads, and forks of those hang.
        context = get_context("spawn")
        self._cells = context.RawArray("d", 2)
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(tournament, theirs, self._cells), daemon=True)
        with _deaf_children():
            self._process.start()
        theirs.close()
        self._started = time.monotonic()
        self.ready = False
        self.game: Seating | None = None

    def give(self, game: Seating) -> None:
        """Let it play a game."""
        self.game = game
        with contextlib.suppress(OSError):  # if the process has just died, the next read from it will tell
            self.pipe.send(game)

    def seat_planning(self) -> int | None:
        """Return the seat whose turn it is, if any."""
        return int(self._cells[0]) if self._cells[1] else None

    def hangs(self, limit: float) -> bool:
        """Return whether a turn, or the start, is taking too long."""
        if not self.ready:
            return time.monotonic() - self._started > FIRST_START
        began = self._cells[1]
        return bool(began) and time.monotonic() - began > limit + GRACE

    def end(self) -> int | None:
        """Kill the process if it is still running, and return its exit code."""
        self._process.kill()
        self._process.join()
        self.pipe.close()
        return self._process.exitcode


class Pool(Uncopied):
    """Play a tournament's games in several processes; a context manager, which kills them on exit."""

    def __init__(self, tournament: Tournament, workers: int) -> None:
        """Start the processes; they load the bots in the background."""
        self._tournament = tournament
        self._workers = [_Worker(tournament) for _ in range(workers)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.end()

    def play(self, games: Iterable[Seating], stopped: Callable[[], bool] = lambda: False) -> Iterator[Played]:
        """Play games, and yield each one when it is over, until `stopped` returns True; raises ArenaError."""
        due = deque(games)
        while not stopped():
            for worker in self._workers:
                if due and worker.ready and worker.game is None:
                    worker.give(due.popleft())
            if not due and all(worker.game is None for worker in self._workers):
                return
            busy = {worker.pipe: worker for worker in self._workers if worker.game or not worker.ready}
            for pipe in wait(list(busy), timeout=LOOK):
                assert isinstance(pipe, Connection)
                yield from self._hear(busy.pop(pipe))
            for worker in busy.values():
                if worker.hangs(self._tournament.time_limit) and not worker.pipe.poll():
                    yield self._replace(worker, "timeout", "no answer: the game is lost")

    def _hear(self, worker: _Worker) -> Iterator[Played]:
        """Receive one message: that the worker is ready, or a game."""
        try:
            message: Played | None = worker.pipe.recv()
        except (EOFError, OSError):
            yield self._replace(worker, "crash", "the bot ended its process: the game is lost")
            return
        worker.ready = True
        worker.game = None
        if message is not None:
            yield message

    def _replace(self, worker: _Worker, kind: Kind, what: str) -> Played:
        """Replace a worker by a new one, and return its game as lost for the bot whose turn it was."""
        seat = worker.seat_planning()
        code = worker.end()
        if worker.game is None:
            why = f"did not start within {FIRST_START:.0f} s" if kind == "timeout" else f"ended with exit code {code}"
            raise ArenaError(f"a worker process {why}; its output above may say more")
        if seat is None:
            raise ArenaError(f"a worker process ended with exit code {code} between two turns")
        self._workers[self._workers.index(worker)] = _Worker(self._tournament)
        failure = Failure(seat, kind, what if kind == "timeout" else f"{what} (exit code {code})")
        return _lost(worker.game, failure, derived(int(self._tournament.seed, 16), worker.game.block))


@contextlib.contextmanager
def _deaf_children() -> Iterator[None]:
    """Make processes started in this context ignore Ctrl-C, which a terminal sends to all: the parent ends them.

    In this process the signal is blocked until they have started. Windows cannot do this; there `_serve` has to do.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # `start` would, and unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _lost(game: Seating, failure: Failure, seed: int) -> Played:
    """Return the game as won by all other seats."""
    seats = range(len(game.seats))
    return Played(
        lineup=game.lineup,
        number=game.number,
        block=game.block,
        seats=game.seats,
        seed=f"{seed:#x}",
        ranking=tuple(len(seats) if seat == failure.seat else 1 for seat in seats),
        winners=tuple(seat for seat in seats if seat != failure.seat),
        rounds=0,
        failures=(failure,),
    )


def _serve(tournament: Tournament, pipe: Connection, cells: Any) -> None:  # noqa: ANN401 - ctypes has no public name
    """Run a worker process: play the requested games until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # see `_deaf_children`
    os.dup2(2, 1)  # what bots print must not mix with the results
    hall = Hall(tournament, Clock(cells))
    hall.warm_up()
    with contextlib.suppress(EOFError, OSError):  # the parent process has gone
        pipe.send(None)
        while True:
            pipe.send(hall.play(pipe.recv()))
