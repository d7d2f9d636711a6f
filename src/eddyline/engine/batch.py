"""Play thousands of games at once: one decision of each per step, without running Python code per game.

A step carries out one decision of every game and everything that follows: the river, the next deal, and after the end
of a game the set-up of the next one. Then it provides, for each game, the seat that decides next, its legal actions and
its observation. When several seats choose in secret, they are asked one after the other, lowest first, and none of them
sees what the others have chosen (see `Doors.observe`).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from eddyline.engine.checks import check_integer, check_seed
from eddyline.engine.copying import Independent, Parcel
from eddyline.engine.forks import process
from eddyline.engine.kernel import routine
from eddyline.engine.messages import shown
from eddyline.engine.pieces import SEATS, nothing_seen
from eddyline.engine.random import below, blended, seeded, stir
from eddyline.engine.rewards import kind_of
from eddyline.engine.rows import Arrays, Plan, row_type

if TYPE_CHECKING:
    from collections.abc import Mapping
    from concurrent.futures import Future

    import numpy.typing as npt

    from eddyline.engine.game import Game
    from eddyline.engine.records import Grid, States

MOST_GAMES = 1 << 20
"""Maximum number of games, which take a gigabyte; running out of memory would kill the process without an error."""
NOWHERE: Mapping[str, Any] = MappingProxyType({})
MOST_THREADS = 256
"""Maximum number of threads over which one batch is distributed."""


@routine
def _draw_words(seed: int, words: Grid) -> None:
    """Write a word for every row; row i gets the same word in batches of any size."""
    word = seeded(seed)
    for i in range(words.shape[0]):
        words[i] = blended(word ^ np.uint64(i))  # type: ignore[arg-type]


@routine
def _sample(rows: States, actions: Grid) -> None:
    """Choose a legal decision in every row, uniformly at random."""
    for i in range(rows.shape[0]):
        row = rows[i]
        word = stir(np.uint64(row.dice))
        row.dice = word
        actions[i] = row.offers[below(word, int(row.count))]


@routine
def _first_illegal(masks: Grid, actions: Grid) -> int:
    """Return the first row with an illegal action, or −1."""
    for i in range(actions.shape[0]):
        action = int(actions[i])
        if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
            return i
    return -1


class Batch(Independent):
    """Hold many games with the same options and number of players, each in a row of preallocated arrays.

    `states`, `seats`, `masks`, `observations`, `rewards`, `over`, `scores`, `final_observations` and `final_scores` are
    always the same read-only arrays, overwritten by every `reset` and `step`: copy what you want to keep. A row depends
    only on `seed` and its index, not on the number of rows.

    A batch may be copied, pickled and forked between two calls; a copy has arrays and threads of its own, and plays on
    with the same chance. Use a batch in one thread at a time: its arrays are overwritten for all who read them.

    >>> batch = Batch(eddyline.game("niagara"), players=3, games=4, seed=7)
    >>> batch
    <Batch: 4 games of Niagara, 3 players>
    >>> batch.observations.shape, batch.masks.shape
    ((4, 231), (4, 146))
    >>> batch.step(batch.sample())
    >>> batch.seats
    array([1, 1, 1, 1], dtype=int8)
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
        score: bool = False,
        position: object = None,
        threads: int = 1,
        out: Mapping[str, Any] | None = None,
    ) -> None:
        """Set up all games; each starts from `position` (JSON form), if given, which then determines the options.

        With `score` every step also tells how all seats stand, in `scores` and `final_scores`.

        The rows are distributed over `threads`. `out` has memory for `observations`, `masks`, `seats`, `over` or
        `rewards`, into which every step then writes without a copy: arrays, or tensors of a library that shares them
        with NumPy or by DLPack, such as PyTorch's on the CPU, of the type and shape that the attribute of that name
        has. It is TypeError if one cannot be written into, ValueError if it is another type, shape or name.

        Raises OptionError, PositionError, and ValueError for an unknown reward, a finished position, or a number of
        games, of threads or a seed out of range; TypeError for one that is not an integer.
        """
        games = check_integer(games, "a number of games", 1, MOST_GAMES)
        threads = check_integer(threads, "a number of threads", 1, MOST_THREADS)
        seed = check_seed(seed)
        self._lay_out(game, _plan(game, options, players, position, kind_of(reward), score), games, threads, out or {})
        self.reset(seed)

    def _lay_out(self, game: Game, plan: Plan, games: int, threads: int, out: Mapping[str, Any] = NOWHERE) -> None:
        """Allocate all arrays but those that are given, in which no game has begun yet."""
        self.game, self._plan, self._number, self._parts = game, plan, games, threads
        self.players = game.seats(plan.start)
        self._play = game.doors.play
        seen = nothing_seen(game.pieces, games)
        own = {
            "observations": seen.view(np.int8).reshape(games, -1),
            "masks": np.zeros((games, len(game.actions)), np.int8),
            "seats": np.zeros(games, np.int8),
            "over": np.zeros(games, np.bool_),
            "rewards": np.zeros((games, SEATS), np.float32),
        }
        if unknown := out.keys() - own.keys():
            raise ValueError(f"expected out to have some of {', '.join(own)}, got {shown(min(unknown, key=str))}")
        scores = games if plan.scored else 0, SEATS, len(game.measures)
        own |= {name: _given(name, each, own[name]) for name, each in out.items()}
        self._arrays = Arrays(
            states=np.zeros(games, game.dtype),
            rows=np.zeros(games, row_type(game.max_legal)),
            seen=own.pop("observations").reshape(-1).view(seen.dtype),
            final=nothing_seen(game.pieces, games),
            scores=np.zeros(scores, np.int32),
            final_scores=np.zeros(scores, np.int32),
            **own,
        )
        self.states = _read_only(self._arrays.states)
        self.masks = _read_only(self._arrays.masks)
        """int8[games, actions]: 1 for the legal actions of the deciding seat."""
        self.seats = _read_only(self._arrays.seats)
        """int8[games]: the seat that decides."""
        self.observations = _read_only(self._arrays.seen.view(np.int8).reshape(self._number, -1))
        """int8[games, observation_size]: that seat's observation."""
        self.final_observations = _read_only(self._arrays.final.view(np.int8).reshape(self._number, -1))
        """int8[games, observation_size]: if a game has ended, what the seat that decided last saw of its end."""
        self.over = _read_only(self._arrays.over)
        """bool[games]: whether the last decision ended a game; a new one has begun in this row."""
        self.rewards = _read_only(self._arrays.rewards)
        """float32[games, 6]: rewards by seat for the last decision; unless `shaped`, 0 if no game has ended."""
        self.scores = _read_only(self._arrays.scores)
        """int32[games, 6, measures]: how every seat stands, see `Game.measures`; no rows without `score`."""
        self.final_scores = _read_only(self._arrays.final_scores)
        """The same at the end of the game, if one has ended."""
        self._words = np.zeros(games, np.uint64)
        self._sampled = np.zeros(games, np.int64)
        self._chosen = np.zeros(games, np.int64)
        edges = np.linspace(0, games, threads + 1).astype(int)
        self._slices = [(int(first), int(last)) for first, last in pairwise(edges)]
        self._hire()

    def _hire(self) -> None:
        """Begin to use threads in this process."""
        self._process = process()
        self._threads = ThreadPoolExecutor(self._parts) if self._parts > 1 else None
        self._jobs: list[Future[None]] = []
        self._playing = Lock()

    def _alone(self) -> Lock:
        """Return the lock that a call holds; a forked process has none of the threads, so it gets its own."""
        if self._process != process():
            self._hire()
        return self._playing

    def _contents(self) -> list[Grid]:
        """Return all that changes, as bytes."""
        return [array.reshape(-1).view(np.uint8) for array in self._arrays]

    def __deepcopy__(self, memo: object) -> Self:
        twin = type(self).__new__(type(self))
        with self._alone():
            self._finish()
            twin._lay_out(self.game, self._plan, self._number, self._parts)  # noqa: SLF001 - of the same class
            for new, old in zip(twin._contents(), self._contents(), strict=True):  # noqa: SLF001
                new[:] = old
        return twin

    def __getstate__(self) -> tuple[Any, ...]:
        with self._alone():
            self._finish()
            parcel = Parcel.of(self.game, None, self._plan.start, self._arrays.states)
            return parcel, self._plan[1:], self._number, self._parts, [each.tobytes() for each in self._contents()[1:]]

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        parcel, plan, games, threads, contents = state
        states = parcel.open()
        self._lay_out(parcel.game, Plan(states[:1], *plan), games, threads)
        for new, old in zip(self._contents(), (states[1:].tobytes(), *contents), strict=True):
            new[:] = np.frombuffer(old, np.uint8)

    def __len__(self) -> int:
        return self._number

    def __repr__(self) -> str:
        """Describe the game, and how many of it there are."""
        return f"<Batch: {self._number} games of {self.game.name}, {self.players} players>"

    def reset(self, seed: int) -> None:
        """Restart all games; the same seed gives the same chance. Raises the errors of `check_seed`."""
        seed = check_seed(seed)
        with self._alone():
            self._finish()
            _draw_words(np.uint64(seed), self._words)  # type: ignore[arg-type]
            self._arrays.masks[:] = 0
            self._arrays.over[:] = False
            self._arrays.rewards[:] = 0
            self._run(self._words.view(np.int64), 1)

    def step(self, actions: npt.ArrayLike) -> None:
        """Carry out one decision in every game, integers[games].

        Raises ValueError if one of them is not legal or their number is wrong, TypeError if they are not an array of
        integers; then nothing has changed.
        """
        asked = _shared(actions)
        if asked.dtype.kind not in "iu":
            raise TypeError(f"expected {self._number} actions as integers, got {asked.dtype.name}")
        if asked.shape != self._chosen.shape:
            raise ValueError(f"expected {self._number} actions, got an array of shape {asked.shape}")
        with self._alone():
            self._finish()
            # Copied to memory of our own, which nobody can change between the check and the step.
            self._chosen[:] = asked
            row = _first_illegal(self._arrays.masks, self._chosen)
            if row >= 0:
                message = f"game {row}: action {asked[row]} is not legal for seat {self._arrays.seats[row]}"
                raise ValueError(message)
            self._run(self._chosen, 0)

    def sample(self) -> npt.NDArray[np.int64]:
        """Choose a legal decision in every game, uniformly at random; the next call reuses the array."""
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
        """Wait for the rest of a step that was interrupted by Ctrl-C: nothing may run in parallel with it."""
        if self._jobs:
            wait(self._jobs)
            self._jobs.clear()


