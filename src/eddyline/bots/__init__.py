"""Play seats by program: a bot answers a redacted state with the next decisions of a turn.

>>> bot = BOTS["niagara"]["random"](7)
>>> decisions = play_turn(bot, match, seat)
>>> match.commit(seat, decisions)
"""

from eddyline.bots.bot import Bot, Budget, Candidate, Thinker, Thought, play_turn
from eddyline.bots.registry import BOTS

__all__ = ["BOTS", "Bot", "Budget", "Candidate", "Thinker", "Thought", "play_turn"]
