"""Play at random: the baseline for all other bots."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from eddyline.bots.bot import DEFAULT, Budget
from eddyline.engine.registry import game

if TYPE_CHECKING:
    from eddyline.engine.records import States


class RandomBot:
    """Choose uniformly among the legal decisions, in any game."""

    def __init__(self, game_id: str, seed: int, _budget: Budget = DEFAULT) -> None:
        """Create a bot for a game with a seed."""
        self._game = game(game_id)
        self._key = b"%d" % seed

    def __repr__(self) -> str:
        """Describe the bot: what it was made of."""
        return f"<{type(self).__name__}: {self._game.name}, seed={self._key.decode()}>"

    def plan(self, states: States, seat: int) -> tuple[int]:
        """Draw a decision by a hash of seed, seat and state, because a bot is stateless (see `Bot.plan`)."""
        legal = self._game.legal(states, seat)
        drawn = blake2b(b"%s %d " % (self._key, seat) + states.tobytes(), digest_size=8).digest()
        return (legal[int.from_bytes(drawn, "little") % len(legal)],)
