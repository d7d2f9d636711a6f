"""Niagara's expansion modules in the browser: chosen by keyboard, played by keyboard, and nothing for axe to find."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.browser import WIDE, report
from e2e.test_accessibility import violations_anywhere
from e2e.test_whole_games import rows
from eddyline.games.niagara.rules.options import MODULES
from eddyline.record import load


def test_all_of_them_by_keyboard_alone(server, visit):
    visitor = visit(server, size=WIDE, keyboard=True)
    page = visitor.page()
    seat, keys = visitor.seat(page), page.keyboard
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
    keys.type("10")
    seat.tab_to("Start the game", "button")
    keys.press("Enter")
    seat.play()
    expect(rows(page)).to_have_count(6)
    header = load(server.record(page.url.rpartition("/")[2])).header
    assert all(header.options[module] for module in MODULES)
    # Six players with Spirits of Niagara (N-SET-5).
    assert header.options["gems_per_deposit"] == 8


def test_axe_finds_no_violation(server, visit):
    visitor = visit(server)
    table = {"game": "niagara", "name": "Ann", "seats": 6, "bots": ["random"] * 5, "start": True}
    seated = server.ask("/api/tables", table | {"options": dict.fromkeys(MODULES, True) | {"max_rounds": 6}})
    seat = visitor.sit(seated["table"], seated["seat"], seated["token"])
    found = {}
    for number in (1, 3, 5):
        seat.play(lambda s, number=number: s.over or (seat.round >= number and bool(s.cards)))
        found[f"cards of round {number}"] = violations_anywhere(seat.page)
        seat.play(lambda s: s.over or bool(s.actions))
        seat.page.keyboard.press("b")
        found[f"turn of round {number}"] = violations_anywhere(seat.page)
    seat.play()
    found["over"] = violations_anywhere(seat.page)
    report(found)
