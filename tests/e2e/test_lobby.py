"""A table before its start: how others come, under which name and colour, and what is to be played."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect
from websockets.sync.client import connect

from e2e.browser import PHONE


def test_two_people_agree_on_names_colours_and_rules(server, visit):
    seated = server.open(3, bots=["random"], options={"whirlpool": True})
    host = visit(server).sit(seated["table"], 0, seated["token"]).page
    visitor = visit(server, size=PHONE)
    guest = visitor.page(f"/t/{seated['table']}")
    expect(guest.get_by_role("heading", level=1)).to_have_text("Niagara")
    expect(guest.get_by_text("Rulebook, with Whirlpool")).to_be_visible()

    # A name that somebody has is answered with one that is free.
    name = guest.get_by_label("Your name")
    name.fill("Ann")
    with visitor.forgiving("409"):
        guest.get_by_role("button", name="Join", exact=True).click()
        expect(name).to_have_value("Ann 2")
    expect(guest.get_by_role("alert")).to_contain_text("You could be Ann 2.")
    guest.get_by_role("button", name="Join", exact=True).click()

    # The link, for cameras, too, is seen without scrolling.
    for page in (host, guest):
        expect(page.get_by_role("img", name="QR code of the link")).to_be_in_viewport(ratio=1)

    guest.get_by_role("radio", name="pink").check()
    expect(host.get_by_role("radio", name="pink, taken by Ann 2")).to_be_disabled()
    guest.get_by_role("radio", name="dots").check()
    expect(host.get_by_role("radio", name="dots, taken by Ann 2")).to_be_disabled()
    boat = host.locator(".seats li", has_text="Ann 2").locator(".pattern.p3")
    pink = guest.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--colour-5')")
    assert pink == boat.evaluate("(hull) => getComputedStyle(hull).getPropertyValue('--own')")

    host.get_by_role("button", name="Change the rules").click()
    host.get_by_role("checkbox", name="Beaver").check()
    host.get_by_role("button", name="Play by these rules").click()
    expect(host.get_by_role("dialog")).to_have_count(0)
    expect(guest.get_by_role("status").filter(has_text="Ann has changed the rules: Beaver")).to_be_visible()
    expect(guest.get_by_role("button", name="Change the rules")).to_have_count(0)

    # Strangers play by a clock, unless the host has chosen otherwise.
    for choice, clock in (("Everybody, in the lobby", "in reserve"), ("Anyone who has the link", "no time limit")):
        host.get_by_role("radio", name=choice).check()
        expect(guest.get_by_role("status").filter(has_text=clock)).to_be_visible()


def test_a_rematch_is_an_invitation(server, visit):
    seated = server.open(2, start=True)
    tokens = [seated["token"], server.sit(seated["table"], "Bo")["token"]]
    ann, bo = (visit(server).sit(seated["table"], seat, token).page for seat, token in enumerate(tokens))
    bo.locator(".hand").wait_for()
    with connect(f"ws://127.0.0.1:{server.port}/api/chat/{seated['table']}", proxy=None) as chat:
        for message in ({"type": "hello", "token": tokens[0]}, {"type": "write", "text": "Good luck, Bo!"}):
            chat.send(json.dumps(message))
            chat.recv()
    player = server.player(seated["table"], tokens[0])
    player.say("resign")
    for page in (ann, bo):
        page.locator(".end").wait_for()
    player.close()

    ann.get_by_role("button", name="Play again").click()
    expect(ann.get_by_role("heading", name="Seats")).to_be_visible()
    expect(ann.get_by_text("Not here yet: Bo")).to_be_visible()
    # What was written before the game stands above what is written now.
    earlier = ann.get_by_role("link", name="From the game before")
    expect(earlier).to_have_attribute("href", re.compile(f"/t/{seated['table']}$"))
    expect(ann.get_by_role("log").get_by_text("Good luck, Bo!")).to_be_visible()
    expect(ann.get_by_text("Nobody has written anything yet.")).to_have_count(0)
    # Bo stays at the end of the game until it is enough.
    invitation = bo.locator(".end .invitation")
    expect(invitation).to_contain_text("Ann would like to play again.")
    expect(invitation).to_contain_text("Already there: Ann")
    expect(bo.get_by_role("heading", name="You have won!")).to_be_visible()
    bo.get_by_role("button", name="Join the next game").click()
    expect(bo.get_by_role("heading", name="Seats")).to_be_visible()
    expect(bo.get_by_text("1 game won", exact=True)).to_be_visible()
    expect(ann.get_by_text("Not here yet")).to_have_count(0)

    expect(ann.get_by_text("Not ready yet: Bo")).to_be_visible()
    bo.get_by_role("button", name="I’m ready").click()
    for page in (ann, bo):
        expect(page.get_by_role("status").filter(has_text="Everybody is ready.")).to_be_visible()
    ann.get_by_role("button", name="Start the game").click()
    bo.locator(".hand").wait_for()
    player = server.player(bo.url.rpartition("/")[2], tokens[1])
    player.say("resign")
    for page in (ann, bo):
        expect(page.get_by_text("After 2 games: Ann 1 and Bo 1")).to_be_visible()
    player.close()
    # In the third game, the chat of the first can still be read back.
    ann.get_by_role("button", name="Play again").click()
    ann.get_by_role("log").get_by_role("button", name="Earlier messages").click()
    expect(ann.get_by_role("log").get_by_text("Good luck, Bo!")).to_be_visible()
