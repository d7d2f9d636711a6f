"""Let OpenSpiel's Monte Carlo tree search play short games of Niagara against a random player.

python examples/openspiel_mcts.py
"""

import random

import numpy as np
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

from eddyline.envs.openspiel import load

random.seed(7)
game = load("niagara", players=2, options={"max_rounds": 7})
bot = MCTSBot(game, 1.0, 20, RandomRolloutEvaluator(1, np.random.RandomState(7)), random_state=np.random.RandomState(7))
returns = []
for seat in (0, 1, 0, 1):
    state = game.new_initial_state()
    while not state.is_terminal():
        searches = state.current_player() == seat
        state.apply_action(bot.step(state) if searches else random.choice(state.legal_actions()))
    returns.append(state.returns()[seat])
print(f"The search scored {sum(returns):+.0f} out of {len(returns)}.")
