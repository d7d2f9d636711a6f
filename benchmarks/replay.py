"""Measure how soon a replay opens and jumps, and whether the server is asked anything meanwhile.

Prints one JSON object. A long game of each kind, played by random bots, is looked at again in this machine's Chromium:
at full speed, and with its CPU throttled to that of a phone. A replay is opened by the link at the end of its game, so
the board and the game are there; it is timed until the browser has drawn its first picture. A jump goes to another
place in the game, as the slider does, and is timed from the input until the browser has drawn board, players and cards
there, and until it has drawn the log, too. While somebody scrubs, the slider moves in every frame: the time between two
frames is given beside the time when nothing is done, which no page can go below, and the processor time of the page's
main thread for each frame, which other programs on this machine hardly change.

    python benchmarks/replay.py --jumps 40
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
# The tests provide the server, the browser and the games, the tools the build of the client.
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]

import web  # noqa: E402
from e2e.browser import PHONE, WIDE  # noqa: E402
from e2e.chromium import FETCHED, launch  # noqa: E402
from e2e.kept import KEEP, played  # noqa: E402
from e2e.server import Server  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession

ROUNDS = {"canyon": 13, "niagara": 40}
"""So many have about 300 turns."""
DEVICES: dict[str, dict[str, Any]] = {
    "desktop": {"size": WIDE, "rate": 1, "open_ms": 500, "jump_ms": 50},
    "phone": {"size": PHONE, "rate": 6, "open_ms": None, "jump_ms": 150},
}
"""Sizes, how many times slower than this machine, and limits for the medians; None: there is none."""
FRAME_MS = 1000 / 60
SCRUBBED = 60
"""So many frames."""

OPEN = """() => new Promise((done) => {
  const began = performance.now();
  const look = () => {
    if (!document.querySelector('.replay input[type=range]')) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began), 0));
  };
  document.querySelector('a[href$="/replay"]').click();
  requestAnimationFrame(look);
})"""
JUMP = """(to) => new Promise((done) => {
  const slider = document.querySelector('.replay input[type=range]');
  const began = performance.now();
  slider.value = String(Math.round(to * slider.max));
  for (const kind of ['input', 'change']) slider.dispatchEvent(new Event(kind, {bubbles: true}));
  const took = [];
  const drawn = () => {
    took.push(performance.now() - began);
    if (took.length === 3) return done([took[0], took[2]]);
    requestAnimationFrame(() => setTimeout(drawn, 0));
  };
  requestAnimationFrame(() => setTimeout(drawn, 0));
})"""
"""A task that begins after an animation frame runs when that frame has been drawn. The log is told in the next frame,
and drawn in the one after it."""
FRAMES = """([frames, scrubs]) => new Promise((done) => {
  const slider = document.querySelector('.replay input[type=range]');
  const times = [];
  let before = null;
  const frame = (now) => {
    if (before !== null) times.push(now - before);
    before = now;
    if (times.length === frames) return done(times);
    if (scrubs) {
      slider.value = String(Math.round(slider.max * (times.length + 1) / (frames + 2)));
      slider.dispatchEvent(new Event('input', {bubbles: true}));
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""
"""Milliseconds of each frame, while somebody scrubs or while nothing is done."""


def busy(devtools: CDPSession) -> float:
    """Return how long the page's main thread has worked, in milliseconds of processor time."""
    metrics = {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"]) * 1000


def measured(browser: Browser, server: Server, game: dict[str, Any], device: str, jumps: int) -> dict[str, Any]:
    """Open a replay, jump about in it and scrub; return times in milliseconds and what was asked of the server."""
    wanted = DEVICES[device]
    width, height = wanted["size"]
    context = browser.new_context(
        viewport={"width": width, "height": height}, base_url=server.address, service_workers="block"
    )
    page = context.new_page()
    page.goto("/offline")
    page.evaluate(KEEP, game)
    page.goto(f"/offline/{game['id']}")
    page.locator('a[href$="/replay"]').wait_for()
    page.evaluate(FETCHED)
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": wanted["rate"]})
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    opened = page.evaluate(OPEN)
    page.wait_for_timeout(1000)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(server.address)))
    page.evaluate(JUMP, 0.5)
    # All over the game, near and far.
    times, logs = zip(*(page.evaluate(JUMP, number * 0.37 % 1) for number in range(jumps)), strict=True)
    page.wait_for_timeout(500)
    at_rest = page.evaluate(FRAMES, [SCRUBBED, False])
    before = busy(devtools)
    frames = page.evaluate(FRAMES, [SCRUBBED, True])
    taken = (busy(devtools) - before) / SCRUBBED
    context.close()
    median, limit = statistics.median(times), wanted["jump_ms"]
    return {
        "turns": sum("turn" in entry for entry in game["entries"]),
        "open_ms": round(opened, 1),
        "open_limit_ms": wanted["open_ms"],
        "jump_ms": round(median, 1),
        "jump_ms_worst": round(max(times), 1),
        "with_log_ms": round(statistics.median(logs), 1),
        "jump_limit_ms": limit,
        "scrub_frame_ms": round(statistics.median(frames), 1),
        "scrub_main_thread_ms": round(taken, 1),
        "frame_at_rest_ms": round(statistics.median(at_rest), 1),
        "asked_of_the_server": asked,
        "limits_met": median <= limit and (wanted["open_ms"] is None or opened <= wanted["open_ms"]) and not asked,
    }


def main() -> None:
    """Build, serve, look back, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jumps", type=int, default=40)
    wanted = parser.parse_args()
    web.build()
    result: dict[str, Any] = {"benchmark": "replay", "machine": platform.machine(), "frame_ms": round(FRAME_MS, 1)}
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for name, rounds in ROUNDS.items():
            game = played(name, rounds)
            result[name] = {device: measured(browser, server, game, device, wanted.jumps) for device in DEVICES}
        browser.close()
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
