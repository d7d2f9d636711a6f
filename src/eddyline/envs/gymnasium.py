"""Let one seat learn against others: Gymnasium's environment for a single agent.

Registered as `eddyline/Niagara-v0` and `eddyline/Canyon-v0` when this module is imported, as here:

    env = gymnasium.make("eddyline.envs.gymnasium:eddyline/Niagara-v0", players=3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

from eddyline.engine.extras import extra
from eddyline.envs.spaces import action_space, observation_space
from eddyline.envs.table import Table

with extra("envs"):
    import gymnasium

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from eddyline.engine.records import States

Seen: TypeAlias = "dict[str, npt.NDArray[np.int8]]"
Step: TypeAlias = "tuple[Seen, float, bool, bool, dict[str, Any]]"


class Opponent(Protocol):
    """Decide for the other seats; every bot of `eddyline.bots` does."""

    def plan(self, states: States, seat: int) -> Sequence[int]:
        """Return the next legal decisions of a seat, in a state redacted for it."""


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """One seat at one table; the others play at random, or as `opponent` plans.

    Observations are `observation` (int8, see `Game.pieces`) and `action_mask` (int8, 1 for what the seat may do). The
    reward comes at the end of the game. An action that is not legal gives the game up: reward −1, and `info` says why
    not.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - so typed

    def __init__(self, game_id: str, *, seat: int = 0, opponent: Opponent | None = None, **choices: Any) -> None:
        """Sit down; see `Table` for the other arguments, and for what is raised."""
        self._table = Table(game_id, **choices)
        if not 0 <= seat < self._table.players:
            message = f"expected a seat from 0 to {self._table.players - 1}, got {seat}"
            raise ValueError(message)
        self._seat = seat
        self._opponent = opponent
        self.observation_space = observation_space(self._table.game)  # type: ignore[assignment] # a Dict of Boxes
        self.action_space = action_space(self._table.game)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin a game, and go on to the seat's first decision. `options` has no use."""
        super().reset(seed=seed)
        self._table.begin(int(self.np_random.integers(1 << 63)))
        self._others_decide()
        return self._seen(), {}

    def step(self, action: np.int64) -> Step:
        """Decide, and go on to the seat's next decision or the end of the game."""
        table = self._table
        try:
            table.decide(self._seat, int(action))
        except ValueError as refusal:
            return self._seen(), -1.0, True, False, {"refusal": str(refusal)}
        self._others_decide()
        return self._seen(), table.rewards[self._seat], table.over, False, {}

    def _others_decide(self) -> None:
        """Let the others go on until the seat is asked; where all choose in secret it goes first: nobody can tell."""
        table = self._table
        while not table.over and self._seat not in table.waiting:
            seat = table.waiting[0]
            for action in self._planned(seat):
                table.decide(seat, action)

    def _planned(self, seat: int) -> Sequence[int]:
        table = self._table
        if self._opponent is None:
            return [int(self.np_random.choice(np.flatnonzero(table.mask(seat))))]
        return self._opponent.plan(table.game.redact(table.states, seat), seat)

    def _seen(self) -> Seen:
        return {"observation": self._table.observe(self._seat), "action_mask": self._table.mask(self._seat)}


for _name in ("Niagara", "Canyon"):
    gymnasium.register(
        f"eddyline/{_name}-v0",
        entry_point="eddyline.envs.gymnasium:SeatEnv",
        kwargs={"game_id": _name.lower()},
        disable_env_checker=True,
    )
