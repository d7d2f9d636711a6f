"""Put the games into the environments that learners and researchers know; no rule is here.

`vector` – thousands of games a call, for Gymnasium; `gymnasium` – one seat against others; `pettingzoo` – all seats,
one after the other or at once; `openspiel` – a game of OpenSpiel's. `pip install 'eddyline[envs]'` brings Gymnasium and
PettingZoo, `pip install 'eddyline[openspiel]'` OpenSpiel.

All take the same: the game's name, a preset, the number of players, any option by its name (a bundle such as `spirits`,
too), the kind of reward (see `eddyline.engine.rewards`), and a position in JSON form to begin with.
"""
