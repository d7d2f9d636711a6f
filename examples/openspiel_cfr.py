"""Solve the end of a two-player Niagara with OpenSpiel's CFR+: `python examples/openspiel_cfr.py`.

Seat 0 carries a ruby home and seat 1, with the same two cards left, is after it: whoever guesses the other's card wins.
"""

from open_spiel.python.algorithms.cfr import CFRPlusSolver
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.exploitability import nash_conv

from eddyline.envs.openspiel import load

LOST = {"place": "lost"}
POSITION = {
    "options": {"max_rounds": 7, "gems_per_deposit": 1},
    "players": [
        {"canoes": [{"place": "5", "cargo": ["ruby"]}, LOST], "hand": ["3", "4"]},
        {"canoes": [{"place": "5"}, LOST], "hand": ["3", "4"]},
    ],
    "deposits": [{}, {}, {}, {}, {"amethyst": 1, "diamond": 1, "amber": 1, "sapphire": 1}],
    "round": 6,
    "weather": -1,
}
game = load("niagara", position=POSITION)
solver = CFRPlusSolver(game)
for _ in range(12):
    solver.evaluate_and_update_policy()
policy = solver.average_policy()
print(f"seat 0 gets {policy_value(game.new_initial_state(), [policy] * 2)[0]:.3f} (exactly 1/3)")
print(f"nash_conv {nash_conv(game, policy):.3f}")
