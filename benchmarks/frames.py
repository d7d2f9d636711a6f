"""Measure how smoothly the client shows what happens, and what a table costs while nothing happens.

Prints one JSON object. A person plays against bots in this machine's Chromium, whose CPU is throttled to that of a
phone. Every frame that Chromium presents is timed by its own trace and counted for the scene that the page says it
shows: the river, its pushes as they are counted, a trick of Canyon. (A loop of requestAnimationFrame would measure
itself: it makes the main thread draw what the compositor moves without it.) What the camera comes near for – a fall, a
theft, a delivery, a goal, an arrival, a win – may not happen in so few rounds: a game that bots have played, and in
which all of it does, is looked at again there, turn by turn, and frames count while the camera is on its way or near. A
table at rest waits for its player: its cost is the
processor time of all processes of Chromium together, as a share of one core, once seen, once hidden, and once with
reduced motion. The result is the median of several runs.

    python benchmarks/frames.py --rounds 4 --runs 3
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
# The tests provide the server, the browser and the player, the tools the build of the client.
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]

import web  # noqa: E402
from e2e.browser import HANDS, Visitor  # noqa: E402
from e2e.chromium import FETCHED, launch  # noqa: E402
from e2e.kept import KEEP, kept  # noqa: E402
from e2e.server import Server  # noqa: E402
from eddyline.bots import BOTS, play_turn  # noqa: E402
from eddyline.engine.match import Match  # noqa: E402
from eddyline.engine.registry import game as rules_of  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from e2e.seat import Seat

THROTTLING = 6
"""Chromium's own measure for a phone of the middle class on a desktop computer."""
FPS_LIMIT = 55
FRAME_LIMIT = 100
"""Milliseconds of the worst frame."""
REST_LIMITS = {"seen": 0.10, "hidden": 0.01, "reduced": 0.01}
"""Shares of a core."""
REST = 5.0
"""Seconds during which a table at rest is observed."""
SCENES = {"river": "niagara", "pushes": "niagara", "trick": "canyon"}
"""What comes in every game, by itself."""
GAMES = {"niagara": ("paddler", 0), "canyon": ("voyageur", 2)}
"""Who plays the game that is looked at again, and from which seed."""


def _lost(event: Any) -> bool:  # noqa: ANN401 - events of any game
    return any(canoe.place == "lost" and canoe.gems for canoe in event.canoes)


FILMED = {
    "fall": ("niagara", "push", _lost),
    "theft": ("niagara", "stolen", None),
    "delivery": ("niagara", "banked", None),
    "goal": ("niagara", "goal", None),
    "win": ("niagara", "over", None),
    "drift": ("canyon", "drifted", lambda event: any(canoe.fell for canoe in event.chain)),
    "arrival": ("canyon", "arrived", None),
}
"""What the camera comes near for: in which game, and which of its events."""

MARK_SCENES = """
const sceneOf = (told) =>
  /^river.* push/.test(told) ? 'pushes' :
  told.startsWith('river') ? 'river' :
  /played|trick/.test(told) ? 'trick' : 'none';
let scene = 'none';
// How many movements of the camera go on.
let films = 0;
// What happens has been shown, or is being shown.
let began = false;
let rested = () => undefined;
// From here on: the camera may have moved when the page came.
window.watch = () => {
  began = false;
  window.shown = new Promise((done) => (rested = done));
};
function look() {
  const told = document.querySelector('[data-told]')?.dataset.told ?? '';
  const now = films > 0 ? 'camera' : sceneOf(told);
  if (now !== scene) performance.mark(`scene ${(scene = now)}`);
  began ||= told !== '' || films > 0;
  if (began && told === '' && films === 0) rested();
}
function film(more) {
  films += more;
  look();
}
const {animate} = Element.prototype;
Element.prototype.animate = function (...how) {
  const movement = animate.apply(this, how);
  if (this.matches('.ground')) {
    film(1);
    movement.finished.catch(() => undefined).then(() => film(-1));
  }
  return movement;
};
const ofCamera = (event) => event.target.matches('.camera') && event.propertyName === 'transform';
document.addEventListener('transitionrun', (event) => ofCamera(event) && film(1));
for (const end of ['transitionend', 'transitioncancel'])
  document.addEventListener(end, (event) => ofCamera(event) && film(-1));
new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
"""
"""Marks in the browser's trace when the page begins to show another scene; the camera's come first."""
LET_HIDE = """
let hidden = false;
Object.defineProperty(document, 'hidden', {get: () => hidden});
Object.defineProperty(document, 'visibilityState', {get: () => (hidden ? 'hidden' : 'visible')});
window.hide = () => {
  hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
};
"""
"""Lets the tab be hidden as far as the page can tell."""
TRACED = "blink.user_timing,disabled-by-default-devtools.timeline.frame"


