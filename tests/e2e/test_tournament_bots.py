"""Somebody enters a bot of theirs in a tournament, withdraws it, and sees where no bots are admitted."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE
from e2e.test_strangers import PASSWORD, signed_in
from support.cups import WISH


def announced(server, name, **changes):
    """Let somebody announce a tournament; return its path and their session."""
    organiser = server.ask("/api/people", {"name": name, "password": PASSWORD})["session"]
    clock = {"turn": 86400, "reserve": 0}
    wish = WISH | {"name": f"Cup of {name}", "options": {}, "pace": {"clock": clock}} | changes
    return "/tournaments/" + server.ask("/api/tournaments", wish, organiser)["id"], organiser


def test_a_bot_is_entered_and_withdrawn(server, visit):
    path, organiser = announced(server, "Olympia", outside_bots=True)
    server.tell(f"/api{path}/bots", {"bot": "random", "count": 2}, organiser)
    visitor = signed_in(server, visit, "Bianca", size=PHONE)
    page = visitor.page(path)
    expect(page.get_by_text("Bots from outside may enter, too.")).to_be_visible()
    section = page.get_by_role("region", name="Your bots")
    expect(section.get_by_text("You have no bot yet.")).to_be_visible()
    look(page)
    section.get_by_role("link", name="Create a bot").click()
    page.get_by_label("Name of the bot").fill("Bunting")
    page.get_by_role("button", name="Create a bot").click()
    expect(page.get_by_label("Token of Bot Bunting", exact=True)).to_be_visible()
    page.go_back()

    section.get_by_role("button", name="Enter Bot Bunting").click()
    entrants = page.get_by_role("region", name="3 entrants")
    expect(entrants.get_by_role("listitem").filter(has_text="Bunting")).to_contain_text("bot of Bianca")
    expect(section.get_by_text("eddyline bot --server")).to_contain_text(f"--tournament {server.address}{path}")
    look(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    section.get_by_role("button", name="Withdraw Bot Bunting").click()
    expect(page.get_by_role("heading", name="2 entrants")).to_be_visible()
    section.get_by_role("button", name="Enter Bot Bunting").click()
    expect(page.get_by_role("heading", name="3 entrants")).to_be_visible()

    server.tell(f"/api{path}/start", {}, organiser)
    row = page.get_by_role("table", name="Standings").get_by_role("row").filter(has_text="Bot Bunting")
    expect(row.last).to_contain_text("bot of Bianca")
    section.get_by_role("button", name="Withdraw Bot Bunting").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Bot Bunting will not be paired in further rounds")
    look(dialog)
    dialog.get_by_role("button", name="Withdraw").click()
    expect(section).to_have_count(0)
    expect(row.filter(has_text="withdrawn")).to_have_count(2)


def test_where_no_bots_are_admitted_it_is_said(server, visit):
    path, _ = announced(server, "Oswald")
    page = signed_in(server, visit, "Bruno").page(path)
    expect(page.get_by_text("Bots from outside are not admitted.")).to_be_visible()
    expect(page.get_by_role("region", name="Your bots")).to_have_count(0)


def test_the_organiser_decides_whether_bots_are_admitted(server, visit):
    page = signed_in(server, visit, "Balthasar").page("/tournaments")
    page.get_by_label("Name of the tournament").fill("Bots welcome")
    admit = page.get_by_role("checkbox", name=re.compile("^Admit bots from outside"))
    # The rules of the game come a little later, and move what is below them.
    expect(page.get_by_text("Change individual options")).to_be_visible()
    expect(admit).not_to_be_checked()
    admit.check()
    page.get_by_role("button", name="Announce", exact=True).click()
    expect(page.get_by_role("heading", name="Bots welcome")).to_be_visible()
    expect(page.get_by_text("Bots from outside may enter, too.")).to_be_visible()
