"""People who do not know each other find each other in the lobby."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE

SEATS = [{"kind": "human", "name": "Ann", "bot": None}, {"kind": "open", "name": "", "bot": None}]
LISTING = {
    "status": "open", "preset": None, "changed": {}, "clock": None, "fills": None, "opened": 1_800_000_000.0,
    "spectators": 0,
}  # fmt: skip
MANY = [
    {
        **LISTING, "id": f"table{number}", "game": ("niagara", "canyon")[number % 2],
        "seats": [{**SEATS[0], "name": f"Host {number + 1}"}, *SEATS],
    }
    for number in range(1000)
]  # fmt: skip


def show_many(socket):
    """Be a server with very many tables."""

    def answer(message):
        asked = json.loads(message)
        if asked["type"] == "watch":
            rows = [row for row in MANY if asked.get("game") in (None, row["game"]) and not asked.get("clock")]
            first = asked.get("first", 0)
            part = rows[first : first + asked["rows"]]
            told = {"type": "listed", "now": 1_800_000_060.0, "first": first, "total": len(rows), "rows": part}
            socket.send(json.dumps(told))

    socket.on_message(answer)


def test_two_strangers_meet_over_the_lobby_and_start(server, visit):
    guest = visit(server, size=PHONE).page("/lobby")
    expect(guest.get_by_text("No open tables.")).to_be_visible()

    host = visit(server).page()
    host.get_by_label("Your name").fill("Ann")
    host.get_by_role("radio", name="Everybody, in the lobby").check()
    host.get_by_role("button", name="Open the table").click()
    for bots in (1, 2):
        host.get_by_role("button", name="Add a bot").first.click()
        expect(host.get_by_role("listitem").filter(has_text="Bot ·")).to_have_count(bots)
    # What bots are worth has been measured; guests have no rating.
    expect(guest.get_by_role("listitem")).to_have_text(
        re.compile(r"Ann · [^·]+ \(bot\)\s\d{3,4} · [^·]+ \(bot\)\s\d{3,4} ")
    )

    # Nobody has reloaded anything.
    row = guest.get_by_role("listitem").filter(has_text="Ann")
    expect(row).to_contain_text("1 free seat")
    row.get_by_role("link").click()
    guest.get_by_label("Your name").fill("Bo")
    guest.get_by_role("button", name="Join", exact=True).click()
    host.get_by_role("button", name="Start the game").click()
    for page in (host, guest):
        page.locator(".hand").wait_for()

    watcher = visit(server).page("/lobby")
    watcher.get_by_role("radio", name="To watch").check()
    watcher.get_by_role("listitem").filter(has_text="Ann · ").get_by_role("link").click()
    expect(watcher).to_have_url(host.url)
    watcher.locator(".dock").wait_for()


def test_who_wants_a_seat_at_once_meets_the_next_who_does(server, visit):
    pages = []
    for name in ("Ann", "Bo"):
        page = visit(server).page("/lobby")
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Play Niagara now").click()
        expect(page.get_by_text("Bots take the free seats in")).to_be_visible()
        pages.append(page)
    assert pages[0].url == pages[1].url
    pages[0].reload()
    expect(pages[0].get_by_role("listitem").filter(has_text="Ann")).to_contain_text("you")


def test_a_long_list_is_only_there_where_one_looks_and_axe_finds_nothing(server, visit):
    visitor = visit(server)
    visitor.context.route_web_socket("**/api/lobby/live*", show_many)
    page = visitor.page("/lobby")
    rows = page.get_by_role("listitem")
    expect(rows).to_have_count(100)
    look(rows.first)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.get_by_text("Host 1000 · Ann", exact=True)).to_be_in_viewport()
    expect(page.get_by_text("Host 1 · Ann", exact=True)).to_have_count(0)
    page.get_by_label("Game").select_option("canyon")
    expect(rows).to_have_count(100)
    page.get_by_label("Clock").select_option("days")
    page.get_by_role("button", name="Show all").click()
    expect(page.get_by_text("Host 1 · Ann", exact=True)).to_be_visible()
    expect(rows.first).to_have_attribute("aria-setsize", "1000")


def test_tables_that_wait_for_me_come_first_with_the_time_left(server, visit):
    waiting = server.open(2)
    days, hurried = (
        server.open(2, start=True, pace={"clock": {"turn": turn, "reserve": 60}}) for turn in (86_400, 3000)
    )
    for each in (days, hurried):
        server.sit(each["table"], "Bo")
    over = server.open(2, bots=["random"], start=True)
    player = server.player(over["table"], over["token"])
    player.say("resign")
    player.wait(lambda message: message.get("table", {}).get("status") == "over")
    player.close()

    visitor = visit(server, size=PHONE)
    held = [
        {**each, "game": "niagara", "name": "Ann", "at": 1}
        for each in ({"table": "gone", "seat": 0, "token": "x"}, over, waiting, days, hurried)
    ]
    kept = json.dumps(json.dumps(held))
    visitor.context.add_init_script(f"if (location.protocol === 'http:') localStorage['eddyline.seats'] ??= {kept}")
    page = visitor.page()
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/api/tables" in request.url else None)
    waits = page.get_by_role("region", name="2 tables are waiting for you")
    # First on a phone, and moving nothing: they are there as soon as somebody asks.
    expect(waits).to_be_in_viewport(ratio=1)
    waits.locator("summary").click()
    hurry = re.compile(r"with Bo Your turn\s· (51:00|50:\d\d) left")
    expect(waits.get_by_role("listitem")).to_contain_text(
        [hurry, re.compile(r"with Bo Your turn\s· (1 d 0 h|23 h 5\d min) left")]
    )
    mine = page.get_by_role("region", name="My tables")
    rest = ["Waiting for players", "Won by", "No longer there"]
    expect(mine.get_by_role("listitem")).to_contain_text(rest)
    expect(page).to_have_title("(2) Eddyline")
    look(page)

    lobby = visitor.page("/lobby")
    there = lobby.get_by_role("region", name="2 tables are waiting for you")
    there.locator("summary").click()
    expect(there.get_by_role("listitem").first).to_contain_text(hurry)
    expect(lobby).to_have_title("(2) Lobby · Eddyline")
    lobby.close()

    # She plays on another device; this page asks again as soon as somebody looks at it.
    ann = server.player(hurried["table"], hurried["token"])
    ann.play()
    ann.rest()
    ann.close()
    with page.expect_request("**/api/tables/mine"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    waits = page.get_by_role("region", name="1 table is waiting for you")
    expect(waits.get_by_role("listitem")).to_have_count(1)
    expect(page).to_have_title("(1) Eddyline")
    expect(mine.get_by_role("listitem").first).to_contain_text("Waiting for Bo")
    assert {url.rpartition("/")[2] for url in asked} == {"mine"}, "one request for all tables"

    # Another page, another title.
    waits.get_by_role("link").first.click()
    expect(page).not_to_have_title(re.compile(r"^\(1\)"))


def test_the_lobby_leads_to_the_form_and_its_filters_are_the_servers(server, visit):
    page = visit(server, size=PHONE).page("/lobby")
    # The name that somebody has written in the lobby is not asked for again.
    page.get_by_label("Your name").fill("Cleo")
    page.get_by_role("link", name="Open a table").click()
    heading = page.get_by_role("heading", name="New table")
    expect(heading).to_be_in_viewport()
    expect(heading).to_be_focused()
    expect(page.get_by_role("radio", name="Everybody, in the lobby")).to_be_checked()
    expect(page.get_by_label("Your name")).to_have_value("Cleo")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()

    looker = visit(server).page("/lobby")
    row = looker.get_by_role("listitem").filter(has_text="Cleo")
    expect(row).to_be_visible()
    for label, without, with_it in (
        ("Free seats", "5", "1"), ("Bots at the table", "true", "false"), ("Game", "canyon", "niagara"),
        ("Rules", "italian", "rulebook"), ("Clock", "days", "live"),
    ):  # fmt: skip
        looker.get_by_role("combobox", name=label).select_option(without)
        expect(row).to_have_count(0)
        looker.get_by_role("combobox", name=label).select_option(with_it)
        expect(row).to_be_visible()
    looker.get_by_label("Clock").select_option("days")
    expect(looker.get_by_role("button", name="Show all")).to_be_visible()
    look(looker)
