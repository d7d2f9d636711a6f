"""A tournament in the browser: announced, entered, played and looked at."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.browser import PHONE, report
from e2e.test_accessibility import violations_anywhere
from e2e.test_strangers import signed_in


def test_a_tournament_from_its_announcement_to_its_standings(server, visit):
    organiser = signed_in(server, visit, "Torben", size=PHONE)
    page = organiser.page("/tournaments")
    expect(page.get_by_label("Name of the tournament")).to_be_visible()
    found = {"list": violations_anywhere(page)}
    page.get_by_role("button", name="Announce", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("give the tournament a name")
    page.get_by_label("Name of the tournament").fill("Autumn cup")
    page.get_by_role("spinbutton", name="Rounds").fill("1")
    page.get_by_role("radio", name="3", exact=True).check()
    page.get_by_role("button", name="Announce", exact=True).click()

    expect(page.get_by_role("heading", name="Autumn cup")).to_be_visible()
    with organiser.forgiving("409"):
        page.get_by_role("button", name="Start the tournament").click()
        expect(page.get_by_role("alert")).to_contain_text("Not enough players")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("listitem").filter(has_text="Torben")).to_be_visible()
    page.get_by_role("button", name="Add bots").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("How many").fill("3")
    found["bots"] = violations_anywhere(page)
    dialog.get_by_role("button", name="Add bots").click()
    page.get_by_role("button", name="Remove Clara").click()
    expect(page.get_by_role("heading", name="3 entrants")).to_be_visible()
    found["entries"] = violations_anywhere(page)

    # Somebody without an account is asked to sign in.
    guest = visit(server, locale="de-DE").page(page.url.removeprefix(server.address))
    expect(guest.get_by_role("button", name="Anmelden")).to_be_visible()

    page.get_by_role("button", name="Start the tournament").click()
    expect(page.get_by_role("heading", name="Your table is waiting")).to_be_visible()
    found["running"] = violations_anywhere(page)
    page.get_by_role("link", name="To the table").click()
    page.locator(".hand").wait_for()
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").last.click()
    page.get_by_role("link", name="To the tournament").click()
    standings = page.get_by_role("table", name="Standings")
    row = standings.get_by_role("row").filter(has_text="Torben")
    # Whoever resigns is last.
    expect(row).to_contain_text("3")
    expect(row).to_contain_text("0.00")
    expect(page.get_by_text("Finished", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found["over"] = violations_anywhere(page)
    expect(guest.get_by_role("table", name="Tabelle")).to_be_visible()
    guest.get_by_role("link", name="Turniere").click()
    expect(guest.get_by_role("link", name="Autumn cup")).to_contain_text("Beendet")
    report(found)
