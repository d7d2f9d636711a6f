"""The page can be installed, and opens without a network."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import expect

from e2e.proxy import Proxy

KEPT = "caches.open('eddyline').then((cache) => cache.keys()).then((kept) => kept.map(({url}) => url))"
LOADED = "performance.getEntriesByType('resource').map(({name}) => name).filter((name) => name.includes('/assets/'))"


def test_the_manifest_names_what_is_there(server, visit):
    with Proxy(server, "/games/eddyline") as proxy:
        page = visit(proxy).page(f"{proxy.address}/t/nowhere/")
        manifest = page.evaluate("document.querySelector('link[rel=manifest]').href")
        assert manifest == f"{proxy.address}/manifest.webmanifest"
        answer = page.request.get(manifest)
        assert answer.headers["content-type"].startswith("application/manifest+json")
        told = answer.json()
        assert {urljoin(manifest, told[each]) for each in ("start_url", "scope")} == {f"{proxy.address}/"}
        for icon in told["icons"]:
            head = page.request.get(urljoin(manifest, icon["src"])).body()
            # The size stands in the first block of a PNG.
            width, height = (int.from_bytes(head[at : at + 4]) for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"


@pytest.mark.parametrize("path", ["", "/games/eddyline"])
def test_the_page_opens_without_a_network(server, visit, path):
    with Proxy(server, path) as proxy:
        visitor = visit(proxy, worker=True)
        page = visitor.page(f"{proxy.address}/")
        play = page.get_by_role("button", name="Play against bots")
        expect(play).to_be_enabled()
        page.wait_for_function(
            f"async () => {{ const kept = await {KEPT};"
            f" return navigator.serviceWorker.controller && kept.includes('{proxy.address}/')"
            f" && {LOADED}.every((name) => kept.includes(name)) }}"
        )
        with visitor.forgiving("ERR_INTERNET_DISCONNECTED", "WebSocket", "Failed to load resource"):
            visitor.context.set_offline(True)
            page.reload()
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            # Deeper down, too, where the page's files lie further up.
            page.goto(f"{proxy.address}/lobby/")
            expect(page.locator("#app > *").first).to_be_visible()
            visitor.context.set_offline(False)
        kept = page.evaluate(KEPT)
        for url in kept:
            below = urlsplit(url).path.removeprefix(path)
            assert below == "/" or below.startswith("/assets/")
