"""A tournament in the browser: announced, entered, played and looked at."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE
from e2e.test_strangers import signed_in


def announce_alone(organiser, page):
    """Announce a tournament for three, and try to start it with nobody in it."""
    look(page)
    page.get_by_role("button", name="Announce", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("give the tournament a name")
    page.get_by_label("Name of the tournament").fill("Autumn cup")
    page.get_by_role("spinbutton", name="Rounds").fill("1")
    page.get_by_role("radio", name="3", exact=True).check()
    page.get_by_role("button", name="Announce", exact=True).click()

    expect(page.get_by_role("heading", name="Autumn cup")).to_be_visible()
    expect(page.get_by_text("1 round, tables of 3 · Rulebook · Rated")).to_be_visible()
    starting = page.get_by_role("dialog").get_by_role("button", name="Start the tournament")
    with organiser.forgiving("409"):
        page.get_by_role("button", name="Start the tournament").click()
        starting.click()
        expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("Not enough players")
    look(page.get_by_role("dialog"))
    page.keyboard.press("Escape")
    expect(page.get_by_label("Send the link")).to_have_value(page.url)


def test_a_tournament_from_its_announcement_to_its_standings(server, visit):
    organiser = signed_in(server, visit, "Torben", size=PHONE)
    page = organiser.page("/tournaments")
    expect(page.get_by_label("Name of the tournament")).to_be_visible()
    announce_alone(organiser, page)
    starting = page.get_by_role("dialog").get_by_role("button", name="Start the tournament")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("listitem").filter(has_text="Torben")).to_be_visible()
    page.get_by_role("button", name="Add bots").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("How many").fill("3")
    look(dialog)
    dialog.get_by_role("button", name="Add bots").click()
    page.get_by_role("button", name="Remove Clara").click()
    expect(page.get_by_role("heading", name="3 entrants")).to_be_visible()
    look(page)

    # Somebody without an account is asked to sign in.
    guest = visit(server, locale="de-DE").page(page.url.removeprefix(server.address))
    expect(guest.get_by_role("button", name="Anmelden")).to_be_visible()

    page.get_by_role("button", name="Start the tournament").click()
    starting.click()
    expect(page.get_by_role("heading", name="Your table is waiting")).to_be_visible()
    look(page)
    page.get_by_role("status").get_by_role("link", name="To the table").click()
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
    look(page)
    expect(guest.get_by_role("table", name="Tabelle")).to_be_visible()
    page.goto("/me")
    expect(page.get_by_role("region", name="Tournaments")).to_contain_text("Place 3 of 3")
    guest.get_by_role("link", name="Turniere").click()
    expect(guest.get_by_role("link", name="Autumn cup")).to_contain_text("Beendet")


DAY = 86_400


def in_days(count):
    """Write a time as the field does, as a clock in Zurich shows it."""
    return f"{datetime.now(ZoneInfo('Europe/Zurich')) + timedelta(days=count, minutes=5):%Y-%m-%dT%H:%M}"


def announced(page, days):
    """Announce a tournament that starts by itself, after a time that cannot be was refused."""
    page.get_by_label("Name of the tournament").fill("Autumn cup")
    page.get_by_role("spinbutton", name="Rounds").fill("1")
    page.get_by_role("radio", name="3", exact=True).check()
    time, announce = page.get_by_label("Start time"), page.get_by_role("button", name="Announce", exact=True)
    time.fill("2020-01-01T20:00")
    announce.click()
    expect(page.get_by_role("alert")).to_contain_text("a time to come")
    look(page)
    time.fill(in_days(days))
    announce.click()
    expect(page.get_by_text(f"in {days} days")).to_be_visible()


def choose_time(page, button, days):
    page.get_by_role("button", name=button).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Start time").fill(in_days(days))
    look(dialog)
    dialog.get_by_role("button", name="Save").click()


def test_a_tournament_starts_by_itself_and_its_page_hears_of_all(clocked, visit):
    organiser = signed_in(clocked, visit, "Torvald", size=PHONE, timezone_id="Europe/Zurich")
    page = organiser.page("/tournaments")
    announced(page, 3)

    # Everybody is told in their own time, and hears of what changes.
    path = page.url.removeprefix(clocked.address)
    visitor = visit(clocked, locale="de-DE", timezone_id="Asia/Tokyo")
    guest = visitor.page("/tournaments")
    expect(guest.get_by_role("link", name="Autumn cup")).to_contain_text("Beginn:")
    guest.get_by_role("link", name="Autumn cup").click()
    there = datetime.fromisoformat(in_days(3)).replace(tzinfo=ZoneInfo("Europe/Zurich"))
    hour = there.astimezone(ZoneInfo("Asia/Tokyo")).hour
    expect(guest.get_by_text(f" um {hour:02}:")).to_contain_text("in 3 Tagen")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(guest.get_by_role("listitem").filter(has_text="Torvald")).to_be_visible()
    choose_time(page, "Change the time", 2)
    expect(guest.get_by_text("in 2 Tagen")).to_be_visible()

    # One is too few: it waits, and says so.
    clocked.pass_time(3 * DAY)
    expect(page.get_by_text("too few had entered")).to_be_visible()
    expect(guest.get_by_text("zu wenige angemeldet")).to_be_visible()
    look(page)
    page.get_by_role("button", name="Add bots").click()
    page.get_by_role("dialog").get_by_label("How many").fill("2")
    page.get_by_role("dialog").get_by_role("button", name="Add bots").click()
    expect(guest.get_by_role("heading", name="3 Teilnehmer")).to_be_visible()
    choose_time(page, "Set a time", 5)
    expect(guest.get_by_text("in 5 Tagen")).to_be_visible()

    # Its time passes while there is no server; the pages find it again by themselves, and it starts a while later.
    with organiser.forgiving("WebSocket"), visitor.forgiving("WebSocket"):
        with clocked.killed():
            clocked.pass_time(6 * DAY)
            clocked.begin()
        expect(guest.get_by_text("in 6 Tagen")).to_be_visible()
        clocked.pass_time(900)
        expect(page.get_by_role("heading", name="Your table is waiting")).to_be_visible()
        expect(guest.get_by_role("table", name="Tabelle")).to_be_visible()

    # What somebody has entered is on their page, and on the one that everybody sees.
    page.goto("/me")
    line = page.get_by_role("region", name="Tournaments").get_by_role("link", name="Autumn cup")
    expect(line).to_contain_text("Round 1 of 1")
    page.get_by_role("link", name="What others see").click()
    expect(page.get_by_role("region", name="Ratings")).to_be_visible()
    expect(line).to_contain_text("Round 1 of 1")
    look(page)
    line.click()
    expect(page).to_have_url(f"{clocked.address}{path}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
