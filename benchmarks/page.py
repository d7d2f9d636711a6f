"""Measure the client: the size of its JavaScript as transferred, and the time until its first page is interactive.

Prints one JSON object. Lighthouse loads the page from a warm server with an empty cache, in this machine's Chromium
with desktop settings and without its simulated slow network, and reports when it is interactive. npm downloads
Lighthouse temporarily; it is not a dependency of the project. If it is not available, or with `--without-lighthouse`,
the Performance API is used: the page counts as interactive when it has been painted, its first button responds, and the
last task of more than 50 ms is over. `method` states which was used; the result is the median of several loads.

    python benchmarks/page.py --loads 5
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
# The tests provide the server and the browser, the tools the build of the client.
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]

import web  # noqa: E402
from e2e.chromium import SWITCHES, find, launch  # noqa: E402
from e2e.server import Server  # noqa: E402

JAVASCRIPT_LIMIT = 100_000
"""Gzipped bytes: the home page and a table of one game, with the words of one language. Other games come on demand."""
INTERACTIVE_LIMIT = 1000
"""Milliseconds."""
LIGHTHOUSE = "lighthouse@12"

OBSERVE = """
window.busyUntil = 0;
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) busyUntil = Math.max(busyUntil, task.startTime + task.duration);
}).observe({type: 'longtask', buffered: true});
window.painted = new Promise((resolve) => new PerformanceObserver((list) => {
  for (const paint of list.getEntries()) if (paint.name === 'first-contentful-paint') resolve(paint.startTime);
}).observe({type: 'paint', buffered: true}));
window.answers = new Promise((resolve) => new MutationObserver((_, observer) => {
  if (!document.querySelector('.quick button:enabled')) return;
  observer.disconnect();
  resolve(performance.now());
}).observe(document, {subtree: true, childList: true, attributes: true}));
"""
QUIET = """() => Promise.all([painted, answers]).then((times) => new Promise((resolve) => setTimeout(
  () => resolve(Math.max(...times, busyUntil)), 1000)))"""
"""Waits one more second for tasks that keep the page busy."""


def weigh() -> dict[str, object]:
    """Return the transfer size of the home page and a table, by kind, for the game and language with the most."""
    npm = web.find_npm()
    if npm is None:
        sys.exit("The client is weighed by a script of its own, which needs npm.")
    # Over the limit it exits with an error after printing its results; the limit is reported here.
    done = subprocess.run(
        [*npm, "run", "--silent", "size"], cwd=web.WEB, capture_output=True, text=True, check=False, env=_node(npm)
    )
    weights: dict[str, dict[str, int]] = json.loads(done.stdout)["bytes_sent"]
    heaviest = max(weights, key=lambda table: weights[table]["js"])
    return {"bytes_sent": weights[heaviest], "table": heaviest, **_limit(weights[heaviest]["js"], JAVASCRIPT_LIMIT)}


def _node(npm: list[str]) -> dict[str, str]:
    """Return an environment in which npm's scripts find the node that npm came with."""
    return {**os.environ, "PATH": os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", "")])}


def by_lighthouse(server: Server, loads: int) -> dict[str, object] | None:
    """Let Lighthouse load the first page; return None if npm cannot download it."""
    npm = web.find_npm()
    lighthouse = [*(npm or ()), "exec", "--yes", f"--package={LIGHTHOUSE}", "--", "lighthouse"]
    if npm is None or subprocess.run([*lighthouse, "--version"], capture_output=True, check=False).returncode:
        print("Lighthouse is not available; using the Performance API instead.", file=sys.stderr)
        return None
    wish = [
        *("--quiet", "--output=json", "--only-categories=performance", "--preset=desktop"),
        *("--throttling-method=provided", f"--chrome-flags={' '.join(('--headless=new', *SWITCHES))}"),
    ]
    environment = {**os.environ, "CHROME_PATH": find()}
    reports = []
    for _ in range(loads):
        done = subprocess.run(
            [*lighthouse, server.address, *wish], capture_output=True, check=True, env=environment, cwd=web.WEB
        )
        reports.append(json.loads(done.stdout))
    names = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time")
    return {
        "method": f"Lighthouse {reports[0]['lighthouseVersion']}",
        **_interactive([report["audits"]["interactive"]["numericValue"] for report in reports]),
        "score": statistics.median(report["categories"]["performance"]["score"] for report in reports),
        **{
            name: round(statistics.median(report["audits"][name]["numericValue"] for report in reports), 1)
            for name in names
        },
    }


def by_performance_api(server: Server, loads: int) -> dict[str, object]:
    """Load the first page several times, each time in a fresh browser."""
    times = []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for _ in range(loads):
            context = browser.new_context(viewport={"width": 1350, "height": 940})
            context.add_init_script(OBSERVE)
            page = context.new_page()
            page.goto(server.address)
            times.append(page.evaluate(QUIET))
            context.close()
        browser.close()
    return {"method": "Performance API", **_interactive(times)}


def _interactive(times: list[float]) -> dict[str, object]:
    median = round(statistics.median(times), 1)
    return {"interactive_ms": median, "all_ms": [round(time) for time in times], **_limit(median, INTERACTIVE_LIMIT)}


def _limit(value: float, limit: float) -> dict[str, object]:
    return {"limit": limit, "times": round(value / limit, 2), "limit_met": value <= limit}


def main() -> None:
    """Build, serve, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loads", type=int, default=5)
    parser.add_argument("--without-lighthouse", action="store_true", help="Use the Performance API; fetch nothing.")
    wanted = parser.parse_args()
    web.build()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        by_performance_api(server, 1)  # warms the server up
        loaded = None if wanted.without_lighthouse else by_lighthouse(server, wanted.loads)
        result = {
            "benchmark": "page",
            "machine": platform.machine(),
            "javascript": weigh(),
            "first_load": loaded or by_performance_api(server, wanted.loads),
        }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
