"""Say what a bot is, and let one play a whole turn."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast, runtime_checkable

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.match import Match
    from eddyline.engine.records import States


class Budget(NamedTuple):
    """Bound the thinking about one turn; whichever bound is met first ends it."""

    seconds: float | None = 1.0
    """Time by the clock, on one core. With a time alone, answers depend on the machine."""
    rollouts: int | None = None
    """Simulations: equal budgets of these alone give equal answers everywhere."""


DEFAULT = Budget()


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """Judge one way to go on with a turn."""

    decisions: tuple[int, ...]
    share: float
    """Estimated share of the win for the seat that thinks, 0 … 1."""
    weight: float
    """How much of its thinking the bot gave to this candidate, 0 … 1; all together 1."""


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """Explain a turn: what a bot has considered, the one it plays first."""

    candidates: tuple[Candidate, ...]
    rollouts: int
    seconds: float


class Bot(Protocol):
    """Decide for a seat; whoever keeps this contract can sit down at a table.

    A bot remembers nothing: its answer depends on its seed, its budget and its two arguments only, so one bot may play
    several seats and tables, in several threads, and plays on alike after a restart.
    """

    def plan(self, states: States, seat: int) -> Sequence[int]:
        """Return the next legal decisions of `seat`, which owes one, in a state redacted for it; changes nothing.

        One decision at least, and none beyond the turn of the seat.
        """


@runtime_checkable
class Thinker(Bot, Protocol):
    """Search, and say what was found: a bot that thinks."""

    def think(self, states: States, seat: int) -> Thought:
        """Search as long as the budget allows; `plan` returns the decisions of the first candidate."""


class Maker(Protocol):
    """Make a bot; those that do not think take a budget and have no use for it."""

    def __call__(self, seed: int, budget: Budget = DEFAULT, /) -> Bot:
        """Make a bot of any seed of 64 bits."""


class Listed(NamedTuple):
    """Make a bot of a class whose module is loaded with the first of them: nobody waits for bots of other games."""

    module: str
    name: str

    def __call__(self, seed: int, budget: Budget = DEFAULT) -> Bot:
        """Load the module and make the bot (see `Maker`)."""
        return cast("Bot", getattr(import_module(self.module), self.name)(seed, budget))


def play_turn(bot: Bot, match: Match, seat: int) -> tuple[int, ...]:
    """Let a bot decide a whole turn, ready for `Match.commit`; the match stays as it is.

    The bot is shown what the seat may know and nothing else; a decision that leaves no choice (N-ROUND-7) is made
    without it. Raises IllegalAction when the seat owes no turn, or for a plan that the rules do not allow.
    """
    draft = match.draft(seat)
    draft.fill_forced()
    while not draft.complete:
        for decision in bot.plan(match.game.redact(draft.states, seat), seat):
            draft.decide(decision)
        draft.fill_forced()
    return draft.decisions
