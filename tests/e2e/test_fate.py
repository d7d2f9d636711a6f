"""What may come is told beside what one points at, by mouse, keyboard and a resting finger, and before confirming."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from e2e.axe import violations
from e2e.browser import HANDS
from e2e.positions import find, prepare, texts, token


def doomed(match, draft):
    """Find a move to a disc 7 that surely ends below the falls."""
    for text in texts(draft):
        if text.startswith("paddle") and text[-2] == "7":
            moved = match.draft(0, [*draft.decisions, text])
            moved.fill_forced()
            fate = moved.complete and match.fate(0, moved)
            if fate and any(canoe.seat == 0 and canoe.landings[0].to == "lost" for canoe in fate.canoes):
                return text
    return None


@pytest.fixture(scope="module")
def falling(server):
    """A turn of seat 0 that can be its canoe's last, with the move that makes it so."""
    found = {}

    def wanted(match, draft):
        found["move"] = doomed(match, draft) if match.view(0).phase == "paddling" else None
        return found["move"] is not None

    prepare(server.data, "falling", **find(wanted))
    return found["move"]


def foretells(page):
    """Wait until the page tells what may come; that is fetched last."""
    page.locator("[data-fate]").wait_for(state="attached")


def lies_off_the_dock(page):
    slip, dock = page.locator(".slip").bounding_box(), page.locator(".dock").bounding_box()
    above, beside = slip["y"] + slip["height"] <= dock["y"], slip["x"] + slip["width"] <= dock["x"]
    assert above or beside, (slip, dock)


def test_a_slip_of_paper_tells_what_may_come_and_the_prompt_warns(server, visit, falling):
    page = visit(server).sit("falling", 0, token(0)).page
    slip, status = page.locator(".slip"), page.locator('p.unseen[role="status"]')
    button = page.locator(f'.dock [data-action="{falling}"]')
    foretells(page)
    button.hover()
    expect(slip).to_contain_text("lost")
    # It lies on the board: what the dock says stays in sight, also where the dock stands beside the board.
    lies_off_the_dock(page)
    page.set_viewport_size({"width": 844, "height": 390})
    button.hover()
    expect(slip).to_contain_text("lost")
    lies_off_the_dock(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    button.hover()
    expect(slip).to_contain_text("lost")
    expect(status.filter(has_text="will definitely go over the falls")).to_have_count(1)
    assert violations(page) == []
    page.mouse.move(2, 2)
    expect(slip).to_have_count(0)
    # The same for who has a keyboard, and then the warning in the prompt.
    page.keyboard.press("Tab")
    button.focus()
    expect(slip).to_contain_text("lost")
    page.keyboard.press("Enter")
    expect(page.locator(".warns .sentence")).to_contain_text("will definitely go over the falls")
    expect(slip).to_have_count(0)

    # Nobody has to see it.
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Preview what may happen").uncheck()
    page.keyboard.press("Escape")
    button.click()
    expect(page.locator(".dock .button.primary")).to_be_visible()
    expect(page.locator(".warns, .bar .detail")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(button).to_be_visible()


def test_a_finger_that_stays_points_and_does_not_choose(server, visit, falling):
    page = visit(server, **HANDS["touch"]).sit("falling", 0, token(0)).page
    button = page.locator(f'.dock [data-action="{falling}"]')
    foretells(page)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator(".slip")).to_contain_text("lost")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".slip")).to_contain_text("lost")
    expect(button).to_be_visible()
    # A tap chooses as ever.
    button.tap()
    expect(page.locator(".dock .button.primary")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
