"""Say what a bot is, and let one play a whole turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from eddyline.engine.match import Match
    from eddyline.engine.records import States


class Bot(Protocol):
    """Decide for a seat; whoever keeps this contract can sit down at a table.

    A bot remembers nothing: its answer depends on its seed and its two arguments only, so one bot may play several
    seats and tables, in several threads, and plays on alike after a restart.
    """

    def choose(self, states: States, seat: int) -> int:
        """Return one legal decision of `seat`, which owes one, in a state redacted for it; changes nothing."""


def play_turn(bot: Bot, match: Match, seat: int) -> tuple[int, ...]:
    """Let a bot decide a whole turn, ready for `Match.commit`; the match stays as it is.

    The bot is shown what the seat may know and nothing else, anew before every decision; a decision that leaves no
    choice (N-ROUND-7) is made without it. Raises IllegalAction when the seat owes no turn.
    """
    draft = match.draft(seat)
    draft.fill_forced()
    while not draft.complete:
        draft.decide(bot.choose(match.game.redact(draft.states, seat), seat))
        draft.fill_forced()
    return draft.decisions
