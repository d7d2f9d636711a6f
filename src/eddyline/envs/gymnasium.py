"""Let one seat learn against others: a Gymnasium environment for a single agent.

Registered as `eddyline/Niagara-v0` and `eddyline/Canyon-v0` when this module is imported, as here:

    env = gymnasium.make("eddyline.envs.gymnasium:eddyline/Niagara-v0", players=3)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

import numpy as np

from eddyline.bots.registry import BOTS, maker
from eddyline.engine.checks import check_seat, check_seed
from eddyline.engine.extras import extra
from eddyline.engine.registry import GAMES
from eddyline.envs.episode import Episode
from eddyline.envs.spaces import action_space, observation_space

with extra("envs"):
    import gymnasium
    from gymnasium.error import ResetNeeded

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from eddyline.engine.records import States

Seen: TypeAlias = "dict[str, npt.NDArray[np.int8]]"
Step: TypeAlias = "tuple[Seen, float, bool, bool, dict[str, Any]]"


class Opponent(Protocol):
    """Decide for the other seats, as every bot of `eddyline.bots` can."""

    def plan(self, states: States, seat: int) -> Sequence[int]:
        """Return the next legal decisions of a seat, in a state redacted for it."""


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """Play one seat; the others play at random, or as planned by `opponent`: a bot of the game or its name.

    Observations are `observation` (int8, see `Game.pieces`) and `action_mask` (int8, 1 for legal actions). The reward
    is given at the end of the game. An illegal action forfeits the game: the reward is −1, and `info` holds the reason.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - so typed

    def __init__(self, game_id: str, *, seat: int = 0, opponent: Opponent | str | None = None, **choices: Any) -> None:
        """Create the environment; `Episode` documents the other arguments and the errors raised.

        Also raises ValueError for a seat that the game does not have, UnknownBotError for an unknown bot name,
        TypeError for a seat that is not an integer and for an opponent that cannot `plan`.
        """
        self._episode = Episode(game_id, **choices)
        self._seat = check_seat(seat, self._episode.players)
        self._opponent = _opponent(game_id, opponent)
        self._running = False
        self.observation_space = observation_space(self._episode.game)  # type: ignore[assignment] # a Dict of Boxes
        self.action_space = action_space(self._episode.game)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Start a game, and advance to the seat's first decision. `options` is ignored.

        Raises TypeError for a seed that is not an integer, ValueError for one of more than 64 bits, and the errors of
        `step` for an opponent's invalid answer.
        """
        super().reset(seed=None if seed is None else check_seed(seed))
        self._episode.begin(int(self.np_random.integers(1 << 63)))
        self._others_decide()
        return self._seen(), {}

    def step(self, action: np.int64) -> Step:
        """Carry out an action, and advance to the seat's next decision or the end of the game.

        Raises ResetNeeded if no game is running, TypeError for an action that is not an integer, and TypeError or
        ValueError for an opponent that returns anything but legal decisions; the game is then over.
        """
        table = self._episode
        if not self._running:
            raise ResetNeeded("expected a running game, got none: call reset() first")
        try:
            table.decide(self._seat, action)  # type: ignore[arg-type] # NumPy integers are accepted
        except ValueError as refusal:
            self._running = False
            return self._seen(), -1.0, True, False, {"refusal": str(refusal)}
        self._others_decide()
        return self._seen(), table.rewards[self._seat], table.over, False, {}

    def _others_decide(self) -> None:
        """Let the others play until the seat is asked; in secret choices it goes first, which makes no difference."""
        table = self._episode
        self._running = False  # if an opponent fails, the game must not continue in mid-turn
        while not table.over and self._seat not in table.waiting:
            seat = table.waiting[0]
            for action in self._planned(seat):
                try:
                    table.decide(seat, action)
                except (TypeError, ValueError) as refusal:
                    raise type(refusal)(f"the opponent in seat {seat} planned illegal decisions: {refusal}") from None
        self._running = not table.over

    def _planned(self, seat: int) -> Sequence[int]:
        table = self._episode
        if self._opponent is None:
            return [int(self.np_random.choice(np.flatnonzero(table.mask(seat))))]
        planned = self._opponent.plan(table.game.redact(table.states, seat), seat)
        if not isinstance(planned, Iterable):
            raise TypeError(
                f"the opponent in seat {seat} planned illegal decisions: "
                f"expected a sequence of actions, got {type(planned).__name__}"
            )
        decisions = list(planned)
        if not decisions:
            raise ValueError(f"the opponent in seat {seat} planned illegal decisions: expected at least one, got none")
        return decisions

    def _seen(self) -> Seen:
        return {"observation": self._episode.observe(self._seat), "action_mask": self._episode.mask(self._seat)}


def _opponent(game_id: str, opponent: object) -> Opponent | None:
    """Return the bot that plans for the other seats; None if they play at random."""
    if isinstance(opponent, str):
        return maker(game_id, opponent)(0)
    if opponent is not None and not callable(getattr(opponent, "plan", None)):
        names = ", ".join(BOTS[game_id])
        raise TypeError(f"expected an opponent that can plan, None or one of {names}, got {type(opponent).__name__}")
    return cast("Opponent | None", opponent)


for _game_id in GAMES:
    gymnasium.register(
        f"eddyline/{_game_id.capitalize()}-v0",
        entry_point="eddyline.envs.gymnasium:SeatEnv",
        kwargs={"game_id": _game_id},
        disable_env_checker=True,
    )
