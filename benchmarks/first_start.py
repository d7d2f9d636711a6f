"""Measure a first start: how soon the server is ready, and how long the downtime is when compiled rules take over.

Starts `eddyline serve` with an empty compilation cache and an empty data folder, opens a table with bots, and plays
until the server runs compiled rules and its thinking bots are available. Prints one JSON object with wall-clock seconds
and their limits.

    python benchmarks/first_start.py --starts 3
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

LIMITS = {"address": 5.0, "away": 4.0}
"""Maximum seconds until the address is printed, and from the disconnection of a page until it is up to date again."""


class Guest:
    """Play whenever it is this seat's turn, and reconnect when disconnected, as a page does."""

    def __init__(self, address: str, sockets: ExitStack) -> None:
        """Open a table with two bots; leaving `sockets` closes the connections."""
        wish = {"game": "niagara", "name": "Ann", "seats": 3, "bots": ["paddler", "guide"], "start": True}
        body = json.dumps(wish | {"bot_seconds": 0.1}).encode()
        request = urllib.request.Request(  # noqa: S310 - our own server
            f"{address}/api/tables", data=body, headers={"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:  # noqa: S310 - the same
            self.seated = json.load(answer)
        self._address = address.replace("http", "ws", 1) + f"/ws/tables/{self.seated['table']}"
        self._sockets = sockets
        self._socket = self._come()
        self.away = 0.0
        """Longest time from a disconnection until the next sync."""
        self.turns = 0
        self.preparing = True

    def _come(self) -> ClientConnection:
        socket = self._sockets.enter_context(connect(self._address, proxy=None, max_queue=None, open_timeout=60))
        socket.send(json.dumps({"type": "hello", "token": self.seated["token"]}))
        return socket

    def play(self) -> None:
        """Receive one message, and answer it."""
        try:
            self._answer(json.loads(self._socket.recv(timeout=1)))
        except TimeoutError:
            return
        except ConnectionClosed:
            cut_off = time.monotonic()
            self._socket = self._come()
            message = json.loads(self._socket.recv(timeout=60))
            self.away = max(self.away, time.monotonic() - cut_off)
            self._answer(message)

    def _answer(self, message: dict[str, Any]) -> None:
        if "table" in message:
            self.preparing = any(seat["preparing"] for seat in message["table"]["seats"])
        draft = message if message["type"] == "draft" else message.get("draft")
        if not draft or draft["confirmed"]:
            return
        if draft["complete"]:
            self.turns += 1
            decisions = [action["id"] for action in draft["decisions"]]
            self._say("confirm", version=draft["version"], decisions=decisions, turn=f"turn-{self.turns}")
        else:
            self._say("decide", version=draft["version"], step=draft["step"], action=draft["legal"][0]["id"])

    def _say(self, kind: str, **message: object) -> None:
        # What is lost when the server restarts is requested again by the next draft.
        self._socket.send(json.dumps({"type": kind, **message}))


def measure() -> dict[str, float]:
    """Start once, and measure until all bots can play."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        server = subprocess.Popen(
            [sys.executable, "-m", "eddyline", "serve", "--port", "0", "--data", folder, "--bot-pause", "0"],
            env=os.environ | {"EDDYLINE_CACHE": str(Path(folder) / "cache")},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = next(line for line in server.stdout if "http://" in line).split("http://")[1].split("/")[0]
            found = {"address": time.monotonic() - began}
            with ExitStack() as sockets:
                guest = Guest(f"http://{address}", sockets)
                while guest.preparing:
                    guest.play()
                    if guest.away and "compiled" not in found:
                        found["compiled"] = time.monotonic() - began
            return found | {"away": guest.away, "all_bots": time.monotonic() - began, "turns": float(guest.turns)}
        finally:
            server.terminate()
            server.wait()


def main() -> int:
    """Measure, print, and return 1 if a limit is exceeded."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--starts", type=int, default=3, help="number of first starts (default: 3)")
    starts = [measure() for _ in range(parser.parse_args().starts)]
    medians = {name: statistics.median(start[name] for start in starts) for name in starts[0]}
    most = {name: max(start[name] for start in starts) for name in LIMITS}
    report = {"benchmark": "first_start", "starts": len(starts), "median": medians, "most": most, "limits": LIMITS}
    print(json.dumps(report))
    return int(any(most[name] > limit for name, limit in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main())
