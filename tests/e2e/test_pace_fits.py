"""The table fits every screen in every language while clocks run and votes are open."""

from __future__ import annotations

import pytest

from e2e.browser import report
from e2e.evening import Evening
from e2e.test_layout import SIZES, faults


@pytest.mark.parametrize("locale", ["en-GB", "fr", "it", "de"])
def test_clocks_and_votes_fit(clocked, visit, locale):
    made = Evening(clocked, visit, locale, pace={"clock": {"turn": 3599, "reserve": 86400}})
    ann, bo = made.seats
    found = {"own clock": faults(ann.page, SIZES, fits=True)}
    made.choose_cards(ann)
    made.cleo.say("vote", matter="stop")
    made.pass_time(200)
    # The offer of a vote, and the proposal to stop.
    ann.page.locator(".strip").nth(1).wait_for()
    # A card that was just chosen cannot be tapped for half a second.
    ann.page.wait_for_function("() => document.getAnimations().every(({ animationName }) => animationName !== 'arm')")
    found["offered"] = faults(ann.page, SIZES, fits=True)
    ann.page.locator(".strip .button:not(.square)").first.press("Enter")
    ann.page.locator(".strip", has_text="Ann").wait_for()
    found["voted"] = faults(ann.page, SIZES, fits=True)
    bo.page.goto("/")
    made.pass_time(261)
    ann.page.locator(".gone").wait_for(state="attached")
    found["away"] = faults(ann.page, SIZES, fits=True)
    made.end()
    report(found)
