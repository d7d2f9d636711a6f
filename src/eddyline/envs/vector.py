"""Play thousands of games per call: a Gymnasium vector environment on `engine.batch`.

Also registered with Gymnasium, by `eddyline.envs.gymnasium`:

>>> import gymnasium
>>> tables = gymnasium.make_vec("eddyline.envs.gymnasium:eddyline/NiagaraTables-v0", num_envs=16, players=3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from eddyline.engine.batch import Batch
from eddyline.engine.checks import check_seed
from eddyline.engine.extras import extra
from eddyline.engine.registry import game
from eddyline.engine.rewards import SHAPED, kind_of
from eddyline.envs.rendering import Shown, check_render_mode, render
from eddyline.envs.spaces import CopiedWithSpaces, action_space, observation_space

with extra("envs"):
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    from eddyline.engine.options import OptionValue

MODES = ("ansi", "rgb_array")
Seen: TypeAlias = "dict[str, npt.NDArray[np.int8]]"
Info: TypeAlias = "dict[str, Any]"


class Tables(CopiedWithSpaces, VectorEnv[Seen, "npt.NDArray[np.int64]", "npt.NDArray[Any]"]):
    """Play many tables at which all seats learn: at every step each table's next seat decides.

    Observations are `observation` (int8[num_envs, size], see `Game.pieces`) and `action_mask` (int8[num_envs, actions])
    of the seat that decides next. A step's reward is that of the seat that has just decided, and nonzero only if its
    decision ended the game, unless rewards are `shaped`; `info` holds `seat`, which decides next, and `rewards`
    (float32[num_envs, 6]) of all seats. With `score=True` it also has the `score`: how all seats stand, an array
    int32[num_envs, 6] for each of `Game.measures`, by its name.
    A game that ends is `terminated`, never truncated, and the next one begins in the same step: the observation is
    already the new game's. Then `info` also has what Gymnasium lays down for SAME_STEP: `final_obs`, with the last
    observation of each game that has ended, as seen by the seat that decided last, and a mask of 1 for all actions;
    `final_info`, with that `seat`, all `rewards`, and the `score` if asked for; `_final_obs` and `_final_info`, which
    tell where there are any.

    With `copy` off, which is faster, the arrays are read-only and are overwritten by the next step. Use an
    environment in one thread at a time.

    >>> tables = Tables("niagara", num_envs=16, players=3, seed=7)
    >>> seen, info = tables.reset()
    >>> seen["observation"].shape, seen["action_mask"].shape
    ((16, 231), (16, 146))
    >>> seen, rewards, over, _, info = tables.step(tables.sample())
    >>> info["seat"][:4], rewards[:4]
    (array([1, 1, 1, 1], dtype=int8), array([0., 0., 0., 0.], dtype=float32))
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - so typed
        "render_modes": [*MODES],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game_id: str,
        num_envs: int,
        *,
        preset: str | None = None,
        players: int = 4,
        seed: int | None = None,
        reward: str = "ranking",
        score: bool = False,
        position: object = None,
        threads: int = 1,
        copy: bool = True,
        out: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        **options: OptionValue,
    ) -> None:
        """Set up all games; `Batch` documents the arguments and the errors raised.

        All chance follows from `seed`, as from that of `reset`; by default the operating system draws one. Also raises
        ValueError for an unknown render mode.
        """
        rules = game(game_id)
        self.render_mode = check_render_mode(render_mode, MODES)
        chosen = None if position is not None else rules.parse_options(preset, options, players)
        self.batch = Batch(
            rules,
            chosen,
            players=players,
            games=num_envs,
            seed=self._seeded(seed),
            reward=reward,
            score=score,
            position=position,
            threads=threads,
            out=out,
        )
        num_envs = self.num_envs = len(self.batch)
        self.single_observation_space = observation_space(rules)
        self.single_action_space = action_space(rules)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._shaped = kind_of(reward) == SHAPED
        self._tables = np.arange(num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, Info]:
        """Restart all games: with a seed, all chance from here on is derived from it. `options` is ignored.

        Raises TypeError for a seed that is not an integer, ValueError for one of more than 64 bits.
        """
        self.batch.reset(self._seeded(seed))
        return self._seen(), self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Seen, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Info]:
        """Carry out one decision at every table; raises the errors of `Batch.step`, before changing anything."""
        decided = self.batch.seats.copy()
        self.batch.step(actions)
        ended = np.flatnonzero(self.batch.over)
        rewarded = self._tables if self._shaped else ended
        rewards = np.zeros(self.num_envs, np.float32)
        rewards[rewarded] = self.batch.rewards[rewarded, decided[rewarded]]
        info = self._info()
        if len(ended):
            info |= self._final(ended, decided)
        over = self.batch.over.copy() if self._copy else self.batch.over
        return self._seen(), rewards, over, self._all(np.False_, self.num_envs), info

    def sample(self) -> npt.NDArray[np.int64]:
        """Choose a legal decision at every table, uniformly at random."""
        actions = self.batch.sample()
        return actions.copy() if self._copy else actions

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask of the seat that decides at each table as bool[num_envs, actions]."""
        return self.batch.masks.astype(np.bool_)

    def render(self) -> tuple[Shown, ...] | None:
        """Return what the deciding seat of each table sees, in the render mode `ansi` as text; without one, None."""
        if self.render_mode is None:
            return None
        batch = self.batch
        states = [(batch.states[i : i + 1].copy(), int(batch.seats[i])) for i in range(self.num_envs)]
        return tuple(render(self.render_mode, batch.game, one, seat) for one, seat in states)  # type: ignore[misc] # none prints

    def __repr__(self) -> str:
        """Describe the game and the number of tables."""
        name, batch = type(self).__name__, self.batch
        return f"<{name}: {self.num_envs} tables of {batch.game.name}, {batch.players} players>"

    def _seeded(self, seed: int | None) -> int:
        """Return the seed of a batch: the given one, which also seeds Gymnasium's generator, or one drawn from that."""
        if seed is None:
            return int(self.np_random.integers(1 << 63))
        super().reset(seed=check_seed(seed))
        return check_seed(seed)

    def _final(self, ended: npt.NDArray[Any], decided: npt.NDArray[np.int8]) -> Info:
        """Return the entries of `info` for games that have ended."""
        batch = self.batch
        observations, over, rewards = batch.final_observations, batch.over, batch.rewards
        last = np.full(self.num_envs, None, object)
        for i in ended.tolist():
            observed = observations[i].copy() if self._copy else observations[i]
            last[i] = {"observation": observed, "action_mask": self._all(np.int8(1), len(batch.game.actions))}
        final: Info = {"seat": decided, "_seat": over.copy(), "rewards": rewards.copy(), "_rewards": over.copy()}
        if len(batch.final_scores):
            score = self._named(batch.final_scores)
            final |= {"score": score | {f"_{name}": over.copy() for name in score}, "_score": over.copy()}
        return {"final_obs": last, "_final_obs": over.copy(), "final_info": final, "_final_info": over.copy()}

    def _all(self, value: np.generic, size: int) -> npt.NDArray[Any]:
        """Return an array with one value everywhere."""
        whole = np.broadcast_to(value, size)
        return whole.copy() if self._copy else whole

    def _seen(self) -> Seen:
        observations, masks = self.batch.observations, self.batch.masks
        if self._copy:
            observations, masks = observations.copy(), masks.copy()
        return {"observation": observations, "action_mask": masks}

    def _info(self) -> Info:
        seats, rewards = self.batch.seats, self.batch.rewards
        info: Info = {"seat": seats, "rewards": rewards}
        if self._copy:
            info = {"seat": seats.copy(), "rewards": rewards.copy()}
        return info | {"score": self._named(self.batch.scores)} if len(self.batch.scores) else info

    def _named(self, scores: npt.NDArray[np.int32]) -> Info:
        """Return an array of every measure by its name."""
        if self._copy:
            scores = scores.copy()
        return {measure.name: scores[:, :, i] for i, measure in enumerate(self.batch.game.measures)}
