"""Play thousands of games at once: one decision of each at a step, nothing of it in Python.

A step carries one decision of every game out and lets follow what follows: the river, the next deal, and after the end
of a game the set-up of the next one. Then it says for each game which seat decides next, what it may decide and what
it sees. Where several seats choose in secret they are asked one after the other, the lowest first, and none of them
sees what the others have chosen (see `Doors.observe`).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.engine.checks import check_integer, check_seed
from eddyline.engine.kernel import routine
from eddyline.engine.pieces import SEATS, nothing_seen
from eddyline.engine.random import below, blended, seeded, stir
from eddyline.engine.rewards import kind_of
from eddyline.engine.rows import Arrays, Plan, row_type

if TYPE_CHECKING:
    from concurrent.futures import Future

    import numpy.typing as npt

    from eddyline.engine.game import Game
    from eddyline.engine.records import Grid, States

MOST_GAMES = 1 << 20
"""A batch of so many games takes a gigabyte; where memory ends, a machine ends the process and no error comes."""
MOST_THREADS = 256


@routine
def _draw_words(seed: int, words: Grid) -> None:
    """Write a word for every row: row i has the same in batches of any size."""
    word = seeded(seed)
    for i in range(words.shape[0]):
        words[i] = blended(word ^ np.uint64(i))  # type: ignore[arg-type]


@routine
def _sample(rows: States, actions: Grid) -> None:
    """Choose one of every row's decisions, all equally likely."""
    for i in range(rows.shape[0]):
        row = rows[i]
        word = stir(np.uint64(row.dice))
        row.dice = word
        actions[i] = row.offers[below(word, int(row.count))]


@routine
def _first_illegal(masks: Grid, actions: Grid) -> int:
    """Return the first row whose action is not legal, or −1."""
    for i in range(actions.shape[0]):
        action = int(actions[i])
        if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
            return i
    return -1


