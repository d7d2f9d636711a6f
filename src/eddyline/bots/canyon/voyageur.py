"""Play Canyon by flat Monte Carlo and a hand-written evaluation: `Voyageur`."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from eddyline.bots.bot import DEFAULT, Alone, Budget
from eddyline.bots.canyon.card_planning import plan_cards
from eddyline.bots.canyon.manners import take_after
from eddyline.bots.canyon.move_policy import plan_move
from eddyline.bots.canyon.scratch import new_scratch
from eddyline.characters import number_of
from eddyline.engine.doors import CHANCE
from eddyline.engine.kernel import routine
from eddyline.engine.random import below, seeded, stir
from eddyline.games.canyon.rules import dealing, phases
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.state import Phase

if TYPE_CHECKING:
    from eddyline.bots.canyon.scratch import Scratch
    from eddyline.engine.records import States
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State


@routine
def plan(b: Board, s: State, seat: int, seed: int, scratch: Scratch, stack: States) -> int:
    """Decide for the seat; the answer is the same whether or not `s` is redacted for it."""
    if s.phase in (Phase.BIDS, Phase.TRICKS):
        return plan_cards(b, s, seat, seed, scratch, stack)
    return plan_move(b, s, seat, scratch, stack)


@routine
def choose(boards: States, states: States, i: int, seat: int, seed: int, scratches: States, stack: States) -> int:
    """Decide for the seat in record `i`, as `plan` does."""
    s = states[i]
    return plan(boards[s.board], s, seat, seed, scratches[0], stack)


def _memory() -> dict[str, States]:
    scratches, stack = new_scratch()
    return {"boards": SHELF.table, "scratches": scratches, "stack": stack}


class Voyageur:
    """Bid the expected tricks, play to make the bid exactly, and keep to open paths."""

    alone: ClassVar[Alone] = Alone({"choose": choose, "take_after": take_after}, _memory)

    def __init__(self, seed: int, _budget: Budget = DEFAULT, character: str | None = None) -> None:
        """Create a bot, with the manner of a character if you like; the seed draws the determinizations."""
        self._character = number_of(character)
        self._seed = seed & 0xFFFF_FFFF

    def __repr__(self) -> str:
        """Describe the bot: what it was made of."""
        return f"<{type(self).__name__}: seed={self._seed}>"

    def plan(self, states: States, seat: int) -> tuple[int]:
        """Return the decision of the turn: in Canyon every turn is a single decision (see `Bot.plan`)."""
        scratches, stack = new_scratch()
        take_after(self._character, scratches)
        return (int(choose(SHELF.table, states, 0, seat, self._seed, scratches, stack)),)


@routine
def self_play(
    boards: States, states: States, i: int, seed: int, voyageurs: int, scratches: States, stack: States
) -> tuple[int, int, int]:
    """Play a game to the end; seats not in the mask `voyageurs` play at random.

    Returns the number of decisions, and how many bids the voyageurs made and met.
    """
    s = states[i]
    b = boards[s.board]
    scratch = scratches[0]
    word = seeded(seed)
    decisions = 0
    bids = 0
    met = 0
    while not phases.is_over(s):
        waiting = phases.to_act(s)
        if waiting == CHANCE:
            word = stir(word)
            dealing.deal(s, word)  # type: ignore[arg-type]
            continue
        if waiting == 0:
            playing = s.phase == Phase.TRICKS
            phases.advance(b, s, scratch.flood_rows)
            if playing and s.phase == Phase.MOVING:
                for seat in range(int(s.seats)):
                    bids += voyageurs >> seat & 1
                    met += voyageurs >> seat & 1 if s.bid[seat] == s.tricks[seat] else 0
            continue
        seat = 0
        while not waiting >> seat & 1:
            seat += 1
        if voyageurs >> seat & 1:
            action = plan(b, s, seat, seed, scratch, stack)
        else:
            count = phases.legal(b, s, seat, scratch.offers, scratch.flood_rows)
            word = stir(word)
            action = int(scratch.offers[below(word, count)])
        phases.decide(b, s, seat, action, scratch.flood_rows)
        decisions += 1
    return decisions, bids, met
