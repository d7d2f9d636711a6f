"""Two strangers with accounts meet, write to each other in two languages, and play by the clock."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from e2e.browser import PHONE

PASSWORD = "correct horse battery"  # noqa: S105 - of an account of this test


def signed_in(server, visit, name, **settings):
    """Visit with a browser where an account is signed in; no guest can have its name on this server from then on."""
    made = server.ask("/api/people", {"name": name, "password": PASSWORD})
    kept = json.dumps({each: made[each] for each in ("account", "name", "session")})
    visitor = visit(server, **settings)
    visitor.context.add_init_script(
        f"if (location.protocol === 'http:') localStorage.setItem('eddyline.session', {json.dumps(kept)})"
    )
    return visitor


def command(page, text):
    field = page.get_by_role("combobox", name="Write a line").or_(page.get_by_role("combobox", name="Eine Zeile"))
    field.fill(text)
    field.press("Enter")


def test_strangers_meet_chat_and_play_by_the_clock(clocked, visit):
    nora = signed_in(clocked, visit, "Nora").page()
    jens = signed_in(clocked, visit, "Jens", size=PHONE, locale="de-DE").page("/lobby")
    nora.get_by_role("radio", name="Everybody, in the lobby").check()
    nora.get_by_text("Clock and absence").click()
    nora.get_by_role("radio", name="30 s").first.check()
    nora.get_by_role("button", name="Open the table").click()
    row = jens.get_by_role("listitem").filter(has_text="Nora")
    row.get_by_role("link").click()
    command(jens, "/mitspielen")
    expect(jens.get_by_text("du", exact=True)).to_be_visible()
    # The page is that of a player now, and its chat has connected again.
    expect(jens.get_by_role("log")).to_contain_text("Noch hat niemand etwas geschrieben.")
    command(jens, "Servus!")
    expect(nora.get_by_role("log")).to_contain_text("Servus!")
    command(nora, "/bot")
    expect(nora.get_by_role("listitem").filter(has_text="Bot · ")).to_have_count(1)
    command(nora, "/bot")
    # Both browsers are on this machine; what is rated, test_ratings.py shows.
    expect(nora.get_by_text("Not rated: two people play from the same address.")).to_be_visible()
    command(nora, "/start")
    for page in (nora, jens):
        page.locator(".hand").wait_for()

    # Nobody plays: the time of both runs out, and bots play for them.
    clocked.pass_time(600, nora.url.rsplit("/", 1)[-1])
    expect(nora.locator(".log li").filter(has_text="Time ran out").first).to_be_visible()
    jens.get_by_role("button", name="Tischmenü").click()
    jens.get_by_role("button", name="Aufgeben").click()
    jens.get_by_role("dialog").get_by_role("button", name="Aufgeben").last.click()
    nora.get_by_role("button", name="Table menu").click()
    nora.get_by_role("button", name="Resign").click()
    nora.get_by_role("dialog").get_by_role("button", name="Resign").last.click()
    for page in (nora, jens):
        expect(page.locator(".end")).to_be_visible()
