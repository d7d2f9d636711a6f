"""A turn takes few clicks or taps: where a canoe goes says which one is meant, and a second tap confirms."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import pytest

from e2e.browser import HANDS
from e2e.policy import choose_action, choose_card
from e2e.positions import prepare, token
from e2e.seat import Seat

if TYPE_CHECKING:
    from e2e.seat import Sight

ROUNDS = 6


class Quick(Seat):
    """Play with as few actions as the page allows, and count them."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat.page, seat.hands)
        self.actions = 0

    def turn(self, sight: Sight) -> int:
        """Play one turn; tell how many actions it took."""
        self.actions = 0
        card = choose_card(sight) if sight.cards else None
        while not sight.confirm:
            if card is not None:
                self._press(f'.hand [data-card="{card}"]', sight)
            else:
                self._decide(choose_action(sight), sight)
            sight = self.wait()
        again = "[data-confirm]" if card is None else f'.hand [data-card="{card}"]'
        shown = self.page.locator(again).count() > 0
        self._press(again if shown else ".dock .buttons .primary", sight)
        return self.actions

    def _decide(self, action: str, sight: Sight) -> None:
        kind, *words = action.split()
        target = f'svg [data-action="{action}"]'
        if self.page.locator(target).count() == 0:
            # Of two canoes that are alike the other one is offered.
            alike = self.page.locator(f'svg [data-place="{words[-1]}"][data-action]')
            if kind == "paddle" and alike.count() > 0:
                target = f'svg [data-place="{words[-1]}"][data-action]'
            elif kind in {"paddle", "load", "unload"} and self.page.locator(f'[data-canoe="{words[0]}"]').count() > 0:
                self.actions += 1
                self._hit(self.page.locator(f'[data-canoe="{words[0]}"]'))
        drawn = self.page.locator(target).count() > 0
        self._press(target if drawn else f'button[data-action="{action}"]', sight)

    def _press(self, selector: str, sight: Sight) -> None:
        self.actions += 1
        with self._change(sight):
            self._hit(self.page.locator(selector).first)


@pytest.mark.parametrize("hands", ["mouse", "touch"])
def test_a_usual_turn_takes_three_actions(server, visit, hands):
    prepare(server.data, f"few-{hands}", entropy=5, bots=(1, 2))
    visitor = visit(server, **HANDS[hands])
    quick = Quick(visitor.sit(f"few-{hands}", 0, token(0)))
    cards, turns = [], []
    sight = quick.wait()
    while quick.round <= ROUNDS:
        (cards if sight.cards else turns).append(quick.turn(sight))
        sight = quick.wait()
    assert set(cards) == {2}
    # With two canoes, cargo and a choice of gems it may be four.
    assert statistics.median(turns) <= 3
    assert sum(actions <= 3 for actions in turns) >= len(turns) * 2 / 3
    assert max(turns) <= 5
