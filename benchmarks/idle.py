"""Measure what nobody doing anything costs: bytes a minute of pages at rest, and the memory of a server at rest.

Starts `eddyline serve` of a source tree, by default this one, whose client must have been built (`tools/web.py build`),
and opens these pages in Chromium, each through a proxy of its own that counts all bytes of HTTP and WebSockets, without
TCP/IP:

watcher              watches a running game of three people who do not act
watcher with friends the same, signed in, with two friends
home                 looks at the home page
home with friends    the same, signed in, with two friends

Prints one JSON object: bytes a minute to and from each page, with what it asked for; and the server's memory in MiB
once it has started and loaded all bots, once it has 250 tables at rest, and once every bot has played.

    python benchmarks/idle.py
    python benchmarks/idle.py --tree ../a697f2c
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import re
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from eddyline.bots import BOTS
from load.measuring import SETTLE
from load.serving import ROOT, Server, compile_rules, eddyline, seat_people

# The tests provide the browser.
sys.path.append(str(ROOT / "tests"))

from e2e.chromium import launch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

MEMORY_LIMIT = 320
"""Megabytes, of a server at rest."""
TABLES = 250
FRIENDS = ("Bo", "Cy")
PASSWORD = "correct horse battery"  # noqa: S105 - of accounts that last as long as a benchmark
SETTLING = 25
"""Seconds until a page has fetched what it will need, and its first regular questions are past."""


@dataclass
class Line:
    """Lie between a page and the server, and count what goes through."""

    server: Server
    to_server: int = 0
    to_page: int = 0
    port: int = 0
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)

    @contextlib.contextmanager
    def open(self) -> Iterator[str]:
        """Let pages connect for the time of a `with` block; give the address for them."""
        listening = threading.Event()

        def run() -> None:
            asyncio.set_event_loop(self._loop)
            proxy = self._loop.run_until_complete(asyncio.start_server(self._connected, "127.0.0.1", 0))
            self.port = proxy.sockets[0].getsockname()[1]
            listening.set()
            self._loop.run_forever()

        threading.Thread(target=run, daemon=True).start()
        listening.wait()
        yield f"http://127.0.0.1:{self.port}"
        self._loop.call_soon_threadsafe(self._loop.stop)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_connection(self.server.host, self.server.port)

        async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter, way: str) -> None:
            with contextlib.suppress(ConnectionError):
                while data := await source.read(2**16):
                    setattr(self, way, getattr(self, way) + len(data))
                    sink.write(data)
                    await sink.drain()
            sink.close()

        await asyncio.gather(pump(reader, ours, "to_server"), pump(theirs, writer, "to_page"))


class Looker:
    """Look at one page, and do nothing."""

    def __init__(self, browser: Browser, line: Line, address: str, path: str, session: dict[str, Any] | None) -> None:
        self._line = line
        self._asked: list[str] = []
        context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
        if session is not None:
            kept = json.dumps(json.dumps({each: session[each] for each in ("account", "name", "session")}))
            context.add_init_script(f"localStorage.setItem('eddyline.session', {kept})")
        self._page: Page = context.new_page()
        self._page.on("request", lambda request: self._asked.append(f"{request.method} {request.url}"))
        self._page.on("websocket", lambda socket: self._asked.append(socket.url))
        self._page.goto(address + path)

    def begin(self) -> None:
        """Count from here on."""
        self._asked.clear()
        self._before = self._line.to_server, self._line.to_page

    def told(self, minutes: float) -> dict[str, Any]:
        """Return what has gone through since, per minute."""
        to_server = (self._line.to_server - self._before[0]) / minutes
        to_page = (self._line.to_page - self._before[1]) / minutes
        asked = Counter(re.sub(r"\w+://[^/]+|\?.*", "", each) for each in self._asked)
        return {
            "bytes_a_minute": round(to_server + to_page),
            "to_server": round(to_server),
            "to_page": round(to_page),
            "asked_a_minute": {what: round(times / minutes, 2) for what, times in sorted(asked.items())},
        }

    def wait(self, seconds: float) -> None:
        """Let so much time pass."""
        self._page.wait_for_timeout(seconds * 1000)


def ask(server: Server, path: str, body: object, session: str | None = None) -> dict[str, Any]:
    """Ask the HTTP API for something that changes."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {session}"} if session else {})
    request = urllib.request.Request(server.address + path, json.dumps(body).encode(), headers)  # noqa: S310 - our own
    with urllib.request.urlopen(request) as response:  # noqa: S310 - the same
        answer: dict[str, Any] = json.loads(response.read())
        return answer