def sit(
    browser: Browser, server: Server, game: str, script: str, motion: str = "no-preference"
) -> tuple[Visitor, Seat]:
    """Sit down at a new table with bots."""
    visitor = Visitor(browser, server, reduced_motion=motion, hurried=False, **HANDS["touch"])
    visitor.context.add_init_script(script)
    table = server.open(4, game=game, bots=["random"] * 3, start=True)
    return visitor, visitor.sit(table["table"], table["seat"], table["token"], game=game)


def frames(browser: Browser, server: Server, game: str, rounds: int) -> dict[str, list[float]]:
    """Play some rounds on a phone and return the times between frames, in milliseconds, by scene."""
    visitor, seat = sit(browser, server, game, MARK_SCENES)
    seat.wait()
    with traced(seat.page) as events:
        seat.play(until=lambda sight: sight.over or seat.round > rounds)
    visitor.close()
    return {scene: times for scene, times in intervals(events).items() if SCENES.get(scene) == game}


def filmed(browser: Browser, server: Server, game: str) -> dict[str, list[float]]:
    """Look again, on a phone, at what the camera comes near for; return the times between frames meanwhile."""
    match, turns = remarkable(game)
    record = kept(match)
    visitor = Visitor(browser, server, reduced_motion="no-preference", hurried=False, **HANDS["touch"])
    visitor.context.add_init_script(MARK_SCENES)
    times: dict[str, list[float]] = {}
    for scene, turn in turns.items():
        page = visitor.context.new_page()
        page.goto("/offline")
        page.evaluate(KEEP, record)
        page.goto(f"/offline/{record['id']}/replay?turn={turn - 1}")
        page.locator(".replay input[type=range]").wait_for()
        page.evaluate(FETCHED)
        with traced(page) as events:
            page.evaluate("watch()")
            page.keyboard.press("ArrowRight")
            page.evaluate("shown")
        times[scene] = intervals(events)["camera"]
        page.close()
    visitor.close()
    return times


def remarkable(game: str) -> tuple[Match[Any, Any, Any], dict[str, int]]:
    """Let bots play a game in which all happens that the camera comes near for; return it, and the turn of each."""
    bot, seed = GAMES[game]
    rules = rules_of(game)
    match = Match.new(rules, players=4, seed=seed, options=rules.parse_options(None, {}, 4), names=("A", "B", "C", "D"))
    bots = [BOTS[game][bot](9 * seed + seat) for seat in range(4)]
    turns: dict[str, int] = {}
    number = 0
    while not match.over:
        seat = min(match.waiting)
        number += 1
        for event in match.commit(seat, play_turn(bots[seat], match, seat)):
            for scene, (where, kind, fits) in FILMED.items():
                if (where, kind) == (game, type(event).__struct_config__.tag) and (fits is None or fits(event)):
                    turns.setdefault(scene, number)
    missing = {scene for scene, (where, *_) in FILMED.items() if where == game} - turns.keys()
    assert not missing, f"expected a game of {game} with all that the camera comes near for, got none of {missing}"
    return match, turns


@contextmanager
def traced(page: Page) -> Iterator[list[dict[str, Any]]]:
    """Throttle the page's processor and collect its browser's trace meanwhile."""
    session = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    session.on("Tracing.dataCollected", lambda message: events.extend(message["value"]))
    ended = threading.Event()
    session.on("Tracing.tracingComplete", lambda _: ended.set())
    session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLING})
    session.send("Tracing.start", {"categories": TRACED, "transferMode": "ReportEvents"})
    yield events
    session.send("Tracing.end")
    while not ended.is_set():
        page.wait_for_timeout(50)


