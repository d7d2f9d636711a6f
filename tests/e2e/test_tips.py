"""What things on the table are is explained where somebody points, taps, holds a finger or has the focus."""

from __future__ import annotations

from e2e.axe import violations
from e2e.browser import PHONE

# Whoever moves on by the keyboard finds things within reach once they can be explained.
EXPLAINED = """() => {
  document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Tab'}));
  return document.querySelector('.panel[tabindex]') !== null;
}"""


def sit(visitor):
    page = visitor.page()
    page.get_by_role("button", name="Play against bots").click()
    page.locator('.hand [data-card="1"]:enabled').wait_for()
    # What explains things comes after them, with its words, and a finger is held only once.
    page.wait_for_function(EXPLAINED)
    return page


def test_the_pointer_and_the_focus_call_them_and_escape_sends_them_away(server, visit):
    page = sit(visit(server))
    tip = page.get_by_role("tooltip")
    page.locator('.panel.you [data-tip="alike"]').hover()
    tip.get_by_text("Four of one colour").wait_for()
    assert violations(page) == []
    # Whoever goes on to the tip finds it still there, and a link to the rule.
    link = page.get_by_role("link", name="Read the rule")
    link.hover()
    assert link.get_attribute("href") == "/rules/niagara#N-END-1"
    page.keyboard.press("Escape")
    tip.wait_for(state="detached")

    deposit = page.locator('[data-guide="deposit-2"]')
    deposit.hover()
    tip.get_by_text("A deposit").wait_for()
    page.locator(".bar").hover()
    tip.wait_for(state="detached")

    # What is offered next is not covered, though the pointer rests.
    deposit.hover()
    tip.get_by_text("A deposit").wait_for()
    page.locator('.hand [data-card="4"]').dispatch_event("click")
    tip.wait_for(state="detached")

    page.keyboard.press("Tab")
    panel = page.locator(".panel").first
    panel.focus()
    tip.get_by_text("The three rows of gems").wait_for()
    assert panel.get_attribute("aria-describedby") == tip.get_attribute("id")
    page.keyboard.press("Escape")
    tip.wait_for(state="detached")
    assert panel.get_attribute("aria-describedby") is None


def test_a_finger_calls_them_when_it_is_held_or_taps_what_does_nothing_else(server, visit):
    page = sit(visit(server, size=PHONE, has_touch=True))
    box = page.locator('[data-guide="status"] svg').first.bounding_box()
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    fingers = page.context.new_cdp_session(page)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    page.get_by_role("tooltip").get_by_text("Weather and river").wait_for()
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The next touch elsewhere sends it away, and plays as ever.
    page.locator('.hand [data-card="cloud"]').tap()
    page.get_by_role("tooltip").wait_for(state="detached")
    assert "cloud" in page.locator(".bar .sentence").inner_text()
    # What is for nothing is explained at a tap; a panel opens the large ones.
    page.locator('[data-guide="status"] svg').first.tap()
    page.get_by_role("tooltip").get_by_text("Weather and river").wait_for()
    page.locator('.panel.you [data-tip="alike"]').tap()
    page.get_by_role("tooltip").wait_for(state="detached")
    page.get_by_role("dialog").locator('[data-tip="alike"]').first.tap()
    page.get_by_role("tooltip").get_by_text("Four of one colour").wait_for()