def person_with_friends(server: Server, name: str) -> dict[str, Any]:
    """Make an account with friends; return its session."""
    person = ask(server, "/api/people", {"name": name, "password": PASSWORD})
    for friend in FRIENDS:
        other = ask(server, "/api/people", {"name": f"{friend} of {name}", "password": PASSWORD})
        ask(server, "/api/me/friends", {"account": other["account"]}, person["session"])
        ask(server, "/api/me/friends", {"account": person["account"]}, other["session"])
    return person


def bytes_at_rest(server: Server, seconds: float) -> dict[str, Any]:
    """Let people look at pages, and count."""
    table = ask(server, "/api/tables", {"game": "niagara", "name": "Ann", "seats": 3, "start": True})["table"]
    for name in ("Bo", "Cy"):
        ask(server, f"/api/tables/{table}/seats", {"name": name})
    people = {
        "watcher": (f"/t/{table}", None),
        "watcher with friends": (f"/t/{table}", person_with_friends(server, "Wim")),
        "home": ("/", None),
        "home with friends": ("/", person_with_friends(server, "Hal")),
    }
    with sync_playwright() as playwright, contextlib.ExitStack() as stack:
        browser = launch(playwright)
        lookers = {}
        for name, (path, session) in people.items():
            line = Line(server)
            lookers[name] = Looker(browser, line, stack.enter_context(line.open()), path, session)
        first = lookers["watcher"]
        first.wait(SETTLING)
        for looker in lookers.values():
            looker.begin()
        began = time.monotonic()
        first.wait(seconds)
        minutes = (time.monotonic() - began) / 60
        found = {name: looker.told(minutes) for name, looker in lookers.items()}
        browser.close()
    return found


def memory_at_rest(server: Server) -> dict[str, float]:
    """Measure the memory of a server that nobody uses."""

    def settled() -> float:
        time.sleep(SETTLE)
        return round(server.memory() / 2**20, 1)

    loaded = settled()
    while (now := settled()) > loaded + 1:
        loaded = now
    found = {"started": now}
    seat_people(server, TABLES, {})
    found[f"with {TABLES} tables"] = settled()
    for game, bots in BOTS.items():
        for bot in bots:
            ask(server, "/api/tables", {"game": game, "name": "Ann", "seats": 3, "bots": [bot] * 2, "start": True})
    time.sleep(10)
    found["bots have played"] = settled()
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, default=ROOT, help="source tree to serve, with a built client")
    parser.add_argument("--seconds", type=float, default=180, help="how long pages are looked at (default: 180)")
    wanted = parser.parse_args()
    compile_rules(wanted.tree)
    with tempfile.TemporaryDirectory() as folder, eddyline(Path(folder), tree=wanted.tree) as server:
        memory = memory_at_rest(server)
    with tempfile.TemporaryDirectory() as folder, eddyline(Path(folder), tree=wanted.tree) as server:
        pages = bytes_at_rest(server, wanted.seconds)
    megabytes = max(memory.values()) * 2**20 / 1e6
    print(
        json.dumps(
            {
                "benchmark": "idle",
                "machine": platform.machine(),
                "load": round(os.getloadavg()[0], 1),
                "pages": pages,
                "memory_mib": memory,
                "memory_limit_mb": MEMORY_LIMIT,
                "limit_met": megabytes <= MEMORY_LIMIT,
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
