"""Let programs play: a bot takes a redacted state and returns the next decisions of a turn.

>>> bot = BOTS["niagara"]["random"](7)
>>> decisions = play_turn(bot, match, seat)
>>> match.commit(seat, decisions)
"""

from eddyline.bots.bot import Bot, Budget, Candidate, Thinker, Thought, play_turn
from eddyline.bots.registry import BOTS

__all__ = ["BOTS", "Bot", "Budget", "Candidate", "Thinker", "Thought", "play_turn"]
