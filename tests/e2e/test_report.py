"""A report goes from the page to "handled" by a moderator in the page, and whoever has made it is told."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE
from e2e.test_chat import write
from e2e.test_strangers import signed_in
from eddyline.server.store.names import DATABASE
from eddyline.server.store.places import FilePlace
from eddyline.server.web import operating


def test_a_message_is_reported_handled_by_a_moderator_and_both_are_told(server, visit):
    rude, other = signed_in(server, visit, "Rolf"), signed_in(server, visit, "Wilma", size=PHONE)
    mira = signed_in(server, visit, "Mira")
    assert operating.trust_in(FilePlace(server.data / DATABASE), "Mira", "olga", time.time(), trusted=True)[1]
    write(rude.page("/lobby"), "You paddle like a stone")
    wilma = other.page("/lobby")
    wilma.get_by_role("button", name="Actions for this message from Rolf").click()
    wilma.get_by_role("button", name="Report", exact=True).click()
    send = wilma.get_by_role("button", name="Send the report")
    send.click()
    expect(wilma.get_by_role("alert")).to_have_text("Please choose a reason.")
    wilma.get_by_role("radio", name="Insults or threats").check()
    look(wilma)
    send.click()
    expect(wilma.get_by_text("Thank you. Whoever looks after this server will see it.")).to_be_focused()
    expect(wilma.get_by_role("link", name="Moderation")).to_have_count(0)

    page = mira.page("/lobby")
    page.get_by_role("link", name="1 report is open").click()
    page.get_by_text("Look and handle").click()
    expect(page.get_by_role("heading", name="Messages around it")).to_be_visible()
    look(page)
    page.get_by_role("button", name="Remove the message").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Remove the message").click()
    expect(dialog.get_by_role("alert")).to_have_text("Say why.")
    dialog.get_by_role("textbox", name="Why").fill("An insult.")
    look(page)
    dialog.get_by_role("button", name="Remove the message").click()
    expect(page.get_by_text("The message is removed.")).to_be_visible()
    expect(page.get_by_text("No report is open.")).to_be_visible()
    page.get_by_role("radio", name="Log").check()
    expect(page.get_by_text("removed message 1 at lobby")).to_be_visible()

    wilma.goto("/me")
    own = wilma.get_by_role("region", name="Your reports").get_by_role("listitem")
    expect(own).to_contain_text("A message of Rolf")
    expect(own).to_contain_text("Handled")
    look(wilma)
