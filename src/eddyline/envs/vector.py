"""Play thousands of games per call: a Gymnasium vector environment on `engine.batch`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from eddyline.engine.batch import Batch
from eddyline.engine.extras import extra
from eddyline.engine.registry import game
from eddyline.envs.spaces import action_space, observation_space

with extra("envs"):
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

if TYPE_CHECKING:
    import numpy.typing as npt

    from eddyline.engine.options import OptionValue

Seen: TypeAlias = "dict[str, npt.NDArray[np.int8]]"
Info: TypeAlias = "dict[str, npt.NDArray[Any]]"


class Tables(VectorEnv[Seen, "npt.NDArray[np.int64]", "npt.NDArray[Any]"]):
    """Play many tables at which all seats learn: at every step each table's next seat decides.

    Observations are `observation` (int8[num_envs, size], see `Game.pieces`) and `action_mask` (int8[num_envs, actions])
    of the seat that decides next. A step's reward is that of the seat that has just decided, and nonzero only if its
    decision ended the game; `info` holds `seat`, which decides next, and `rewards` (float32[num_envs, 6]) of all seats.
    A game that ends is `terminated`, never truncated, and the next one begins in the same step: the observation is
    already the new game's.

    With `copy` off, which is faster, the arrays are read-only and are overwritten by the next step.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - so typed

    def __init__(
        self,
        game_id: str,
        num_envs: int,
        *,
        preset: str | None = None,
        players: int = 4,
        seed: int = 0,
        reward: str = "ranking",
        position: object = None,
        threads: int = 1,
        copy: bool = True,
        **options: OptionValue,
    ) -> None:
        """Set up all games; `Batch` documents the arguments and the errors raised."""
        rules = game(game_id)
        chosen = None if position is not None else rules.parse_options(preset, options, players)
        self.batch = Batch(
            rules,
            chosen,
            players=players,
            games=num_envs,
            seed=seed,
            reward=reward,
            position=position,
            threads=threads,
        )
        num_envs = self.num_envs = len(self.batch)
        self.single_observation_space = observation_space(rules)
        self.single_action_space = action_space(rules)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._never = np.zeros(num_envs, np.bool_)
        self._never.flags.writeable = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, Info]:
        """Restart all games, by default with a seed from Gymnasium's generator. `options` is ignored.

        Raises TypeError for a seed that is not an integer, ValueError for one of more than 64 bits.
        """
        if seed is None:
            seed = int(self.np_random.integers(1 << 63))
        self.batch.reset(seed)
        return self._seen(), self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Seen, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Info]:
        """Carry out one decision at every table; raises the errors of `Batch.step`, before changing anything."""
        decided = self.batch.seats.copy()
        self.batch.step(actions)
        ended = np.flatnonzero(self.batch.over)
        rewards = np.zeros(self.num_envs, np.float32)
        rewards[ended] = self.batch.rewards[ended, decided[ended]]
        over = self.batch.over.copy() if self._copy else self.batch.over
        return self._seen(), rewards, over, self._never.copy() if self._copy else self._never, self._info()

    def sample(self) -> npt.NDArray[np.int64]:
        """Choose a legal decision at every table, uniformly at random."""
        actions = self.batch.sample()
        return actions.copy() if self._copy else actions

    def _seen(self) -> Seen:
        observations, masks = self.batch.observations, self.batch.masks
        if self._copy:
            observations, masks = observations.copy(), masks.copy()
        return {"observation": observations, "action_mask": masks}

    def _info(self) -> Info:
        seats, rewards = self.batch.seats, self.batch.rewards
        return {"seat": seats.copy(), "rewards": rewards.copy()} if self._copy else {"seat": seats, "rewards": rewards}
