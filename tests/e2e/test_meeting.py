"""People who do not know each other find each other in the lobby."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from e2e.browser import PHONE, report
from e2e.test_accessibility import violations_anywhere

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
    visitor.context.route_web_socket("**/api/lobby/live", show_many)
    page = visitor.page("/lobby")
    rows = page.get_by_role("listitem")
    expect(rows).to_have_count(100)
    report({"lobby": violations_anywhere(page)})
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.get_by_text("Host 1000 · Ann", exact=True)).to_be_in_viewport()
    expect(page.get_by_text("Host 1 · Ann", exact=True)).to_have_count(0)
    page.get_by_label("Game").select_option("canyon")
    expect(rows).to_have_count(100)
    page.get_by_label("Clock").select_option("days")
    page.get_by_role("button", name="Show all").click()
    expect(page.get_by_text("Host 1 · Ann", exact=True)).to_be_visible()
    expect(rows.first).to_have_attribute("aria-setsize", "1000")
