"""Let programs play: a bot takes a redacted state and returns the next decisions of a turn.

>>> match = eddyline.new("niagara", players=3, seed=7)
>>> bot = BOTS["niagara"]["random"](7)
>>> decisions = play_turn(bot, match, 0)
>>> events = match.commit(0, decisions)

A bot has a method `plan(states, seat)` (see `Bot`). Whatever makes one, a class or a function, is called with a 64-bit
seed and a `Budget`, both by position (see `Maker`): in tournaments, in environments and at servers. `BOTS` lists the
built-in makers by game and name, the recommended one of a game first.
"""

from eddyline.bots.bot import Bot, Budget, Candidate, Maker, Thinker, Thought, play_turn
from eddyline.bots.registry import BOTS

__all__ = ["BOTS", "Bot", "Budget", "Candidate", "Maker", "Thinker", "Thought", "play_turn"]
