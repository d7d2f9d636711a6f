"""Play at random: the bot that every other one has to beat."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from eddyline.bots.bot import DEFAULT, Budget
from eddyline.engine.registry import game

if TYPE_CHECKING:
    from eddyline.engine.records import States


class RandomBot:
    """Choose every legal decision with the same chance, in any game."""

    def __init__(self, game_id: str, seed: int, _budget: Budget = DEFAULT) -> None:
        """Sit down for a game with a seed."""
        self._game = game(game_id)
        self._key = b"%d" % seed

    def plan(self, states: States, seat: int) -> tuple[int]:
        """Draw a decision by a hash of seed, seat and state, because a bot remembers nothing (see `Bot.plan`)."""
        legal = self._game.legal(states, seat)
        drawn = blake2b(b"%s %d " % (self._key, seat) + states.tobytes(), digest_size=8).digest()
        return (legal[int.from_bytes(drawn, "little") % len(legal)],)
