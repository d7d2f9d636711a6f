"""Whoever opens a link finds out in friendly words what they can do there."""

from __future__ import annotations

import urllib.error

import pytest
from playwright.sync_api import expect

from e2e.positions import token
from e2e.scenes import CARDS


def test_spectators_see_what_nobody_hides_and_nothing_to_press(scenes, visit):
    page = visit(scenes).page(f"/t/{CARDS}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round")
    expect(page.get_by_text("You are watching.")).to_be_visible()
    expect(page.locator(".log li").last).to_be_visible()
    expect(page.locator(".hand, button[data-action], svg [role=button], .dock button")).to_have_count(0)


def test_a_table_that_is_full_takes_nobody(server, visit):
    table = server.open(4, bots=["random"])["table"]
    for name in ("Bo", "Cleo"):
        server.sit(table, name)
    page = visit(server).page(f"/t/{table}")
    expect(page.get_by_text("All seats are taken, but you can watch.")).to_be_visible()
    expect(page.get_by_role("button", name="Join", exact=True)).to_have_count(0)
    with pytest.raises(urllib.error.HTTPError, match="409"):
        server.sit(table, "Dan")


def test_an_unknown_table_is_told_in_words(server, visit):
    visitor = visit(server)
    page = visitor.page("/t/nowhere")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("button", name="Play against bots")).to_be_enabled()
    # And where a link or a code is typed in.
    page.get_by_label("Link or code of the table").fill("nowhere")
    with visitor.forgiving("404"):
        page.get_by_role("button", name="Go there").click()
        expect(page.get_by_role("alert")).to_contain_text("There is no such table")


def test_a_stale_seat_becomes_a_place_to_watch_from(scenes, visit):
    page = visit(scenes).sit(CARDS, 0, "secret-of-long-ago").page
    expect(page.get_by_role("alert")).to_contain_text("watching")
    expect(page.locator(".hand, button[data-action]")).to_have_count(0)


def test_a_seat_given_up_before_the_start_can_be_taken_again(server, visit):
    seated = server.open(3)
    page = visit(server).sit(seated["table"], 0, "secret-of-long-ago").page
    expect(page.get_by_role("button", name="Join", exact=True)).to_be_visible()
    page.get_by_label("Your name").fill("Bo")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_text("Ann starts the game when everybody is here.")).to_be_visible()


def test_a_table_without_a_seat_left_is_still_mine_after_a_reload(scenes, visit):
    seat = visit(scenes).sit(CARDS, 0, token(0))
    seat.wait()
    seat.page.goto("/")
    mine = seat.page.get_by_role("link").filter(has_text="Wilhelmina")
    expect(mine).to_contain_text("Your turn")
    mine.click()
    assert seat.wait().cards


def test_a_page_that_asks_another_host_complains(server, visit):
    # So no test has to watch for that: each fails where a page complains.
    visitor = visit(server)
    page = visitor.page("/t/nowhere")
    page.evaluate("fetch('http://198.51.100.1/').catch(() => 0)")
    page.evaluate("void new WebSocket('ws://example.org/')")
    page.evaluate("0")  # what was logged before has arrived when this is answered
    for host in ("198.51.100.1", "example.org"):
        assert any(host in complaint for complaint in visitor.complaints)
    visitor.complaints.clear()