def _shared(memory: Any) -> Grid:
    """Return memory of somebody else as an array, without a copy if that is possible."""
    if hasattr(memory, "__dlpack__") and not hasattr(memory, "__array__"):
        return np.from_dlpack(memory)
    return np.asarray(memory)


def _given(name: str, given: object, like: Grid) -> Grid:
    """Return memory of somebody else, to be used instead of an array, with the contents of that."""
    array = _shared(given)
    if array.dtype != like.dtype or array.shape != like.shape:
        wanted = f"{like.dtype}{list(like.shape)}"
        raise ValueError(f"{name}: expected memory for {wanted}, got {array.dtype}{list(array.shape)}")
    if not array.flags.carray:
        raise TypeError(f"{name}: expected memory that can be written into, in one piece, got {type(given).__name__}")
    array[...] = like
    return array


def _read_only(array: Grid) -> Grid:
    """Return a view that callers cannot make writable, because it is backed by a read-only memoryview."""
    shown = np.frombuffer(array.reshape(-1).view(np.uint8).data.toreadonly(), array.dtype)
    return shown.reshape(array.shape)


def first_states(game: Game, position: object) -> States:
    """Set up a start position for games; raises ValueError for a finished one."""
    start = game.set_up(position)
    if not game.settle(start.copy()):
        raise ValueError("expected a position with a decision left, got one that leads to the end of the game")
    return start


def _plan(game: Game, options: Any, players: int, position: object, kind: int, score: bool) -> Plan:
    if position is not None:
        return Plan(first_states(game, position), 0, kind, int(score))
    if options is None:
        options = game.parse_options(None, {}, players)
    game.check_players(players, options)
    return Plan(game.new(options, players, 0), 1, kind, int(score))
