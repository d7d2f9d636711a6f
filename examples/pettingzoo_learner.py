"""Train a network with skrl's IPPO on a small game of Niagara, and see it beat random play.

Two players, two rounds, a ruby in each player's canoe: bring it ashore first, or fetch more. All seats share one
network and learn by self-play; the no-op and illegal actions are masked out.

    python examples/pettingzoo_learner.py --steps 3000
"""

from __future__ import annotations

import argparse

import flax.linen as nn
import jax.numpy as jnp
import numpy as np
from skrl.envs.wrappers.jax import wrap_env
from skrl.memories.jax import RandomMemory
from skrl.models.jax import CategoricalMixin, DeterministicMixin, Model
from skrl.multi_agents.jax.base import ExperimentCfg
from skrl.multi_agents.jax.ippo import IPPO
from skrl.trainers.jax import SequentialTrainer
from skrl.utils import set_seed
from skrl.utils.spaces.jax import unflatten_tensorized_space

from eddyline.envs.pettingzoo import parallel_env
from eddyline.envs.vector import Tables

CANOES = [{"place": "2", "cargo": ["ruby"]}, {"place": "dock"}]
HAND = ["cloud", "1", "2", "3", "4", "5", "6"]
EXTRAS = "learning_rate_scheduler", "observation_preprocessor", "state_preprocessor", "value_preprocessor"
"""Settings whose defaults skrl 2.1 does not expand to several agents by itself."""
SMALL_GAME = {"players": [{"canoes": CANOES, "hand": HAND}] * 2, "round": 8, "options": {"max_rounds": 9}}


class Policy(CategoricalMixin, Model):
    """Compute logits for the actions; illegal ones are masked out."""

    def __init__(self, **given):
        Model.__init__(self, **given)
        CategoricalMixin.__init__(self)

    @nn.compact
    def __call__(self, inputs, role):
        seen = unflatten_tensorized_space(self.observation_space, inputs["observations"])
        hidden = nn.tanh(nn.Dense(64)(seen["observation"] / 8))
        return jnp.where(seen["action_mask"] > 0, nn.Dense(self.num_actions)(hidden), -1e9), {}


class Value(DeterministicMixin, Model):
    """Estimate the return of a seat."""

    def __init__(self, **given):
        Model.__init__(self, **given)
        DeterministicMixin.__init__(self)

    @nn.compact
    def __call__(self, inputs, role):
        seen = unflatten_tensorized_space(self.observation_space, inputs["observations"])
        return nn.Dense(1)(nn.tanh(nn.Dense(64)(seen["observation"] / 8))), {}


def mean_return(policy, games=500, seed=1):
    """Return the policy's mean reward in seat 0 of many parallel tables against a random player."""
    tables, total, played = Tables("niagara", games, position=SMALL_GAME, seed=seed), 0.0, 0
    while played < games:
        seen = {"action_mask": np.pad(tables.batch.masks, ((0, 0), (0, 1))), "observation": tables.batch.observations}
        flat = np.concatenate([seen[key] for key in policy.observation_space], axis=1).astype(np.float32)
        chosen = np.asarray(policy.act({"observations": jnp.asarray(flat)})[0])[:, 0]
        _, _, over, _, info = tables.step(np.where(tables.batch.seats == 0, chosen, tables.sample()))
        total, played = total + info["rewards"][:, 0].sum(), played + over.sum()
    return total / played


def train(steps, seed=1):
    """Train, and return the mean reward against random play before and after."""
    set_seed(seed)
    table = wrap_env(parallel_env("niagara", position=SMALL_GAME), wrapper="pettingzoo")
    spaces = {"observation_space": table.observation_space("player_0"), "action_space": table.action_space("player_0")}
    models = {"policy": Policy(**spaces), "value": Value(**spaces)}
    for role, model in models.items():
        model.init_state_dict(role=role)
    before = mean_return(models["policy"])
    agents = table.possible_agents
    nothing = {f"{what}_kwargs": {agent: {} for agent in agents} for what in EXTRAS}
    learner = IPPO(
        possible_agents=agents,
        models=dict.fromkeys(agents, models),
        memories={agent: RandomMemory(memory_size=64) for agent in agents},
        observation_spaces=table.observation_spaces,
        state_spaces=table.state_spaces,
        action_spaces=table.action_spaces,
        cfg={
            "rollouts": 64,
            "learning_epochs": 4,
            "mini_batches": 2,
            "discount_factor": 1.0,
            "learning_rate": 2e-3,
            "experiment": ExperimentCfg(write_interval=0, checkpoint_interval=0),
            **nothing,
        },
    )
    SequentialTrainer(env=table, agents=learner, cfg={"timesteps": steps, "disable_progressbar": True}).train()
    return before, mean_return(models["policy"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=3000, help="steps of the table (default: 3000)")
    before, after = train(parser.parse_args().steps)
    print(f"mean reward against random play: {before:+.2f} before, {after:+.2f} after (+1: wins all, 0: equal)")
