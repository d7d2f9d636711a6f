"""Learn a bot's strategy in a small game by asking it at every choice that it can come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.records import copied

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from eddyline.arena.exact.tree import Choice, Figures, Tree
    from eddyline.bots import Bot
    from eddyline.engine.game import Game
    from eddyline.engine.records import States


def plan_of(rules: Game, tree: Tree, seat: int, bot: Bot) -> Figures:
    """Return the plan of one bot: it is stateless, so with its seed fixed it never mixes.

    Raises ValueError for a decision that is not legal.
    """
    player, asked = tree.players[seat], _Asked(rules, seat, bot)
    plan = np.zeros(player.count)
    plan[0] = 1.0
    # A choice's parent belongs to a choice that was met earlier, so one pass in order is enough.
    for choice in player.choices:
        if plan[choice.parent]:
            plan[choice.first + asked(choice)] = 1.0
    return plan


def mean_plan(rules: Game, tree: Tree, seat: int, make: Callable[[int], Bot], seeds: Iterable[int]) -> Figures:
    """Return the plan of a bot whose seed nobody knows: the mean over seeds."""
    plans = [plan_of(rules, tree, seat, make(seed)) for seed in seeds]
    return np.mean(plans, axis=0)  # type: ignore[no-any-return]


class _Asked:
    """Ask a bot as a table does: it plans its turn as far as it likes, and is asked again when its plan ends."""

    def __init__(self, rules: Game, seat: int, bot: Bot) -> None:
        self._rules = rules
        self._seat = seat
        self._bot = bot
        self._plans: dict[bytes, list[int]] = {}
        """By what the seat sees."""
        self._rest: dict[tuple[int, bytes], list[int]] = {}
        """What is left of a plan, by the sequence that led on and what the seat sees then."""
        self._legal = np.empty(rules.max_legal, np.int16)

    def __call__(self, choice: Choice) -> int:
        """Return the index of the action that the bot takes."""
        assert choice.seen is not None
        seen = choice.seen.tobytes()
        plan = self._rest.get((choice.parent, seen))
        if plan is None:
            if seen not in self._plans:
                self._plans[seen] = [int(action) for action in self._bot.plan(choice.seen.copy(), self._seat)]
            plan = self._plans[seen]
        if not plan or plan[0] not in choice.actions:
            raise ValueError(f"the bot decides {plan[:1]}, expected one of {choice.actions}")
        taken = choice.actions.index(plan[0])
        self._go_on(choice.seen, plan, choice.first + taken)
        return taken

    def _go_on(self, seen: States, plan: Sequence[int], sequence: int) -> None:
        """Note what is left of the plan where the same turn comes to the next choice."""
        doors, draft = self._rules.doors, copied(seen)
        for at, action in enumerate(plan):
            if at:
                count = doors.legal(draft, 0, self._seat, self._legal)
                if count > 1:
                    self._rest[sequence, draft.tobytes()] = list(plan[at:])
                    return
            doors.decide(draft, 0, self._seat, action)
            if not doors.to_act(draft, 0) >> self._seat & 1:
                return
