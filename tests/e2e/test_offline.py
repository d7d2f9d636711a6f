"""Both games need no server: they are played on a site of files below a path, the network cut after the first load."""

from __future__ import annotations

import re
import subprocess
import sys
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from e2e.browser import PHONE, saved_game
from e2e.seat import POLLING_MS, READY
from eddyline.record import load
from eddyline.record.replay import replay
from eddyline.server.web.static_site import write_site

OFFLINE = ("ERR_INTERNET_DISCONNECTED", "Failed to load resource", "when fetching the script")
HANDED = "(document.querySelector('dialog[open] #hand-over')?.textContent ?? '')"
"""Whom the device is to be handed to."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, below a path of a server that knows nothing of it."""
    folder = tmp_path_factory.mktemp("web")
    write_site(folder / "games" / "canoes")
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        port = re.search(r"port (\d+)", server.stdout.readline())[1]
        yield SimpleNamespace(address=f"http://127.0.0.1:{port}/games/canoes/", folder=folder / "games" / "canoes")
        server.terminate()


def opened(visitor):
    """Open the site in a new page."""
    page = visitor.context.new_page()
    page.goto(visitor.address)
    expect(page.get_by_role("heading", level=1, name="Eddyline")).to_be_visible()
    return page


def limit_rounds(page, rounds):
    page.get_by_text("Change individual options").click()
    page.get_by_label("Round limit").fill(str(rounds))


def saved(page, players):
    """Save the game as its page does, check that it is one by the rules, and return it."""
    text = saved_game(page)
    record = load(text)
    *_, last = replay(record)
    assert last.match.over
    assert (last.match.players, record.ranking) == (players, last.match.ranking)
    return text


def test_a_whole_game_of_each_kind_is_played_with_the_network_cut_after_the_first_load(site, visit):
    visitor = visit(site, worker=True, painted=False)
    page = opened(visitor)
    expect(page.get_by_role("status")).to_have_text("Ready: you can play here without a network.")
    with visitor.forgiving(*OFFLINE):
        visitor.context.set_offline(True)
        for name, rounds, bot in (("Niagara", 1, "Guide"), ("Canyon", 1, "Paddler")):
            page.reload()
            page.get_by_role("radio", name=name).check()
            expect(page.get_by_role("heading", level=2, name=f"New game: {name}")).to_be_visible()
            page.get_by_role("group", name="Players", exact=True).get_by_text("3", exact=True).click()
            page.get_by_role("radio", name=bot).check()
            limit_rounds(page, rounds)
            page.get_by_role("button", name="Start the game").click()
            seat = visitor.seat(page)
            # In the middle of a turn the page is loaded again, and the turn goes on.
            sight = seat.play(lambda sight: bool(sight.confirm))
            page.reload()
            seat.wait_for(sight)
            if name == "Niagara":  # A round of Canyon may leave nothing to ask about: it hangs on what is dealt.
                page.locator(".hand [data-card]").first.hover()
                expect(page.locator(".slip")).to_contain_text("The river after this")
                page.mouse.move(2, 2)
                seat.play(lambda sight: bool(sight.actions))
                page.get_by_role("button", name="Why not …?").click()
                page.get_by_role("dialog").get_by_role("button", disabled=False).nth(1).click()
                rule = page.locator(".answer").get_by_role("link")
                expect(rule).to_have_attribute("href", re.compile(r"^/games/canoes/#/rules/niagara#N-"))
                page.locator(".answer").get_by_role("button", name="Close").click()
            seat.play()
            expect(page.get_by_role("list", name="Ranking").get_by_role("listitem")).to_have_count(3)
            text = saved(page, 3)
            page.get_by_role("link", name="Home", exact=True).first.click()
        # It is listed, and what was saved can be opened again.
        expect(page.get_by_role("link", name="Niagara")).to_contain_text("Finished")
        chooser = page.get_by_label("Open a saved game")
        chooser.set_input_files({"name": "game.jsonl", "mimeType": "text/plain", "buffer": text.encode()})
        expect(page.get_by_role("region", name="Move through the game")).to_contain_text("Turn 0 of")
        page.keyboard.press("End")
        page.get_by_role("button", name="Show the result").click()
        expect(page.get_by_role("list", name="Ranking").get_by_role("listitem")).to_have_count(3)
        page.get_by_role("link", name="Home", exact=True).first.click()
        illegal = text.replace('"turn":["', '"turn":["fly","', 1)
        chooser.set_input_files({"name": "game.jsonl", "mimeType": "text/plain", "buffer": illegal.encode()})
        expect(page.get_by_role("alert")).to_contain_text("The rules do not allow what is played in line 2.")
        visitor.context.set_offline(False)


