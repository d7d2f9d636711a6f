"""Niagara's expansion modules in the browser: chosen by keyboard, played by keyboard, and nothing for axe to find."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import WIDE
from e2e.positions import find, prepare, token
from e2e.test_whole_games import rows
from eddyline.games.niagara.rules.options import MODULES
from eddyline.record import load

ROUNDS = 6
"""In the last of them there is something of everything on the river."""


def test_all_of_them_by_keyboard_alone(server, visit):
    visitor = visit(server, size=WIDE, keyboard=True)
    page = visitor.page()
    seat, keys = visitor.seat(page), page.keyboard
    seat.tab_to("Niagara", "[name=game]")
    keys.press("ArrowRight")
    expect(page.get_by_role("heading", name="New table: Canyon")).to_be_visible()
    keys.press("ArrowLeft")
    expect(page.get_by_role("heading", name="New table: Niagara")).to_be_visible()
    seat.tab_to("Your name", "input")
    keys.type("Cleo")
    seat.tab_to("4", "[name=players]")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    expect(page.get_by_role("status").filter(has_text="Spirits")).to_be_visible()
    seat.tab_to("0", "[name=bots]")
    for _ in range(5):
        keys.press("ArrowRight")
    seat.tab_to("Spirits of Niagara", "input")
    keys.press(" ")
    seat.tab_to("Diamond Joe", "input")
    keys.press(" ")
    seat.tab_to("Change individual options", "summary")
    keys.press("Enter")
    seat.tab_to("Round limit", "input")
    keys.press("Control+A")
    keys.type("2")
    seat.tab_to("Start the game", "button")
    keys.press("Enter")
    seat.play()
    expect(rows(page)).to_have_count(6)
    assert {"card", "paddle"} <= seat.met
    header = load(server.record(page.url.rpartition("/")[2])).header
    assert all(header.options[module] for module in MODULES)
    # Six players with Spirits of Niagara (N-SET-5).
    assert header.options["gems_per_deposit"] == 8
    # The next game begins at once: there is nobody to wait for.
    finished = page.url
    seat.tab_to("Play again", "button")
    keys.press("Enter")
    page.wait_for_url(lambda url: url != finished)
    expect(page.locator(".progress")).to_contain_text("Round 1")
    assert seat.wait().cards


def test_axe_finds_no_violation(server, visit):
    def wanted(match, _):
        view = match.view(0)
        return view.phase == "cards" and view.round == ROUNDS

    options = dict.fromkeys(MODULES, True) | {"max_rounds": ROUNDS}
    prepare(server.data, "expanded", **find(wanted, players=6, options=options), bots=range(1, 6))
    seat = visit(server).sit("expanded", 0, token(0))
    seat.play(lambda s: bool(s.actions))
    seat.page.keyboard.press("b")
    look(seat.page)
