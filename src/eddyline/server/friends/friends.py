"""Know who is whose friend."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import msgspec

from eddyline.protocol.friends import Friend
from eddyline.protocol.friends import Friends as Told
from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.direction import isolated
from eddyline.server.base.names import clean_name, place_in_order
from eddyline.server.friends import contacts
from eddyline.server.friends import pair as log
from eddyline.server.friends.admission import Admission
from eddyline.server.friends.memos import Memos
from eddyline.server.friends.privacy import Choices
from eddyline.server.logs.ledger import Ledger
from eddyline.server.table.audience import Circle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from eddyline.protocol.friends import Whom
    from eddyline.server.accounts.account import Account
    from eddyline.server.accounts.people import People
    from eddyline.server.friends.pair import Pair
    from eddyline.server.store import Store

OWN = log.Asked | log.Accepted | log.Called | log.NotNow
"""What people are told that others have done."""


class Friends:
    """Know the friends of all accounts of a store. Methods raise RefusalError."""

    def __init__(
        self, store: Store, clock: Callable[[], float], people: People, changed: Callable[[str, str], None]
    ) -> None:
        """Let `changed` know of two accounts that stand to each other as they did not before."""
        self.people = people
        self.admission = Admission(people, self)
        self._pairs: Ledger[log.Entry, Pair] = Ledger(store, clock, log.KIND)
        self._contacts: Ledger[contacts.Met, contacts.Contacts] = Ledger(store, clock, contacts.KIND)
        self.choices = Choices(store, clock, self.between)
        self.memos = Memos(store, clock, people)
        self._changed = changed
        self._clock = clock

    async def between(self, one: str, other: str) -> Pair:
        """Return how two accounts stand to each other."""
        return await self._pairs.read(log.key(one, other))

    async def circle(self, account: str) -> Circle:
        """Return how everybody stands to an account."""
        pairs = [(other, await self.between(account, other)) for other in await self._met(account)]
        return Circle(
            frozenset(other for other, pair in pairs if pair.friends),
            frozenset(other for other, pair in pairs if pair.apart),
        )

    async def of(self, me: str) -> Told:
        """Tell somebody of their friends, and of those who ask, were asked or are blocked."""
        found: list[tuple[Friend, Pair]] = []
        for other in await self._met(me):
            pair, name = await self.between(me, other), await self.people.name_of(other)
            if name is not None:
                found.append((Friend(account=other, name=name), pair))
        found.sort(key=lambda each: place_in_order(each[0].name))
        return Told(
            friends=tuple(friend for friend, pair in found if pair.friends),
            asking=tuple(friend for friend, pair in found if pair.asks(me)),
            asked=tuple(friend for friend, pair in found if pair.asked == me),
            blocked=tuple(friend for friend, pair in found if me in pair.blocked),
        )

    async def named(self, accounts: Iterable[str]) -> tuple[Friend, ...]:
        """Name accounts, in the order of their names, without those that are not there any more."""
        found = [(account, await self.people.name_of(account)) for account in accounts]
        people = [Friend(account=account, name=name) for account, name in found if name is not None]
        return tuple(sorted(people, key=lambda friend: place_in_order(friend.name)))

    async def whom(self, wish: Whom) -> Account:
        """Return the account that somebody means."""
        if wish.account is not None and wish.name is None:
            found = await self.people.find(wish.account)
            told = "There is no such person here (any more)."
        elif wish.name is not None and wish.account is None:
            name = clean_name(wish.name)
            found = await self.people.named(name)
            told = f"There is no account with the name {isolated(name)} here."
        else:
            raise RefusalError("bad_message", "expected either a name or an account, got both or neither")
        if found is None:
            raise RefusalError("unknown", told)
        return found

    # ---- what somebody does ----

    async def ask(self, me: str, other: str) -> None:
        """Ask somebody to be friends, or accept what they have asked."""
        if me == other:
            raise RefusalError("bad_message", "expected somebody else, got yourself")
        await self._meet(me, other)
        await self._meet(other, me)
        await self._change(me, other, lambda pair: pair.ask(me))

    async def end(self, me: str, other: str) -> None:
        """End a friendship, decline what was asked, or take it back."""
        await self._change(me, other, lambda pair: pair.end(me))

    async def block(self, me: str, other: str) -> None:
        """Keep somebody away."""
        if me == other:
            raise RefusalError("bad_message", "expected somebody else, got yourself")
        await self._meet(me, other)
        with contextlib.suppress(RefusalError):  # the other one need not find it
            await self._meet(other, me)
        await self._change(me, other, lambda pair: pair.block(me))

    async def unblock(self, me: str, other: str) -> None:
        """Keep somebody away no more."""
        await self._change(me, other, lambda pair: pair.unblock(me))

    # ---- calls to a table ----

    async def call(self, me: str, other: str, table: str, game: str) -> None:
        """Call a friend to a table where one sits."""
        await self._change(me, other, lambda pair: pair.call(me, table, game, self._now()))

    async def not_now(self, me: str, table: str) -> None:
        """Answer everybody who has called one to a table that one does not come."""
        for other in await self._met(me):
            await self._pairs.change(log.key(me, other), lambda pair: pair.not_now(me, table))

    async def calls(self, me: str) -> list[tuple[str, str, log.Call]]:
        """List the calls that last: who calls whom, the newest first; one of the two is `me`."""
        found = []
        for other in await self._met(me):
            pair = await self.between(me, other)
            for by, whom in ((me, other), (other, me)):
                if (call := pair.call_of(by, self._now())) is not None:
                    found.append((by, whom, call))
        return sorted(found, key=lambda each: -each[2].at)

    def _now(self) -> int:
        return int(self._clock() * 1000)

    # ---- what is kept ----

    async def told_of(self, me: str) -> list[dict[str, object]]:
        """List what an account has done about friends, and what others have asked it and accepted.

        Nobody reads there who has blocked them.
        """
        lines: list[dict[str, object]] = []
        for other in await self._met(me):
            for row in await self._pairs.rows(log.key(me, other)):
                entry = log.KIND.decoder.decode(row.body)
                if entry.by == me or isinstance(entry, OWN):
                    lines.append({"friend": other, "at": row.at, **msgspec.json.decode(row.body)})
        return lines

    async def forget(self, me: str) -> None:
        """Delete all that is kept of an account's friends."""
        for other in await self._met(me):
            await self._pairs.delete(log.key(me, other))
            self._changed(me, other)
        await self._contacts.delete(me)

    # ---- internals ----

    async def _met(self, account: str) -> Sequence[str]:
        return tuple((await self._contacts.read(account)).accounts)

    async def _meet(self, account: str, other: str) -> None:
        await self._contacts.change(account, lambda now: now.meet(other))

    async def _change(self, me: str, other: str, make: Callable[[Pair], Sequence[log.Entry]]) -> None:
        await self._pairs.change(log.key(me, other), make)
        self._changed(me, other)
