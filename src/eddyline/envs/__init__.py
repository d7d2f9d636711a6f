"""Provide the games as standard environments; no rules are implemented here.

`vector` – thousands of games per call, for Gymnasium; `gymnasium` – one seat against others; `pettingzoo` – all seats,
in turn or in parallel; `openspiel` – OpenSpiel games. `pip install 'eddyline[envs]'` installs Gymnasium and PettingZoo,
`pip install 'eddyline[openspiel]'` OpenSpiel.

All take the same arguments: the game's name, a preset, the number of players, any option by name (including bundles
such as `spirits`), the kind of reward (see `eddyline.engine.rewards`), and a start position in JSON form.
"""
