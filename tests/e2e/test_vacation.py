"""Somebody takes vacation on a phone; the table says until when, to everybody, and their clock stands still."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE


def test_vacation_is_taken_shown_and_ended(server, visit):
    made = server.ask("/api/people", {"name": "Ferien-Fee", "password": "correct horse battery"})
    wish = {"game": "niagara", "name": "x", "seats": 2, "start": True, "pace": {"clock": {"turn": 172_800}}}
    table = server.ask("/api/tables", wish, made["session"])["table"]
    bo = visit(server).sit(table, 1, server.sit(table, "Bo")["token"]).page
    bo.locator(".hand").wait_for()

    phone = visit(server, size=PHONE).page()
    own = {key: made[key] for key in ("account", "name", "session")}
    phone.evaluate("(own) => localStorage.setItem('eddyline.session', own)", json.dumps(own))
    phone.goto("/me")
    section = phone.get_by_role("region", name="Vacation")
    expect(section).to_contain_text("Days left this year: 21")
    take = section.get_by_role("button", name="Take vacation")
    expect(take).to_be_disabled()
    today = datetime.now(UTC).date()
    section.get_by_label("Last day").fill(str(today + timedelta(days=14)))
    expect(section.get_by_role("alert")).to_contain_text("at most 14 days in a row")
    expect(take).to_be_disabled()
    section.get_by_label("Last day").fill(str(today + timedelta(days=3)))
    look(section)
    take.click()
    last = today + timedelta(days=3)
    expect(section).to_contain_text(f"You are on vacation until {last.day} {last:%B} {last.year}.")
    look(section)

    until = f"{last.day} {last:%b}"
    expect(bo.locator(".strip")).to_contain_text(f"Ferien-Fee is on vacation until {until}")
    panel = bo.get_by_role("group", name=re.compile("^Ferien-Fee"))
    expect(panel.locator(".mark")).to_contain_text(f"until {until}")
    look(bo.locator(".panels, .dock"))
    section.get_by_role("button", name="End it now").click()
    expect(phone.get_by_role("status").filter(has_text="Your clocks run again.")).to_be_visible()
    expect(bo.locator(".strip").filter(has_text="on vacation")).to_have_count(0)
    expect(panel.locator(".mark")).to_contain_text("1 d 23 h")
