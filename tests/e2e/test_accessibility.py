"""axe-core finds nothing to complain about: every page, light and dark, wide and on a phone."""

from __future__ import annotations

import re

import web
from e2e.browser import PHONE, WIDE, report, resize
from e2e.positions import token
from e2e.scenes import SCENES

AXE = web.WEB / "node_modules" / "axe-core" / "axe.min.js"
# Nothing here plays sounds or films, for which alone axe would load something beforehand.
# While axe looks, there is something to be seen.
RUN = """async (only) => {
  if (window.unpainted) unpainted.disabled = true;
  const {violations} = await axe.run(
    document, {resultTypes: ['violations'], preload: false, ...(only && {runOnly: only})});
  if (window.unpainted) unpainted.disabled = false;
  return violations.flatMap(({id, help, nodes}) => nodes.map(
    ({target, failureSummary}) => `${id}: ${help}: ${target} – ${failureSummary}`));
}"""
# All of axe's rules that look at a colour.
COLOURS = ("color-contrast", "link-in-text-block")


def violations(page, only=None):
    """Let axe look at a page, by all of its rules or by these."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate(RUN, only)


def violations_anywhere(page):
    """Look at a page wide and on a phone, light and dark; leave it wide and light."""
    found = []
    for width, height in (PHONE, WIDE):
        resize(page, width, height)
        # The two schemes differ in colours and in nothing else.
        for scheme, rules in (("dark", COLOURS), ("light", None)):
            page.emulate_media(color_scheme=scheme)
            found += [f"{scheme}, {width} px: {each}" for each in violations(page, rules)]
    return found


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


def test_axe_finds_what_is_wrong_anywhere_and_what_in_one_scheme_only(server, visit):
    page = visit(server).page("/t/nowhere")
    page.get_by_role("heading").wait_for()
    assert violations_anywhere(page) == []
    page.evaluate(PLANT)
    found = {re.match(r"(\w+), (\d+) px: ([\w-]+): .*?: (\S+) ", each).groups() for each in violations_anywhere(page)}
    planted = (
        ("dark", "color-contrast", "#faint-in-the-dark"),
        ("light", "color-contrast", "#faint-in-the-light"),
        ("dark", "link-in-text-block", "#lost-in-its-sentence"),
        ("light", "link-in-text-block", "#lost-in-its-sentence"),
        ("light", "button-name", "#nameless"),
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
    page.get_by_role("dialog").wait_for()
    found["settings"] = violations_anywhere(page)

    page.goto("/ratings")
    page.get_by_role("table").wait_for()
    found["ratings"] = violations_anywhere(page)

    page.goto("/t/nowhere")
    page.get_by_role("heading").wait_for()
    found["unknown table"] = violations_anywhere(page)

    table = scenes.open(4, bots=["random"])
    page.goto(f"/t/{table['table']}")
    page.get_by_role("button", name="Join", exact=True).wait_for()
    found["joining"] = violations_anywhere(page)

    visitor.sit(table["table"], 0, table["token"], page)
    page.get_by_role("button", name="Start the game").wait_for()
    found["lobby"] = violations_anywhere(page)

    for scene in SCENES:
        visitor.sit(scene, 0, token(0), page).wait()
        page.keyboard.press("a")  # where a canoe can move, its targets are on the board now
        found[scene] = violations_anywhere(page)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("dialog").wait_for()
    found["menu"] = violations_anywhere(page)

    report(found)
