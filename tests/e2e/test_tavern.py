"""A big screen shows the river, phones hold the cards."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.browser import resize
from e2e.positions import CANYON, find, prepare
from eddyline.bots.registry import maker


def test_a_big_screen_shows_the_table_and_phones_hold_the_cards(server, visit):
    seated = server.open(3, bots=["random"])
    table = seated["table"]
    screen = visit(server, size=(1280, 800)).page(f"/tables/{table}/screen")
    expect(screen.get_by_role("heading", name="Niagara")).to_be_visible()
    expect(screen.get_by_role("img", name="Join with your phone")).to_be_visible()
    expect(screen.get_by_text("Free seat")).to_be_visible()
    server.sit(table, "Bo")
    expect(screen.locator("bdi").filter(has_text="Bo")).to_be_visible()
    page = visit(server, size=(390, 844)).sit(table, 0, seated["token"]).page
    page.get_by_role("button", name="Start").click()
    expect(screen.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(screen.locator(".hand, button[data-action], .dock")).to_have_count(0)

    page.get_by_role("button", name="Table menu").click()
    page.get_by_label("Only cards here").check()
    page.get_by_role("button", name="Hooray!").click()
    expect(screen.get_by_role("status").filter(has_text="Ann: Hooray!")).to_be_attached()
    expect(page.locator("main.river")).to_be_hidden()
    page.locator(".hand button:enabled").first.click()
    expect(page.locator(".dock .primary")).to_be_visible()


def test_a_big_screen_of_somebody_who_plays_shows_no_hand(server, visit):
    signed = server.ask("/api/people", {"name": "Tavernkeeper", "password": "one screen for all of us"})
    seated = server.open(2, start=True, bots=["random"], session=signed["session"])
    host = visit(server)
    host.sign_in(signed)
    screen = host.page(f"/tables/{seated['table']}/screen")
    expect(screen.get_by_role("heading", name="Round 1")).to_be_visible()
    host.hear(lambda frame: '"type":"delta"' in frame)
    assert not any('"you":0' in frame for frame in host.frames)
    # Though it is the browser of somebody who has a seat here.
    page = host.page(f"/t/{seated['table']}")
    expect(page.locator(".hand button:enabled").first).to_be_visible()
    host.hear(lambda frame: '"you":0' in frame)


PARTS = """() => ['.sentence', 'h1', 'main', 'aside', '.player'].flatMap((selector) =>
  [...document.querySelectorAll(`.screen ${selector}`)].map((part) => {
    const {left, top, right, bottom} = part.getBoundingClientRect();
    return [selector, left, top, right, bottom];
  })).filter(([, left, , right]) => right > left)"""


def test_everything_has_its_own_place_on_any_screen(server, visit):
    position = find(lambda match, _: match.view(0).phase == "tricks", game=CANYON, players=5, by=maker("canyon")(1))
    prepare(server.data, "shown", **position)
    screen = visit(server).page("/tables/shown/screen")
    expect(screen.locator(".player")).to_have_count(5)
    for width, height in [(1280, 800), (2560, 1440), (390, 844), (667, 375)]:
        resize(screen, width, height)
        parts = screen.evaluate(PARTS)
        for nth, (name, left, top, right, bottom) in enumerate(parts):
            where = f"{name} at {width}x{height}: {left, top, right, bottom}"
            assert left >= 0, where
            assert top >= 0, where
            assert right <= width, where
            assert bottom <= height, where
            for other, to_left, to_top, to_right, to_bottom in parts[nth + 1 :]:
                apart = left >= to_right or to_left >= right or top >= to_bottom or to_top >= bottom
                assert apart, f"{where} lies on {other}"
        expect(screen.locator(".tools button:visible")).to_have_count(0)
