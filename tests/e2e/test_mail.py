"""Somebody adds an address on the page of their account, with the code that came there, and removes it again."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE
from e2e.test_strangers import signed_in

ADDRESS = "marta@example.org"


def test_an_address_is_added_with_the_code_that_came_there(clocked, post, visit):
    visitor = signed_in(clocked, visit, "Marta", size=PHONE)
    page = visitor.page("/me")
    section = page.get_by_role("region", name="Notifications")
    section.get_by_text("E-mail", exact=True).click()
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
    look(section)
    section.get_by_label("Code").fill(code)
    section.get_by_role("button", name="Add", exact=True).first.click()
    expect(section.get_by_text(ADDRESS, exact=True)).to_be_visible()
    section.get_by_role("button", name="Send a test").click()
    expect(section.get_by_text("The test was sent.")).to_be_visible()
    assert "This is how notifications will reach you" in post.taken.get().get_content()
    look(section)
    section.get_by_role("button", name="Remove").click()
    expect(section.get_by_text("No notifications have been set up yet.")).to_be_visible()
    assert ADDRESS not in clocked.complaints
