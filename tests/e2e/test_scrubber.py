"""What notebooks show of a match: two frames on one page that do not disturb each other, nor what is around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

import eddyline
from e2e.axe import violations

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

NAMES = ("</script><b>Ann</b>", "Bo", "Zoë")


def test_a_match_is_looked_through_in_a_notebook(chromium: Browser, tmp_path: Path) -> None:
    match = eddyline.new("niagara", players=3, seed=4, names=NAMES)
    for _ in range(12):
        match.play(min(match.waiting), match.legal(min(match.waiting))[0])
    frames = match.replay()._repr_html_() + match.goto(2).replay(1)._repr_html_()
    page, complaints = chromium.new_page(viewport={"width": 1280, "height": 1600}), list[str]()
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    # A sandboxed frame has no policy of its own, and axe is put into a page that has none either.
    page.set_content(f"<!doctype html><html lang=en><title>Notebook</title><main><h1>Cells</h1>{frames}</main>")
    first, second = page.frame_locator("iframe").first, page.frame_locator("iframe").last
    turns = first.get_by_label("Turn", exact=True)
    expect(first.get_by_role("status")).to_have_text(f"0 / {len(match.log)}")
    expect(first.get_by_label("One turn back")).to_be_disabled()
    first.get_by_label("One turn further").click()
    expect(first.locator("pre")).to_contain_text(f"{NAMES[0]}: card")
    turns.press("End")
    expect(first.get_by_role("status")).to_have_text(f"{len(match.log)} / {len(match.log)}")
    expect(first.get_by_label("One turn further")).to_be_disabled()
    view = match.view(None)
    expect(first.get_by_role("img", name=f"Niagara, round {view.round}, {view.phase}")).to_be_visible()
    expect(second.get_by_role("status")).to_have_text("0 / 2")
    second.get_by_label("One turn further").click()
    expect(second.locator("pre")).to_contain_text("in secret")
    assert complaints == []
    page.set_content(match.replay().page)
    expect(page.get_by_role("status")).to_have_text(f"0 / {len(match.log)}")
    assert violations(page) == []
    page.close()
