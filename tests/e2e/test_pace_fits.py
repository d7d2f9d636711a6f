"""The table fits every screen in every language while clocks run and votes are open."""

from __future__ import annotations

from contextlib import ExitStack, closing

from e2e.browser import WIDE, report
from e2e.test_layout import SIZES, faults

LANGUAGES = {"en-GB": SIZES, "fr": (*SIZES[:2], WIDE), "it": (*SIZES[:2], WIDE), "de": (*SIZES[:2], WIDE)}
"""With the sizes at which each is looked at: English at all of them, as `test_layout.py` does."""


def test_clocks_and_votes_fit(clocked, visit):
    seated = clocked.open(3, start=True, pace={"clock": {"turn": 3599, "reserve": 86400}})
    table, token = seated["table"], seated["token"]
    others = [clocked.sit(table, name)["token"] for name in ("Bo", "Cleo")]
    # Ann reads four languages at once.
    seats = {locale: visit(clocked, locale=locale).sit(table, 0, token) for locale in LANGUAGES}
    ann, pages = seats["en-GB"], {locale: seat.page for locale, seat in seats.items()}
    found = {}

    def look(moment):
        for locale, page in pages.items():
            found[f"{moment}, {locale}"] = faults(page, LANGUAGES[locale], fits=True)

    for seat in seats.values():
        seat.wait()
    with ExitStack() as leaving:
        bo, cleo = (leaving.enter_context(closing(clocked.player(table, each))) for each in others)
        look("own clock")
        ann.card("3")
        ann.confirm()
        cleo.say("vote", matter="stop")
        clocked.pass_time(200, table)
        for page in pages.values():
            # The offer of a vote, and the proposal to stop.
            page.locator(".strip").nth(1).wait_for()
            # A card that was just chosen cannot be tapped for half a second.
            page.wait_for_function("() => document.getAnimations().every(({animationName}) => animationName !== 'arm')")
        look("offered")
        ann.page.locator(".strip .button:not(.square)").first.press("Enter")
        for page in pages.values():
            page.locator(".strip", has_text="Ann").wait_for()
        look("voted")
        bo.close()
        clocked.pass_time(261, table)
        for page in pages.values():
            page.locator(".gone").wait_for(state="attached")
        look("away")
    report(found)
