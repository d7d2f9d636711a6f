"""Watch what a browser does: every complaint on its console, every frame it is sent."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import web
from e2e.seat import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebSocket

    from e2e.server import Server

# A page that nothing more is done to must come to rest; this ends what never does, and measures nothing.
PATIENCE_MS = 120_000

# Presses Skip as soon as it is there, as often as it is there: whoever has seen enough shows waits for none.
HURRY = """
new MutationObserver(() => {
  const skip = [...document.querySelectorAll('.dock .buttons button')].find((each) => each.textContent === 'Skip');
  if (skip) skip.click();
}).observe(document, {subtree: true, childList: true, characterData: true});
"""

# What nobody can see is laid out, can be pressed and is read aloud, but is not painted, for which most time would go.
UNPAINTED = """
const unpainted = new CSSStyleSheet();
unpainted.replaceSync('html { opacity: 0 }');
document.adoptedStyleSheets.push(unpainted);
"""

# Has been asked before how loud the river is to be, and wants to hear nothing.
ANSWERED = """
if (location.protocol === 'http:' && !localStorage.getItem('eddyline.sound'))
  localStorage.setItem('eddyline.sound', '{"asked": true}');
"""

# Whoever has played before is told nothing that explains itself in a first game.
EXPERIENCED = """
if (location.protocol === 'http:') localStorage.setItem('eddyline.hints', '{"table": "", "seen": []}');
"""

GONE = (
    "WebSocket",
    "ERR_CONNECTION_(REFUSED|RESET|CLOSED)",
    "ERR_EMPTY_RESPONSE",
    "ERR_INTERNET_DISCONNECTED",
)
"""What a browser complains of when a server or a network goes while its pages wait for an answer or look for it."""

WIDE = (1280, 800)
PHONE = (390, 844)
HANDS: dict[str, dict[str, Any]] = {
    "mouse": {"size": WIDE},
    "touch": {"size": PHONE, "has_touch": True, "is_mobile": True},
    "keys": {"size": WIDE, "keyboard": True},
}
"""Settings of a visitor, by what they play with."""


# The first frame tells a page of its window's new size, the second of the new sizes of its parts.
DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def report(faults: Mapping[str, Sequence[str]]) -> None:
    """Fail with a list of what was found where, if anything was."""
    lines = [f"{where}: {fault}" for where, found in faults.items() for fault in found]
    if lines:
        pytest.fail("\n".join(lines), pytrace=False)


def wait_until(page: Page, condition: str) -> None:
    """Wait until what a page answers in its own time, an asynchronous function's text, is true.

    Playwright's `wait_for_function` takes the promise of an answer for the answer, and waits for nothing.
    """
    page.evaluate(
        "async ([condition, patience]) => {"
        " const [holds, end] = [eval(condition), performance.now() + patience];"
        " while (!(await holds())) {"
        "  if (performance.now() > end) throw new Error(`never true: ${condition}`);"
        "  await new Promise((again) => setTimeout(again, 20)); } }",
        [condition, PATIENCE_MS],
    )


def resize(page: Page, width: int, height: int) -> None:
    """Change the size of a page's window, and wait until the page has been drawn anew."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN)


SPEAK = """(locale) => {
  localStorage.setItem('eddyline.preferences', JSON.stringify({locale}));
  dispatchEvent(new StorageEvent('storage', {key: 'eddyline.preferences'}));
}"""


def speak(page: Page, locale: str) -> None:
    """Change the language of a page, as another tab of the same browser would; wait until it has been drawn anew."""
    page.evaluate(SPEAK, locale)
    page.wait_for_function("(locale) => document.documentElement.lang === locale", arg=locale, polling=20)
    page.evaluate(DRAWN)


