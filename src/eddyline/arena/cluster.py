"""Play games on all machines of a Ray cluster.

Ray sends games to its actors and the results back; each actor has its own worker process (see `workers`), so bots that
hang or crash are handled as on a single machine.
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Any, Self

from eddyline.arena.workers import FIRST_START, LOOK, ArenaError, Pool
from eddyline.engine.copying import Uncopied
from eddyline.engine.extras import extra

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType

    from eddyline.arena.file import Played
    from eddyline.arena.schedule import Seating, Tournament


class Hands(Uncopied):
    """Play games in a Ray actor, in one worker process."""

    def __init__(self, tournament: Tournament, start_limit: float) -> None:
        """Start the process."""
        self._pool = Pool(tournament, 1, start_limit=start_limit)

    def play(self, game: Seating) -> Played:
        """Play a game to the end."""
        (played,) = self._pool.play([game])
        return played


class Cluster(Uncopied):
    """Play a tournament's games on a Ray cluster; a context manager like `Pool`."""

    def __init__(
        self, tournament: Tournament, workers: int | None, address: str | None, *, start_limit: float = FIRST_START
    ) -> None:
        """Join the cluster at the address, or start one on this machine; use all cores by default.

        Raises ArenaError when there is no cluster, MissingExtraError when Ray is not installed.
        """
        with extra("ray"):
            import ray  # noqa: PLC0415 - an extra
        self._ray: Any = ray
        try:
            ray.init(
                address=address or "local",
                num_cpus=None if address else workers or os.cpu_count(),
                include_dashboard=None if address else False,
                log_to_driver=True,
                logging_level=logging.WARNING,
            )
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise ArenaError(f"cannot reach a Ray cluster: {error}") from None
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        actor: Any = ray.remote(num_cpus=1)(Hands)
        self._hands = [actor.remote(tournament, start_limit) for _ in range(min(workers or cores, cores))]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self._ray.shutdown()

    def play(self, games: Iterable[Seating], stopped: Callable[[], bool] = lambda: False) -> Iterator[Played]:
        """Play games on all workers, and yield each one when it is over (see `Pool.play`)."""
        ahead, idle = iter(games), list(self._hands)
        game = next(ahead, None)
        running: dict[Any, Any] = {}
        while (game or running) and not stopped():
            while game and idle:
                hands = idle.pop()
                running[hands.play.remote(game)] = hands
                game = next(ahead, None)
            done, _ = self._ray.wait(list(running), timeout=LOOK)
            for reply in done:
                idle.append(running.pop(reply))
                try:
                    yield self._ray.get(reply)
                except self._ray.exceptions.RayError as error:
                    raise ArenaError(f"the Ray cluster gave up: {error}") from None
