"""A tournament in the browser: announced, entered, played and looked at."""

from __future__ import annotations

import re
import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import GONE, PHONE
from e2e.test_strangers import PASSWORD, command, signed_in
from support.cups import WISH

DAY = 86_400


def announce_alone(organiser, page):
    """Announce a tournament for three, with a password and breaks, and try to start it with nobody in it."""
    look(page)
    announce = page.get_by_role("button", name="Announce", exact=True)
    announce.click()
    expect(page.get_by_role("alert")).to_contain_text("give the tournament a name")
    page.get_by_label("Name of the tournament").fill("Autumn cup")
    page.get_by_role("spinbutton", name="Rounds", exact=True).fill("2")
    page.get_by_role("radio", name="3", exact=True).check()
    page.get_by_label("Description").fill("By the fire.\nBring a mug.")
    page.get_by_role("radio", name="With a password").check()
    page.get_by_label("Most entrants").fill("4")
    page.get_by_label("Break between two rounds").fill("10")
    announce.click()
    expect(page.get_by_role("alert")).to_contain_text("6 characters or more")
    page.get_by_label("Password of the tournament").fill("high water")
    announce.click()

    expect(page.get_by_role("heading", name="Autumn cup")).to_be_visible()
    expect(page.get_by_text("2 rounds, tables of 3 · Rulebook · Rated")).to_be_visible()
    starting = page.get_by_role("dialog").get_by_role("button", name="Start the tournament")
    with organiser.forgiving("409"):
        page.get_by_role("button", name="Start the tournament").click()
        starting.click()
        expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("Not enough players")
    look(page.get_by_role("dialog"))
    page.keyboard.press("Escape")
    expect(page.get_by_label("Send the link")).to_have_value(page.url)


def enter_and_leave(visitor, page):
    """Find out the password of a tournament, enter it, and think better of it."""
    expect(page.get_by_text("By the fire.")).to_contain_text("Bring a mug.")
    enter, password = (
        page.get_by_role("button", name="Mitmachen", exact=True),
        page.get_by_label("Passwort des Turniers"),
    )
    enter.click()
    expect(page.get_by_role("alert")).to_contain_text("brauchst du das Passwort")
    with visitor.forgiving("403"):
        password.fill("low water")
        enter.click()
        expect(page.get_by_role("alert")).to_contain_text("nicht das Passwort")
    password.fill("high water")
    enter.click()
    expect(page.get_by_role("heading", name="4 von 4 Teilnehmern")).to_be_visible()
    page.get_by_role("button", name="Zurückziehen").click()
    expect(page.get_by_role("heading", name="3 von 4 Teilnehmern")).to_be_visible()


def resign_at_the_table(page):
    page.get_by_role("status").get_by_role("link", name="To the table").click()
    page.locator(".hand").wait_for()
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").last.click()
    page.get_by_role("link", name="To the tournament").click()


