"""Two become friends; one invites the other by one press, and they meet where who has only the link stays outside."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE
from e2e.test_strangers import signed_in


def test_friends_meet_at_a_table_that_others_do_not_see(server, visit):
    host, friend = signed_in(server, visit, "Ulrike"), signed_in(server, visit, "Piet", size=PHONE, locale="de-DE")
    ulrike, piet = host.page("/me"), friend.page("/lobby")
    ask(host, ulrike)
    accept(piet)
    ulrike.goto("/")
    call(ulrike, piet)
    ulrike.goto("/")
    table = open_for_friends(host, ulrike)
    come(piet, visit(server).page(f"/t/{table}"))
    end_friendship(host.page("/me"))
    # Whoever is no friend any more is shown out at once.
    expect(piet.get_by_role("heading", name="Dieser Tisch ist für Freunde")).to_be_visible()
    expect(ulrike.get_by_role("heading", name="Seats")).to_be_visible()


def ask(host, ulrike):
    name = ulrike.get_by_label("Account name")
    name.fill("Nobody of this name")
    with host.forgiving("404"):
        name.press("Enter")
        expect(ulrike.get_by_role("alert")).to_have_text("There is no account with this name.")
    name.fill("piet")
    name.press("Enter")
    expect(ulrike.get_by_role("status").filter(has_text="has been asked")).to_be_visible()
    look(ulrike)


def accept(piet):
    # The lobby looks again when somebody comes back to its window.
    piet.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(piet.get_by_text("Ulrike möchte mit dir befreundet sein.")).to_be_visible()
    piet.get_by_role("link", name="Antworten").click()
    piet.get_by_role("button", name="Annehmen Ulrike").click()
    expect(piet.get_by_role("status").filter(has_text="jetzt befreundet")).to_be_visible()
    expect(piet.get_by_role("heading", name="Freunde")).to_be_focused()
    look(piet)


def call(ulrike, piet):
    """Invite a friend by one press; with one press they sit down, from whatever page."""
    ulrike.get_by_role("button", name="Open the table").click()
    ulrike.get_by_role("button", name="Invite Piet").click()
    expect(ulrike.get_by_role("heading", name="Invite friends")).to_be_focused()
    piet.goto("/ratings")
    expect(piet.get_by_text("Ulrike lädt dich an einen Tisch ein: Niagara")).to_be_visible()
    look(piet)
    piet.get_by_role("button", name="Platz nehmen").click()
    expect(piet.get_by_role("listitem").filter(has_text="Piet")).to_contain_text("du")
    expect(ulrike.get_by_role("region", name="Seats")).to_contain_text("Piet")
    expect(ulrike.get_by_role("heading", name="Invite friends")).to_have_count(0)


def open_for_friends(host, ulrike):
    """Open a table; return its id."""
    ulrike.get_by_role("radio", name="My friends").check()
    ulrike.get_by_role("button", name="Open the table").click()
    invited = ulrike.get_by_label("Invite somebody else")
    invited.fill("Nobody of this name")
    with host.forgiving("404"):
        invited.press("Enter")
        expect(ulrike.get_by_role("alert")).to_have_text("There is no account with this name.")
    invited.fill("Piet")
    invited.press("Enter")
    expect(ulrike.get_by_role("list", name="Invited")).to_contain_text("Piet")
    ulrike.get_by_role("button", name="Withdraw the invitation to Piet").click()
    expect(invited).to_be_focused()
    look(ulrike)
    return ulrike.url.rpartition("/")[2]


def come(piet, guest):
    expect(guest.get_by_role("heading", name="This table is for friends")).to_be_visible()
    look(guest)
    guest.goto("/lobby")
    expect(guest.get_by_role("heading", name="Tables")).to_be_visible()
    expect(guest.get_by_text("One moment")).to_have_count(0)
    piet.goto("/lobby")
    row = piet.get_by_role("listitem").filter(has_text="Ulrike")
    expect(row).to_contain_text("für Freunde")
    expect(guest.get_by_role("listitem").filter(has_text="Ulrike")).to_have_count(0)
    row.get_by_role("link").click()
    expect(piet.get_by_role("button", name="Mitspielen")).to_be_visible()


def end_friendship(other):
    other.get_by_role("link", name="Piet", exact=True).click()
    other.get_by_role("button", name="End friendship Piet").click()
    dialog = other.get_by_role("dialog")
    look(dialog)
    dialog.get_by_role("button", name="End friendship", exact=True).click()
    expect(other.get_by_role("status").filter(has_text="are not friends")).to_be_visible()
    expect(other.get_by_role("button", name="Ask to be friends Piet")).to_be_visible()
