"""Define the bot interface, and play a whole turn with a bot."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast, runtime_checkable

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.engine.draft import Draft
    from eddyline.engine.match import Match
    from eddyline.engine.records import States


class Budget(NamedTuple):
    """Limit the thinking time for one turn; whichever limit is reached first ends it."""

    seconds: float | None = 1.0
    """Wall-clock time, on one core. With a time limit, answers depend on the machine."""
    rollouts: int | None = None
    """Simulations: with this limit alone, answers are the same everywhere."""
    enough: Callable[[], bool] | None = None
    """Asked between simulations: True ends the thought now, with what has been found."""


DEFAULT = Budget()


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """Rate one continuation of a turn."""

    decisions: tuple[int, ...]
    share: float
    """Estimated share of the win for the seat that thinks, 0 … 1."""
    weight: float
    """Fraction of its search that the bot spent on this candidate, 0 … 1; the sum over all is 1."""


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """Explain a turn: the candidates a bot considered; it plays the first."""

    candidates: tuple[Candidate, ...]
    rollouts: int
    seconds: float


class Bot(Protocol):
    """Decide for a seat; anything that implements this contract can play at a table.

    A bot is stateless: its answer depends only on its seed, its budget and its two arguments. So one bot can play
    several seats and tables, in several threads, and plays the same after a restart.
    """

    def plan(self, states: States, seat: int) -> Sequence[int]:
        """Return the next legal decisions of `seat`, which owes one, in a state redacted for it and not to be changed.

        Return at least one decision, and none beyond the seat's turn.
        """


@runtime_checkable
class Thinker(Bot, Protocol):
    """Search, and report what was found: a thinking bot."""

    def think(self, states: States, seat: int) -> Thought:
        """Search within the budget; `plan` returns the decisions of the first candidate."""


class Maker(Protocol):
    """Make a bot; bots that do not think ignore the budget."""

    def __call__(self, seed: int, budget: Budget = DEFAULT, /) -> Bot:
        """Make a bot from a 64-bit seed."""


class Listed(NamedTuple):
    """Make a bot of a class whose module is loaded on first use, so that bots of other games cost no time."""

    module: str
    name: str

    def __call__(self, seed: int, budget: Budget = DEFAULT) -> Bot:
        """Load the module and make the bot."""
        return cast("Bot", getattr(import_module(self.module), self.name)(seed, budget))


def play_turn(bot: Bot, match: Match, seat: int) -> tuple[int, ...]:
    """Let a bot decide a whole turn, for `Match.commit`; the match is not changed.

    The bot sees only what the seat may know; forced decisions (N-ROUND-7) are made without it. Raises IllegalAction if
    the seat owes no turn or the plan is not legal.
    """
    return finish(bot, match.draft(seat))


def finish(bot: Bot, draft: Draft) -> tuple[int, ...]:
    """Let a bot decide the rest of a turn; return all its decisions. Raises IllegalAction if its plan is not legal."""
    draft.fill_forced()
    while not draft.complete:
        for decision in bot.plan(draft.game.redact(draft.states, draft.seat), draft.seat):
            draft.decide(decision)
        draft.fill_forced()
    return draft.decisions
