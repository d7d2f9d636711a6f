"""A page that was opened before an update says so instead of showing what it would misread, and can be loaded again."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.browser import PHONE
from eddyline.protocol.version import WIRE

AS_BEFORE = """(() => {
  const Socket = WebSocket;
  if (sessionStorage.loaded) return;
  sessionStorage.loaded = 'once';
  window.WebSocket = class extends Socket {
    constructor(url) { super(url.replace('?wire=WIRE', 'QUERY')); }
  };
})();""".replace("WIRE", str(WIRE))
"""Connects as a page of another version does, until the page is loaded again."""


def test_a_page_from_before_an_update_is_loaded_again(server, visit):
    seated = server.open(2, bots=["random"], start=True)
    visitor = visit(server, size=PHONE)
    page = visitor.sit(seated["table"], 0, seated["token"]).page
    page.locator(".hand").wait_for()
    page.add_init_script(AS_BEFORE.replace("QUERY", f"?wire={WIRE - 1}"))
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("This page is out of date")
    expect(page.get_by_text("Your tables stay as they are.")).to_be_visible()
    expect(page.locator(".hand, svg.board")).to_have_count(0)
    page.get_by_role("button", name="Load the page again").click()
    page.locator(".hand").wait_for()


def test_a_page_from_before_versions_were_named_is_told_to_reload(server, visit):
    seated = server.open(2, bots=["random"], start=True)
    page = visit(server).sit(seated["table"], 0, seated["token"]).page
    page.locator(".hand").wait_for()
    page.add_init_script(AS_BEFORE.replace("QUERY", ""))
    page.reload()
    expect(page.get_by_text("reload this page")).to_be_visible()
    expect(page.locator(".hand, svg.board")).to_have_count(0)