def intervals(events: list[dict[str, Any]]) -> dict[str, list[float]]:
    """Return the times between frames that were presented one after the other in a scene, in milliseconds.

    A time in which the page wanted no new frame is not one of them.
    """
    # By number; a frame that the main thread is late for is reported twice.
    frames: dict[int, tuple[float, bool]] = {}
    happened: list[tuple[float, str]] = []
    for event in sorted(events, key=lambda event: event.get("ts", 0)):
        now = event["ts"] / 1000
        if event["name"] == "PipelineReporter" and event["ph"] == "b":
            report = event["args"]["frame_reporter"]
            if report["state"] != "STATE_DROPPED":
                wanted = report["state"] != "STATE_NO_UPDATE_DESIRED"
                since, before = frames.get(report["frame_sequence"], (now, False))
                frames[report["frame_sequence"]] = since, before or wanted
        elif event["name"].startswith("scene "):
            happened.append((now, event["name"]))
    happened += [(since, "presented" if wanted else "idle") for since, wanted in frames.values()]
    times: dict[str, list[float]] = {scene: [] for scene in (*SCENES, "camera")}
    scene = "none"
    last: float | None = None
    for now, what in sorted(happened):
        if what == "presented":
            if last is not None and scene in times:
                times[scene].append(now - last)
            last = now
        else:
            last = None
            if what != "idle":
                scene = what.removeprefix("scene ")
    return times


def rest(browser: Browser, server: Server, state: str) -> float:
    """Return what a table costs that waits for its player, as a share of a core."""
    visitor, seat = sit(browser, server, "niagara", LET_HIDE, "reduce" if state == "reduced" else "no-preference")
    seat.wait()
    if state == "hidden":
        seat.page.evaluate("hide()")
    time.sleep(2)  # what is fetched after the first picture has come
    before, start = _busy(), time.perf_counter()
    time.sleep(REST)
    share = (_busy() - before) / (time.perf_counter() - start)
    visitor.close()
    return share


def _busy() -> float:
    """Return the processor time of all processes of Chromium so far, in seconds."""
    browsers = [each for each in psutil.Process().children(recursive=True) if "chrom" in each.name()]
    return sum(sum(each.cpu_times()[:2]) for each in browsers)


def smoothness(runs: list[list[float]]) -> dict[str, Any]:
    """Summarise the frames of one scene: medians over the runs in which it was seen."""
    seen = [times for times in runs if times]
    if not seen:
        return {"frames": 0, "limit_met": False}
    fps = statistics.median(1000 / statistics.median(times) for times in seen)
    worst = statistics.median(max(times) for times in seen)
    return {
        "frames": sum(len(times) for times in seen),
        "median_fps": round(fps, 1),
        "worst_ms": round(worst, 1),
        "limit_met": fps >= FPS_LIMIT and worst <= FRAME_LIMIT,
    }


def main() -> None:
    """Build, serve, play, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4, help="rounds that are played in each run")
    parser.add_argument("--runs", type=int, default=3)
    wanted = parser.parse_args()
    web.build()
    runs: dict[str, list[list[float]]] = {scene: [] for scene in (*SCENES, *FILMED)}
    shares: dict[str, list[float]] = {state: [] for state in REST_LIMITS}
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), bot_pause=0.3) as server,
        sync_playwright() as playwright,
    ):
        for _ in range(wanted.runs):
            # A browser of its own for each run: what one leaves behind must not count for the next.
            browser = launch(playwright)
            for state in REST_LIMITS:
                shares[state].append(rest(browser, server, state))
            for game in sorted(set(SCENES.values())):
                seen = frames(browser, server, game, wanted.rounds) | filmed(browser, server, game)
                for scene, times in seen.items():
                    runs[scene].append(times)
            browser.close()
    result = {
        "benchmark": "frames",
        "machine": platform.machine(),
        "throttling": THROTTLING,
        "limits": {"median_fps": FPS_LIMIT, "worst_ms": FRAME_LIMIT, "rest": REST_LIMITS},
        "scenes": {scene: smoothness(each) for scene, each in runs.items()},
        "rest": {
            state: {
                "share_of_a_core": round(statistics.median(all_shares), 3),
                "limit_met": statistics.median(all_shares) <= REST_LIMITS[state],
            }
            for state, all_shares in shares.items()
        },
    }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
