"""Take the pictures of docs/images from the running program: `PYTHONPATH=tests:tools .venv/bin/python tests/e2e/screenshots.py`.

Each is a game against bots, played by the policy of the end-to-end tests until a turn in the thick of it.
"""  # noqa: E501 - the command is one line

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from playwright.sync_api import sync_playwright

import web
from e2e.browser import Visitor
from e2e.chromium import launch
from e2e.server import Server
from eddyline.engine.registry import GAMES
from eddyline.games.niagara.rules.options import MODULES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from e2e.seat import Seat, Sight

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
TILES = web.WEB / "src" / "home" / "tiles"
"""Small pictures of the games, for the home page to offer them by: their heroes as drawn by the client itself."""

BASE = {"game": "niagara", "seats": 4, "bots": ["paddler"] * 3}
SPIRITS = BASE | {"options": dict.fromkeys(MODULES, True)}
CANYON = {"game": "canyon", "seats": 4, "bots": ["voyageur"] * 3}
PICTURES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "phone": (BASE, {"size": (390, 844), "device_scale_factor": 2}),
    "dark": (BASE, {"size": (1280, 800), "color_scheme": "dark"}),
    "spirits": (SPIRITS, {"size": (1280, 800)}),
    "canyon": (CANYON, {"size": (1280, 800)}),
}
"""Table and browser of each picture."""


def lively(seat: Seat, sight: Sight) -> bool:
    """Tell whether this is a moment worth a picture: paddling, with canoes out and somebody's gems ashore."""
    if any(action.startswith("to ") for action, _ in sight.actions):
        return seat.round >= 4
    paddles = {action.split()[1] for action, _ in sight.actions if action.startswith("paddle")}
    return seat.round >= 7 and len(paddles) == 2 and sum("dock" not in canoe for canoe in sight.canoes) > 0


def take(browser: Browser, server: Server, name: str, table: dict[str, Any], settings: dict[str, Any]) -> bool:
    """Play until a lively moment, choose a canoe, take the picture; False when the game ended before."""
    visitor = Visitor(browser, server, **settings)
    seated = server.ask("/api/tables", table | {"name": "Mika", "start": True})
    seat = visitor.sit(seated["table"], seated["seat"], seated["token"], game=table["game"])
    sight = seat.play(lambda sight: sight.over or lively(seat, sight))
    if not sight.over:
        for canoe in [action.split()[1] for action, _ in sight.actions if action.startswith("paddle")][:1]:
            seat.page.locator(f'[data-canoe="{canoe}"]').click()
        seat.page.evaluate("document.activeElement.blur()")
        seat.page.mouse.move(1, 1)
        seat.page.screenshot(path=IMAGES / f"{name}.jpg", type="jpeg", quality=88, animations="disabled")
    visitor.close()
    return not sight.over


BARE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .welcome, .settings { display: none !important; }
    header { min-height: 100vh !important; padding: 0 !important; }
    .picture { inset: 0 !important; }
  `);
  document.adoptedStyleSheets.push(sheet);
}"""
"""Leaves nothing of the first page's head but the picture."""


def take_tile(browser: Browser, server: Server, game: str, scheme: Literal["light", "dark"]) -> None:
    """Take the picture of a game's hero."""
    visitor = Visitor(browser, server, size=(480, 240), color_scheme=scheme)
    visitor.context.add_init_script(f"localStorage.setItem('eddyline.preferences', JSON.stringify({{game: '{game}'}}))")
    page = visitor.page()
    page.locator(".picture .appear").first.wait_for()  # the landscape is fetched after the pieces
    page.evaluate(BARE)
    page.locator(".picture").screenshot(
        path=TILES / f"{game}-{scheme}.jpg", type="jpeg", quality=80, animations="disabled"
    )
    visitor.close()


def take_tiles(browser: Browser, server: Server) -> None:
    """Take the pictures of all games."""
    TILES.mkdir(exist_ok=True)
    for game in GAMES:
        take_tile(browser, server, game, "light")
        take_tile(browser, server, game, "dark")


def main(names: list[str]) -> None:
    """Take the pictures named, or all; `tiles` stands for those of the home page."""
    web.build()
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        browser = launch(playwright)
        for name in names or [*PICTURES, "tiles"]:
            if name == "tiles":
                take_tiles(browser, server)
                continue
            while not take(browser, server, name, *PICTURES[name]):
                pass
        browser.close()
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
