"""A report goes from the page to "handled", and whoever has made it is told."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE
from e2e.test_chat import write
from e2e.test_strangers import signed_in
from eddyline.server.store.names import DATABASE
from eddyline.server.store.places import FilePlace
from eddyline.server.web import reported


def test_a_message_is_reported_and_who_has_done_so_sees_that_it_was_handled(server, visit):
    rude, other = signed_in(server, visit, "Rolf"), signed_in(server, visit, "Wilma", size=PHONE)
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
    wilma.goto("/me")
    own = wilma.get_by_role("region", name="Your reports").get_by_role("listitem")
    expect(own).to_contain_text("A message of Rolf")
    expect(own).to_contain_text("Waiting")
    assert reported.handle(FilePlace(server.data / DATABASE), 1, "nothing", None, "olga", time.time())
    wilma.reload()
    expect(own).to_contain_text("Handled")
    look(wilma)
