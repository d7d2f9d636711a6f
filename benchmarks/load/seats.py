"""Hold seats at tables of a server, and play them: a program that `server.py` and `scale.py` start.

It takes orders on stdin, one JSON object a line, and answers with lines of JSON. Every seat plays as the browser does:
it asks for what changes and for the game's record, decides at random on its own copy of it, with the same rules, and
sends a whole turn with `confirm`. An older server keeps the drafts; then each decision is a `decide`.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from typing import Any

import msgspec
import numpy as np

from eddyline.engine.registry import game
from eddyline.server.base.delta import patched
from load.orders import obey, say
from load.websocket import WebSocket

FIRST_WAIT, LONGEST_WAIT, GROWTH = 0.4, 8.0, 1.7
"""Seconds before a lost connection is tried again, as in web/src/lib/connection.ts."""
AT_ONCE = 50
"""Connections that are opened at the same time."""
CHANCE = random.Random(2026)  # noqa: S311 - random play, not a secret


class Seated(msgspec.Struct):
    """Name a seat: its table, and the token of its player."""

    table: str
    seat: int
    token: str


class Action(msgspec.Struct):
    """Read of a decision what is sent back."""

    id: int


class Draft(msgspec.Struct):
    """Read of a draft what the next step needs."""

    version: int
    step: int
    decisions: list[Action]
    legal: list[Action]
    complete: bool
    confirmed: bool


class Table(msgspec.Struct):
    """Read of a table whether its game goes on, and where."""

    game: str
    version: int
    status: str
    rematch: str | None = None


class Position(msgspec.Struct):
    """Read of a position what a turn is drafted on."""

    record: tuple[bytes, ...]
    asked: bool
    turn: tuple[int, ...] | None


class Update(msgspec.Struct):
    """Read of an update whose turn it was."""

    seat: int | None = None


class Sync(msgspec.Struct):
    """Read of a state what concerns this seat."""

    table: Table
    draft: Draft | None
    updates: list[Update]
    position: Position | None = None


class Delta(msgspec.Struct):
    """Read of a change what is patched, and whose turn it was."""

    patch: Any
    updates: list[Update]


class Kind(msgspec.Struct):
    """Read of any message what it is, and of a refusal why."""

    type: str
    code: str = ""


_kind = msgspec.json.Decoder(Kind)
_sync = msgspec.json.Decoder(Sync)
_delta = msgspec.json.Decoder(Delta)
_draft = msgspec.json.Decoder(Draft)
_encode = msgspec.json.Encoder().encode


def next_step(draft: Draft, turn: str) -> dict[str, Any]:
    """Return the message that carries a turn on: a random decision, or the confirmation of a complete turn."""
    if draft.complete:
        decisions = [action.id for action in draft.decisions]
        return {"type": "confirm", "version": draft.version, "decisions": decisions, "turn": turn}
    return {"type": "decide", "version": draft.version, "step": draft.step, "action": CHANCE.choice(draft.legal).id}


def random_turn(table: Table, seat: int, position: Position) -> Draft | None:
    """Draft a whole turn on a copy of the position; None when the seat owes none."""
    if not position.asked or position.turn is not None:
        return None
    rules = game(table.game)
    states, out = np.frombuffer(bytearray(b"".join(position.record)), rules.dtype), np.empty(rules.max_legal, np.int16)
    decisions = []
    while rules.doors.to_act(states, 0) >> seat & 1:
        action = int(out[CHANCE.randrange(rules.doors.legal(states, 0, seat, out))])
        rules.doors.decide(states, 0, seat, action)
        decisions.append(Action(action))
    return Draft(table.version, len(decisions), decisions, [], complete=True, confirmed=False)


def wait_before(failures: int) -> float:
    """Return the seconds before the next attempt to connect; half of them are random."""
    wait = min(LONGEST_WAIT, FIRST_WAIT * GROWTH ** (failures - 1))
    return wait / 2 + CHANCE.random() * wait / 2


class Seat:
    """Stay connected, play when it is this seat's turn, and count."""

    def __init__(self, program: Program, seated: Seated) -> None:
        self._program = program
        self._seat = seated.seat
        self._token = seated.token
        self._table = seated.table
        self._socket: WebSocket | None = None
        self._draft: Draft | None = None
        self._asked = False
        """Whether a decision or confirmation is on its way; until it is answered, states that come show it undone."""
        self._confirmed_at: float | None = None
        self._moved_on = False
        self._fresh = True
        self._state: dict[str, Any] = {}
        """Draft and table as they were told last, for a server that tells what changes."""
        self.synced = 0
        """Connections on which it has been brought up to date."""
        self.forget()

    def forget(self) -> None:
        """Start counting anew."""
        self.turns = 0
        self.waits: list[float] = []
        self.refused = 0
        self.wire = -self._socket.wire if self._socket else 0
        self.plain = -self._socket.plain if self._socket else 0

    def received(self) -> tuple[int, int]:
        """Return the bytes received since counting began: as they came, and decompressed."""
        socket = self._socket
        return self.wire + (socket.wire if socket else 0), self.plain + (socket.plain if socket else 0)

    async def connect(self) -> None:
        """Connect, and try again for as long as it takes."""
        failures = 0
        while True:
            try:
                async with self._program.opening:
                    path = f"/ws/tables/{self._table}"
                    host, port = self._program.host, self._program.port
                    self._fresh = True
                    socket = WebSocket(self._hear, self._lost)
                    await socket.connect(host, port, path)
            except OSError:
                failures += 1
                await asyncio.sleep(wait_before(failures))
            else:
                self._socket = socket
                socket.send(_encode({"type": "hello", "token": self._token, "deltas": True, "record": True}))
                return

    def go_on(self) -> None:
        """Take the next step of a turn that is owed."""
        draft = self._draft
        if draft is None or draft.confirmed or not self._program.playing:
            return
        if self._program.pause:
            asyncio.get_running_loop().call_later(self._program.pause * CHANCE.uniform(0.5, 1.5), self._step, draft)
        else:
            self._step(draft)

    def _step(self, draft: Draft) -> None:
        if draft is not self._draft or self._socket is None:
            return  # the table has moved on meanwhile
        message = next_step(draft, f"{self._table}-{self._seat}-{CHANCE.getrandbits(40):x}")
        if draft.complete:
            self._confirmed_at = time.perf_counter()
        self._draft, self._asked = None, True
        self._socket.send(_encode(message))

    def _hear(self, data: bytes) -> None:
        kind = _kind.decode(data)
        if kind.type == "sync":
            self._catch_up(_sync.decode(data))
        elif kind.type == "delta":
            self._follow(_delta.decode(data))
        elif kind.type in ("draft", "held"):
            self._asked = False
            self._draft = _draft.decode(data)
            self.go_on()
        elif kind.type == "refused" and kind.code == "bad_message" and self._fresh and self._socket is not None:
            # An older server, which only knows whole states.
            self._socket.send(_encode({"type": "hello", "token": self._token}))
        elif kind.type == "refused":
            self._asked = False
            self.refused += 1
            if kind.code != "stale":
                sys.exit(f"expected to play on, was refused: {data.decode()}")

    def _follow(self, delta: Delta) -> None:
        if isinstance(delta.patch, list):
            self._state = delta.patch[0]
        else:
            for part in delta.patch.keys() & {"table", "draft", "position"}:
                self._state[part] = patched(self._state[part], delta.patch[part])
        self._catch_up(msgspec.convert({**self._state, "updates": delta.updates}, Sync))

    def _catch_up(self, sync: Sync) -> None:
        if self._confirmed_at is not None and any(update.seat == self._seat for update in sync.updates):
            self.waits.append((time.perf_counter() - self._confirmed_at) * 1000)
            self.turns += 1
            self._confirmed_at, self._asked = None, False
        if self._fresh:
            self._fresh = False
            self.synced += 1
            self._program.seen()
        if sync.table.status == "over":
            self._move_on(sync.table.rematch)
        elif sync.table.status == "open":
            if self._seat == 0 and self._socket is not None:
                self._socket.send(_encode({"type": "start"}))
        elif not self._asked:
            here = sync.position
            self._draft = sync.draft if here is None else random_turn(sync.table, self._seat, here)
            self.go_on()

    def _move_on(self, rematch: str | None) -> None:
        """Play the next game with the same people; seat 0 asks for it."""
        assert self._socket is not None
        if rematch is not None and not self._moved_on:
            self._moved_on = True
            self._table = rematch
            self._socket.close()
        elif self._seat == 0 and not self._asked:
            self._asked = True
            self._socket.send(_encode({"type": "rematch"}))

    def _lost(self) -> None:
        if self._socket is not None:
            self.wire += self._socket.wire
            self.plain += self._socket.plain
            self._socket = None
        self._draft = self._confirmed_at = None
        self._asked = False
        self._program.spawn(self._again())

    async def _again(self) -> None:
        if not self._moved_on:
            await asyncio.sleep(wait_before(1))
        self._moved_on = False
        await self.connect()