def saved_game(page: Page) -> str:
    """Save a game as the page of its end does, and return it."""
    page.get_by_role("button", name="More", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the game").click()
    page.keyboard.press("Escape")
    return download.value.path().read_text()


@cache
def require_client() -> None:
    """Fail unless the client is built from the sources as they are. Tests do not build: they would in one folder."""
    if not web.is_built():
        pytest.fail("expected the built web client, got none of these sources: run `python tools/web.py build`", False)


class Visitor:
    """Be one person with one browser: its pages, and all that they did."""

    def __init__(self, browser: Browser, server: Server, **settings: Any) -> None:
        require_client()
        settings = {"locale": "en-GB", "reduced_motion": "reduce", "color_scheme": "light"} | settings
        width, height = settings.pop("size", WIDE)
        hurried: bool = settings.pop("hurried", True)
        worker: bool = settings.pop("worker", False)
        named: bool = settings.pop("named", False)
        painted: bool = settings.pop("painted", True)
        asked: bool = settings.pop("asked", True)
        novice: bool = settings.pop("novice", False)
        self.address = server.address.replace("127.0.0.1", "localhost") if named else server.address
        self.touch: bool = settings.get("has_touch", False)
        self.keyboard: bool = settings.pop("keyboard", False)
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, base_url=self.address, **settings
        )
        self.context.set_default_timeout(PATIENCE_MS)
        if not worker:
            # What a service worker asks for, Playwright's routes do not see.
            self.context.add_init_script("delete Navigator.prototype.serviceWorker")
        if asked:
            self.context.add_init_script(ANSWERED)
        if not painted:
            self.context.add_init_script(UNPAINTED)
        if not novice:
            self.context.add_init_script(EXPERIENCED)
        if hurried:
            self.context.add_init_script(HURRY)
        self.complaints: list[str] = []
        self.frames: list[str] = []
        """What the server sent over WebSockets, in order, whichever page it was for."""
        self.asked: list[str] = []
        """What the pages sent it: the type of each message, the address of each request."""
        # Said after five seconds, of a page that has not shown its first words by then: it tells of the machine.
        self._forgiven: list[re.Pattern[str]] = [re.compile("was preloaded using link preload but not used")]
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self.complaints.append(f"uncaught: {error.error}"))
        self.context.on("page", self._page)

    def page(self, path: str = "/") -> Page:
        """Open a page of the server."""
        page = self.context.new_page()
        response = page.goto(path)
        assert response is not None
        assert "default-src 'none'" in response.headers["content-security-policy"]
        return page

    def sit(self, table: str, seat: int, token: str, page: Page | None = None, game: str = "niagara") -> Seat:
        """Open a table at which this browser holds a seat, in `page` or in a new one."""
        held = json.dumps({"table": table, "seat": seat, "token": token, "game": game, "name": "Ann", "at": 1})
        self.context.add_init_script(
            f"""if (location.protocol === 'http:') {{
              const held = JSON.parse(localStorage.getItem('eddyline.seats') ?? '[]');
              if (!held.some(({{table}}) => table === '{table}')) held.push({held});
              localStorage.setItem('eddyline.seats', JSON.stringify(held));
            }}"""
        )
        if page is None:
            page = self.page(f"/t/{table}")
        else:
            page.goto(f"/t/{table}")
        return self.seat(page)

    def sign_in(self, made: Mapping[str, Any]) -> None:
        """Let all pages be signed in to an account, as the server has answered when it was made."""
        kept = json.dumps({each: made[each] for each in ("account", "name", "session")})
        self.context.add_init_script(
            f"if (location.protocol === 'http:') localStorage.setItem('eddyline.session', {json.dumps(kept)})"
        )

    def seat(self, page: Page) -> Seat:
        """Play on a page with this person's hands."""
        return Seat(page, "keys" if self.keyboard else "touch" if self.touch else "mouse")

    def hear(self, wanted: Callable[[str], bool], told: int = 0) -> None:
        """Wait until a frame after so many is `wanted`; Playwright may tell of one later than the page shows it."""
        while not any(wanted(frame) for frame in self.frames[told:]):
            told = len(self.frames)
            self.context.pages[0].evaluate("0")

    @contextmanager
    def forgiving(self, *complaints: str) -> Iterator[None]:
        """Expect complaints, here only: the browser logs every request that fails, also those that are meant to."""
        added = [re.compile(text) for text in complaints]
        self._forgiven += added
        yield
        for page in self.context.pages:
            page.evaluate("0")  # what was logged before has arrived when this is answered
        self._forgiven = [text for text in self._forgiven if text not in added]

    def close(self) -> list[str]:
        """Go, and tell all that was not well."""
        self.context.close()
        return self.complaints

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not any(text.search(message.text) for text in self._forgiven):
            self.complaints.append(f"{message.type}: {message.text}")

    def _page(self, page: Page) -> None:
        page.on("websocket", self._socket)
        page.on("request", lambda request: self.asked.append(request.url))

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))
        socket.on("framesent", lambda frame: self.asked.append(json.loads(frame)["type"]))
