"""The rules can be read in every language, rule by rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import web
from e2e.axe import PHONE_IN_THE_DARK, WIDE_IN_THE_LIGHT, violations_anywhere
from e2e.browser import PHONE, report, speak
from support.rule_ids import DEFINITION

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAMES = web.ROOT / "src" / "eddyline" / "games"
WRITTEN = sorted(file.parent.name for file in GAMES.glob("*/rules.md"))


def ids_of(game: str) -> list[str]:
    return sorted(set(DEFINITION.findall((GAMES / game / "rules.md").read_text("utf-8"))))


def shown(page: Page) -> list[str]:
    return page.evaluate("[...document.querySelectorAll('.rule')].map(({id}) => id)")


@pytest.mark.parametrize("game", WRITTEN)
def test_every_rule_has_its_place(server, visit, game):
    page = visit(server, size=PHONE, color_scheme="dark").page(f"/rules/{game}")
    page.locator("#how-to").wait_for()
    # Newcomers see pictures first: no rule, no map drawn in letters, no list of options.
    assert shown(page) == []
    assert page.locator("main :is(pre, table, code)").count() == 0
    page.get_by_role("link", name="Exact rules").click()
    page.locator(".rule").first.wait_for()
    for locale in ("fr", "it", "de", "en"):
        speak(page, locale)
        assert sorted(shown(page)) == ids_of(game)
        page.locator("#how-to").wait_for()
        assert (
            page.evaluate("document.querySelector('#how-to').compareDocumentPosition(document.querySelector('.rule'))")
            == 4
        )
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the screen"
    # What axe could complain about is the same in every language, and nearly so in both games.
    report({game: violations_anywhere(page, [PHONE_IN_THE_DARK if game == "niagara" else WIDE_IN_THE_LIGHT])})


def test_a_link_leads_to_its_rule_and_a_search_finds_rules(server, visit):
    page = visit(server).page("/rules/niagara#N-STEAL-1")
    rule = page.locator("#N-STEAL-1")
    rule.wait_for()
    page.wait_for_function("() => Math.abs(document.getElementById('N-STEAL-1').getBoundingClientRect().top) < 40")
    assert page.evaluate("document.activeElement.id") == "N-STEAL-1"

    page.get_by_label("Search the rules").fill("whirlpool upstream")
    page.get_by_role("status").filter(has_text=re.compile(r"\d rules? found")).wait_for()
    assert "S-WHIRL-4" in shown(page)
    assert "N-STEAL-1" not in shown(page)


def test_a_figure_shows_what_happens(server, visit):
    page = visit(server).page("/rules/niagara#N-STEAL-1")
    figure = page.locator("#N-STEAL-1 + figure")
    figure.get_by_role("button", name="Watch it").click()
    figure.get_by_role("button", name="Back to the start").click()
    figure.get_by_role("button", name="Watch it").wait_for()


def test_the_rules_are_found_from_everywhere(server, visit):
    visitor = visit(server)
    page = visitor.page()
    page.get_by_role("link", name="Read the rules").first.click()
    page.get_by_role("heading", name="Niagara – the rules").wait_for()

    seat = server.open(3, bots=["random", "random"], start=True)
    at_table = visitor.sit(seat["table"], 0, seat["token"]).page
    at_table.get_by_role("button", name="Rules").click()
    rules = at_table.get_by_role("dialog")
    rules.get_by_role("heading", name="The goal").wait_for()
    assert rules.get_by_role("link", name="Exact rules").get_attribute("href") == "/rules/niagara#exact"

    table = server.open(3, bots=["random"])
    page.goto(f"/t/{table['table']}")
    assert page.get_by_role("link", name="Read the rules").get_attribute("href") == "/rules/niagara"


@pytest.mark.parametrize("game", WRITTEN)
def test_the_rules_are_printed_with_their_figures(server, visit, game):
    page = visit(server, size=PHONE, color_scheme="dark", painted=True).page(f"/rules/{game}#exact")
    page.locator("#how-to").wait_for()
    page.locator("figure .board svg").first.wait_for()
    # Chromium once printed blank pages of 4 kB, and once 25 MB in as many seconds.
    assert 200_000 < len(page.pdf(format="A4", print_background=True)) < 4_000_000
