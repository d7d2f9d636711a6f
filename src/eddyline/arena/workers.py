"""Play games in several processes, and survive bots that never answer or kill their process.

Each process publishes whose turn it is and since when. If a bot takes too long, its process is killed, the bot loses
the game, and a new process continues with the next game. There is no gentler way: an endless compiled loop cannot be
interrupted.

Before the first game each process warms every bot up, one after the other. A bot that fails there forfeits its games:
they are not played, and count as lost.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Self

import msgspec

from eddyline.arena.contest import Clock
from eddyline.arena.entrants import is_imported
from eddyline.arena.file import Failure, Kind, Played, lost
from eddyline.arena.hall import Hall
from eddyline.engine.copying import Uncopied
from eddyline.engine.random import derived

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from types import TracebackType

    from eddyline.arena.schedule import Seating, Tournament

GRACE = 10.0
"""Seconds beyond the time limit of a turn before its process is killed, and for one to end that has closed its pipe."""
FIRST_START = 900.0
"""Maximum seconds for loading the program, and by default for warming up each bot, with compilation the first time."""
LOOK = 0.5
"""Seconds between checks of the clocks and of the stop condition."""


class ArenaError(Exception):
    """Report that the tournament cannot continue, as opposed to a bot's failure in a game."""


class Forfeit(msgspec.Struct, frozen=True):
    """Tell why a bot plays no games."""

    entrant: str
    kind: Kind
    what: str


class _Worker(Uncopied):
    """Manage one process and the game it plays."""

    def __init__(self, tournament: Tournament, without: Collection[str], start_limit: float) -> None:
        # Not forked: this process may have threads, and forks of those hang.
        context = get_context("spawn")
        self._cells = context.RawArray("d", 2)
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(tournament, without, start_limit, theirs, self._cells), daemon=True
        )
        with _deaf_children():
            self._process.start()
        theirs.close()
        self._started = self._given = time.monotonic()
        self.ready = False
        self.game: Seating | None = None

    def give(self, game: Seating) -> None:
        """Let it play a game."""
        self.game = game
        self._given = time.monotonic()
        with contextlib.suppress(OSError):  # if the process has just died, the next read from it will tell
            self.pipe.send(game)

    def at_work(self) -> tuple[int, bool] | None:
        """Return who was at work last – a seat, before the first game an entrant – and whether it still is."""
        return (int(self._cells[0]), self._cells[1] > 0) if self._cells[1] else None

    def hangs(self, limit: float, start_limit: float) -> bool:
        """Return whether a turn, what comes between two, or the start takes too long."""
        now, began = time.monotonic(), float(self._cells[1])
        if self.ready:
            return now - max(abs(began), self._given) > limit + GRACE
        return now - began > start_limit if began > 0 else now - max(-began, self._started) > FIRST_START

    def ended(self) -> bool:
        """Return whether the process has ended; a child that a bot forked may still hold the pipe open."""
        return not self._process.is_alive()

    def end(self, patience: float = 0.0) -> int | None:
        """Kill the process if it is still running after this number of seconds, and return its exit code."""
        if patience:
            self._process.join(patience)
        self._process.kill()
        self._process.join()
        self.pipe.close()
        return self._process.exitcode


