"""My games in the browser, without an account: the list on a phone, and the file of all games."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from e2e.axe import look
from e2e.kept import played

KEEP_ALL = """(games) => {
  for (const game of games) localStorage.setItem(`eddyline.offline.${game.id}`, JSON.stringify(game));
  localStorage.setItem('eddyline.offline', JSON.stringify(games));
}"""
IN_SIGHT = """() => [...document.querySelectorAll('.list li')].filter((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}).length"""


def some():
    """Games of every kind, most of them over, on one of which somebody still plays."""
    games = [played("niagara", 2), played("canyon", 2)]
    more = [game | {"id": f"{game['id']}-{n}", "word": f"{n + 1:#x}"} for n in range(3) for game in games]
    return [*games, *more, games[0] | {"id": "running", "entries": [], "over": False}]


@pytest.mark.parametrize("size", [(844, 390), (390, 844)])
def test_games_are_in_sight_on_a_phone(server, visit, size):
    page = visit(server, size=size, has_touch=True, is_mobile=True).page("/offline")
    page.evaluate(KEEP_ALL, some())
    page.goto("/me/games")
    expect(page.locator(".list li").first).to_be_visible()
    assert page.evaluate(IN_SIGHT) >= 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    look(page)
    # What is folded comes at a tap, and is of use.
    page.get_by_text("Filter", exact=True).tap()
    page.get_by_role("combobox", name="Game").select_option("Canyon")
    expect(page.locator(".list li")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_all_games_of_a_browser_are_downloaded_and_imported_again(server, visit, tmp_path):
    page = visit(server).page("/offline")
    games = some()[:2]
    page.evaluate(KEEP_ALL, games)
    page.goto("/me/games")
    with page.expect_download() as found:
        page.get_by_role("button", name="Download all games").press("Enter")
    file = tmp_path / found.value.suggested_filename
    found.value.save_as(file)
    assert file.name == "eddyline-games.jsonl"

    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.get_by_text("This browser keeps no games.")).to_be_visible()
    page.get_by_label("Import saved games").set_input_files(file)
    expect(page.get_by_text("2 games were imported.")).to_be_visible()
    expect(page.locator(".list li")).to_have_count(2)
    page.get_by_role("link", name="Niagara").click()
    expect(
        page.get_by_role("heading", name="has won").or_(page.get_by_role("heading", name="have won"))
    ).to_be_visible()
