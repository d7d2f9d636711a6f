"""Draw the board of each game for the pictures that go with links, as the page shows it in the middle of a game.

    python tools/cards.py

needs a built client and Chromium, as the browser tests do. The client has to be built again afterwards.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageOps
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
# The tests provide the server, the browser and the player.
sys.path[:0] = [str(ROOT / "tests")]

from e2e.browser import Visitor  # noqa: E402
from e2e.chromium import launch  # noqa: E402
from e2e.server import Server  # noqa: E402
from eddyline.engine.registry import GAMES  # noqa: E402
from eddyline.server.table.bot_choice import quick_bot  # noqa: E402
from eddyline.server.web.preview.card import BOARD  # noqa: E402

ROUNDS = 5
"""Rounds after which there is something to see."""
WINDOW = 1900, 1000
FINER = 2
DOWNSTREAM = 1.0, 0.4
"""What is kept where a board is too wide: the end of its river."""
QUALITY = 84
BOARDS = ROOT / "web/public/cards"


def main() -> None:
    """Play a few rounds of each game against bots, and keep the board."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for game in GAMES:
            visitor = Visitor(browser, server, size=WINDOW, device_scale_factor=FINER)
            made = server.open(4, game=game, bots=[quick_bot(game)] * 3, start=True)
            seat = visitor.sit(made["table"], made["seat"], made["token"], game=game)
            seat.play(until=lambda sight, seat=seat: sight.over or seat.round > ROUNDS)
            screen = visitor.page(f"/tables/{made['table']}/screen")
            board = screen.locator("main svg").first
            board.wait_for()
            screen.wait_for_load_state("networkidle")
            picture = Image.open(io.BytesIO(board.screenshot())).convert("RGB")
            ImageOps.fit(picture, BOARD, centering=DOWNSTREAM).save(
                BOARDS / f"{game}.jpg", quality=QUALITY, optimize=True, progressive=True
            )
            visitor.close()


if __name__ == "__main__":
    main()
