"""The notice that a table waits comes late, and moves nothing that somebody is about to press."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from e2e.browser import PHONE, WIDE
from e2e.chromium import FETCHED
from e2e.kept import KEEP, played

PLACES = """() => [...document.querySelectorAll('button, a, input, select, h2, h3, svg.board')]
  .filter((each) => !each.closest('aside') && !each.textContent.includes('waiting for you'))
  .map((each) => { const { x, y, width } = each.getBoundingClientRect(); return [x, y, width].join(); })"""


@pytest.mark.parametrize("size", [PHONE, WIDE])
@pytest.mark.parametrize("page", ["", "/replay?turn=3"])
def test_nothing_moves_when_a_table_begins_to_wait(server, visit, size, page):
    waiting = server.open(2, start=True)
    server.sit(waiting["table"], "Bo")
    visitor = visit(server, size=size)
    held = json.dumps([waiting | {"game": "niagara", "name": "Ann", "at": 1}])
    shown = visitor.page("/offline")
    game = played("niagara", 3)
    shown.evaluate(KEEP, game)
    shown.evaluate("(held) => localStorage.setItem('eddyline.seats', held)", held)
    late = []
    # A builtin is no function to Playwright.
    shown.route("**/api/tables/mine", lambda route: late.append(route), times=1)  # noqa: PLW0108
    with shown.expect_request("**/api/tables/mine"):
        shown.goto(f"/offline/{game['id']}{page}")
    notice = shown.get_by_role("link", name="1 table is waiting for you")
    if page:
        expect(shown.get_by_role("button", name="What if?")).to_be_visible()
    else:
        expect(shown.get_by_role("heading", name="How the game went")).to_be_visible()
    # All else has come.
    shown.evaluate(FETCHED)
    expect(notice).to_have_count(0)
    before = shown.evaluate(PLACES)
    late[0].continue_()
    expect(notice).to_be_visible()
    assert shown.evaluate(PLACES) == before
    # It can be followed, once it has been there for as long as a tap takes.
    notice.click()
    shown.wait_for_url(f"**/t/{waiting['table']}")
