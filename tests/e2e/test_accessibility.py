"""axe-core finds nothing to complain about: every page, light and dark, wide and on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from e2e.axe import EVERYWHERE, look, violations_anywhere
from e2e.browser import report
from e2e.positions import token
from e2e.scenes import OVER, SCENES, TURN

PLANT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    #lost-in-its-sentence { text-decoration: none; }
    @media (prefers-color-scheme: dark) {
      #faint-in-the-dark { color: #333; background: #222; }
      #lost-in-its-sentence { color: #dfd; }
    }
    @media (prefers-color-scheme: light) {
      #faint-in-the-light { color: #eee; background: #fff; }
      #lost-in-its-sentence { color: #030; }
    }
  `);
  document.adoptedStyleSheets.push(sheet);
  document.querySelector('main').insertAdjacentHTML('beforeend', `
    <p id="faint-in-the-dark">Faint</p><p id="faint-in-the-light">Faint</p>
    <p>A sentence with <a id="lost-in-its-sentence" href="/rules">a link</a> in it.</p>
    <button id="nameless"></button>`);
}"""


DAYS = """() => {
  const ended = (won, rank) => ({game: 'gone', ended: {won, rank, players: 4, rounds: rank && 9}});
  const days = {'2026-11-01': ended(true, 1), '2026-11-02': ended(false, null)};
  const today = {[new Date().toISOString().slice(0, 10)]: ended(false, 2)};
  localStorage.setItem('eddyline.daily', JSON.stringify({...days, ...today}));
}"""
"""Rivers that were won, given up and lost, the last of them today's."""


def test_axe_finds_what_is_wrong_anywhere_and_what_in_one_scheme_only(server, visit):
    page = visit(server).page("/t/nowhere")
    page.get_by_role("heading").wait_for()
    look(page)
    page.evaluate(PLANT)
    found = {
        re.match(r"(\w+), (\d+) px: ([\w-]+): .*?: (\S+) ", each).groups()
        for each in violations_anywhere(page, EVERYWHERE)
    }
    planted = (
        ("dark", "color-contrast", "#faint-in-the-dark"),
        ("light", "color-contrast", "#faint-in-the-light"),
        ("dark", "link-in-text-block", "#lost-in-its-sentence"),
        ("light", "link-in-text-block", "#lost-in-its-sentence"),
        ("dark", "button-name", "#nameless"),  # which is looked for once at each size
    )
    assert found == {(scheme, width, rule, at) for scheme, rule, at in planted for width in ("390", "1280")}


def test_axe_finds_no_violation(scenes, visit):
    visitor = visit(scenes)
    found = {}

    page = visitor.page()
    page.get_by_role("button", name="Play against bots").wait_for()
    page.get_by_text("Change individual options").click()
    found["home"] = violations_anywhere(page)
    page.get_by_role("button", name="Settings").click()
    found["settings"] = violations_anywhere(page.get_by_role("dialog"))
    licences = page.request.get(page.get_by_role("link", name="Open-source licences").evaluate("link => link.href"))
    # One is part of the page, the other of a worker alone.
    assert all(f"\n## {name} - " in licences.text() for name in ("svelte", "gifenc"))

    page.goto("/daily")
    page.get_by_role("button", name="Play today’s river").wait_for()
    found["daily, to be played"] = violations_anywhere(page)
    page.evaluate(DAYS)
    page.reload()
    page.get_by_role("heading", name="Done for today").wait_for()
    found["daily, done"] = violations_anywhere(page)

    table = scenes.open(4, bots=["random"])
    visitor.sit(table["table"], 0, table["token"], page)
    page.get_by_role("button", name="Start the game").wait_for()
    found["waiting room"] = violations_anywhere(page)

    for scene in SCENES:
        visitor.sit(scene, 0, token(0), page).wait()
        page.keyboard.press("a")  # where a canoe can move, its targets are on the board now
        # Between them, these two have all that a table is made of.
        whole = scene in {TURN, OVER}
        found[scene] = violations_anywhere(page, EVERYWHERE) if whole else violations_anywhere(page.locator(".dock"))
    page.get_by_role("button", name="Table menu").click()
    found["menu"] = violations_anywhere(page.get_by_role("dialog"))
    report(found)


def test_the_first_tab_at_a_table_leads_to_what_is_to_be_done(server, visit):
    page = visit(server).page()
    page.get_by_role("button", name="Play against bots").click()
    card = page.locator('.hand [data-card="1"]:enabled')
    card.wait_for()
    page.reload()
    card.wait_for()
    page.locator(".drags").wait_for()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Go to your turn")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".hand button").first).to_be_focused()
    # Whoever decides with a key has finished reading, and the focus goes on to what confirms.
    page.get_by_role("button", name="Table menu").focus()
    page.keyboard.press("5")
    expect(page.get_by_role("button", name="Play the 5")).to_be_focused()