class Program:
    """Carry out orders for all seats."""

    def __init__(self) -> None:
        self.host, self.port, self.pause, self.playing = "", 0, 0.0, False
        self.opening = asyncio.Semaphore(AT_ONCE)
        self._seats: list[Seat] = []
        self._wanted = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Any) -> None:  # noqa: ANN401 - a coroutine
        """Run beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def seen(self) -> None:
        """Say so once every seat has been brought up to date as often as wanted."""
        if self._wanted and all(seat.synced >= self._wanted for seat in self._seats):
            self._wanted = 0
            say({"ready": len(self._seats)})

    def order(self, asked: dict[str, Any]) -> None:
        """Carry out one order."""
        match asked["order"]:
            case "connect":
                self.host, self.port, self.pause = asked["host"], asked["port"], asked["pause"]
                self._wanted = 1
                self._seats = [Seat(self, msgspec.convert(seated, Seated)) for seated in asked["seats"]]
                for seat in self._seats:
                    self.spawn(seat.connect())
            case "await":
                self._wanted = asked["times"]
                self.seen()
            case "play":
                self.playing = True
                for seat in self._seats:
                    seat.go_on()
            case "measure":
                for seat in self._seats:
                    seat.forget()
                say({"measuring": True})
            case "report":
                say(self._report(asked["seats_per_table"]))

    def _report(self, group: int) -> dict[str, Any]:
        wire, plain = [], []
        for start in range(0, len(self._seats), group):
            seats = self._seats[start : start + group]
            if turns := sum(seat.turns for seat in seats):
                wire += [seat.received()[0] / turns for seat in seats]
                plain += [seat.received()[1] / turns for seat in seats]
        return {
            "turns": sum(seat.turns for seat in self._seats),
            "waits_ms": [wait for seat in self._seats for wait in seat.waits],
            "wire": wire,
            "plain": plain,
            "refused": sum(seat.refused for seat in self._seats),
            "cpu_s": time.process_time(),
        }


if __name__ == "__main__":
    obey(lambda: Program().order)
