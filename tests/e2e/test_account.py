"""An account from its creation to its deletion, on two devices."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.browser import PHONE
from e2e.test_accessibility import violations_anywhere

PASSWORD, OTHER = "correct horse battery", "battery staple horse"


def fill(dialog, name, password):
    dialog.get_by_label("Name", exact=True).fill(name)
    dialog.get_by_label("Password", exact=True).fill(password)


def test_an_account_brings_its_tables_to_a_second_device(server, visit):
    first, second = visit(server), visit(server, size=PHONE)
    # A password is wrong, a session has ended, an account is gone.
    with first.forgiving("401"), second.forgiving("403", "404"):
        use(first.page(), second.page())


def create(desk):
    """Open a table as a guest, then create an account; return the table's address."""
    desk.get_by_label("Your name").fill("Guest")
    desk.get_by_role("button", name="Open the table").click()
    expect(desk.get_by_role("heading", name="Seats")).to_be_visible()
    table = desk.url
    desk.goto("/")
    desk.get_by_role("button", name="Sign in").click()
    dialog = desk.get_by_role("dialog")
    dialog.get_by_text("Create an account").last.click()
    fill(dialog, "Mikael", "short")
    dialog.get_by_role("button", name="Create account").click()
    expect(dialog.get_by_role("alert")).to_contain_text("at least 10 characters")
    fill(dialog, "Mikael", PASSWORD)
    assert violations_anywhere(desk) == []
    dialog.get_by_role("button", name="Create account").click()
    expect(dialog.get_by_role("listitem")).to_have_count(8)
    assert violations_anywhere(desk) == []
    dialog.get_by_role("button", name="I have kept them").click()
    expect(desk.get_by_role("link", name="Mikael")).to_be_visible()
    return table


def use(desk, phone):
    table = create(desk)
    phone.get_by_role("button", name="Sign in").click()
    dialog = phone.get_by_role("dialog")
    fill(dialog, "mikael", "wrong password")
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog.get_by_role("alert")).to_contain_text("wrong")
    fill(dialog, "mikael", PASSWORD)
    dialog.get_by_role("button", name="Sign in").click()
    phone.locator(f"a[href*='{table.rpartition('/')[2]}']").click()
    # It is the host here, too, although this browser was never given a token.
    expect(phone.get_by_role("button", name="Start the game")).to_be_visible()
    expect(phone.get_by_role("link", name="Guest")).to_be_visible()

    phone.goto("/me")
    expect(phone.get_by_role("heading", name="Devices")).to_be_visible()
    assert violations_anywhere(phone) == []
    phone.get_by_label("Current password").fill(PASSWORD)
    phone.get_by_label("New password").fill(OTHER)
    phone.get_by_role("button", name="Change password").click()
    expect(phone.get_by_role("status").filter(has_text="changed")).to_be_visible()
    desk.get_by_role("link", name="Mikael").click()
    # The other device was signed out by the new password, and says so.
    expect(desk.get_by_text("not signed in on this device any more")).to_be_visible()

    phone.get_by_role("radio", name="blue").check()
    phone.get_by_role("radio", name="waves").check()
    expect(phone.get_by_role("radio", name="blue")).to_be_checked()
    with phone.expect_download() as taken:
        phone.get_by_role("button", name="Download everything").click()
    assert '"created"' in taken.value.path().read_text()
    phone.get_by_role("link", name="What others see").click()
    expect(phone.get_by_role("heading", name="Mikael").locator(".pattern.p4")).to_be_visible()
    assert violations_anywhere(phone) == []
    phone.go_back()
    phone.get_by_role("button", name="Delete account").click()
    dialog = phone.get_by_role("dialog")
    dialog.get_by_label("Password").fill(OTHER)
    dialog.get_by_role("button", name="Delete account").click()
    expect(phone.get_by_role("button", name="Sign in")).to_be_visible()
    desk.goto(table)
    expect(desk.get_by_text("Guest")).to_have_count(0)
