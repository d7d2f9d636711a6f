"""Measure how soon a tap is answered on a slow network, and whether the server is asked anything meanwhile.

Prints one JSON object. A person chooses one card after another at a table of Niagara in this machine's Chromium, at
full speed and with its CPU throttled to that of a phone; whatever is sent arrives 150 ms later on the other side. A
tap is timed from the click until the browser has drawn what comes of it. In the same run the server is left to draft,
by keeping the rules from the page: that is how it was before pages drafted by themselves. Frames that the page sends
between the first tap and the confirmation are counted; with *Fate* on, some ask what may come, which no tap waits
for.

    python benchmarks/taps.py --taps 20
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
# The tests provide the server, the network and the browser, the tools the build of the client.
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]

import web  # noqa: E402
from e2e.browser import ANSWERED, EXPERIENCED, PHONE, WIDE  # noqa: E402
from e2e.chromium import FETCHED, launch  # noqa: E402
from e2e.proxy import Proxy  # noqa: E402
from e2e.server import Server  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ONE_WAY = 0.15
"""Seconds that the network takes, each way."""
LIMIT = 50
"""Milliseconds at the median."""
DEVICES: dict[str, dict[str, Any]] = {"desktop": {"size": WIDE, "rate": 1}, "phone": {"size": PHONE, "rate": 6}}
"""Sizes, and how many times slower than this machine."""
CARDS = ("3", "4")

TAP = """(card) => new Promise((done) => {
  const button = document.querySelector(`.hand [data-card="${card}"]`);
  const began = performance.now();
  const seen = new MutationObserver(() => {
    if (button.getAttribute('aria-pressed') !== 'true') return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began), 0));
  });
  seen.observe(document.querySelector('.hand'), {subtree: true, attributes: true});
  button.click();
})"""
"""A task that begins after an animation frame runs when that frame has been drawn."""


def taps(browser: Browser, server: Server, address: str, device: str, count: int, *, fate: bool, home: bool) -> Any:  # noqa: ANN401
    """Return the time of each tap in milliseconds, and how many frames were sent meanwhile."""
    table = server.open(3, bots=["random"] * 2, start=True)
    width, height = DEVICES[device]["size"]
    context = browser.new_context(
        viewport={"width": width, "height": height}, base_url=address, reduced_motion="reduce", service_workers="block"
    )
    held = {"table": table["table"], "seat": table["seat"], "token": table["token"], "game": "niagara", "name": "Ann"}
    # Who plays has played before: nothing explains itself, and nobody asks how loud the river is to be.
    context.add_init_script(ANSWERED + EXPERIENCED)
    context.add_init_script(
        f"localStorage.setItem('eddyline.seats', JSON.stringify([{json.dumps(held | {'at': 1})}]));"
        f"localStorage.setItem('eddyline.preferences', JSON.stringify({{fate: {json.dumps(fate)}}}));"
    )
    page = context.new_page()
    if not home:
        page.route("**/*.wasm", lambda route: route.abort())
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(frame)["type"])))
    page.goto(f"/t/{table['table']}")
    page.locator(f'.hand [data-card="{CARDS[0]}"]:enabled').wait_for()
    page.evaluate(FETCHED)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": DEVICES[device]["rate"]})
    page.evaluate(TAP, CARDS[1])
    sent.clear()
    times = [page.evaluate(TAP, CARDS[number % 2]) for number in range(count)]
    asked = [kind for kind in sent if kind != "ping"]
    context.close()
    return times, asked


def main() -> None:
    """Build, serve, tap, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--taps", type=int, default=20)
    wanted = parser.parse_args()
    web.build()
    result: dict[str, Any] = {
        "benchmark": "taps", "machine": platform.machine(), "delay_ms": 2000 * ONE_WAY, "limit_ms": LIMIT,
    }  # fmt: skip
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        Proxy(server, delay=ONE_WAY) as network,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for device in DEVICES:
            times, asked = taps(browser, server, network.address, device, wanted.taps, fate=False, home=True)
            _, with_fate = taps(browser, server, network.address, device, wanted.taps, fate=True, home=True)
            before, _ = taps(browser, server, network.address, device, wanted.taps, fate=False, home=False)
            median = statistics.median(times)
            result[device] = {
                "median_ms": round(median, 1),
                "worst_ms": round(max(times), 1),
                "median_ms_drafted_by_the_server": round(statistics.median(before), 1),
                "frames_sent": len(asked),
                "frames_sent_with_fate": {kind: with_fate.count(kind) for kind in sorted(set(with_fate))},
                "limit_met": median <= LIMIT and not asked,
            }
        browser.close()
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
