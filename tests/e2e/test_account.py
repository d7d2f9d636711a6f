"""An account from its creation to its deletion, on two devices."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE

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
    look(dialog)
    dialog.get_by_role("button", name="Create account").click()
    expect(dialog.get_by_role("listitem")).to_have_count(8)
    look(dialog)
    dialog.get_by_role("button", name="I have saved them").click()
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
    look(phone)
    phone.get_by_label("Current password").fill(PASSWORD)
    phone.get_by_label("New password").fill(OTHER)
    phone.get_by_role("button", name="Change password").click()
    expect(phone.get_by_role("status").filter(has_text="changed")).to_be_visible()
    # The other device was signed out by the new password. Whatever it asks next tells it: this page, or one before.
    desk.evaluate("history.pushState(1, '', '/me'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(desk.get_by_role("alert").filter(has_text="signed out on this device")).to_be_visible()

    phone.get_by_role("radio", name="blue").check()
    phone.get_by_role("radio", name="waves").check()
    expect(phone.get_by_role("radio", name="blue")).to_be_checked()
    with phone.expect_download() as taken:
        phone.get_by_role("button", name="Download everything").click()
    assert '"created"' in taken.value.path().read_text()
    phone.get_by_role("link", name="What others see").click()
    expect(phone.get_by_role("heading", name="Mikael").locator(".pattern.p4")).to_be_visible()
    look(phone)
    phone.go_back()
    phone.get_by_role("button", name="Delete account").click()
    dialog = phone.get_by_role("dialog")
    dialog.get_by_label("Password").fill(OTHER)
    dialog.get_by_role("button", name="Delete account").click()
    expect(phone.get_by_role("button", name="Sign in")).to_be_visible()
    desk.goto(table)
    expect(desk.get_by_text("Guest")).to_have_count(0)


KEPT = "JSON.parse(localStorage.getItem('eddyline.seats')).map(({table}) => table)"


def test_whoever_is_signed_out_elsewhere_sees_no_hand_until_they_sign_in_again(server, visit):
    made = server.ask("/api/people", {"name": "Solveig", "password": PASSWORD})
    table = server.open(2, made["session"], bots=["random"], start=True)
    guests = server.open(3)
    held = [
        {**table, "game": "niagara", "name": "Solveig", "account": made["account"], "at": 2},
        {**guests, "game": "niagara", "name": "Ann", "at": 1},
    ]
    desk = visit(server)
    kept = {"session": {each: made[each] for each in ("account", "name", "session")}, "seats": held}
    page = desk.page()
    # Once, for what the page forgets must stay forgotten.
    for key, value in kept.items():
        page.evaluate("([key, value]) => localStorage.setItem(key, value)", [f"eddyline.{key}", json.dumps(value)])
    page.goto(f"/t/{table['table']}")
    expect(page.locator(".hand")).to_be_visible()

    with desk.forgiving("401"):
        change = {"sure": {"password": PASSWORD}, "new": OTHER}
        phone = server.ask("/api/sessions", {"name": "Solveig", "password": PASSWORD})
        server.tell("/api/me/password", change, phone["session"])
        told = page.get_by_role("alert").filter(has_text="you have been signed out on this device")
        expect(told).to_contain_text("Solveig")
        expect(page.locator(".hand")).to_have_count(0)
        expect(page.get_by_role("region", name="Your hand").get_by_role("button")).to_have_count(0)
        assert page.evaluate(KEPT) == [guests["table"]]
        look(told)
        told.get_by_role("button", name="Sign in").click()
        dialog = page.get_by_role("dialog")
        fill(dialog, "Solveig", OTHER)
        dialog.get_by_role("checkbox", name="Add the tables").uncheck()
        dialog.get_by_role("button", name="Sign in").click()
        expect(page.locator(".hand")).to_be_visible()
        expect(told).to_have_count(0)

        page.goto("/me")
        page.get_by_role("button", name="Sign out", exact=True).click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("whoever uses this browser sees those hands")
        look(dialog)
        dialog.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("button", name="Sign in")).to_be_visible()
        assert page.evaluate(KEPT) == [guests["table"]]
