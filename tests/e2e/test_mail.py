"""Somebody adds an address on the page of their account, with the code that came there, and removes it again."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from e2e.browser import PHONE
from e2e.server import Server
from e2e.test_accessibility import violations_anywhere
from e2e.test_strangers import signed_in
from support.post import Post

ADDRESS = "marta@example.org"


def test_an_address_is_added_with_the_code_that_came_there(client, visit, tmp_path):
    with Post() as post:
        settings = {
            "EDDYLINE_MAIL": f"smtp://127.0.0.1:{post.port}",
            "EDDYLINE_MAIL_FROM": "games@example.org",
            "EDDYLINE_MAIL_LINK": "https://games.example.org",
        }
        with Server(tmp_path / "data", environment=settings) as server:
            visitor = signed_in(server, visit, "Marta", size=PHONE)
            use(visitor, visitor.page("/me"), post)
            visitor.close()
        assert "Traceback" not in server.complaints
        assert ADDRESS not in server.complaints


def use(visitor, page, post):
    section = page.get_by_role("region", name="Notifications")
    section.get_by_text("Mail", exact=True).click()
    with visitor.forgiving("400"):
        section.get_by_label("E-mail address").fill("marta@example")
        section.get_by_role("button", name="Send a code").click()
        expect(section.get_by_role("alert")).to_contain_text("such as ann@example.org")
    section.get_by_label("E-mail address").fill(ADDRESS)
    section.get_by_role("button", name="Send a code").click()
    expect(section.get_by_text(f"A code was sent to {ADDRESS}")).to_be_visible()
    code = re.search(r"\b\d{8}\b", post.taken.get().get_content())[0]
    with visitor.forgiving("403"):
        section.get_by_label("Code").fill("00000000" if code != "00000000" else "11111111")
        section.get_by_role("button", name="Add", exact=True).first.click()
        expect(section.get_by_role("alert")).to_contain_text("This code is wrong")
    assert violations_anywhere(page) == []
    section.get_by_label("Code").fill(code)
    section.get_by_role("button", name="Add", exact=True).first.click()
    expect(section.get_by_text(ADDRESS, exact=True)).to_be_visible()
    section.get_by_role("button", name="Send a test").click()
    expect(section.get_by_text("The test was sent.")).to_be_visible()
    assert "This is how a message will reach you" in post.taken.get().get_content()
    assert violations_anywhere(page) == []
    section.get_by_role("button", name="Remove").click()
    expect(section.get_by_text("Nothing is set up yet.")).to_be_visible()
