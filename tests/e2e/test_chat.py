"""People write to each other, with commands in two languages, by keyboard, before and during a game."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE


def lines(page):
    return page.get_by_role("log")


def write(page, text):
    field = page.get_by_role("combobox")
    field.fill(text)
    field.press("Enter")


def open_by_key(host, guest):
    """Write a line in windows of different widths, without a mouse."""
    # In a narrower window the log has no place of its own. A key brings back the chat, ready to write.
    field, wide = host.get_by_role("combobox"), host.viewport_size
    host.set_viewport_size({"width": 1000, "height": 800})
    expect(lines(host)).to_have_count(0)
    host.keyboard.press("t")
    expect(field).to_be_focused()
    host.keyboard.type("Until to")
    expect(field).to_have_value("Until to")
    # The first Escape leaves the field, the second the chat.
    host.keyboard.press("Escape")
    expect(field).not_to_be_focused()
    host.keyboard.press("Escape")
    expect(lines(host)).to_have_count(0)
    # Back in a wide window the chat is in front as before, with what was being written.
    host.set_viewport_size(wide)
    expect(host.get_by_role("tab", name="Chat")).to_have_attribute("aria-selected", "true")
    expect(field).to_have_value("Until to")
    host.get_by_role("tab", name="What happened").click()
    host.keyboard.press("T")
    host.keyboard.type("morrow!")
    host.keyboard.press("Enter")
    expect(lines(guest)).to_contain_text("Until tomorrow!")


def pin(host, guest):
    """Pin a note to the table, which everybody sees, and begin another."""
    host.get_by_role("button", name="Pin a note").click()
    host.keyboard.type("We begin at eight.")
    host.keyboard.press("Enter")
    expect(guest.locator("blockquote")).to_contain_text("We begin at eight. Angeheftet von Ann")
    expect(guest.get_by_role("button", name="Ändern")).to_have_count(0)
    host.get_by_role("button", name="Change", exact=True).click()
    host.keyboard.press("ControlOrMeta+A")
    host.keyboard.type("Nine.")
    host.keyboard.press("Escape")
    expect(host.locator("blockquote")).to_contain_text("We begin at eight.")


def take_away(host, guest):
    """Remove the note and a line, for everybody."""
    host.get_by_role("tab", name="Chat").click()
    host.locator(".pinned").get_by_role("button", name="Remove").click()
    expect(guest.locator("blockquote")).to_have_count(0)
    host.get_by_role("button", name="Actions for this message from Uwe").last.click()
    host.get_by_role("button", name="Remove").click()
    expect(lines(guest)).to_contain_text("Diese Nachricht wurde entfernt.")
    expect(lines(guest)).not_to_contain_text("Viel Glück!")


def give_up_and_take(guest):
    """Sit down, watch and sit down again by commands: the field keeps the focus, and the page stays where it is."""
    errors = []
    guest.on("pageerror", lambda error: errors.append(str(error)))
    field, name = guest.get_by_role("combobox"), guest.get_by_role("textbox", name="Schreiben als")
    # What is refused for want of a name is not lost, and goes out with the next Enter.
    write(guest, "Darf ich?")
    expect(guest.get_by_role("alert")).to_contain_text("Sag zuerst, unter welchem Namen du schreibst.")
    expect(field).to_have_value("Darf ich?")
    assert name.bounding_box()["width"] > 150, "the field for the name is too narrow on a phone"
    name.fill("Gast")
    name.press("Enter")
    field.press("Enter")
    expect(lines(guest)).to_contain_text("Darf ich?")
    expect(field).to_have_value("")
    # A guest can do nothing about a line of their own.
    expect(guest.get_by_role("button", name="Aktionen für diese Nachricht")).to_have_count(0)
    guest.reload()
    expect(name).to_have_count(0)
    guest.get_by_role("textbox", name="Dein Name").first.fill("Uwe")
    for command, seated in (("/mitspielen", 1), ("/regarder", 0), ("/join", 1)):
        if seated:
            guest.get_by_role("textbox", name="Dein Name").first.fill("Uwe")
        write(guest, command)
        expect(guest.get_by_text("du", exact=True)).to_have_count(seated)
        expect(field).to_be_focused()
        assert guest.evaluate("scrollY") > 0
    assert errors == []


def test_two_people_chat_and_command_in_two_languages(server, visit):
    host = visit(server).page()
    host.get_by_label("Your name").fill("Ann")
    host.get_by_role("button", name="Open the table").click()
    expect(lines(host)).to_contain_text("Nobody has written anything yet.")
    table = host.url.rpartition("/")[2]

    guest = visit(server, size=PHONE, locale="de-DE").page(f"/t/{table}")
    guest.get_by_role("textbox", name="Dein Name").first.fill("Uwe")
    give_up_and_take(guest)
    expect(host.get_by_role("listitem").filter(has_text="Uwe")).to_be_visible()
    write(guest, "Hallo 🛶")
    expect(lines(host)).to_contain_text("Hallo 🛶")

    # A command is completed by keyboard alone.
    field = host.get_by_role("combobox")
    field.press_sequentially("/b")
    # Enter that takes a word of an input method is no Enter for the page.
    field.dispatch_event("keydown", {"key": "Enter", "isComposing": True})
    expect(field).to_have_value("/b")
    expect(host.get_by_role("listbox").get_by_role("option")).to_have_count(1)
    field.press("Tab")
    field.press_sequentially("gui")
    field.press("Tab")
    expect(field).to_have_value("/bot Guide")
    field.press("Enter")
    expect(host.get_by_role("listitem").filter(has_text="Bot · Guide")).to_be_visible()
    field.fill("/help")
    field.press("Tab")
    expect(field).not_to_be_focused()
    write(host, "/bot")
    write(host, "/dance")
    expect(lines(host)).to_contain_text("There is no command /dance.")
    pin(host, guest)
    write(guest, "/hilfe")
    expect(lines(guest)).to_contain_text("/zuschauen – vor dem Beginn den Platz aufgeben und zuschauen")
    write(guest, "/start")
    expect(lines(guest)).to_contain_text("/start ist hier gerade nicht möglich.")
    look(host)
    write(host, "/start")

    # What was written before is there, and so is what comes while the log is shown.
    for page in (host, guest):
        expect(page.locator(".river")).to_be_visible()
    guest.get_by_role("button", name="Verlauf").or_(guest.locator("[data-guide=log]").first).first.click()
    expect(guest.locator("blockquote")).to_contain_text("We begin at eight.")
    guest.get_by_role("tab", name="Chat").click()
    expect(lines(guest)).to_contain_text("Hallo 🛶")
    write(guest, "Viel Glück!")
    host.get_by_role("tab", name="Chat").click()
    expect(lines(host)).to_contain_text("Viel Glück!")

    take_away(host, guest)
    write(host, "/undo")
    expect(lines(host)).to_contain_text("There is nothing to undo.")

    open_by_key(host, guest)
