"""The page can be installed, and opens without a network."""

from __future__ import annotations

import json
import shutil
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import expect

from e2e.browser import wait_until
from eddyline.server.web import pages

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
    # Devices that cut icons to their own shape cut one that is made for it.
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}


def test_the_page_opens_without_a_network(server, visit):
    visitor = visit(server, worker=True)
    page = visitor.page()
    expect(page.get_by_role("button", name="Play against bots")).to_be_enabled()
    # While its worker is still activating, a page is controlled by it, and a reload goes past it.
    wait_until(
        page,
        f"async () => {{ const kept = await {KEPT};"
        f" return navigator.serviceWorker.controller?.state === 'activated' && kept.includes('{server.address}/')"
        f" && {LOADED}.every((name) => kept.includes(name)) }}",
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


def upgrade(static, version, *, worker):
    """Put a new version in place of the static files: a page that says which one it is, and maybe another worker."""
    script = static / "assets" / f"{version}.js"
    script.write_text(f"document.documentElement.dataset.version = '{version}';")
    index = static / "index.html"
    entry = '<script type="module"'
    text = (pages.STATIC / "index.html").read_text()
    assert text.count(entry) == 1
    index.write_text(text.replace(entry, f'<script type="module" src="./assets/{script.name}"></script>{entry}'))
    if worker:
        with (static / "worker.js").open("a") as file:
            file.write(f"self.addEventListener('activate', (event) => event.waitUntil(caches.open('{version}')));")


@pytest.fixture
def static(server):
    """The static files of the server; afterwards they are again what the client was built to."""
    yield server.static
    shutil.rmtree(server.static)
    shutil.copytree(pages.STATIC, server.static)


def test_a_new_version_is_taken_at_the_next_visit(server, static, visit):
    visitor = visit(server, worker=True)
    page = visitor.page()
    page.wait_for_function("() => navigator.serviceWorker.controller")
    html = page.locator("html")
    for version, worker in (("second", False), ("third", True)):
        upgrade(static, version, worker=worker)
        page.goto("/")
        expect(html).to_have_attribute("data-version", version)
        expect(page.get_by_role("button", name="Play against bots")).to_be_enabled()
        # Kept for times without a network: the new start page, and what it needs.
        wait_until(
            page,
            f"async () => {{ const kept = await caches.open('eddyline').then((cache) => cache.match('/'));"
            f" return (await kept?.text())?.includes('{version}') && (await {KEPT}).some((url) =>"
            f" url.endsWith('{version}.js')) }}",
        )
    # This Chromium lets a new worker take over even if it does not ask to; so that it asks is not shown here.
    wait_until(
        page,
        "async () => await caches.has('third')"
        " && (await navigator.serviceWorker.ready).active === navigator.serviceWorker.controller"
        " && navigator.serviceWorker.controller.state === 'activated'",
    )
    with visitor.forgiving("ERR_INTERNET_DISCONNECTED", "WebSocket", "Failed to load", "when fetching the script"):
        visitor.context.set_offline(True)
        page.goto("/")
        expect(html).to_have_attribute("data-version", "third")
        visitor.context.set_offline(False)


def test_a_page_of_an_older_version_says_so_and_a_game_that_runs_there_is_finished(server, static, visit, tmp_path):
    seated = server.open(2, bots=["random"], start=True)
    visitor = visit(server)
    seat = visitor.sit(seated["table"], 0, seated["token"])
    seat.wait()
    page, home = seat.page, visitor.page()
    expect(home.get_by_role("button", name="Play against bots")).to_be_enabled()
    # What a game may want has come by itself.
    parts = ["EndPanel", "TableMenu", "Settings", "Shortcuts", "LogSign", "ending-"]
    parts += ["Qr-", "attend.svelte", "circle.svelte"]
    parts.append(json.loads((static / ".vite" / "manifest.json").read_text())["src/friends/later.ts"]["file"])
    page.wait_for_function(f"() => {parts}.every((part) => {LOADED}.some((name) => name.includes(part)))")
    page.wait_for_load_state("networkidle")
    shutil.move(static / "assets", tmp_path / "assets")
    (static / "index.html").write_text("<!doctype html><p>Of another version")
    with visitor.forgiving("404", "dynamically imported module", "Refused to apply style"):
        home.get_by_role("link", name="Lobby").first.click()
        told = home.get_by_role("alert")
        expect(told).to_contain_text("Eddyline has been updated since you opened this page.")
        expect(told.get_by_role("button", name="Load the page again")).to_be_visible()
        page.get_by_role("button", name="Table menu").click()
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(page.get_by_role("list", name="Ranking")).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)
    shutil.move(tmp_path / "assets", static / "assets")
    shutil.copy(pages.STATIC / "index.html", static)
    told.get_by_role("button", name="Load the page again").click()
    expect(home.get_by_role("heading", level=1)).to_be_visible()
    expect(told).to_have_count(0)


def test_where_a_part_does_not_come_the_page_says_so_and_offers_to_load_again(server, static, visit, tmp_path):
    visitor = visit(server)
    missing = [
        file
        for part in ("MapChoice", "Tournaments", "Lesson", "LogSign")
        for file in (static / "assets").glob(f"{part}-*.js")
    ]
    for file in missing:
        shutil.move(file, tmp_path)
    seated = server.open(2, bots=["random"], start=True)
    with visitor.forgiving("404", "dynamically imported module"):
        home, tournaments, taught = visitor.page(), visitor.page("/tournaments"), visitor.page("/learn/niagara")
        table = visitor.sit(seated["table"], 0, seated["token"]).page
        # The game that is chosen on one page is chosen on all of them, and Canyon has no guide.
        taught.get_by_role("button", name="5. Win").click()
        taught.get_by_role("button", name="Finish").click()
        taught.get_by_role("button", name="The long lesson").click()
        taught.locator(".river").wait_for()
        home.get_by_role("radio", name="Canyon").check()
        pages = (home, tournaments, taught, table)
        for page in pages:
            told = page.get_by_role("alert").filter(has_text="Part of this page could not be loaded.")
            expect(told.get_by_role("button", name="Load the page again")).to_be_visible()
    for file in missing:
        shutil.move(tmp_path / file.name, file)
    for page in pages:
        page.get_by_role("button", name="Load the page again").click()
    expect(home.locator(".boards")).to_be_visible()
    expect(tournaments.get_by_role("heading", level=1)).to_be_visible()
    expect(taught.get_by_role("dialog", name="First-game guide")).to_be_visible()
    expect(table.locator(".log svg").first).to_be_visible()
    for page in pages:
        expect(page.get_by_role("button", name="Load the page again")).to_have_count(0)
