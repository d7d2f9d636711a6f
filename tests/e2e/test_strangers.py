"""Two strangers with accounts meet, write to each other in two languages, and play by the clock."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE

PASSWORD = "correct horse battery"  # noqa: S105 - of an account of this test


def signed_in(server, visit, name, **settings):
    """Visit with a browser where an account is signed in; no guest can have its name on this server from then on."""
    visitor = visit(server, **settings)
    visitor.sign_in(server.ask("/api/people", {"name": name, "password": PASSWORD}))
    return visitor


def command(page, text):
    field = page.get_by_role("combobox", name="Write a message").or_(
        page.get_by_role("combobox", name="Eine Nachricht")
    )
    field.fill(text)
    field.press("Enter")


def come(server, visit, name, address, **settings):
    """Visit from a network address, signed in; return the page's owner, their session and their browser."""
    return signed_in(server, visit, name, extra_http_headers={"X-Forwarded-For": address}, **settings)


def in_the_lobby_with_their_level(nora):
    """Nora opens a table on this page, and finds herself with her provisional rating in the lobby."""
    nora.get_by_role("radio", name="Everybody, in the lobby").check()
    nora.get_by_role("button", name="Open the table").click()
    nora.get_by_role("button", name="Add a bot").first.wait_for()
    nora.goto("/lobby")
    expect(nora.get_by_role("listitem").filter(has_text="Nora")).to_contain_text(re.compile(r"Nora\s1\d{3}\?"))


def test_strangers_meet_chat_and_play_a_rated_game_by_the_clock(clocked, visit):
    nora = come(clocked, visit, "Nora", "198.51.100.1").page()
    jens = come(clocked, visit, "Jens", "203.0.113.2", size=PHONE, locale="de-DE").page("/lobby")
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
    command(nora, "/bot drifter")
    expect(nora.get_by_role("listitem").filter(has_text="Bot · ")).to_have_count(1)
    command(nora, "/bot drifter")
    expect(nora.get_by_text("This game will be rated.")).to_be_visible()
    expect(jens.get_by_text("Diese Partie wird gewertet.")).to_be_visible()
    look(jens)
    command(nora, "/start")
    for page in (nora, jens):
        page.locator(".hand").wait_for()

    # Nora plays a card, by another program of hers; Jens does nothing until his time has run out, then he gives up.
    table = nora.url.rsplit("/", 1)[-1]
    session = nora.evaluate("JSON.parse(localStorage.getItem('eddyline.session')).session")
    player = clocked.player(table, None, session)
    player.play()
    clocked.pass_time(600, table)
    jens.get_by_role("button", name="Verlauf").first.click()
    for page, words in ((nora, "Time ran out"), (jens, "Zeit abgelaufen")):
        expect(page.locator(".log li").filter(has_text=words).first).to_be_visible()
    jens.get_by_role("button", name="Tischmenü").click()
    jens.get_by_role("button", name="Aufgeben").click()
    jens.get_by_role("dialog").get_by_role("button", name="Aufgeben").last.click()
    expect(jens.get_by_role("dialog")).to_have_count(0)
    # Nobody looks on while the game is played out; who does sees all of it in test_whole_games.py.
    for page in (nora, jens):
        page.goto("about:blank")
    player.play_to_the_end()
    for page in (nora, jens):
        page.goto(f"{clocked.address}/t/{table}")

    # Both see what it has done to their ratings; so does Nora on another device, and whoever looks at Jens.
    expect(nora.locator(".end").get_by_text("Rating 1500 → 1").first).to_contain_text("provisional")
    expect(jens.locator(".end").get_by_text("Wertung 1500 → 1").first).to_contain_text("vorläufig")
    at_home_again(visit(clocked, size=PHONE).page())


def at_home_again(second):
    """Nora signs in on another device, and finds what the game has done to her rating and to that of Jens."""
    second.get_by_role("button", name="Sign in").click()
    second.get_by_role("dialog").get_by_label("Name", exact=True).fill("Nora")
    second.get_by_role("dialog").get_by_label("Password", exact=True).fill(PASSWORD)
    second.get_by_role("dialog").get_by_role("button", name="Sign in").click()
    in_the_lobby_with_their_level(second)
    second.goto("/ratings")
    expect(second.get_by_role("row", name="Nora")).to_contain_text("1 of 1 game finished")
    expect(second.get_by_role("row", name="Jens")).to_contain_text("0 of 1 game finished")
    look(second)
    second.get_by_role("row", name="Jens").get_by_role("link").click()
    expect(second.get_by_role("figure", name="Rating after each game")).to_be_visible()
    look(second)
