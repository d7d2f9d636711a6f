"""What is not possible is explained where it was tried."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.positions import token
from e2e.scenes import TURN


def test_what_is_not_possible_is_explained_with_its_rule(scenes, visit):
    """By tapping a disc on the board, and for those who do not tap: from a list beside the prompt."""
    page = visit(scenes).sit(TURN, 0, token(0)).page
    page.get_by_role("button", name="Why not …?").click()
    page.get_by_role("dialog").get_by_role("button", name="1 · Paddle to the dock").click()
    answer = page.locator(".answer")
    expect(answer).to_contain_text("discs away")
    expect(answer.get_by_role("link", name="Read the rule")).to_have_attribute("href", "/rules/niagara#N-MOVE-1")
    answer.get_by_role("button", name="Close").click()
    expect(answer).to_have_count(0)

    page.locator('[data-canoe="a"]').press("Enter")
    numeral = page.locator("svg.live text.numeral").filter(has_text="1").first.bounding_box()
    assert numeral is not None
    page.mouse.click(numeral["x"] + numeral["width"] / 2, numeral["y"] + numeral["height"] / 2)
    expect(answer).to_contain_text("discs away")
    page.keyboard.press("Escape")
    expect(answer).to_have_count(0)