def test_a_tournament_from_its_announcement_to_its_podium(clocked, visit):
    organiser = signed_in(clocked, visit, "Torben", size=PHONE)
    page = organiser.page("/tournaments")
    expect(page.get_by_label("Name of the tournament")).to_be_visible()
    announce_alone(organiser, page)
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("listitem").filter(has_text="Torben")).to_be_visible()
    page.get_by_role("button", name="Add bots").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("How many").fill("3")
    look(dialog)
    dialog.get_by_role("button", name="Add bots").click()
    page.get_by_role("button", name="Remove Clara").click()
    expect(page.get_by_role("heading", name="3 of 4 entrants")).to_be_visible()
    look(page)

    # Somebody without an account is asked to sign in; whoever has one needs the password.
    path = page.url.removeprefix(clocked.address)
    guest = visit(clocked, locale="de-DE").page(path)
    expect(guest.get_by_role("button", name="Anmelden")).to_be_visible()
    visitor = signed_in(clocked, visit, "Nele", locale="de-DE")
    watching = visitor.page(path)
    enter_and_leave(visitor, watching)

    page.get_by_role("button", name="Start the tournament").click()
    page.get_by_role("dialog").get_by_role("button", name="Start the tournament").click()
    expect(page.get_by_role("heading", name="Your table is waiting")).to_be_visible()
    look(page)
    resign_at_the_table(page)

    # In the break people write to each other, and whoever organises makes it longer.
    expect(watching.get_by_role("timer")).to_be_visible()
    until = watching.get_by_text(re.compile("nächsten? Runde")).inner_text()
    command(watching, "Bis gleich!")
    expect(page.get_by_role("log")).to_contain_text("Bis gleich!")
    page.get_by_role("button", name="5 minutes more").click()
    expect(watching.get_by_text(re.compile("nächsten? Runde"))).not_to_have_text(until)
    look(page)
    page.get_by_role("button", name="Begin the round now").click()
    resign_at_the_table(page)

    expect(page.get_by_role("figure", name="Podium").get_by_role("listitem")).to_have_count(3)
    # Whoever resigns is last, and everybody sees what decided it.
    row = page.get_by_role("table", name="Standings").get_by_role("row").filter(has_text="Torben")
    expect(row).to_contain_text("3")
    expect(row).to_contain_text("0.00")
    row.get_by_role("button", name="How the points of Torben came about").press("Enter")
    expect(page.get_by_text("Decided by: the score")).to_be_visible()
    expect(page.get_by_text("Finished", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    look(page)
    expect(watching.get_by_role("figure", name="Siegertreppchen")).to_contain_text("Torben")
    page.goto("/me")
    expect(page.get_by_role("region", name="Tournaments")).to_contain_text("Place 3 of 3")
    guest.get_by_role("link", name="Turniere").click()
    expect(guest.get_by_role("link", name="Autumn cup")).to_contain_text("Beendet")


def test_a_break_ends_by_itself_and_what_is_for_entrants_shows_others_no_chat(clocked, visit):
    organiser = clocked.ask("/api/people", {"name": "Thorsten", "password": PASSWORD})["session"]
    terms = {"door": "password", "password": "high water", "break_minutes": 10, "watching": "entrants"}
    starts = int((time.time() + 30 * DAY) * 1000)
    wish = WISH | {"name": "Winter cup", "starts": starts, "pace": {"clock": {"turn": 86400, "reserve": 0}}} | terms
    path = f"/tournaments/{clocked.ask('/api/tournaments', wish, organiser)['id']}"
    clocked.tell(f"/api{path}/bots", {"bot": "random", "count": 3}, organiser)
    home = visit(clocked).page("/")
    expect(home.get_by_role("region", name="Next tournament")).to_contain_text("Winter cup")
    home.get_by_role("link", name="Look at the tournament").click()
    expect(home.get_by_role("link", name="Add to your calendar")).to_have_attribute(
        "href", re.compile(f"/api{path}/calendar$")
    )
    clocked.tell(f"/api{path}/start", {}, organiser)
    expect(home.get_by_role("timer")).to_be_visible()
    expect(home.get_by_role("log")).to_have_count(0)
    clocked.pass_time(600)
    expect(home.get_by_role("figure", name="Podium").get_by_role("listitem")).to_have_count(3)


def in_days(count):
    """Write a time as the field does, as a clock in Zurich shows it."""
    return f"{datetime.now(ZoneInfo('Europe/Zurich')) + timedelta(days=count, minutes=5):%Y-%m-%dT%H:%M}"


def announced(page, days):
    """Announce a tournament that starts by itself, after a time that cannot be was refused."""
    page.get_by_label("Name of the tournament").fill("Autumn cup")
    page.get_by_role("spinbutton", name="Rounds", exact=True).fill("1")
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
    expect(dialog).to_have_count(0)  # others may hear of it before this page has its answer


def test_a_tournament_starts_by_itself_and_its_page_hears_of_all(clocked, visit):
    organiser = signed_in(clocked, visit, "Torvald", size=PHONE, timezone_id="Europe/Zurich")
    page = organiser.page("/tournaments")
    announced(page, 3)

    # Everybody is told in their own time, and hears of what changes.
    path = page.url.removeprefix(clocked.address)
    visitor = visit(clocked, locale="de-DE", timezone_id="Asia/Tokyo")
    guest = visitor.page("/tournaments")
    cup = guest.locator(f'a[href="{path}"]')
    expect(cup).to_contain_text("Beginn:")
    cup.click()
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
    with organiser.forgiving(*GONE), visitor.forgiving(*GONE):
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
