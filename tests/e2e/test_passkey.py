"""An account without a password: a passkey makes it, signs in, confirms, and is joined by a password."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE

PASSWORD = "correct horse battery"  # noqa: S105 - of an account of this test


def with_authenticator(page):
    """Give a page's browser a device that holds passkeys, and whose owner always agrees."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable", {"enableUI": False})
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options = device | {"isUserVerified": True, "automaticPresenceSimulation": True}
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, made["authenticatorId"]


def test_a_passkey_instead_of_a_password(server, visit):
    # Passkeys belong to names, so this browser goes to "localhost".
    visitor = visit(server, named=True, size=PHONE)
    page = visitor.page("/me")
    session, device = with_authenticator(page)
    page.get_by_role("button", name="Sign in").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Create an account").last.click()
    dialog.get_by_label("Name", exact=True).fill("Selma")
    dialog.get_by_role("button", name="Create with a passkey").click()
    expect(dialog.get_by_role("listitem")).to_have_count(8)
    dialog.get_by_role("button", name="I have saved them").click()
    passkeys = page.get_by_role("region", name="Passkeys")
    expect(passkeys.get_by_role("listitem")).to_have_count(1)
    look(page)

    page.get_by_role("button", name="Sign out").first.click()
    page.get_by_role("button", name="Sign in").click()
    dialog.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("link", name="Selma").click()

    # The only way in stays, until there is a second one.
    remove = passkeys.get_by_role("button", name="Remove")
    remove.click()
    with visitor.forgiving("409"):
        dialog.get_by_role("button", name="Confirm with a passkey").click()
        expect(dialog.get_by_role("alert")).to_contain_text("Set a password first")
    look(dialog)
    dialog.press("Escape")
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Set a password").click()
    expect(page.get_by_label("Current password")).to_be_visible()

    # A device that holds one already says so; without any it says that nothing came.
    passkeys.get_by_role("button", name="Add a passkey").click()
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Add a passkey").click()
    expect(dialog.get_by_role("alert")).to_contain_text("already has a passkey for this account")
    session.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
    dialog.get_by_role("button", name="Confirm with a passkey").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Your device did not answer")
    dialog.press("Escape")

    remove.click()
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Remove").click()
    expect(passkeys.get_by_text("You have no passkey yet.")).to_be_visible()
