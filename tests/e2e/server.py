"""Run the real `eddyline serve` in a process of its own, so that it can be killed and started again."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from websockets.sync.client import ClientConnection, connect

from eddyline.server.store.names import DATABASE
from eddyline.server.store.opening import prepare

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CLOCKED = Path(__file__).with_name("clocked.py")
SERVED_FROM = Path(__file__).with_name("served_from.py")
_PREPARING = threading.Lock()
"""Alembic serves one thread at a time."""
READY = re.compile(rb"http://127\.0\.0\.1:(\d+)/")


class Server:
    """Serve the tables below `data`; after a `kill` the next `start` comes back at the same address."""

    def __init__(
        self,
        data: Path,
        bot_pause: float = 0.0,
        environment: Mapping[str, str] | None = None,
        options: tuple[str, ...] = (),
        *,
        clocked: bool = False,
        static: Path | None = None,
    ) -> None:
        self._options = options
        self.data = data
        self.static = static
        """Folder that it serves instead of the built client."""
        self._clock = data / "clock.txt" if clocked else None
        self._began = self._ahead = 0.0
        self._environment = os.environ | dict(environment or {})
        self.bot_pause = bot_pause
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._complaints: IO[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Self:
        self.data.mkdir(parents=True, exist_ok=True)
        # Each would load all that makes a store, for tables that are made here in no time.
        with _PREPARING:
            prepare(self.data / DATABASE)
        self._complaints = (self.data / "stderr.txt").open("ab")
        program: list[str | Path] = [Path(sys.executable).with_name("eddyline")]
        if self._clock is not None:
            self.pass_time(0)
            program = [sys.executable, CLOCKED, self._clock]
        elif self.static is not None:
            program = [sys.executable, SERVED_FROM, self.static]
        self._process = subprocess.Popen(
            [
                *program,
                *("serve", "--port", str(self.port), "--data", self.data, "--bot-pause", str(self.bot_pause)),
                *("--address-accounts", "0", "--address-day-accounts", "0", "--address-day-tables", "0"),
                *self._options,
            ],
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            env=self._environment,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = READY.search(line)
        if found is None:  # it has ended, by itself or because it was killed
            self._end(signal.SIGKILL)
            raise AssertionError(f"expected the address from `eddyline serve`, got {line!r}; {self.complaints}")
        self.port = int(found[1])
        return self

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def process(self) -> int:
        """Number of its process."""
        assert self._process is not None
        return self._process.pid

    def pass_time(self, seconds: float, table: str | None = None) -> None:
        """Put its clock ahead by so many seconds in all since `begin`; only where it is `clocked`.

        It does not notice by itself, for its timers take their time: a spectator who comes to a table makes it look.
        """
        assert self._clock is not None
        self._ahead = self._began + seconds
        written = self._clock.with_suffix(".new")
        written.write_text(str(self._ahead))
        written.replace(self._clock)
        if table is not None:
            self.player(table, None).close()

    def begin(self) -> None:
        """Count the time that passes from here on."""
        self._began = self._ahead

    def hear(self, sentence: str) -> None:
        """Wait until it says something."""
        assert self._process is not None
        assert self._process.stdout is not None
        while sentence.encode() not in (line := self._process.stdout.readline()):
            assert line, f"it ended without saying {sentence!r}; {self.complaints}"

    @property
    def complaints(self) -> str:
        """What it wrote to stderr, over all its lives."""
        return (self.data / "stderr.txt").read_text()

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    @contextmanager
    def killed(self) -> Iterator[None]:
        """Let it be dead for a while; it comes back whatever happens meanwhile, for other tests need it, too."""
        self.kill()
        try:
            yield
        finally:
            self.start()

    def hold(self, still: bool) -> None:
        """Let it do nothing at all, or go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP if still else signal.SIGCONT)

    def kill_early(self) -> None:
        """End it while `start`, in another thread, waits for its address."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)

    def stop(self) -> None:
        """End it politely."""
        if self._process is not None:
            self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        assert self._process is not None
        assert self._complaints is not None
        self._process.send_signal(how)
        self._process.communicate()
        self._complaints.close()
        self._process = None

    # ---- without a browser ----

    def ask(self, path: str, body: object = None, session: str | None = None) -> Any:
        """Ask the HTTP API; `session` is that of an account."""
        return json.loads(self.tell(path, body, session))

    def tell(self, path: str, body: object = None, session: str | None = None, method: str | None = None) -> bytes:
        """Ask the HTTP API for something that it answers with any text, or nothing."""
        account = {} if session is None else {"Authorization": f"Bearer {session}"}
        request = urllib.request.Request(  # noqa: S310 - our own server
            self.address + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"} | account,
            method=method,
        )
        with urllib.request.urlopen(request) as response:  # noqa: S310 - the same
            answer: bytes = response.read()
            return answer

    def open(self, seats: int, session: str | None = None, **wish: Any) -> dict[str, Any]:
        """Open a table through the API; `session` is that of an account."""
        return self.ask("/api/tables", {"game": "niagara", "name": "Ann", "seats": seats, **wish}, session)

    def sit(self, table: str, name: str) -> dict[str, Any]:
        """Sit down through the API."""
        return self.ask(f"/api/tables/{table}/seats", {"name": name})

    def record(self, table: str) -> str:
        with urllib.request.urlopen(f"{self.address}/api/tables/{table}/record") as response:  # noqa: S310 - the same
            return response.read().decode()

    def play_on(self, table: str, players: Mapping[int, Player], turns: int) -> None:
        """Let players play so many turns, each when it is theirs; return when the table waits for one of them."""
        for _ in range(turns):
            seats = self.ask(f"/api/tables/{table}")["seats"]
            player = players[next(seat["seat"] for seat in seats if seat["thinking"])]
            player.play()
            player.rest()

    def player(self, table: str, token: str | None, session: str | None = None) -> Player:
        """Sit at a table without a browser, with the token of a seat or the session of an account."""
        return Player(self, table, token, session)


class Player:
    """Talk to a table as a browser would, message by message."""

    def __init__(self, server: Server, table: str, token: str | None, session: str | None = None) -> None:
        self._open = ExitStack()
        address = f"ws://127.0.0.1:{server.port}/ws/tables/{table}"
        # It reads only when a test asks it to; what comes meanwhile waits, and no pings are answered.
        socket = connect(address, proxy=None, max_queue=None, ping_interval=None)
        self._socket: ClientConnection = self._open.enter_context(socket)
        self._turns = 0
        self.sync: dict[str, Any] = {}
        self.events: list[Any] = []
        """All that has happened since this player came, as far as it was read."""
        self.say("hello", token=token, session=session)
        self.wait(lambda message: message["type"] == "sync")

    def say(self, kind: str, **message: Any) -> None:
        self._socket.send(json.dumps({"type": kind, **message}))

    def wait(self, wanted: Any) -> dict[str, Any]:
        """Read on until a message is `wanted`."""
        while True:
            message = json.loads(self._socket.recv())
            assert message.get("code", "stale") == "stale" or wanted(message), message
            if message["type"] == "sync":
                self.sync = message
                self.events += [event for update in message["updates"] for event in update["events"]]
            if wanted(message):
                return message

    def rest(self) -> None:
        """Read on until the table has done all that follows from what was said so far, such as turns without a choice.

        It hears one request that changes something after the other; this one it refuses when its turn has come.
        """
        self.say("start")
        self.wait(lambda message: message.get("code") == "wrong_time")

    def play(self, *actions: str) -> None:
        """Play a turn: these actions, by their text, then whatever comes first; wait until it counts."""
        while not self._played(actions):
            self.wait(lambda message: message["type"] == "sync")

    def _played(self, actions: tuple[str, ...]) -> bool:
        """Try to play; False when the table has moved on meanwhile, of which the next sync tells."""
        draft = self.sync["draft"]
        if not draft or draft["confirmed"]:
            wanted = self.wait(lambda message: message["type"] == "sync" and _owed(message["draft"]))
            draft = wanted["draft"]
        wishes = iter(actions)
        while not draft["complete"]:
            text = next(wishes, draft["legal"][0]["text"])
            action = next(each for each in draft["legal"] if each["text"] == text)
            self.say("decide", version=draft["version"], step=draft["step"], action=action["id"])
            answer = self.wait(lambda message: message["type"] in {"draft", "refused"})
            if answer["type"] == "refused":
                return False
            draft = answer
        self._turns += 1
        version = draft["version"]
        decisions = [action["id"] for action in draft["decisions"]]
        self.say("confirm", version=version, decisions=decisions, turn=f"by-hand-{self._turns}")
        self.wait(lambda message: message["type"] == "sync" and message["version"] > version)
        return True

    def play_to_the_end(self) -> None:
        """Play whatever comes first whenever it is this player's turn, until the game is over."""
        while self.sync["table"]["status"] == "running":
            draft = self.sync["draft"]
            if _owed(draft):
                self._played(())
            else:
                self.wait(lambda message: message["type"] == "sync")

    def close(self) -> None:
        self._open.close()


def _owed(draft: Any) -> bool:
    return draft is not None and not draft["confirmed"]
