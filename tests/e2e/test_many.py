"""Several tabs of one player stay in step, and one server serves many tables at once."""

from __future__ import annotations

import time

from playwright.sync_api import expect

TABLES = 20
PATIENCE = 2.0
"""Seconds within which a page must show what was decided, while all tables play at once on a small, busy machine."""


def test_two_tabs_of_one_seat_stay_in_step(server, visit):
    visitor = visit(server)
    page = visitor.page()
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_url("**/t/*")
    one, two = visitor.seat(page), visitor.seat(visitor.page(page.url.removeprefix(server.address)))
    one.wait()
    two.wait()
    # What is chosen in one is chosen in the other, and each can undo, change and confirm it.
    one.card("3")
    expect(two.page.locator('.hand [data-card="3"]')).to_have_attribute("aria-pressed", "true")
    two.card("4")
    expect(one.page.locator('.hand [data-card="4"]')).to_have_attribute("aria-pressed", "true")
    two.confirm()
    sight = one.play(until=lambda sight: bool(sight.actions))
    assert two.play(until=lambda sight: bool(sight.actions)).actions == sight.actions
    two.choose(sight.actions[0][0])
    one.page.wait_for_function(
        "(before) => document.querySelectorAll('button[data-action]').length !== before", arg=len(sight.actions)
    )
    assert one.log() == two.log()


def test_one_page_stays_quick_while_twenty_tables_play(own_server, visit):
    server = own_server.start()
    visitor = visit(server)
    page = visitor.page()
    page.get_by_role("button", name="Play against bots").click()
    seat = visitor.seat(page)
    seat.wait()
    tables = []
    for _ in range(TABLES):
        opened = server.open(4, bots=["random"] * 3, start=True, options={"max_rounds": 1000})
        player = server.player(opened["table"], opened["token"])
        player.say("stand_in", seat=0, bot="random")
        player.wait(lambda message: message["type"] == "sync" and message["table"]["seats"][0]["bot"])
        player.close()
        tables.append(opened["table"])
    waits = []
    while len(waits) < 12:
        sight = seat.wait()
        assert not sight.over
        began = time.monotonic()
        seat.act(sight)
        if not sight.playing:
            waits.append(time.monotonic() - began)
    running = [table for table in tables if server.ask(f"/api/tables/{table}")["version"] > 50]
    assert len(running) == TABLES, "every table has played on meanwhile"
    assert max(waits) < PATIENCE, waits
