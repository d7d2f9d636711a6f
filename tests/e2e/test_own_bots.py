"""Somebody makes a bot on the page of their account, keeps its token, and deletes it again."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE
from e2e.test_strangers import signed_in


def test_a_bot_is_made_with_a_token_that_works_and_is_deleted(server, visit):
    visitor = signed_in(server, visit, "Brigitta", size=PHONE)
    page = visitor.page("/me")
    section = page.get_by_role("region", name="Your bots")
    make = section.get_by_role("button", name="Create a bot")
    expect(make).to_be_disabled()
    with visitor.forgiving("400"):
        section.get_by_label("Name of the bot").fill("x" * 24)
        make.click()
        expect(section.get_by_role("alert")).to_contain_text("at most 20 characters")
    section.get_by_label("Name of the bot").fill("Badger")
    make.click()
    token = section.get_by_label("Token of Bot Badger", exact=True).input_value()
    assert server.ask("/api/me", None, token)["name"] == "Bot Badger"
    expect(section.get_by_text("eddyline bot --server")).to_contain_text(server.address)
    look(section)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    section.get_by_role("button", name="I have saved it").click()
    expect(section.get_by_label("Token of Bot Badger", exact=True)).to_have_count(0)

    section.get_by_role("button", name="New token").click()
    tokens = section.get_by_role("list", name="Tokens of Bot Badger").get_by_role("listitem")
    expect(tokens).to_have_count(2)
    section.get_by_role("button", name="Revoke").first.click()
    expect(tokens).to_have_count(1)
    section.get_by_role("link", name="Bot Badger").click()
    expect(page.get_by_role("heading", name="Bot Badger")).to_be_visible()
    expect(page.get_by_text("A bot of Brigitta")).to_be_visible()
    look(page)
    page.go_back()
    section.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(section.get_by_role("link", name="Bot Badger")).to_have_count(0)
