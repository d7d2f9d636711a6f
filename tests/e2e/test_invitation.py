"""A link lets as many people make an account as its operator has said, on a server where guests only watch."""

from __future__ import annotations

from click.testing import CliRunner
from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE, WIDE
from e2e.server import Server
from e2e.test_account import PASSWORD
from eddyline.cli import main


def test_an_invitation_with_two_uses_lets_two_people_in(visit, tmp_path):
    options = ("--accounts", "invite", "--guests", "off")
    with Server(tmp_path, options=options) as club:
        made = CliRunner().invoke(main, ["invitations", "make", "--uses", "2", "--data", str(tmp_path)])
        path = f"/invited#{made.output.strip().rpartition('#')[2]}"
        for name, size in (("Ann", PHONE), ("Ben", WIDE)):
            page = visit(club, size=size).page(path)
            create = page.get_by_role("button", name="Create an account")
            expect(create).to_be_visible()
            look(page)
            create.click()
            dialog = page.get_by_role("dialog")
            dialog.get_by_label("Name", exact=True).fill(name)
            dialog.get_by_label("Password", exact=True).fill(PASSWORD)
            dialog.get_by_role("button", name="Create account", exact=True).click()
            dialog.get_by_role("button", name="I have saved them").click()
            expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
        third = visit(club)
        with third.forgiving("403"):
            page = third.page(path)
            expect(page.get_by_role("alert")).to_contain_text("used up")
            # Who is not invited may watch; where they would sit it says why they do not.
            page.goto("/")
            expect(page.get_by_text("you play and write with an account").first).to_be_visible()
            # Nothing is offered that would be refused: they sign in, or play on their device.
            welcome = page.locator(".welcome")
            expect(welcome.get_by_role("button", name="Sign in")).to_be_visible()
            expect(welcome.get_by_role("button", name="Play against bots")).to_have_count(0)
            expect(welcome.get_by_role("link", name="Play on this device").first).to_have_attribute("href", "/offline")
            look(page)
            expect(page.get_by_label("Your name")).to_have_count(0)
