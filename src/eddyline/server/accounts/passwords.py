"""Hash and check what people know: passwords with Argon2id, recovery codes. Everything else is left to argon2-cffi."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import heapq
import itertools
import secrets
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from eddyline.protocol.accounts import LONGEST_PASSWORD, SHORTEST_PASSWORD
from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.limits import neighbour
from eddyline.server.base.priority import step_back

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

T = TypeVar("T")

RECOVERY_CODES = 8
"""Recovery codes that are made at once."""
_GROUPS, _GROUP = 4, 4
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""As in table ids: without characters that are easily confused."""


FORGETS = 600.0
"""Seconds after which it is forgotten how often addresses have asked."""


class Turns:
    """Let one after the other, first those whose address has asked least often lately.

    Whoever signs in once does not wait until strangers have tried all their passwords.
    """

    def __init__(self) -> None:
        self._busy = False
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()
        self._asked: Counter[str] = Counter()
        self._since = 0.0

    @contextlib.asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[None]:
        """Wait for an address's turn, and keep it."""
        loop = asyncio.get_running_loop()
        if loop.time() - self._since > FORGETS:
            self._asked.clear()
            self._since = loop.time()
        near = neighbour(address)
        self._asked[near] += 1
        if self._busy:
            mine: asyncio.Future[None] = loop.create_future()
            heapq.heappush(self._waiting, (self._asked[near], next(self._numbers), mine))
            try:
                await mine
            except asyncio.CancelledError:
                if not mine.cancelled():  # it was the turn of somebody who has just gone away
                    self._pass_on()
                raise
        self._busy = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        while self._waiting:
            _, _, next_one = heapq.heappop(self._waiting)
            if not next_one.done():
                next_one.set_result(None)
                return
        self._busy = False


class Passwords:
    """Hash in a thread of its own, one at a time: each takes 64 MiB and a good part of a second.

    It starts further threads, which take every core that they are given; turns come first.
    """

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        """Use the parameters that argon2-cffi recommends (RFC 9106), unless a test wants others."""
        self._hasher = hasher or PasswordHasher()
        self._thread = ThreadPoolExecutor(1, "passwords", step_back)
        self._turns = Turns()
        self._nobody: str | None = None
        """Hash of a password that nobody knows."""

    async def hash(self, password: str, address: str, shortest: int = SHORTEST_PASSWORD) -> str:
        """Hash a new password for an address. Raises RefusalError when it is too short or too long."""
        if not shortest <= len(password) <= LONGEST_PASSWORD:
            raise RefusalError(
                "bad_message",
                f"expected a password of {shortest} to {LONGEST_PASSWORD} characters, got {len(password)}",
            )
        return await self._run(address, self._hasher.hash, password)

    async def fits(self, password: str, hashed: str | None, address: str) -> bool:
        """Return whether a password is the one that was hashed; it takes as long when there is none (`hashed` None)."""
        if self._nobody is None:
            self._nobody = await self._run(address, self._hasher.hash, secrets.token_hex())
        found = await self._run(address, self._verify, hashed or self._nobody, password[: LONGEST_PASSWORD + 1])
        return found and hashed is not None

    def outdated(self, hashed: str) -> bool:
        """Return whether a hash was made with other parameters than those of today."""
        return self._hasher.check_needs_rehash(hashed)

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, address: str, work: Callable[..., T], *args: str) -> T:
        async with self._turns.of(address):
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    def close(self) -> None:
        """Finish the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def make_codes() -> list[str]:
    """Make recovery codes such as `k7mw-p2xd-…`."""
    return [
        "-".join("".join(secrets.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS))
        for _ in range(RECOVERY_CODES)
    ]


def code_hash(code: str) -> str:
    """Hash a recovery code; case, spaces and dashes do not matter. It is random, so that SHA-256 is enough."""
    return hashlib.sha256("".join(filter(str.isalnum, code.lower())).encode()).hexdigest()
