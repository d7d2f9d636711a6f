"""The page can be installed, and opens without a network."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

from playwright.sync_api import expect

KEPT = "caches.open('eddyline').then((cache) => cache.keys()).then((kept) => kept.map(({url}) => url))"
LOADED = "performance.getEntriesByType('resource').map(({name}) => name).filter((name) => name.includes('/assets/'))"


def test_the_manifest_names_what_is_there(server, visit):
    page = visit(server).page("/lobby/")
    # Relative to the page, as all of the page's files are, so that it is found below any path.
    assert page.evaluate("document.querySelector('link[rel=manifest]').getAttribute('href')").startswith("../")
    manifest = page.evaluate("document.querySelector('link[rel=manifest]').href")
    answer = page.request.get(manifest)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    told = answer.json()
    assert {urljoin(manifest, told[each]) for each in ("start_url", "scope")} == {f"{server.address}/"}
    for icon in told["icons"]:
        head = page.request.get(urljoin(manifest, icon["src"])).body()
        # The size stands in the first block of a PNG.
        width, height = (int.from_bytes(head[at : at + 4]) for at in (16, 20))
        assert icon["sizes"] == f"{width}x{height}"


def test_the_page_opens_without_a_network(server, visit):
    visitor = visit(server, worker=True)
    page = visitor.page()
    expect(page.get_by_role("button", name="Play against bots")).to_be_enabled()
    page.wait_for_function(
        f"async () => {{ const kept = await {KEPT};"
        f" return navigator.serviceWorker.controller && kept.includes('{server.address}/')"
        f" && {LOADED}.every((name) => kept.includes(name)) }}"
    )
    # The browser also looks for a newer worker, which it says in other words.
    offline = ("ERR_INTERNET_DISCONNECTED", "WebSocket", "Failed to load resource", "when fetching the script")
    with visitor.forgiving(*offline):
        visitor.context.set_offline(True)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        # Deeper down, too, where the page's files lie further up.
        page.goto("/lobby/")
        expect(page.locator("#app > *").first).to_be_visible()
        visitor.context.set_offline(False)
    kept = page.evaluate(KEPT)
    for url in kept:
        below = urlsplit(url).path
        assert below == "/" or below.startswith("/assets/")
