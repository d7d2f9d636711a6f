"""Ratings in the browser: what a table says before the start and at the end, and who leads."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import PHONE

ACCOUNT = {"name": "Mika", "password": "correct horse battery", "device": "Desk"}


def test_a_rated_game_is_announced_changes_the_rating_and_is_on_the_leaderboard(clocked, visit):
    made = clocked.ask("/api/people", ACCOUNT)
    session = made["session"]
    wish = {"game": "niagara", "name": "Mika", "seats": 3, "bots": ["paddler", "paddler"]}
    seated = clocked.ask("/api/tables", wish, session)
    practice = clocked.ask("/api/tables", {**wish, "rated": False}, session)
    visitor = visit(clocked, size=PHONE)
    visitor.sign_in(made)
    page = visitor.sit(practice["table"], 0, practice["token"]).page
    expect(page.get_by_text("Not rated: it is for practice.")).to_be_visible()

    visitor.sit(seated["table"], 0, seated["token"], page)
    expect(page.get_by_text("This game will be rated.")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    page.locator(".hand").wait_for()
    clocked.pass_time(90)
    player = clocked.player(seated["table"], None, session)
    player.say("resign")
    end = page.locator(".end")
    expect(end.get_by_text("Rating 1500 → 1")).to_contain_text("provisional")
    player.close()

    # By keyboard, from the family that is shown to another one and back.
    page.goto("/ratings")
    row = page.get_by_role("row", name="Mika")
    expect(row).to_contain_text("provisional")
    expect(row).to_contain_text("0 of 1 game finished")
    expect(page.get_by_role("row", name="Guide bot")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("radio", name="Niagara, base game").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Niagara, Spirits of Niagara")).to_be_checked()
    expect(page.get_by_text("Nobody has been rated here yet")).to_be_visible()
    expect(row).to_have_count(0)
    page.reload()
    expect(page.get_by_role("table", name="Niagara, Spirits of Niagara")).to_be_visible()

    # What cannot be fetched is said, and can be tried again.
    with visitor.forgiving("Failed to load resource|ERR_FAILED"):
        page.route("**/api/ratings/niagara/base*", lambda route: route.abort())
        page.get_by_role("radio", name="Niagara, base game").check()
        expect(page.get_by_role("alert")).to_contain_text("Try again")
        page.unroute("**/api/ratings/niagara/base*")
        page.get_by_role("button", name="Try again").click()
        expect(row).to_be_visible()
    look_back(page, seated["table"])


def look_back(page, table):
    """Find the game among those of whoever has played it, unless something else is asked for."""
    page.goto("/me/games")
    games = page.get_by_role("region", name="Games")
    replay = games.get_by_role("link", name="Niagara Lost")
    expect(replay).to_have_attribute("href", f"/tables/{table}/replay")
    expect(replay).to_contain_text("rated")
    expect(page.get_by_role("region", name="Days played")).to_contain_text("1 day")
    expect(page.get_by_role("region", name="Ratings")).to_contain_text("0 of 1 game finished")
    look(page)
    games.get_by_text("Filter", exact=True).press("Enter")
    games.get_by_label("Opponent").fill("nobody")
    expect(games.get_by_text("No game fits these choices.")).to_be_visible()
    games.get_by_role("button", name="Show all games").click()
    expect(replay).to_be_visible()