def test_the_river_of_a_day_is_played_once(site, visit):
    visitor = visit(site, worker=True, painted=False)
    page = opened(visitor)
    expect(page.get_by_role("status")).to_have_text("Ready: you can play here without a network.")
    page.clock.set_system_time("2026-11-30T23:00:00+05:00")
    with visitor.forgiving(*OFFLINE):
        visitor.context.set_offline(True)
        page.get_by_role("link", name="Today’s river").click()
        expect(page.get_by_role("main")).to_contain_text("30 November 2026")
        expect(page.get_by_role("main")).to_contain_text("Canyon, 4 players")
        page.get_by_role("button", name="Play today’s river").click()
        seat = visitor.seat(page)
        sight = seat.play(lambda sight: bool(sight.confirm))
        game = page.url
        page.reload()
        seat.wait_for(sight)
        page.get_by_role("link", name="Home", exact=True).first.click()
        page.get_by_role("link", name="Continue").click()
        seat.wait_for(sight)
        assert page.url == game
        page.get_by_role("button", name="Table menu").click()
        page.get_by_role("button", name="Give up: River of 30 November 2026").click()
        page.get_by_role("dialog").get_by_role("button", name="Give up", exact=True).click()
        expect(page.get_by_role("heading", name="Done for today")).to_be_visible()
        # Not even without its game, or on a day that the clock says again, is there a second try.
        page.get_by_role("link", name="Eddyline").click()
        page.get_by_role("button", name="Delete this game: Canyon").click()
        page.get_by_role("button", name="Delete", exact=True).click()
        page.clock.set_system_time("2026-12-01T10:00:00Z")
        page.get_by_role("link", name="Today’s river").click()
        expect(page.get_by_role("button", name="Play today’s river")).to_be_visible()
        page.clock.set_system_time("2026-11-30T10:00:00Z")
        page.reload()
        expect(page.get_by_label("Result to share")).to_have_value(re.compile(r"Given up\.\n.*/#/daily/2026-11-30$"))
        expect(page.get_by_role("button", name="Play today’s river")).to_have_count(0)
        visitor.context.set_offline(False)


def test_four_people_share_one_device_and_nobody_sees_the_cards_of_others(site, visit):
    visitor = visit(site, size=PHONE, has_touch=True, is_mobile=True)
    page = opened(visitor)
    page.get_by_role("group", name="Bots among them").get_by_text("0", exact=True).tap()
    names = ["Ann", "Bo", "Cy", "Di"]
    page.get_by_label("Your name").fill(names[0])
    for number, name in enumerate(names[1:], 2):
        page.get_by_label(f"Name of player {number}").fill(name)
    limit_rounds(page, 2)
    page.get_by_role("button", name="Start the game").tap()
    seat = visitor.seat(page)
    handed = []
    while True:
        page.wait_for_function(f"() => {HANDED} || ({READY})()", polling=POLLING_MS)
        if shown := page.evaluate(HANDED):
            handed.append(shown.partition(",")[0])
            # Whoever is handed the device may look at the table meanwhile, where nobody's cards are.
            assert page.locator(".hand").count() == 0
            if len(handed) == 3:
                page.reload()
            page.get_by_role("button", name="Show my cards").tap()
            expect(page.locator("dialog[open]")).to_have_count(0)
        sight = seat.wait()
        if sight.over:
            break
        seat.act(sight)
    assert handed[:4] == names
    assert set(handed) == {*names}
    saved(page, 4)
    assert not [address for address in visitor.asked if "/api/" in address or "/ws/" in address]


def test_after_an_update_of_the_rules_an_open_page_says_so_and_the_game_begins_on_a_new_one(site, visit):
    visitor = visit(site)
    page = opened(visitor)
    expect(page.get_by_role("heading", level=2, name="New game: Niagara")).to_be_visible()
    index, rules = site.folder / "index.html", [*(site.folder / "assets").glob("game-*.wasm")]
    before = index.read_text()
    for file in rules:
        file.rename(file.with_suffix(".old"))
    index.write_text(before.replace("assets/index-", "assets/other-"))
    with visitor.forgiving("404"):
        page.get_by_role("button", name="Start the game").click()
        expect(page.get_by_role("alert")).to_contain_text("Eddyline has been updated since you opened this page.")
    for file in rules:
        file.with_suffix(".old").rename(file)
    index.write_text(before)
    page.get_by_role("button", name="Load the page again").click()
    assert visitor.seat(page).wait().cards


def test_a_server_offers_the_same_and_is_not_needed_any_more(server, visit):
    visitor = visit(server, worker=True)
    page = visitor.page()
    page.get_by_role("link", name="Play on this device").click()
    expect(page.get_by_role("status")).to_have_text("Ready: you can play here without a network.")
    with visitor.forgiving(*OFFLINE, "WebSocket"):
        visitor.context.set_offline(True)
        page.reload()
        page.get_by_role("button", name="Start the game").click()
        # A turn is enough: that such games go on to their end is shown above.
        seat = visitor.seat(page)
        seat.act(seat.wait())
        visitor.context.set_offline(False)