class Pool(Uncopied):
    """Play a tournament's games in several processes; a context manager, which kills them on exit."""

    def __init__(self, tournament: Tournament, workers: int, *, start_limit: float = FIRST_START) -> None:
        """Start the processes; they load the bots in the background, each within `start_limit` seconds."""
        self.forfeits: dict[str, Forfeit] = {}
        """By entrant, those that failed before their first game, as far as is known."""
        self._tournament = tournament
        self._start_limit = start_limit
        self._workers = [_Worker(tournament, (), start_limit) for _ in range(workers)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.end()

    def play(self, games: Iterable[Seating], stopped: Callable[[], bool] = lambda: False) -> Iterator[Played]:
        """Play games, and yield each one when it is over, until `stopped` returns True; raises ArenaError.

        Games are taken when a process is free for them, so what comes out may decide what else is to be played.
        """
        ahead = iter(games)
        game = next(ahead, None)
        while not stopped():
            for worker in self._workers:
                while game and worker.ready and worker.game is None:
                    if self.forfeits.keys() & {*game.seats}:
                        yield self._forfeited(game)
                    else:
                        worker.give(game)
                    game = next(ahead, None)
            if not game and all(worker.game is None for worker in self._workers):
                return
            busy = {worker.pipe: worker for worker in self._workers if worker.game or not worker.ready}
            for pipe in wait(list(busy), timeout=LOOK):
                assert isinstance(pipe, Connection)
                yield from self._hear(busy.pop(pipe))
            for worker in busy.values():
                ended = worker.ended()
                if (ended or worker.hangs(self._tournament.time_limit, self._start_limit)) and not worker.pipe.poll():
                    yield from self._replace(worker, "crash" if ended else "timeout")

    def _hear(self, worker: _Worker) -> Iterator[Played]:
        """Receive one message: that a bot failed while it was warmed up, that the worker is ready, or a game."""
        try:
            message: Forfeit | Played | None = worker.pipe.recv()
        except (EOFError, OSError):
            yield from self._replace(worker, "crash")
            return
        if isinstance(message, Forfeit):
            self.forfeits.setdefault(message.entrant, message)
            return
        worker.ready = True
        worker.game = None
        if message is not None:
            yield message

    def _replace(self, worker: _Worker, kind: Kind) -> Iterator[Played]:
        """Replace a worker by a new one; its game is lost for the bot at work, or all games if it was warming up."""
        at_work = worker.at_work()
        code = worker.end(0.0 if kind == "timeout" else GRACE)  # to exit by itself, with its own code
        ended = f"the bot ended its process (exit code {code})"
        if worker.game is not None:
            seat = self._culprit(worker.game, at_work)
            if seat is None:
                raise ArenaError(f"a worker process {_ended(kind, code)} between two turns")
            what = "no answer" if kind == "timeout" else ended
            yield self._lost(worker.game, Failure(seat, kind, f"{what}: the game is lost"))
        else:
            name = self._tournament.entrants[at_work[0]] if at_work else ""
            if not at_work or not (at_work[1] or is_imported(name)):
                raise ArenaError(f"a worker process {_ended(kind, code)} at the start; its output above may say more")
            self.forfeits.setdefault(
                name, _late(name, self._start_limit) if kind == "timeout" else Forfeit(name, kind, ended)
            )
        self._workers[self._workers.index(worker)] = _Worker(self._tournament, tuple(self.forfeits), self._start_limit)

    def _culprit(self, game: Seating, at_work: tuple[int, bool] | None) -> int | None:
        """Return the seat that takes a game's process with it: if nobody is at work, one with a bot from outside."""
        seat, still = at_work or (-1, False)
        suspects = [each for each, name in enumerate(game.seats) if is_imported(name)]
        return seat if still or seat in suspects else suspects[0] if suspects else None

    def _forfeited(self, game: Seating) -> Played:
        """Return a game that is not played because of bots that failed before."""
        return self._lost(
            game,
            *(
                Failure(seat, forfeit.kind, f"before the first game: {forfeit.what}: the game is forfeited")
                for seat, name in enumerate(game.seats)
                if (forfeit := self.forfeits.get(name))
            ),
        )

    def _lost(self, game: Seating, *failures: Failure) -> Played:
        """Return the game as won by all seats without a failure."""
        return lost(game, f"{derived(int(self._tournament.seed, 16), game.block):#x}", failures)


def _late(name: str, limit: float) -> Forfeit:
    return Forfeit(name, "timeout", f"no answer within {limit:g} s")


def _ended(kind: Kind, code: int | None) -> str:
    return "did not answer" if kind == "timeout" else f"ended with exit code {code}"


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


def _serve(
    tournament: Tournament,
    without: Collection[str],
    start_limit: float,
    pipe: Connection,
    cells: Any,  # noqa: ANN401 - ctypes has no public name
) -> None:
    """Run a worker process: warm the bots up, then play the requested games until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # see `_deaf_children`
    os.dup2(2, 1)  # what bots print must not mix with the results
    clock = Clock(cells)
    hall = Hall(tournament, clock)
    with contextlib.suppress(EOFError, OSError):  # the parent process has gone
        for index, name in enumerate(tournament.entrants):
            if name in without:
                continue
            clock.start(index)
            began = time.monotonic()
            what = hall.warm_up(name)
            clock.stop()
            if what is not None:
                pipe.send(Forfeit(name, "crash", what))
            elif time.monotonic() - began > start_limit:  # the main process may not have looked in time
                pipe.send(_late(name, start_limit))
        pipe.send(None)
        while True:
            pipe.send(hall.play(pipe.recv()))
