"""The form for a new table knows both games, what a number of players needs, and maps of one's own."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from e2e.seat import play_together


def test_six_players_are_offered_the_modules_that_make_room_for_them(server, visit):
    page = visit(server).page()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_text("Change individual options").click()
    gems = page.get_by_label("Gems per deposit")
    expect(gems).to_have_value("7")
    page.get_by_role("radio", name="6", exact=True).check()
    expect(page.get_by_role("button", name="Open the table")).to_be_disabled()
    page.get_by_role("button", name="Add Spirits of Niagara").click()
    expect(page.get_by_role("checkbox", name=re.compile("^Whirlpool"))).to_be_checked()
    expect(gems).to_have_value("8")
    page.get_by_role("button", name="Open the table").click()
    # The lobby tells each of them in a sentence.
    rules = page.get_by_role("region", name="Rules")
    expect(rules.get_by_role("listitem")).to_have_count(5)
    expect(rules).to_contain_text("Whirlpool")
    expect(rules).to_contain_text("Gems per deposit")


def test_a_map_of_ones_own_is_checked_and_then_played_on(server, visit):
    visitor = visit(server)
    page = visitor.page()
    page.get_by_role("radio", name=re.compile("^Canyon")).check()
    expect(page.get_by_role("heading", name="New table: Canyon")).to_be_visible()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("radio", name="Your own map").check()
    text = page.get_by_role("textbox", name="The map")
    good = text.input_value()
    # A flaw is told while somebody types, in words of the page, and leads to its place in the text.
    text.fill(good.replace("G", "?", 1))
    page.get_by_role("button", name="Line 1, column 11: The legend does not know").click()
    assert text.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)") == "?"
    page.get_by_role("radio", name="Gangway").check()
    picture = page.locator("fieldset .picture svg")
    picture.scroll_into_view_if_needed()
    width = picture.bounding_box()["width"]
    side = width / len(good.splitlines()[0])
    picture.click(position={"x": 10.5 * side, "y": side / 2})
    expect(text).to_have_value(good)
    expect(page.get_by_text("This map can be played.")).to_be_visible()
    link = page.get_by_label("Link to this map").input_value()
    page.get_by_role("button", name="Undo the last change").click()
    text.fill(good.replace("G", "?", 1))
    opening = page.get_by_role("button", name="Open the table")
    with visitor.forgiving("400"):
        opening.click()
        expect(page.get_by_role("alert")).to_contain_text(re.compile(r"line \d+.*column \d+", re.IGNORECASE))
    text.fill(good)
    opening.click()
    expect(page.get_by_role("heading", name="Canyon", exact=True)).to_be_visible()
    # The link shows the map to others; the game chosen last greets those who come back.
    page.goto(link)
    expect(page.get_by_role("textbox", name="The map")).to_have_value(good)
    page.goto("/")
    expect(page.get_by_role("radio", name=re.compile("^Canyon"))).to_be_checked()


def test_a_link_brings_a_map_and_a_broken_one_says_so(server, visit):
    page = visit(server).page("/#canyon=mVuWo-mSSSG")
    text = page.get_by_role("textbox", name="The map")
    expect(text).to_have_value("#V^Wo\n#SSSG")
    expect(page.get_by_role("button", name="Line 1, column 2: Village jetty")).to_be_visible()
    page.evaluate("location.hash = '#canyon=mmm!'")
    expect(page.get_by_role("alert")).to_contain_text("There is no map in this link")
    expect(text).to_have_value("#V^Wo\n#SSSG")


def test_who_plays_at_once_chooses_how_strong_and_how_many_bots_are(server, visit):
    page = visit(server).page()
    page.get_by_role("group", name="Your opponents").get_by_role("radio", name="Drifter").check()
    page.get_by_role("group", name="Players, including you").get_by_role("radio", name="3", exact=True).check()
    page.reload()
    expect(page.get_by_role("radio", name="Drifter")).to_be_checked()
    page.get_by_role("button", name="Play against bots").click()
    page.locator(".hand").wait_for()
    info = server.ask(f"/api/tables/{page.url.rpartition('/')[2]}")
    assert info["status"] == "running"
    assert [seat["bot"] for seat in info["seats"]] == [None, "drifter", "drifter"]
    # The page has given a word of its own before the start. Nobody wanted to be taught.
    assert len(info["dealing"]["words"][0]) == 32
    assert info["dealing"]["words"][1:] == [None] * 2
    expect(page.get_by_role("dialog", name="First-game guide")).to_have_count(0)


def test_whoever_has_never_played_is_led_to_one_thing_and_unfolds_the_rest(server, visit):
    page = visit(server, novice=True).page()
    page.get_by_role("button", name="Open the table").wait_for()
    expect(page.locator(".button.primary")).to_have_text("Learn by playing")
    rules = page.get_by_role("group", name="Rules", exact=True)
    expect(rules).to_be_hidden()
    page.get_by_text("More options").click()
    expect(rules).to_be_visible()
    page.reload()
    expect(rules).to_be_visible()
    opponents = page.get_by_role("group", name="Your opponents").get_by_role("radio")
    expect(opponents).to_have_count(4)
    for opponent, name in enumerate(("Drifter easy", "Camper medium", "Paddler hard", "Guide master")):
        expect(opponents.nth(opponent)).to_have_accessible_name(name)
    page.get_by_role("button", name="Play against bots").click()
    page.locator(".hand").wait_for()
    page.goto("/")
    expect(page.locator(".quick .primary")).to_have_text("Play against bots")


def test_the_host_chooses_bots_that_think_and_how_long(server, visit):
    visitor = visit(server)
    page = visitor.page()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("group", name="Bots among them").get_by_role("radio", name="2").check()
    limit = page.get_by_role("group", name="Time to think")
    kinds = page.get_by_role("group", name="Kind of bot")
    expect(kinds.get_by_role("radio", name=re.compile("^Camper"))).to_be_checked()
    expect(limit).to_be_hidden()
    kinds.get_by_role("radio", name=re.compile("^Guide")).check()
    limit.get_by_role("radio", name="0.2 secs").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("bot · Guide")).to_have_count(2)
    expect(limit.get_by_role("radio", name="0.2 secs")).to_be_checked()
    limit.get_by_role("radio", name="3 secs").check()
    page.get_by_role("button", name="Add a bot").click()
    expect(page.get_by_text("bot · Camper")).to_have_count(1)
    table = page.url.rpartition("/")[2]
    assert server.ask(f"/api/tables/{table}")["bot_seconds"] == 3
    page.get_by_role("button", name="Start the game").click()
    # A secret choice: who still thinks is said on the panel, whatever moves. Should they have finished before the page
    # is drawn, they think again about their next turn.
    thinking = page.get_by_role("group", name=re.compile(r"bot.*is thinking"))
    play_together([visitor.seat(page)], lambda: thinking.count() > 0)
