"""Let one seat learn against others: a Gymnasium environment for a single agent.

Registered as `eddyline/Niagara-v0` and `eddyline/Canyon-v0` when this module is imported, as here:

>>> import gymnasium
>>> env = gymnasium.make("eddyline.envs.gymnasium:eddyline/Niagara-v0", players=3, opponent="random")
>>> seen, _ = env.reset(seed=7)
>>> seen["observation"].shape
(231,)
>>> seen, reward, over, _, info = env.step(env.action_space.sample(seen["action_mask"]))

`eddyline/NiagaraTables-v0` and `eddyline/CanyonTables-v0` are for `gymnasium.make_vec` only: at many tables all seats
learn, see `eddyline.envs.vector`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from eddyline.bots.bot import Bot, BotError, Maker, make_bot
from eddyline.bots.registry import BOTS, maker
from eddyline.engine.checks import check_seat, check_seed
from eddyline.engine.extras import extra
from eddyline.engine.messages import shown
from eddyline.engine.random import derived
from eddyline.engine.registry import GAMES
from eddyline.envs.episode import Episode
from eddyline.envs.rendering import RENDERING, Shown
from eddyline.envs.spaces import CopiedWithSpaces, action_space, observation_space

with extra("envs"):
    import gymnasium
    from gymnasium.error import ResetNeeded

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

Seen: TypeAlias = "dict[str, npt.NDArray[np.int8]]"
Step: TypeAlias = "tuple[Seen, float, bool, bool, dict[str, Any]]"
Opponent: TypeAlias = str | Maker | Bot | None
"""A bot of the game by name, what makes a bot from a seed and a budget, a bot, or None for random play."""


class SeatEnv(CopiedWithSpaces, gymnasium.Env[Seen, np.int64]):
    """Play one seat; `opponent` plays all the others, or a list has one opponent for each, lowest seat first.

    An opponent is the name of a bot, a class or function that makes one (see `eddyline.bots.bot.Maker`), a bot, or None
    to play at random. All but ready-made bots are made anew for every game, each with a seed derived from the
    environment's, and with a budget of rollouts: the same seed gives the same games everywhere.

    Observations are `observation` (int8, see `Game.pieces`) and `action_mask` (int8, 1 for legal actions, and at the
    end of the game for all, so that one can be drawn by it). The reward is given at the end, unless it is
    `shaped`. With `score=True` `info` has the `score`: how all seats stand, see `Game.score`. An illegal action, one
    that the mask does not allow, forfeits the game: the reward is −1, and `info` has the reason as `refusal`. With
    `illegal="raise"` it is ValueError, and nothing changes; with `illegal="replace"` a legal action, drawn at random,
    is carried out instead, and `info` has the reason as well.
    """

    metadata: dict[str, Any] = {**RENDERING}  # noqa: RUF012 - so typed

    def __init__(
        self, game_id: str, *, seat: int = 0, opponent: Opponent | Sequence[Opponent] = None, **choices: Any
    ) -> None:
        """Create the environment; `Episode` documents the other arguments and the errors raised.

        Also raises ValueError for a seat that the game does not have and for a list of the wrong length,
        UnknownBotError for an unknown bot name, TypeError for a seat that is not an integer and BotError, a TypeError,
        for an opponent that is none.
        """
        self._episode = Episode(game_id, **choices)
        self.render_mode = self._episode.render_mode
        self._seat = check_seat(seat, self._episode.players)
        self._opponents = _by_seat(opponent, [other for other in range(self._episode.players) if other != self._seat])
        self._bots = self._make_bots(0)  # what cannot be made should be reported now
        self._begun = self._running = False
        self.observation_space = observation_space(self._episode.game)  # type: ignore[assignment] # a Dict of Boxes
        self.action_space = action_space(self._episode.game)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Start a game, and advance to the seat's first decision. `options` is ignored.

        Raises TypeError for a seed that is not an integer, ValueError for one of more than 64 bits, and the errors of
        `step` for an opponent's invalid answer.
        """
        super().reset(seed=None if seed is None else check_seed(seed))
        chance = int(self.np_random.integers(1 << 63))
        self._bots = self._make_bots(chance)
        self._episode.seat_learner(self._seat, self._bots)
        self._begun = True
        self._episode.begin(chance)
        self._others_decide()
        if self.render_mode is not None:
            self._episode.show(self._seat)
        return self._seen(), self._info()

    def step(self, action: np.int64) -> Step:
        """Carry out an action, and advance to the seat's next decision or the end of the game.

        Raises ResetNeeded if no game is running, ValueError for an action that the action space does not have and
        TypeError for one that is not an integer, before changing anything; and TypeError or ValueError for an opponent
        that returns anything but legal decisions, which ends the game.
        """
        table = self._episode
        if not self._running:
            raise ResetNeeded("expected a running game, got none: call reset() first")
        table.turn(action)
        self._others_decide()
        if self.render_mode is not None:
            table.show(self._seat)
        reward = table.pay()[self._seat] if table.over or table.shaped else 0.0
        return self._seen(), reward, table.over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the action mask as bool, where MaskablePPO of sb3-contrib looks for it."""
        return self._episode.mask(self._seat).astype(np.bool_)

    def render(self) -> Shown | None:
        """Show what the seat sees: return it as text or as a picture, or print it, depending on the render mode.

        Raises ResetNeeded before the first game.
        """
        if not self._begun:
            raise ResetNeeded("expected a game to show, got none: call reset() first")
        return self._episode.render(self._seat)

    def __repr__(self) -> str:
        """Describe the game, and who learns."""
        return f"<{type(self).__name__}: {self._episode.game.name}, {self._episode.players} players, seat {self._seat}>"

    def _make_bots(self, seed: int) -> dict[int, Bot]:
        """Make the other seats' bots for one game; a seat without one plays at random."""
        return {
            seat: _made(self._episode.game.id, opponent, derived(seed, "opponent", seat))
            for seat, opponent in self._opponents.items()
            if opponent is not None
        }

    def _others_decide(self) -> None:
        """Let the bots play until the seat is asked; in secret choices it goes first, which makes no difference.

        The seats that play at random have already done so: those the episode does not even ask.
        """
        table = self._episode
        self._running = False  # if an opponent fails, the game must not continue in mid-turn
        while not table.over and table.seat != self._seat:
            seat = table.seat
            for action in self._planned(seat):
                try:
                    table.decide(seat, action)
                except (TypeError, ValueError) as refusal:
                    raise type(refusal)(f"the opponent in seat {seat} planned illegal decisions: {refusal}") from None
        self._running = not table.over

    def _planned(self, seat: int) -> Sequence[int]:
        table = self._episode
        planned = self._bots[seat].plan(table.game.redact(table.states, seat), seat)
        if not isinstance(planned, Iterable):
            raise TypeError(
                f"the opponent in seat {seat} planned illegal decisions: "
                f"expected a sequence of actions, got {type(planned).__name__}"
            )
        decisions = list(planned)
        if not decisions:
            raise ValueError(f"the opponent in seat {seat} planned illegal decisions: expected at least one, got none")
        return decisions

    def _info(self) -> dict[str, Any]:
        table = self._episode
        info: dict[str, Any] = {"refusal": table.refusals[self._seat]} if table.refusals else {}
        return info | {"score": table.score()} if table.scored else info

    def _seen(self) -> Seen:
        if self._running:
            return self._episode.seen()
        return {"observation": self._episode.observe(self._seat), "action_mask": self._episode.mask(self._seat)}