class Batch:
    """Many games with the same options and number of players, each in a row of preallocated arrays.

    `states`, `seats`, `masks`, `observations`, `rewards` and `over` are the same arrays for ever, written anew by every
    `reset` and `step`: copy what you want to keep. They are for reading only. A row depends on `seed` and its number
    only, not on how many rows there are.
    """

    def __init__(
        self,
        game: Game,
        options: Any = None,
        *,
        players: int,
        games: int,
        seed: int = 0,
        reward: str = "ranking",
        position: object = None,
        threads: int = 1,
    ) -> None:
        """Set all games up; each begins with `position` (JSON form) if there is one, which then says the options.

        `threads` share the rows among them. Raises OptionError, PositionError, and ValueError for an unknown reward,
        a position in which nothing is left to decide, or a number of games, of threads or a seed out of range;
        TypeError for one that is no integer.
        """
        self._number = games = check_integer(games, "a number of games", 1, MOST_GAMES)
        threads = check_integer(threads, "a number of threads", 1, MOST_THREADS)
        seed = check_seed(seed)
        self.game = game
        self._plan = _plan(game, options, players, position, kind_of(reward))
        self.players = game.seats(self._plan.start)
        self._play = game.doors.play
        self._arrays = Arrays(
            states=np.zeros(games, game.dtype),
            rows=np.zeros(games, row_type(game.max_legal)),
            seen=nothing_seen(game.pieces, games),
            masks=np.zeros((games, len(game.actions)), np.int8),
            seats=np.zeros(games, np.int8),
            over=np.zeros(games, np.bool_),
            rewards=np.zeros((games, SEATS), np.float32),
        )
        self.states = _read_only(self._arrays.states)
        self.masks = _read_only(self._arrays.masks)
        """int8[games, actions]: 1 for what the seat may decide."""
        self.seats = _read_only(self._arrays.seats)
        """int8[games]: who decides."""
        self.observations = _read_only(self._arrays.seen.view(np.int8).reshape(self._number, -1))
        """int8[games, observation_size]: what that seat sees."""
        self.over = _read_only(self._arrays.over)
        """bool[games]: the last decision ended a game; a new one has begun in this row."""
        self.rewards = _read_only(self._arrays.rewards)
        """float32[games, 6]: rewards by seat where a game has ended, 0 elsewhere."""
        self._words = np.zeros(games, np.uint64)
        self._sampled = np.zeros(games, np.int64)
        self._chosen = np.zeros(games, np.int64)
        edges = np.linspace(0, games, threads + 1).astype(int)
        self._slices = [(int(first), int(last)) for first, last in pairwise(edges)]
        self._threads = ThreadPoolExecutor(threads) if threads > 1 else None
        self._jobs: list[Future[None]] = []
        self._playing = Lock()
        self.reset(seed)

    def __len__(self) -> int:
        return self._number

    def reset(self, seed: int) -> None:
        """Begin all games anew; the same seed brings the same chance. Raises what `check_seed` does."""
        seed = check_seed(seed)
        with self._playing:
            self._finish()
            _draw_words(np.uint64(seed), self._words)  # type: ignore[arg-type]
            self._arrays.masks[:] = 0
            self._arrays.over[:] = False
            self._arrays.rewards[:] = 0
            self._run(self._words.view(np.int64), 1)

    def step(self, actions: npt.ArrayLike) -> None:
        """Carry out one decision of every game, integers[games].

        Raises ValueError if one of them is not legal or there are not as many as games, TypeError for what is no array
        of integers; nothing has changed then.
        """
        asked = np.asarray(actions)
        if asked.dtype.kind not in "iu":
            raise TypeError(f"expected {self._number} actions as integers, got {asked.dtype.name}")
        if asked.shape != self._chosen.shape:
            raise ValueError(f"expected {self._number} actions, got an array of shape {asked.shape}")
        with self._playing:
            self._finish()
            # Into memory of our own, which nobody can write between the check and the play.
            self._chosen[:] = asked
            row = _first_illegal(self._arrays.masks, self._chosen)
            if row >= 0:
                message = f"game {row}: action {asked[row]} is not legal for seat {self._arrays.seats[row]}"
                raise ValueError(message)
            self._run(self._chosen, 0)

    def sample(self) -> npt.NDArray[np.int64]:
        """Choose a legal decision in every game, all equally likely; the array is reused by the next call."""
        _sample(self._arrays.rows, self._sampled)
        return self._sampled

    def _run(self, numbers: Grid, fresh: int) -> None:
        if self._threads is None:
            self._play(self._arrays, self._plan, numbers, fresh, 0, self._number)
            return
        for rows in self._slices:
            self._jobs.append(self._threads.submit(self._play, self._arrays, self._plan, numbers, fresh, *rows))
        for job in self._jobs:
            job.result()
        self._jobs.clear()

    def _finish(self) -> None:
        """Wait for what is left of a step that Ctrl-C has interrupted: nothing may run beside it."""
        if self._jobs:
            wait(self._jobs)
            self._jobs.clear()


def _read_only(array: Grid) -> Grid:
    """Show an array to callers who cannot write into it: of a memoryview NumPy gives no writable array back."""
    shown = np.frombuffer(array.reshape(-1).view(np.uint8).data.toreadonly(), array.dtype)
    return shown.reshape(array.shape)


def first_states(game: Game, position: object) -> States:
    """Set up a position to begin games with; raises ValueError for one in which nothing is left to decide."""
    start = game.set_up(position)
    if not game.settle(start.copy()):
        raise ValueError("expected a position in which somebody decides something, got one that leads to the end")
    return start


def _plan(game: Game, options: Any, players: int, position: object, kind: int) -> Plan:
    if position is not None:
        return Plan(first_states(game, position), 0, kind)
    if options is None:
        options = game.parse_options(None, {}, players)
    game.check_players(players, options)
    return Plan(game.new(options, players, 0), 1, kind)
