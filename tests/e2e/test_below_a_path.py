"""Behind a proxy that shows the server below a path, everything works as it does at the root of a host."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from e2e.proxy import Proxy
from e2e.seat import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

PATH = "/games/eddyline"


@pytest.fixture
def proxy(server) -> Iterator[Proxy]:
    with Proxy(server, PATH) as proxy:
        yield proxy


def test_a_game_is_opened_shared_and_played(proxy, visit):
    visitor = visit(proxy)
    page = visitor.page(f"{proxy.address}/")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Play against bots").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1")
    table = page.url.removeprefix(f"{proxy.address}/t/")
    assert "/" not in table
    seat = Seat(page)
    seat.play(lambda sight: sight.over or seat.round >= 3)
    assert seat.round >= 3
    page.reload()
    expect(page.locator(".dock")).to_be_visible()
    assert visitor.frames, "it was told over a WebSocket what happens"
    home = page.get_by_role("link", name="Home")
    expect(home).to_have_attribute("href", f"{PATH}/")
    home.click()
    expect(page).to_have_url(f"{proxy.address}/")
    # The table that waits, found again at home; and back.
    page.locator(f'a[href="{PATH}/t/{table}"]').click()
    expect(page.locator(".dock")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Play against bots")).to_be_visible()


def test_an_invitation_leads_to_the_table(server, proxy, visit):
    table = server.open(3)["table"]
    screen = visit(proxy).page(f"{proxy.address}/tables/{table}/screen")
    expect(screen.get_by_text(f"{PATH}/t/{table}")).to_be_visible()
    page = visit(proxy).page(f"{proxy.address}/t/{table}")
    page.get_by_label("Your name").fill("Bo")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(screen.locator("bdi").filter(has_text="Bo")).to_be_visible()
    expect(page.get_by_role("link", name="Show it on a big screen")).to_have_attribute(
        "href", f"{PATH}/tables/{table}/screen"
    )


@pytest.mark.parametrize("path", ["/rules/canyon/", "/verify", "/t/nowhere", "/no/such/page"])
def test_every_page_finds_its_files(proxy, visit, path):
    page = visit(proxy)
    with page.forgiving("404"):
        shown = page.page(f"{proxy.address}{path}")
        expect(shown.get_by_role("heading").first).to_be_visible()
        expect(shown.locator(f'a[href="{PATH}/"]').first).to_be_visible()
