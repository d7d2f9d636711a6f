"""Train a seat of Niagara with MaskablePPO: `pip install sb3-contrib`, then `python examples/maskable_ppo.py`.

Two players, two rounds, a ruby in each player's canoe; the other seat plays at random.
"""

import sys

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_util import make_vec_env

CANOES = [{"place": "2", "cargo": ["ruby"]}, {"place": "dock"}]
HAND = ["cloud", "1", "2", "3", "4", "5", "6"]
POSITION = {"players": [{"canoes": CANOES, "hand": HAND}] * 2, "round": 8, "options": {"max_rounds": 9}}
tables = make_vec_env("eddyline.envs.gymnasium:eddyline/Niagara-v0", 16, seed=1, env_kwargs={"position": POSITION})
learner = MaskablePPO("MultiInputPolicy", tables, n_steps=64, batch_size=256, seed=1, device="cpu")
before, _ = evaluate_policy(learner, tables, 200, deterministic=False)
learner.learn(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
after, _ = evaluate_policy(learner, tables, 200, deterministic=False)
print(f"mean reward against random play: {before:+.2f} before, {after:+.2f} after (+1: wins all, 0: equal)")
