"""Several tabs of one player stay in step, and one server serves many tables at once."""

from __future__ import annotations

from contextlib import ExitStack

from playwright.sync_api import expect

TABLES = 20


def test_two_tabs_of_one_seat_stay_in_step(server, visit):
    visitor = visit(server)
    page = visitor.page()
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_url("**/t/*")
    one, two = visitor.seat(page), visitor.seat(visitor.page(page.url.removeprefix(server.address)))
    one.wait()
    two.wait()
    visitor.asked.clear()
    # What is chosen in one is chosen in the other, and each can undo, change and confirm it.
    one.card("3")
    expect(two.page.locator('.hand [data-card="3"]')).to_have_attribute("aria-pressed", "true")
    two.card("4")
    expect(one.page.locator('.hand [data-card="4"]')).to_have_attribute("aria-pressed", "true")
    # No server is asked for anything, and what has been chosen outlasts a page.
    assert {each for each in visitor.asked if "/assets/" not in each} <= {"ping"}
    one.page.reload()
    expect(one.page.locator('.hand [data-card="4"]')).to_have_attribute("aria-pressed", "true")
    one.confirm()
    assert visitor.asked.count("confirm") == 1
    assert not {"decide", "undo"} & set(visitor.asked)
    sight = one.play(until=lambda sight: bool(sight.actions))
    assert two.wait().actions == sight.actions
    two.choose(sight.actions[0][0])
    after = two.wait()
    assert after != sight
    one.wait_for(after)
    assert one.log() == two.log()


def test_one_page_plays_on_while_twenty_tables_play(server, visit):
    visitor = visit(server)
    page = visitor.page()
    page.get_by_role("button", name="Play against bots").click()
    seat = visitor.seat(page)
    seat.wait()
    # With one gem of a colour hardly anybody ever wins: all of them go on for longer than this test.
    options = {"max_rounds": 10_000, "gems_per_deposit": 1}
    tables = {}
    with ExitStack() as leaving:
        for _ in range(TABLES):
            opened = server.open(4, bots=["random"] * 3, start=True, options=options)
            player = server.player(opened["table"], opened["token"])
            player.say("stand_in", seat=0, bot="random")
            player.wait(lambda message: message["type"] == "sync" and message["table"]["seats"][0]["bot"])
            # Stays connected: bots rest where nobody is.
            leaving.callback(player.close)
            tables[opened["table"]] = player.sync["version"]
        # Nobody keeps the others from playing; how quick an answer comes meanwhile, benchmarks/latency.py says.
        for _ in range(12):
            assert seat.act(seat.wait())
        for table, before in tables.items():
            while (now := server.ask(f"/api/tables/{table}"))["version"] <= before:
                pass
            assert now["status"] == "running"
