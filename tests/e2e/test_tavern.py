"""A big screen shows the river, phones hold the cards."""

from __future__ import annotations

from playwright.sync_api import expect


def test_a_big_screen_shows_the_table_and_phones_hold_the_cards(server, visit):
    seated = server.open(3, bots=["random"])
    table = seated["table"]
    screen = visit(server, size=(1280, 800)).page(f"/tables/{table}/screen")
    expect(screen.get_by_role("heading", name="Niagara")).to_be_visible()
    expect(screen.get_by_role("img", name="Join with your phone")).to_be_visible()
    expect(screen.get_by_text("Free seat")).to_be_visible()
    server.sit(table, "Bo")
    expect(screen.get_by_text("Bo", exact=True)).to_be_visible()
    page = visit(server, size=(390, 844)).sit(table, 0, seated["token"]).page
    page.get_by_role("button", name="Start").click()
    expect(screen.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(screen.locator(".hand, button[data-action], .dock")).to_have_count(0)

    page.get_by_role("button", name="Table menu").click()
    page.get_by_label("Only cards here").check()
    page.get_by_role("button", name="Hooray!").click()
    expect(screen.get_by_role("status").filter(has_text="Ann: Hooray!")).to_be_attached()
    expect(page.locator("main.river")).to_be_hidden()
    page.locator(".hand button:enabled").first.click()
    expect(page.locator(".dock .primary")).to_be_visible()
