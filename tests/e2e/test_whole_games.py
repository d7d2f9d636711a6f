"""Whole games, each played in another way: one by mouse, one by touch, and one with everything going wrong that can."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from e2e.browser import GONE, PHONE, WIDE, saved_game
from e2e.seat import play_together
from e2e.story import check_log, events_of, heard, plain
from eddyline.games.niagara.words.events import GoalReached
from eddyline.record import load


def rows(page):
    return page.get_by_role("list", name="Ranking").get_by_role("listitem")


def test_by_mouse_on_a_wide_screen(server, visit):
    visitor = visit(server, size=WIDE)
    page = visitor.page()
    page.get_by_role("button", name="Play against bots").click()
    seat = visitor.seat(page)
    seat.play()
    expect(rows(page)).to_have_count(4)
    assert {"card", "paddle", "load"} <= seat.met
    # It ended because somebody had reached the goal.
    expect(rows(page).first).to_contain_text(re.compile("four of one colour|all five colours|seven gems"))
    table = page.url.rpartition("/")[2]
    events = events_of(server.record(table))
    assert any(isinstance(event, GoalReached) for event in events)
    names = [each["name"] for each in server.ask(f"/api/tables/{table}")["seats"]]
    check_log(seat.log(), events, ["you" if name == "Guest" else name for name in names])

    # It can be looked at from its beginning; the server is asked for the record, once, and for nothing else.
    ranked = rows(page).all_inner_texts()
    page.get_by_role("link", name="Replay").click()
    region = page.get_by_role("region", name="Move through the game")
    expect(region).to_contain_text("Turn 0 of")
    asked = len(visitor.asked)
    expect(rows(page)).to_have_count(0)
    page.keyboard.press("End")
    region.get_by_role("button", name="Show the result").click()
    expect(rows(page)).to_have_text([re.compile(re.escape(row.splitlines()[0])) for row in ranked])
    assert visitor.asked[asked:] == []


def test_two_browsers_and_a_bot_with_reload_crash_and_tunnel(server, visit):
    ann, bo = visit(server), visit(server)

    # Ann opens a table and sends the link.
    page = ann.page()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("group", name="Players", exact=True).get_by_text("3", exact=True).click()
    page.get_by_role("group", name="Bots among them").get_by_text("1", exact=True).click()
    page.get_by_text("Change individual options").click()
    page.get_by_label("Round limit").fill("5")
    page.get_by_role("button", name="Open the table").click()
    link = page.get_by_label("Link for your friends").input_value()

    # Bo follows it and sits down; Ann starts.
    other = bo.page(link.removeprefix(server.address))
    other.get_by_label("Your name").fill("Bo")
    other.get_by_role("button", name="Join", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    both = one, two = ann.seat(page), bo.seat(other)
    for seat in both:
        expect(seat.page.locator(".progress")).to_contain_text("Round 1")

    # Ann reloads in the middle of a turn.
    play_together(both, lambda: one.round >= 2 and bool(one.see().actions))
    before = one.log()
    page.reload()
    expect(page.locator(".log li").nth(len(before) - 1)).to_be_visible()
    assert one.log()[: len(before)] == before

    # The server dies at the very moment when Ann confirms, and comes back.
    offline = "No connection"
    play_together(both, lambda: one.round >= 3 and bool(one.see().confirm))
    with ann.forgiving(*GONE), bo.forgiving(*GONE):
        page.locator(".dock .buttons .primary").click()
        with server.killed():
            for seat in both:
                expect(seat.page.get_by_role("alert")).to_contain_text(offline)
        for seat in both:
            expect(seat.page.get_by_role("alert")).to_have_count(0)

    # Bo's train enters a tunnel; Ann plays on for as long as she can.
    play_together(both, lambda: two.round >= 4 and two.see().acting)
    with bo.forgiving(*GONE):
        bo.context.set_offline(True)
        expect(other.get_by_role("alert")).to_contain_text(offline)
        play_together([one], lambda: "Bo is away" in page.locator(".dock").inner_text())
        expect(other.get_by_role("alert")).to_contain_text(offline)
        bo.context.set_offline(False)
        expect(other.get_by_role("alert")).to_have_count(0)

    # How it went is not asked before it is over.
    assert [each for each in ann.asked + bo.asked if each.endswith("/record")] == []
    play_together(both, lambda: all(seat.see().over for seat in both))
    for seat in both:
        expect(rows(seat.page)).to_have_count(3)
        expect(seat.page.get_by_role("heading", name="How the game went")).to_be_visible()

    # The record at home is the game that both have seen: nothing lost, nothing doubled.
    records = [saved_game(seat.page) for seat in both]
    assert records[0] == records[1] == server.record(link.rpartition("/")[2])
    record = load(records[0])
    assert record.ranking is not None
    events = events_of(records[0])
    for visitor, seat in ((ann, one), (bo, two)):
        visitor.hear(lambda frame: '"kind":"over"' in frame)
        assert heard(visitor.frames) == plain(events)
        check_log(seat.log(), events, record.header.players)


def test_six_by_touch_with_every_module(server, visit):
    visitor = visit(server, size=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    page = visitor.page()
    page.get_by_label("Your name").tap()
    page.keyboard.insert_text("Bo")  # what the phone's own keyboard does
    page.get_by_role("group", name="Players", exact=True).get_by_text("6", exact=True).tap()
    page.get_by_role("group", name="Bots among them").get_by_text("5", exact=True).tap()
    page.get_by_role("group", name="Kind of bot").get_by_role("radio", name="Drifter").tap()
    for module in ("Spirits of Niagara", "Diamond Joe"):
        page.get_by_text(module, exact=True).tap()
    page.get_by_text("Change individual options").tap()
    page.get_by_label("Round limit").tap()
    page.get_by_label("Round limit").select_text()
    page.keyboard.insert_text("10")
    page.get_by_role("button", name="Start the game").tap()
    seat = visitor.seat(page)
    seat.play()
    expect(rows(seat.page)).to_have_count(6)
    seat.page.get_by_role("button", name="What happened").tap()
    assert {"card", "paddle"} <= seat.met
    # Ten rounds are a whole cycle: everybody has played every card.
    lines = seat.log()
    for told in ("plays the 7.", "plays the 1/2/3.", "ties both canoes", "whirlpool", "Diamond Joe"):
        assert any(told in line for line in lines), told
