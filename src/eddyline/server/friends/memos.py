"""Keep what somebody notes about other people; nobody else ever reads it, nor learns that there is anything."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.server.logs.ledger import Kind, Ledger

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.server.accounts.people import People
    from eddyline.server.store import Store

MOST_MEMOS = 200
"""People about whom an account notes something."""


class Listed(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag="listed"):
    """Note about whom there is a memo, or is none any more: that has a log of its own, which can be deleted."""

    about: str
    there: bool = True


class Written(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag="written"):
    """Write the memo about somebody; the log of what was there before is deleted."""

    text: str


@dataclass(slots=True)
class Index:
    """Hold about whom an account has memos; changed only by `apply`."""

    key: str
    about: dict[str, None] = field(default_factory=dict)

    def apply(self, entry: Listed, at: int) -> None:  # noqa: ARG002 - when it was does not matter
        """Take in the next entry of the log."""
        self.about.pop(entry.about, None)
        if entry.there:
            self.about[entry.about] = None

    def enter(self, about: str) -> list[Listed]:
        """Note that there is a memo. Raises RefusalError when there are too many."""
        if about in self.about:
            return []
        if len(self.about) >= MOST_MEMOS:
            raise RefusalError("full", f"You have notes about {MOST_MEMOS} people, which is the limit.")
        return [Listed(about=about)]

    def strike(self, about: str) -> list[Listed]:
        """Note that there is none any more."""
        return [Listed(about=about, there=False)] if about in self.about else []


@dataclass(slots=True)
class Memo:
    """Hold a memo; changed only by `apply`."""

    key: str
    text: str = ""

    def apply(self, entry: Written, at: int) -> None:  # noqa: ARG002 - when it was does not matter
        """Take in the next entry of the log."""
        self.text = entry.text


INDEX: Kind[Listed, Index] = Kind("memos", msgspec.json.Decoder(Listed), Index)
KIND: Kind[Written, Memo] = Kind("memo", msgspec.json.Decoder(Written), Memo)


class Memos:
    """Know the memos of all accounts. Methods raise RefusalError."""

    def __init__(self, store: Store, clock: Callable[[], float], people: People) -> None:
        self._people = people
        self._indexes: Ledger[Listed, Index] = Ledger(store, clock, INDEX)
        self._memos: Ledger[Written, Memo] = Ledger(store, clock, KIND)

    async def read(self, me: str, about: str) -> str:
        """Return what somebody has noted about an account; empty: nothing."""
        return (await self._memos.read(_key(me, about))).text

    async def write(self, me: str, about: str, text: str) -> None:
        """Note something about an account in place of what was noted before; nothing is left of that."""
        if text == await self.read(me, about):
            return
        if text:
            await self._tidy(me)
            await self._indexes.change(me, lambda index: index.enter(about))
        await self._memos.delete(_key(me, about))
        if text:
            await self._memos.change(_key(me, about), lambda _: [Written(text=text)])
        else:
            await self._indexes.change(me, lambda index: index.strike(about))

    async def told_of(self, me: str) -> list[dict[str, object]]:
        """List what an account has noted about others."""
        index = await self._indexes.read(me)
        return [{"memo": about, "text": text} for about in index.about if (text := await self.read(me, about))]

    async def forget(self, me: str) -> None:
        """Delete all that an account has noted."""
        for about in tuple((await self._indexes.read(me)).about):
            await self._memos.delete(_key(me, about))
        await self._indexes.delete(me)

    async def _tidy(self, me: str) -> None:
        """Delete what is noted about accounts that are not there any more."""
        for about in tuple((await self._indexes.read(me)).about):
            if await self._people.find(about) is None:
                await self.write(me, about, "")


def _key(me: str, about: str) -> str:
    return f"{me}-{about}"
