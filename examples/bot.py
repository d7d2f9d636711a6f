"""Play on an Eddyline server: a bot that chooses at random.

python examples/bot.py http://127.0.0.1:8000 niagara             opens a table with two built-in bots, and plays
python examples/bot.py http://127.0.0.1:8000 niagara --free 1    leaves one of their seats open
python examples/bot.py http://127.0.0.1:8000 niagara --table ID  joins an open table
"""

from __future__ import annotations

import argparse
import json
import random
import time
import urllib.request
import uuid
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

HOUSE = {"niagara": "paddler", "canyon": "voyageur"}


def choose(draft: dict[str, Any]) -> dict[str, Any]:
    """Choose a decision: put your own idea here. `draft["view"]` is what this seat sees after its decisions so far."""
    return random.choice(draft["legal"])


def ask(url: str, body: dict[str, Any]) -> dict[str, Any]:
    """Post a JSON object and return the answer."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def go_on(socket: ClientConnection, draft: dict[str, Any] | None) -> None:
    """Take the next step of a turn; do nothing when no turn is owed or a secret one has been confirmed."""
    if draft is None or draft["confirmed"]:
        return
    if draft["complete"]:
        decisions = [action["id"] for action in draft["decisions"]]
        message = {"type": "confirm", "version": draft["version"], "decisions": decisions, "turn": uuid.uuid4().hex}
    else:
        action = choose(draft)["id"]
        message = {"type": "decide", "version": draft["version"], "step": draft["step"], "action": action}
    socket.send(json.dumps(message))


def converse(socket: ClientConnection, hello: dict[str, Any]) -> list[int] | None:
    """Play on one connection; return everybody's rank when the game is over, None when it was stopped."""
    socket.send(json.dumps(hello))
    for text in socket:
        message = json.loads(text)
        if message["type"] == "sync":
            if message["table"]["status"] == "over":
                return message["view"]["ranking"]
            go_on(socket, message["draft"])
        elif message["type"] == "draft":
            go_on(socket, message)
        elif message["type"] == "refused" and message["code"] == "too_fast":
            time.sleep(1)
            socket.send(json.dumps(hello))  # the answer contains the current state
        elif message["type"] == "refused" and message["code"] not in {"stale", "not_yours"}:
            raise SystemExit(message["message"])
    raise ConnectionError


def main() -> None:
    """Take a seat and play until the game is over, reconnecting when necessary."""
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("game", choices=HOUSE)
    parser.add_argument("--table")
    parser.add_argument("--free", type=int, default=0)
    wish = parser.parse_args()
    name = f"Python {random.randrange(1000)}"
    if wish.table:
        seated = ask(f"{wish.server}/api/tables/{wish.table}/seats", {"name": name})
    else:
        bots = [HOUSE[wish.game]] * (2 - wish.free)
        table = {"game": wish.game, "name": name, "seats": 3, "bots": bots, "start": True}
        seated = ask(f"{wish.server}/api/tables", table)
    print(f"{wish.server}/t/{seated['table']}", flush=True)
    hello = {"type": "hello", "token": seated["token"]}
    while True:
        try:
            with connect(f"{wish.server.replace('http', 'ws', 1)}/ws/tables/{seated['table']}") as socket:
                ranks = converse(socket, hello)
            break
        except (ConnectionClosed, OSError):
            time.sleep(1)
    print(f"rank {ranks[seated['seat']]} of {len(ranks)}" if ranks else "stopped")


if __name__ == "__main__":
    main()
