"""axe-core finds nothing to complain about: every page, light and dark, wide and on a phone."""

from __future__ import annotations

import web
from e2e.browser import PHONE, WIDE, report, resize
from e2e.positions import token
from e2e.scenes import SCENES

AXE = web.WEB / "node_modules" / "axe-core" / "axe.min.js"
RUN = """() => axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.flatMap(
  ({id, help, nodes}) => nodes.map(({target, failureSummary}) => `${id}: ${help}: ${target} – ${failureSummary}`)))"""


def violations(page):
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate(RUN)


def violations_anywhere(page):
    """Look at a page wide and on a phone, light and dark; leave it wide and light."""
    found = []
    for width, height in (PHONE, WIDE):
        resize(page, width, height)
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            found += [f"{scheme}, {width} px: {each}" for each in violations(page)]
    return found


def test_axe_finds_no_violation(scenes, visit):
    visitor = visit(scenes)
    found = {}

    page = visitor.page()
    page.get_by_role("button", name="Play against bots").wait_for()
    page.get_by_text("Change single options").click()
    found["home"] = violations_anywhere(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").wait_for()
    found["settings"] = violations_anywhere(page)

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
