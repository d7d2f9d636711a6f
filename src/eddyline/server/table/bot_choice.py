"""Tell the bots of a game apart: which of them think, which stands in, and how long they may think."""

from __future__ import annotations

import functools

from eddyline.bots import BOTS, Thinker
from eddyline.bots.levels import LEVELS, STAND_IN
from eddyline.protocol.refusal import RefusalError

SHORTEST_THOUGHT, LONGEST_THOUGHT = 0.1, 30.0
"""Range of a table's thinking time for bots, in seconds per turn."""


def check_limit(seconds: float) -> float:
    """Return a thinking time that is in range; raises RefusalError for any other."""
    if not SHORTEST_THOUGHT <= seconds <= LONGEST_THOUGHT:
        raise RefusalError(
            "bad_message",
            f"expected {SHORTEST_THOUGHT:g} to {LONGEST_THOUGHT:g} seconds a turn for bots to think, got {seconds:g}",
        )
    return seconds


@functools.cache
def thinks(game: str, name: str) -> bool:
    """Return whether a bot uses its thinking time; other bots play at once."""
    return isinstance(BOTS[game][name](0), Thinker)


def stand_ins(game: str, name: str) -> tuple[str, ...]:
    """List the bots to try for a turn: the bot itself, the game's quick bot, the random bot."""
    return tuple(dict.fromkeys((name, quick_bot(game), "random")))


@functools.cache
def quick_bot(game: str) -> str:
    """Return the bot that plays at once for who is away: one of the stand-ins' level, else a game's first."""
    quick = [name for name in BOTS[game] if not thinks(game, name)]
    return LEVELS[STAND_IN] if LEVELS[STAND_IN] in quick else quick[0]
