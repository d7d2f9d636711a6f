"""A turn takes few clicks or taps: where a canoe goes says which one is meant, and a second tap confirms."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from e2e.browser import HANDS
from e2e.policy import choose_action, choose_card
from e2e.positions import find, prepare, texts, token
from e2e.seat import Seat

if TYPE_CHECKING:
    from e2e.seat import Sight

ROUNDS = 4

ARMED = """
const armed = new CSSStyleSheet();
armed.replaceSync('[data-card], [data-confirm] { pointer-events: auto !important }');
document.adoptedStyleSheets.push(armed);
"""
"""What was just chosen confirms at once, not half a second later: taps are counted here, not timed."""


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
            elif kind in {"paddle", "load", "unload"}:
                canoe = self.page.locator(f'[data-canoe="{words[0]}"]')
                if canoe.count() > 0 and self._within_reach(canoe):
                    self.actions += 1
                    self._hit(canoe)
        drawn = self.page.locator(target).count() > 0
        self._press(target if drawn else f'button[data-action="{action}"]', sight)

    def _press(self, selector: str, sight: Sight) -> None:
        self.actions += 1
        with self._change(sight):
            self._hit(self.page.locator(selector).first)


def test_the_first_card_takes_three_actions_from_the_first_page_on(server, visit):
    visitor = visit(server)
    page = visitor.page()
    page.get_by_role("button", name="Play against bots").click()
    quick = Quick(visitor.seat(page))
    assert 1 + quick.turn(quick.wait()) == 3


@pytest.mark.parametrize("hands", ["mouse", "touch"])
def test_a_usual_turn_takes_three_actions(clocked, visit, hands):
    # The same game each time: the bots have one seed.
    prepare(clocked.data, f"few-{hands}", entropy=5, bots=(1, 2), bot="paddler")
    visitor = visit(clocked, **HANDS[hands])
    visitor.context.add_init_script(ARMED)
    quick = Quick(visitor.sit(f"few-{hands}", 0, token(0)))
    cards, turns = [], []
    sight = quick.wait()
    while quick.round <= ROUNDS and not sight.over:
        (cards if sight.cards else turns).append(quick.turn(sight))
        sight = quick.wait()
    assert set(cards) == {2}
    # With two canoes, cargo and a choice of gems it may be four.
    assert statistics.median(turns) <= 3
    assert sum(actions <= 3 for actions in turns) >= len(turns) * 2 / 3
    assert max(turns) <= 5


def middle(page, selector):
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, hands, start, end, *, cancel=False):
    """Drag by mouse or finger, in steps as a hand does; `cancel`: press Escape before letting go."""
    if hands == "touch":
        finger = page.context.new_cdp_session(page)

        def point(kind, *at):
            points = [{"x": x, "y": y} for x, y in at]
            finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

        point("Start", start)
        for share in (0.2, 0.4, 0.6, 0.8, 1):
            point("Move", tuple(a + (b - a) * share for a, b in zip(start, end, strict=True)))
    else:
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*end, steps=6)
    page.locator(".dragged").wait_for()
    if cancel:
        page.keyboard.press("Escape")
    if hands == "touch":
        point("End")
    else:
        page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)


@pytest.mark.parametrize("hands", ["mouse", "touch"])
def test_cards_and_canoes_are_dragged(server, visit, hands):
    prepare(server.data, f"dragged-{hands}", entropy=5, bots=(1, 2))
    seat = visit(server, **HANDS[hands]).sit(f"dragged-{hands}", 0, token(0))
    page = seat.page
    sight = seat.wait()
    page.locator(".table.drags").wait_for()
    card = f'.hand [data-card="{sight.cards[-2]}"]'
    drag(page, hands, middle(page, card), middle(page, ".river"), cancel=True)
    # Let go above the hand it stays there, too.
    drag(page, hands, middle(page, card), middle(page, ".bar .words"))
    assert seat.see().chosen is None
    drag(page, hands, middle(page, card), middle(page, ".river"))
    sight = seat.play(until=lambda sight: bool(sight.actions))
    action = next(text for text, _ in sight.actions if text.startswith("paddle a"))
    place = action.split()[-1]
    canoe, target = middle(page, '[data-canoe="a"]'), middle(page, f'[data-place="{place}"]')
    drag(page, hands, canoe, target, cancel=True)
    assert seat.see().actions == sight.actions
    drag(page, hands, canoe, target)
    sight = seat.wait()
    assert f"disc {place}" in sight.canoes[0].replace("\xa0", " ")


def one_canoe_loads(match, draft):
    loads = [text.split() for text in texts(draft) if text.startswith("load")]
    return match.view(0).phase == "paddling" and len({canoe for _, canoe, _ in loads}) == 1


@pytest.mark.parametrize("hands", ["mouse", "touch"])
def test_a_gem_is_dragged_aboard(server, visit, hands):
    prepare(server.data, f"gem-{hands}", **find(one_canoe_loads))
    seat = visit(server, **HANDS[hands]).sit(f"gem-{hands}", 0, token(0))
    page = seat.page
    sight = seat.wait()
    page.locator(".table.drags").wait_for()
    _, canoe, gem = next(text for text, _ in sight.actions if text.startswith("load")).split()
    lying = middle(page, f':has(> [data-works]) [data-gem="{gem}"]')
    drag(page, hands, lying, middle(page, ".bar .words"))
    assert seat.see().canoes == sight.canoes
    drag(page, hands, lying, middle(page, f'[data-canoe="{canoe}"]'))
    expect(page.locator(f'[aria-label^="Your canoe"][aria-label*="{gem}"]').first).to_be_attached()
    assert not any(text.startswith("load") for text, _ in seat.see().actions)


def test_looking_at_a_decision_shows_where_it_leads(scenes, visit):
    page = visit(scenes).sit("turn", 0, token(0)).page
    buttons = page.locator('button[data-action^="paddle"]')
    buttons.first.wait_for()
    for button in (buttons.first, buttons.last):
        button.hover()
        expect(page.locator(".hint .ghost")).to_have_count(1)
    page.mouse.move(1, 1)
    expect(page.locator(".hint")).to_have_count(0)
    buttons.first.focus()
    expect(page.locator(".hint .ghost")).to_have_count(1)
    # What comes to lie under a mouse that rests is not looked at; once the mouse moves there, it is.
    box = buttons.first.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("[data-action]:hover").wait_for()
    expect(page.locator(".hint")).to_have_count(0)
    page.mouse.move(box["x"] + box["width"] / 2 + 3, box["y"] + box["height"] / 2)
    expect(page.locator(".hint")).to_have_count(1)
