"""Define the bot interface, and play a whole turn with a bot."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast, runtime_checkable

import msgspec

from eddyline.engine.messages import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from eddyline.engine.draft import Draft
    from eddyline.engine.match import Match
    from eddyline.engine.records import States


class Budget(NamedTuple):
    """Limit the thinking for one turn; whichever limit is reached first ends it.

    Without `seconds` and `rollouts`, a bot that thinks uses its own number of rollouts, which takes some milliseconds.
    """

    seconds: float | None = None
    """Wall-clock time, on one core. With a time limit, answers depend on the machine."""
    rollouts: int | None = None
    """Simulations: without a time limit, answers are the same everywhere."""
    enough: Callable[[], bool] | None = None
    """Asked between simulations: True ends the thought now, with what has been found."""


DEFAULT = Budget()


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """Rate one continuation of a turn."""

    decisions: tuple[int, ...]
    """Ids of its actions."""
    share: float
    """Estimated share of the win for the seat that thinks, 0 … 1."""
    weight: float
    """Fraction of its search that the bot spent on this candidate, 0 … 1; the sum over all is 1."""
    chance: float
    """Probability with which it is played, after this search: 1 for the best, unless a secret choice is drawn."""


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """Explain a turn: what a bot plays, and the candidates it considered."""

    decisions: tuple[int, ...]
    """What it plays: of the candidates the first, or one drawn from them where seats choose in secret."""
    candidates: tuple[Candidate, ...]
    """Best first."""
    rollouts: int
    """Simulations that the bot made."""
    seconds: float
    """Wall-clock time that it took."""


class Bot(Protocol):
    """Decide for a seat; anything that implements this contract can play at a table.

    A bot is stateless: its answer depends only on its seed, its budget and its two arguments. So one bot can play
    several seats and tables, in several threads, and plays the same after a restart.

    >>> class Lowest:
    ...     def plan(self, states, seat):
    ...         return eddyline.game("niagara").legal(states, seat)[:1]
    >>> play_turn(Lowest(), eddyline.new("niagara", players=3, seed=7), seat=0)
    (0,)
    """

    def plan(self, states: States, seat: int) -> Sequence[int]:
        """Return the next legal decisions of `seat`, which owes one, in a state redacted for it and not to be changed.

        Return at least one decision, and none beyond the seat's turn.
        """


@runtime_checkable
class Thinker(Bot, Protocol):
    """Search, and report what was found: a thinking bot."""

    def think(self, states: States, seat: int) -> Thought:
        """Search within the budget; `Bot.plan` returns the `decisions`."""


class Maker(Protocol):
    """Make a bot: a class or a function. It is always called with both arguments; bots may ignore either."""

    def __call__(self, seed: int, budget: Budget, /) -> Bot:
        """Make a bot from a 64-bit seed and a budget for each of its turns."""


class Alone(NamedTuple):
    """Tell how a bot decides without Python: its class has one as `alone` if it can be compiled for browsers."""

    kernels: Mapping[str, Callable[..., Any]]
    """By the names under which they are exported; they work on record 0 of `states`, and on what is in `memory`.

    Either `choose(states, i, seat, seed)` returns the seat's next decision. Or it is searched for: after
    `begin(states, seat, seed)`, which returns how many candidates there are, `simulate(states, seat, count)` may be
    called as often as there is time, until it returns True; then `planned(step)` returns the decisions that it plays,
    and −1 after them, `preferred(step)` those of the best candidate, which a secret choice need not be, and
    `weighed(number, step)` tells what was found out about every candidate.
    `prepare(players)`, if there is one, is called before a game's first decision.
    """
    memory: Callable[[], Mapping[str, Any]]
    """Return the arrays that the kernels work with besides, settings, or tuples of these, by parameter."""
    chunk: int = 0
    """Simulations between two looks at the clock, if it searches."""


class Listed(NamedTuple):
    """Make a bot of a class whose module is loaded on first use, so that bots of other games cost no time."""

    module: str
    name: str
    given: tuple[str, ...] = ()
    """What the class takes before seed and budget."""
    manners: bool = False
    """Whether it can play in the manner of a character, which the class takes last; others take none."""
    board_bound: bool = False
    """Whether it knows more of a board than the rules do: in browsers, of the game's own boards only."""

    def __call__(self, seed: int, budget: Budget = DEFAULT, character: str | None = None) -> Bot:
        """Load the module and make the bot; one that has no manners is the same whatever its `character`."""
        manner = (character,) if self.manners else ()
        return self.kind(*self.given, seed, budget, *manner)

    @property
    def kind(self) -> Callable[..., Bot]:
        """Load the module and return the class."""
        return cast("Callable[..., Bot]", getattr(import_module(self.module), self.name))


class BotError(TypeError):
    """Report something that is no bot, or that does not make one."""


def make_bot(make: Maker, seed: int, budget: Budget = DEFAULT) -> Bot:
    """Make a bot with any maker. Raises BotError, which tells the contract, for what is not one, and what it raises."""
    expected = "expected a class or function of (seed, budget) that makes a bot"
    if not callable(make):
        raise BotError(f"{expected}, got {shown(make)}")
    try:
        parameters = inspect.signature(make)
    except (TypeError, ValueError):  # compiled code need not have one
        parameters = None
    if parameters is not None:
        try:
            parameters.bind(seed, budget)
        except TypeError as error:
            name = getattr(make, "__name__", type(make).__name__)
            got = str(parameters).partition(" ->")[0]
            raise BotError(f"{expected}, got {name}{got}: {error}") from None
    return check_bot(make(seed, budget))


def check_bot(bot: object) -> Bot:
    """Return a bot; raises BotError for anything else."""
    if isinstance(bot, type) or not callable(getattr(bot, "plan", None)):
        raise BotError(f"expected a bot, which has a method plan(states, seat), got {shown(bot)}")
    return cast("Bot", bot)


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
