"""The table fits every screen in every language while clocks run and votes are open."""

from __future__ import annotations

from contextlib import ExitStack, closing

from e2e.browser import report
from e2e.test_layout import SIZES, faults_anywhere


def test_clocks_and_votes_fit(clocked, visit):
    seated = clocked.open(3, start=True, pace={"clock": {"turn": 3599, "reserve": 86400}})
    table = seated["table"]
    others = [clocked.sit(table, name)["token"] for name in ("Bo", "Cleo")]
    ann = visit(clocked, size=SIZES[0]).sit(table, 0, seated["token"])
    page, found = ann.page, {}
    ann.wait()
    with ExitStack() as leaving:
        bo, cleo = (leaving.enter_context(closing(clocked.player(table, each))) for each in others)
        found["own clock"] = faults_anywhere(page, fits=True)
        ann.card("3")
        ann.confirm()
        cleo.say("vote", matter="stop")
        clocked.pass_time(200, table)
        # The offer of a vote, and the proposal to stop.
        page.locator(".strip").nth(1).wait_for()
        # A card that was just chosen cannot be tapped for half a second.
        page.wait_for_function("() => !document.querySelector('.hand [style*=pointer-events]')")
        found["offered"] = faults_anywhere(page, fits=True)
        page.locator(".strip .button:not(.square)").first.press("Enter")
        page.locator(".strip", has_text="Ann").wait_for()
        found["voted"] = faults_anywhere(page, fits=True)
        bo.close()
        clocked.pass_time(261, table)
        page.locator(".gone").wait_for(state="attached")
        found["away"] = faults_anywhere(page, fits=True)
    report(found)