def _by_seat(opponent: Opponent | Sequence[Opponent], others: list[int]) -> dict[int, Opponent]:
    """Return the opponent in each of the other seats."""
    if not isinstance(opponent, list | tuple):
        return dict.fromkeys(others, cast("Opponent", opponent))
    if len(opponent) != len(others):
        raise ValueError(
            f"expected one opponent, or a list of {len(others)}, one for each of the seats "
            f"{', '.join(map(str, others))}, got a list of {len(opponent)}"
        )
    return dict(zip(others, opponent, strict=True))


def _made(game_id: str, opponent: object, seed: int) -> Bot:
    """Make the bot of one seat, or return the one that is ready-made."""
    if isinstance(opponent, str):
        return maker(game_id, opponent)(seed)
    if not isinstance(opponent, type) and callable(getattr(opponent, "plan", None)):
        return cast("Bot", opponent)
    if callable(opponent):
        return make_bot(cast("Maker", opponent), seed)
    raise BotError(
        f"expected as opponent one of {', '.join(BOTS[game_id])}, a class or function of (seed, budget) that makes a "
        f"bot, a bot, which has a method plan(states, seat), or None, got {shown(opponent)}"
    )


for _game_id in GAMES:
    gymnasium.register(
        f"eddyline/{_game_id.capitalize()}-v0",
        entry_point="eddyline.envs.gymnasium:SeatEnv",
        kwargs={"game_id": _game_id},
        disable_env_checker=True,
        order_enforce=False,  # it reports calls in the wrong order by itself
    )
    gymnasium.register(
        f"eddyline/{_game_id.capitalize()}Tables-v0",
        vector_entry_point="eddyline.envs.vector:Tables",
        kwargs={"game_id": _game_id},
        disable_env_checker=True,
    )
