"""Players who remember every turn they sent and everything they were told, and who come back after a crash.

Some play as programs do, by drafts on the server; others as pages: they are told what changes of a record, decide on
their own copy of it, and the server hears of a turn once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import websockets

from eddyline.server.base.delta import patched
from support.at_home import AtHome

if TYPE_CHECKING:
    import random

AGAIN_TOLD = 300
"""Versions that are compared after a restart with what was told before."""
BROKEN = (OSError, websockets.WebSocketException, asyncio.IncompleteReadError)
"""What a connection raises when its server is killed."""
AGAIN = 0.2
"""Seconds after which a turn is sent again that could not be saved, or about which nothing is known."""


@dataclass
class Sent:
    """A turn that was confirmed, as it was sent."""

    message: dict[str, Any]
    acknowledged: bool = False


@dataclass
class Player:
    """Play one seat at random."""

    table: str
    token: str
    rng: random.Random
    at_home: bool = False
    """Whether it plays as a page does."""
    seat: int = -1
    announced: dict[int, Any] = field(default_factory=dict)
    """Every update it was told, by version."""
    sent: dict[str, Sent] = field(default_factory=dict)
    """By turn id."""
    open: Sent | None = None
    """The turn that has not been acknowledged."""
    refused: bool = False
    """The open turn was refused; the next sync shows whether it counts all the same."""
    asked: int | None = None
    """Step at which a decision was asked for that has not been answered."""
    state: Any = None
    """What it was told as a page: all that the server's patches have made."""
    newest: int = 0
    over: bool = False
    found: list[str] = field(default_factory=list)
    """What should never happen, and did."""
    refusals: Counter[str] = field(default_factory=Counter)
    """What it was told when the store failed."""
    closed: str | None = None
    """Why the table was not shown, if it was refused."""
    said: dict[str, Any] = field(default_factory=dict)
    """The message it sent last."""
    looked: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the table was shown or refused for the first time."""
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the table has gone on since this connection began."""

    @property
    def known(self) -> int:
        """Return the version from which it asks for the story again; that of a long game is not sent whole."""
        return max(0, self.newest - AGAIN_TOLD)

    async def play(self, address: str) -> None:
        """Connect, check what is remembered, and play until the game is over or the connection breaks."""
        self.asked, self.refused = None, False
        url = f"{address.replace('http', 'ws', 1)}/ws/tables/{self.table}"
        with contextlib.suppress(*BROKEN):
            async with websockets.connect(url, compression=None, open_timeout=30, proxy=None) as socket:
                first = await self._greet(socket)
                if first["type"] != "sync":
                    self.closed = first["code"]
                    self.looked.set()
                    return
                self.closed = None
                self._compare(first)
                if self.open is not None and not self.over:
                    # As the browser does: under the same id.
                    await self._say(socket, self.open.message)
                await self._answer(socket, first, fresh=self.open is None)
                self.looked.set()
                async for text in socket:
                    await self._answer(socket, self._read(text), fresh=True)
                    if self.over:
                        return

    async def _greet(self, socket: websockets.ClientConnection) -> dict[str, Any]:
        """Say hello; return the state with the whole story from `known` on, or the refusal."""
        # As the browser does it, first: a process that has not heard of the newest version yet looks for it.
        for since in dict.fromkeys((self.newest, self.known)):
            page = {"deltas": True, "record": True} if self.at_home else {}
            await socket.send(json.dumps({"type": "hello", "token": self.token, "since": since, **page}))
            first = self._read(await socket.recv())
            while first["type"] != "refused" and not _tells_from(first, since):
                first = self._read(await socket.recv())
            if first["type"] == "refused":
                break
        return first

    def _read(self, text: str | bytes) -> dict[str, Any]:
        """Decode a message; what a page is told becomes the state that others are sent."""
        message: dict[str, Any] = json.loads(text)
        if message["type"] != "delta":
            return message
        self.state = patched(self.state, message["patch"])
        state, version = {key: self.state[key] for key in ("you", "table", "draft")}, message["version"]
        if self.state["position"] is not None:
            state["draft"] = self._drafted(version)
        return {"type": "sync", "version": version, "updates": message["updates"], **state}

    def _drafted(self, version: int) -> dict[str, Any] | None:
        """Draft a turn at random, if this seat owes one, or show the secret one that it has confirmed."""
        home = AtHome(self.state["table"]["game"], self.state["you"], self.state["position"])
        draft = home.draft()
        while draft is not None and not draft["complete"] and not draft["confirmed"]:
            decisions = [action["id"] for action in (*draft["decisions"], self.rng.choice(draft["legal"]))]
            draft = home.draft(decisions)
        return draft and {**draft, "version": version}

    def _compare(self, sync: dict[str, Any]) -> None:
        """Check after a restart that nothing that was announced has changed or is missing."""
        self.seat = sync["you"]
        now = {update["version"]: update for update in sync["updates"]}
        for version, update in self.announced.items():
            if version > self.known and now.get(version) != update:
                self.found.append(f"{self.table}: version {version} was {update} and is {now.get(version)}")
        if list(now) != list(range(self.known + 1, sync["version"] + 1)):
            self.found.append(f"{self.table}: versions are not gapless: {list(now)}")

    async def _answer(self, socket: websockets.ClientConnection, message: dict[str, Any], *, fresh: bool) -> None:
        if message["type"] == "refused":
            await self._refused(socket, message)
        if message["type"] == "sync":
            self._hear(message)
        draft = message if message["type"] == "draft" else message.get("draft")
        # A state that was owed anyway answers, too, once its draft has the decision. Another player's secret choice
        # does not: who asked again then would send two turns, of which the log has one.
        if message["type"] == "draft" or (message["type"] == "sync" and not (draft and draft["step"] == self.asked)):
            self.asked = None
        if not fresh or not draft or draft["confirmed"] or self.asked is not None or self.open is not None or self.over:
            return
        if draft["complete"]:
            turn = f"turn-{self.rng.getrandbits(64):016x}"
            decisions = [action["id"] for action in draft["decisions"]]
            self.open = Sent({"type": "confirm", "version": draft["version"], "decisions": decisions, "turn": turn})
            self.sent[turn] = self.open
            await self._say(socket, self.open.message)
        else:
            self.asked = draft["step"]
            action = self.rng.choice(draft["legal"])["id"]
            ask = {"type": "decide", "version": draft["version"], "step": draft["step"], "action": action}
            await self._say(socket, ask)

    async def _say(self, socket: websockets.ClientConnection, message: dict[str, Any]) -> None:
        self.said = message
        await socket.send(json.dumps(message))

    def _hear(self, sync: dict[str, Any]) -> None:
        updates = sync["updates"]
        self.announced |= {update["version"]: update for update in updates}
        if sync["version"] > self.newest > 0:
            self.moved.set()
        self.newest = max(self.newest, sync["version"])
        if self.open is not None and self._counts(sync, self.open):
            self.open.acknowledged = True
            self.open = None
        elif self.refused:
            # A draft that was lost with the server is decided again; the turn that named it did not count.
            self.open = None
        self.refused = False
        if sync["table"]["status"] == "over":
            self.over = True
            self.moved.set()

    def _counts(self, sync: dict[str, Any], turn: Sent) -> bool:
        """Tell whether a sync says that a turn has been played."""
        draft = sync["draft"]
        decisions = [action["id"] for action in draft["decisions"]] if draft and draft["confirmed"] else None
        played = any(u["seat"] == self.seat and u["version"] > turn.message["version"] for u in sync["updates"])
        return played or decisions == turn.message["decisions"]

    async def _refused(self, socket: websockets.ClientConnection, message: dict[str, Any]) -> None:
        if message["code"] in {"store", "unsettled"} and self.open is not None:
            self.refusals[f"{message['code']}: {message['message']}"] += 1
            await asyncio.sleep(AGAIN)
            await self._say(socket, self.open.message)
            return
        if message["code"] == "too_fast":
            # Nobody plays as fast by hand. The server has let it wait; what it refused is said again.
            await self._say(socket, self.said)
            return
        if message["code"] != "stale":
            self.found.append(f"{self.table}, seat {self.seat}: refused: {message}")
        # A sync follows, from which it goes on.
        self.refused, self.asked = self.asked is None, None


def _tells_from(message: dict[str, Any], since: int) -> bool:
    """Tell whether a message is a state with all that has happened after a version."""
    if message["type"] != "sync":
        return False
    return message["version"] <= since or [update["version"] for update in message["updates"]][:1] == [since + 1]
