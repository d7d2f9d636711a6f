"""Measure the rules compiled to WebAssembly, beside the native ones: uniformly random legal play on one core.

Prints one JSON object: for each game decisions and steps per second with the client's own loader in Node – every call
from JavaScript, with the legal set as an array –, decisions per second natively, where the whole loop is compiled, and
the size of the module; for each bot that searches, the time that it takes for as many simulations natively and in Node.
`--equal STEPS` instead folds random games natively and in Node and compares every byte of every
record, as `make test` does with fewer; it ends at the first difference, with status 1. With `--browser` the games are
compared by a page in that browser: a command, to which the page's address is added.

    python benchmarks/wasm.py --seconds 2
    python benchmarks/wasm.py --equal 20000000 --seed 5
    python benchmarks/wasm.py --equal 40000 --browser "firefox-esr --headless"
"""

from __future__ import annotations

import argparse
import gzip
import json
import platform
import queue
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]

from eddyline.bots.registry import BOTS  # noqa: E402
from eddyline.engine.registry import GAMES, game  # noqa: E402
from eddyline.wasm.targets import Target, targets  # noqa: E402
from support.elsewhere import Elsewhere, Player, bundled, field_of, node, questions  # noqa: E402

PLAYERS = 4
LIMIT_BYTES = 30_000
LIMIT_BOT_BYTES = 1_000_000
A_SEED = 250_000
"""Steps folded with one seed: each has maps of its own."""


def measure(name: str, seconds: float, folder: Path) -> dict[str, Any]:
    """Play at random in Node and natively."""
    rules, module = game(name), Target(name).file
    chosen = rules.parse_options(None, {}, PLAYERS)
    starts = [list(rules.new(chosen, PLAYERS, word).tobytes()) for word in range(1, 50)]
    told = subprocess.run(
        [node(), bundled("bench", folder), module, str(seconds)],
        input="\n".join(map(str, starts)), capture_output=True, text=True, check=True,
    )  # fmt: skip
    states = rules.new(chosen, PLAYERS, 1)
    rules.doors.playout(states, 0, 1, 1000)
    began, decisions, rounds = time.process_time(), 0, 20_000
    while (took := time.process_time() - began) < seconds:
        decisions += rules.doors.playout(states, 0, decisions + 1, rounds)[0]
    size = len(module.read_bytes()), len(gzip.compress(module.read_bytes()))
    return {
        "node": json.loads(told.stdout),
        "native_decisions_per_s": round(decisions / took),
        "bytes": size[0],
        "gzipped": {"value": size[1], "limit": LIMIT_BYTES},
    }


def measure_bot(target: Target, folder: Path) -> dict[str, Any]:
    """Ask a bot that searches the same natively and in Node."""
    assert target.bot is not None
    rules, make, number = game(target.game), BOTS[target.game][target.bot], 20
    rollouts = 25 * target.alone.chunk
    with Elsewhere(bundled("rules/node", folder), target.file) as elsewhere:
        elsewhere.fold(questions(rules, make, 1, 2, PLAYERS, rollouts))  # compiles
        began = time.perf_counter()
        content = questions(rules, make, 2, number, PLAYERS, rollouts)
        native = time.perf_counter() - began
        began = time.perf_counter()
        told = elsewhere.fold(content)
        here = time.perf_counter() - began
    if not isinstance(told, int):
        sys.exit(f"{target} decides differently: {told}")
    size = target.file.stat().st_size
    return {
        "simulations_per_s": {"node": round(number * rollouts / here), "native": round(number * rollouts / native)},
        "time_in_node_by_native": round(here / native, 2),
        "bytes": {"value": size, "limit": LIMIT_BOT_BYTES},
    }


def compare(name: str, steps: int, seed: int, folder: Path) -> dict[str, Any]:
    """Fold random games natively and in Node."""
    rules, folded, began, seeds = game(name), 0, time.monotonic(), 0
    loader = bundled("rules/node", folder)
    while folded < steps:
        with Elsewhere(loader, Target(name).file) as elsewhere:
            before, seeds = folded, seeds + 1
            for chunk in Player(rules, seed * 100_000 + seeds).chunks():
                folded += chunk.steps
                told = elsewhere.fold(chunk.content)
                if told != folded - before:
                    sys.exit(f"{name} differs in {field_of(rules, told)}, seed {seed}: {told}")
                if folded - before >= A_SEED or folded >= steps:
                    sys.stderr.write(f"{name}: {folded} of {steps} steps, {time.monotonic() - began:.0f} s\n")
                    break
    return {"steps": folded, "seeds": seeds, "different": 0, "seconds": round(time.monotonic() - began)}


PAGE = b"""<!doctype html><title>compare</title><script type="module">
import { comparing } from './compare.mjs';
const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
const compare = async () => (await comparing(await bytes('module'))).fold(await bytes('games'));
await fetch('told', { method: 'POST', body: JSON.stringify(await compare().catch(String)) });
</script>"""
"""Compares, and tells the steps that were equal, or where the module differs."""


def compare_in_browser(name: str, steps: int, seed: int, folder: Path, command: str) -> dict[str, Any]:
    """Fold random games natively and on a page."""
    games, told = next(Player(game(name), seed).chunks(steps)), queue.Queue[Any]()
    content = {
        "/": PAGE, "/compare.mjs": bundled("compare", folder).read_bytes(),
        "/module": Target(name).file.read_bytes(), "/games": games.content,
    }  # fmt: skip

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = content.get(self.path)
            self.send_response(404 if found is None else 200)
            kind = {"/": "text/html", "/compare.mjs": "text/javascript"}.get(self.path, "application/octet-stream")
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(found or b"")

        def do_POST(self) -> None:
            told.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        began = time.monotonic()
        browser = subprocess.Popen([*shlex.split(command), f"http://127.0.0.1:{server.server_port}/"])
        try:
            answer = told.get(timeout=600)
        finally:
            browser.terminate()
            browser.wait()
            server.shutdown()
    if answer != games.steps:
        sys.exit(f"{name} differs in {answer if isinstance(answer, str) else field_of(game(name), answer)}: {answer}")
    return {"steps": games.steps, "different": 0, "seconds": round(time.monotonic() - began)}


def main() -> None:
    """Measure, or compare, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--equal", type=int, metavar="STEPS", help="compare this many steps, shared among the games")
    parser.add_argument("--browser", metavar="COMMAND", help="compare on a page in this browser")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def look(name: str) -> dict[str, Any]:
            if not asked.equal:
                return measure(name, asked.seconds, folder)
            share = asked.equal // len(GAMES), asked.seed, folder
            return compare_in_browser(name, *share, asked.browser) if asked.browser else compare(name, *share)

        found = {each: look(each) for each in GAMES}
        if not asked.equal:
            searching = [each for each in targets() if each.bot and each.alone.chunk]
            found["bots"] = {str(each): measure_bot(each, folder) for each in searching}
    print(json.dumps({"machine": platform.processor() or platform.machine(), **found}))


if __name__ == "__main__":
    main()
