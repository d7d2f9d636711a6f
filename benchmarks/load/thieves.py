"""Use the session of a moderator as its thief would, until it is worth nothing, and count what still works then."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from load.intruders import ANSWERED, PASSWORD, Client
from load.websocket import WebSocket

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

THIEF = "192.0.2.250"
"""Where the thief comes from."""
OTHER_PASSWORD = "another horse, another battery"  # noqa: S105 - of an account that lasts as long as a benchmark
UNAUTHENTICATED = 401

Deed: TypeAlias = tuple[str, str, dict[str, Any] | None]


def looks_around() -> list[Deed]:
    """List what a moderator can look at without naming anything."""
    pages = ("reports", "people", "log", "tournaments", "tables?by=Rolf", "chats/lobby")
    return [("GET", f"/api/moderation/{page}", None) for page in pages]


def does_harm(account: str, table: str) -> list[Deed]:
    """List what a thief could do to a person and to a table."""
    why = {"why": "Because I can."}
    return [
        ("POST", f"/api/moderation/people/{account}/suspension", why),
        ("POST", f"/api/moderation/people/{account}/reset", {}),
        ("POST", "/api/moderation/chats/lobby/mutes", {"name": "Nina"}),
        ("POST", f"/api/moderation/tables/{table}/closing", why),
        ("POST", f"/api/moderation/tables/{table}/deletion", why),
        ("POST", "/api/moderation/tables/deletions", {"by": "Nina", "since": 0, **why}),
    ]


@dataclass
class Moderator:
    """Sign a moderator in, lose a session, and end it in one of three ways."""

    owner: Client
    thief: Client
    name: str
    run: Callable[..., Awaitable[str]]
    """Runs one of the operator's commands."""
    harm: list[Deed]
    password: str = PASSWORD

    async def robbed(self) -> dict[str, Any]:
        """Be robbed three times; return what the thief could do before each end and after it."""
        await self.run("people", "trust", self.name)
        return {
            "session_ended": await self._once(self._end_session),
            "password_changed": await self._once(self._change_password),
            "distrusted": await self._once(self._distrust),
        }

    async def _once(self, end: Callable[[str], Awaitable[None]]) -> dict[str, Any]:
        stolen, kept = [await self._sign_in(device) for device in ("Phone", "Desk")]
        closed: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        greeted = asyncio.Event()
        socket = WebSocket(lambda _: greeted.set(), lambda: closed.set_result(time.perf_counter()))
        await socket.connect(self.owner.host, self.owner.port, "/api/chat/lobby")
        socket.send(msgspec.json.encode({"type": "hello", "session": stolen}))
        await greeted.wait()
        before = await self._tried(stolen, [*looks_around(), self.harm[0]])
        began = time.perf_counter()
        await end(kept)
        ended = time.perf_counter()
        while (await self._steal(stolen, looks_around()[0]))[0] in ANSWERED:
            pass
        refused = time.perf_counter()
        found = {
            "before": before,
            "took_ms": round((ended - began) * 1000, 1),
            "refused_after_ms": round((refused - ended) * 1000, 1),
            "after": await self._tried(stolen, [*looks_around(), *self.harm]),
        }
        if (await self._ask(self.thief, "GET", "/api/me", None, stolen))[0] == UNAUTHENTICATED:
            found["closed_after_ms"] = round((await asyncio.wait_for(closed, 30) - ended) * 1000, 1)
        return found

    async def _tried(self, session: str, deeds: list[Deed]) -> dict[str, int]:
        """Try some deeds; return how often each answer came."""
        answers: Counter[str] = Counter()
        for deed in deeds:
            status, answer = await self._steal(session, deed)
            answers["done" if status in ANSWERED else answer["code"]] += 1
        return dict(answers)

    async def _steal(self, session: str, deed: Deed) -> tuple[int, Any]:
        return await self._ask(self.thief, *deed, session)

    async def _sign_in(self, device: str) -> str:
        wish = {"name": self.name, "password": self.password, "device": device}
        status, answer = await self._ask(self.owner, "POST", "/api/sessions", wish)
        if status not in ANSWERED:
            raise RuntimeError(f"{self.name} cannot sign in: {answer}")
        return str(answer["session"])

    async def _end_session(self, kept: str) -> None:
        """Sign the lost device out, on another one."""
        _, me = await self._ask(self.owner, "GET", "/api/me", None, kept)
        phone = next(each["id"] for each in me["sessions"] if each["device"] == "Phone")
        await self._done("DELETE", f"/api/sessions/{phone}", None, kept)

    async def _change_password(self, kept: str) -> None:
        """Change the password, which ends all other sessions."""
        wish = {"sure": {"password": self.password}, "new": OTHER_PASSWORD}
        await self._done("POST", "/api/me/password", wish, kept)
        self.password = OTHER_PASSWORD

    async def _distrust(self, _: str) -> None:
        """Let the operator take the trust back; the session holds, as that of somebody like all others."""
        await self.run("people", "distrust", self.name)

    async def _done(self, method: str, path: str, body: object, session: str) -> None:
        status, answer = await self._ask(self.owner, method, path, body, session)
        if status not in ANSWERED:
            raise RuntimeError(f"expected {path} to be done, got {answer}")

    async def _ask(
        self, client: Client, method: str, path: str, body: object, session: str | None = None
    ) -> tuple[int, Any]:
        client.close()  # a server ends connections that were quiet; the next request makes another
        return await asyncio.to_thread(client.ask, method, path, body, session)
