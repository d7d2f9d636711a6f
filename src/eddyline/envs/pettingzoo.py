"""Make every player a PettingZoo agent: in turn (AEC), or all that owe a decision at once (Parallel).

Agents are `player_0`, `player_1`, …, by seat. Each sees `observation` (int8, see `Game.pieces`) and `action_mask`
(int8, 1 for legal actions). Rewards are given at the end of the game, unless they are `shaped`. Then all agents
terminate together; the mask is 1 for all actions, so that one can be drawn by it. With `score=True` the `info` of every
agent has the `score`: how all seats stand, see `Game.score`.

An illegal action, one that the mask does not allow, forfeits the game in all environments: nothing is carried out, all
agents terminate, the reward is −1 for whoever chose it and 0 for the others, and its `info` has the reason as
`refusal`. With `illegal="raise"` it is ValueError, and nothing changes; with `illegal="replace"` a legal action, drawn
at random, is carried out instead, and `info` has the reason as well.
An action that the action space does not have is an error of the program: ValueError or TypeError, and nothing changes.

>>> table = parallel_env("niagara", players=3, spirits=True)
>>> seen, infos = table.reset(seed=7)
>>> chosen = {agent: table.action_space(agent).sample(seen[agent]["action_mask"]) for agent in table.agents}
>>> seen, rewards, ended, _, infos = table.step(chosen)
>>> rewards
{'player_0': 0.0, 'player_1': 0.0, 'player_2': 0.0}

>>> table = env("canyon", players=3)
>>> table.reset(seed=7)
>>> table.agent_selection
'player_0'
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from eddyline.engine.checks import check_integer
from eddyline.engine.extras import extra
from eddyline.envs.episode import Episode
from eddyline.envs.rendering import RENDERING, Shown
from eddyline.envs.spaces import CopiedWithSpaces, action_space, observation_space, state_space

with extra("envs"):
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv, ParallelEnv

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    import numpy.typing as npt
    from gymnasium.spaces import Dict, Discrete

Seen: TypeAlias = "dict[str, npt.NDArray[np.int8]]"
Info: TypeAlias = "dict[str, Any]"


class raw_env(CopiedWithSpaces, AECEnv[str, Seen, int]):  # noqa: N801 - the name PettingZoo users expect
    """Step by one decision of one seat. In secret phases the lowest seat is asked first, and nobody sees its choice.

    ResetNeeded is raised if no game is running.
    """

    metadata: ClassVar[dict[str, Any]] = {**RENDERING, "name": "eddyline_v0", "is_parallelizable": False}

    def __init__(self, game_id: str, **choices: Any) -> None:
        """Choose the game; `Episode` documents the arguments and the errors raised."""
        super().__init__()
        self.table = Episode(game_id, **choices)
        self.render_mode = self.table.render_mode
        self.possible_agents = _names(self.table)
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[self.table.seat]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self.table.game) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.table.game) for agent in self.possible_agents}
        self.state_space = state_space(self.table.game, self.table.players)

    def observation_space(self, agent: str) -> Dict:
        """Return the space of the agent's observations."""
        return self.observation_spaces[_known(self.possible_agents, agent)]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of the agent's actions: all actions of the game."""
        return self.action_spaces[_known(self.possible_agents, agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; with a seed, all chance from here on is derived from it. `options` is ignored."""
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = _infos(self.table)
        self.agent_selection = self.possible_agents[self.table.seat]
        self.table.show()

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees, whether or not it is asked.

        Its mask is 0 for all actions when it owes no decision, and 1 for all at the end.
        """
        table = self.table
        if agent == self.agent_selection and not table.over:
            return table.seen()
        seat = self._seats[_known(self.possible_agents, agent)]
        return {"observation": table.observe(seat), "action_mask": table.mask(seat)}

    def step(self, action: int | None) -> None:
        """Carry out the selected agent's action; None once it is done.

        Raises ValueError for an action that the action space does not have, TypeError for one that is not an integer.
        """
        if not self.agents:
            raise ResetNeeded("expected a running game, got none: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self.table
        refused = table.refusals
        table.turn(action)
        if table.scored or table.refusals is not refused:
            self.infos = _infos(table)
        if table.over or table.shaped:
            self._cumulative_rewards[agent] = 0.0
            self.rewards = dict(zip(self.agents, table.pay(), strict=True))
            self._accumulate_rewards()
        if table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[table.seat]
        if self.render_mode is not None:
            table.show()

    def state(self) -> npt.NDArray[np.int8]:
        """Return the observations of all seats, including secrets, for centralized critics."""
        return self.table.observe_all()

    def render(self) -> Shown | None:
        """Show what a spectator sees: return it as text or as a picture, or print it, depending on the render mode."""
        return self.table.render()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __repr__(self) -> str:
        """Describe the environment: its episode says what is played and who is next."""
        return f"<raw_env: {self.table!r}>"


class env(raw_env):  # noqa: N801 - the name PettingZoo users expect
    """Be `raw_env`, and report calls in the wrong order, like PettingZoo's wrappers but in a fraction of their time.

    ResetNeeded is raised by whatever needs a game before the first `reset`, RuntimeError by a loop over `agent_iter`
    that does not step. PettingZoo's wrappers for illegal actions are not needed: `illegal` says what comes of one.
    """

    _steps = 0
    """Number of calls of `reset` and `step`."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Do what `raw_env` does."""
        super().reset(seed, options)
        self._steps += 1

    def step(self, action: int | None) -> None:
        """Do what `raw_env` does."""
        super().step(action)
        self._steps += 1

    def observe(self, agent: str) -> Seen:
        """Do what `raw_env` does."""
        self._expect_game()
        return super().observe(agent)

    def state(self) -> npt.NDArray[np.int8]:
        """Do what `raw_env` does."""
        self._expect_game()
        return super().state()

    def render(self) -> Shown | None:
        """Do what `raw_env` does."""
        self._expect_game()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Yield the selected agent until all are done, at most `max_iter` times."""
        self._expect_game()
        return self._turns(max_iter)

    def __repr__(self) -> str:
        """Describe the environment: its episode says what is played and who is next."""
        return f"<env: {self.table!r}>"

    def _turns(self, most: int) -> Iterator[str]:
        while self.agents and most > 0:
            before = self._steps
            yield self.agent_selection
            if self._steps == before:
                raise RuntimeError("expected a step() for every agent of agent_iter(), got none")
            most -= 1

    def _expect_game(self) -> None:
        if not self._steps:
            raise ResetNeeded("expected a game, got none: call reset() first")


aec_env = env


class parallel_env(CopiedWithSpaces, ParallelEnv[str, Seen, int]):  # noqa: N801 - the name PettingZoo users expect
    """Step by one decision of every seat that owes one: secret choices are simultaneous, as at a real table.

    Every agent acts at every step: one with nothing to decide can take only the no-op, the last action. ResetNeeded is
    raised if no game is running. After `max_cycles` steps a game that is not over is truncated, and nothing is paid for
    its end.
    """

    metadata: ClassVar[dict[str, Any]] = {**RENDERING, "name": "eddyline_v0"}

    def __init__(self, game_id: str, *, max_cycles: int | None = None, **choices: Any) -> None:
        """Choose the game; `Episode` documents the other arguments and the errors raised.

        Also raises TypeError for a number of steps that is not an integer, ValueError for one below 1.
        """
        self.table = Episode(game_id, **choices)
        self._most = None if max_cycles is None else check_integer(max_cycles, "max_cycles", 1, 2**63)
        self._cycles = 0
        self.render_mode = self.table.render_mode
        self.noop = len(self.table.game.actions)
        """Id of the action that does nothing."""
        self.possible_agents = _names(self.table)
        self.agents: list[str] = []
        observed, acted = partial(observation_space, noop=True), partial(action_space, noop=True)
        self.observation_spaces = {agent: observed(self.table.game) for agent in self.possible_agents}
        self.action_spaces = {agent: acted(self.table.game) for agent in self.possible_agents}
        self.state_space = state_space(self.table.game, self.table.players)

    def observation_space(self, agent: str) -> Dict:
        """Return the space of the agent's observations."""
        return self.observation_spaces[_known(self.possible_agents, agent)]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of the agent's actions: all actions of the game, then the no-op."""
        return self.action_spaces[_known(self.possible_agents, agent)]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, Info]]:
        """Start a game; with a seed, all chance from here on is derived from it. `options` is ignored."""
        self.table.begin(seed)
        self._cycles = 0
        self.agents = list(self.possible_agents)
        self.table.show()
        return self._seen(), _infos(self.table)

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        """Carry out one decision of every seat that owes one; the others do nothing.

        Raises ValueError for an action that the action space does not have and for other agents than those of the game,
        TypeError for actions that are not integers or not in a dict.
        """
        agents = self.agents
        if not agents:
            raise ResetNeeded("expected a running game, got none: call reset() first")
        if not isinstance(actions, Mapping):
            raise TypeError(f"expected a dict of actions by agent, got {type(actions).__name__}")
        if actions.keys() != set(agents):
            given: list[object] = list(actions)
            others = ", ".join(agent if isinstance(agent, str) else type(agent).__name__ for agent in given)
            raise ValueError(f"expected an action of each of {', '.join(agents)}, got those of {others or 'nobody'}")
        self.table.play({seat: actions[agent] for seat, agent in enumerate(agents)}, noop=True)
        self._cycles += 1
        over = self.table.over
        cut = self._cycles == self._most and not over
        if over or cut:
            self.agents = []
        rewards = dict(zip(agents, self.table.pay(), strict=True))
        self.table.show()
        return self._seen(), rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), _infos(self.table)

    def state(self) -> npt.NDArray[np.int8]:
        """Return the observations of all seats, including secrets, for centralized critics."""
        return self.table.observe_all()

    def render(self) -> Shown | None:
        """Show what a spectator sees: return it as text or as a picture, or print it, depending on the render mode."""
        return self.table.render()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __repr__(self) -> str:
        """Describe the environment: its episode says what is played and who is next."""
        return f"<parallel_env: {self.table!r}>"

    def _seen(self) -> dict[str, Seen]:
        table = self.table
        return {
            agent: {"observation": table.observe(seat), "action_mask": table.mask(seat, noop=True)}
            for seat, agent in enumerate(self.possible_agents)
        }


def _names(table: Episode) -> list[str]:
    return [f"player_{seat}" for seat in range(table.players)]


def _infos(table: Episode) -> dict[str, Info]:
    score: Info = {"score": table.score()} if table.scored else {}
    return {
        agent: score | ({"refusal": table.refusals[seat]} if seat in table.refusals else {})
        for seat, agent in enumerate(_names(table))
    }


def _known(agents: list[str], agent: object) -> str:
    if not isinstance(agent, str) or agent not in agents:
        got = repr(agent) if isinstance(agent, str) else type(agent).__name__
        raise ValueError(f"expected one of the agents {', '.join(agents)}, got {got}")
    return agent
