"""Make accounts for bots that play from outside: a person's programs, which come with a token.

A bot's account has no password, no passkey and no recovery codes. Its tokens are sessions that do not end by
themselves. It may take seats, play, and see its own account; everything else is for people.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from eddyline.protocol import accounts as messages
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts import account as log
from eddyline.server.accounts import sessions
from eddyline.server.base.direction import isolated
from eddyline.server.base.names import BOT_MARK, clean_name, refuse_reserved

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from eddyline.server.accounts.account import Account
    from eddyline.server.accounts.people import People
    from eddyline.server.base.outside import Outside

MOST_BOTS = 5
"""Bots of a person."""
MOST_TOKENS = 10
"""Tokens of a bot."""
MOST_TABLES = 20
"""Tables that are not over where a bot has a seat, without those of tournaments.

Rematches are never too many: each takes the place of a table that is over."""


def marked(name: str) -> str:
    """Return the name of a bot that is to be called so. Raises RefusalError."""
    tidy = clean_name(name)
    own = tidy[len(BOT_MARK) :] if tidy.casefold().startswith(BOT_MARK.casefold()) else tidy
    refuse_reserved(own)
    return tidy if own != tidy else clean_name(BOT_MARK + tidy)


class Bots:
    """Make bots and their tokens, for their owners. Methods raise RefusalError."""

    def __init__(self, people: People, outside: Outside, plays: Callable[[str, str], Awaitable[bool]]) -> None:
        """Let `plays` tell whether an account has something to play at a table, now or later."""
        self._people = people
        self._outside = outside
        self._plays = plays
        self._sitting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By bot: two requests of one at the same moment are counted one after the other."""

    async def of(self, owner: Account) -> list[Account]:
        """Return the bots of a person, the oldest first."""
        found = [await self._people.find(bot) for bot in owner.bots]
        return [bot for bot in found if bot is not None]

    async def own(self, owner: Account, bot: str) -> Account:
        """Return a bot of a person."""
        found = await self._people.find(bot) if bot in owner.bots else None
        if found is None:
            raise RefusalError("unknown", "You have no such bot (any more).")
        return found

    async def make(self, owner: Account, wish: messages.NewBot) -> messages.BotToken:
        """Make a bot with a first token."""
        name, account = await self._people.free(marked(wish.name)), self._outside.table_id()
        living = {bot.id for bot in await self.of(owner)}
        _must_have_room(len(living))
        secret, session = sessions.new_token(account)

        def note(now: Account) -> Sequence[log.Entry]:
            gone = tuple(bot for bot in now.must_exist().bots if bot not in living)
            _must_have_room(len(now.bots) - len(gone))
            return [*([log.BotsGone(accounts=gone)] if gone else []), log.BotMade(account=account)]

        await self._people.claims.claim(name, account)
        await self._people.accounts.change(owner.id, note)
        begun = (log.Created(name=name, owner=owner.id), log.SignedIn(session=session, device=wish.label))
        await self._people.accounts.change(account, lambda _: begun)
        return messages.BotToken(account=account, name=name, token=secret)

    async def add_token(self, owner: Account, bot: str, wish: messages.NewToken) -> messages.BotToken:
        """Make one more token."""
        found = await self.own(owner, bot)
        secret, session = sessions.new_token(bot)

        def add(now: Account) -> Sequence[log.Entry]:
            if len(now.must_exist().sessions) >= MOST_TOKENS:
                raise RefusalError("full", f"A bot has at most {MOST_TOKENS} tokens; revoke one first.")
            return [log.SignedIn(session=session, device=wish.label)]

        await self._people.accounts.change(bot, add)
        return messages.BotToken(account=bot, name=found.name, token=secret)

    async def revoke(self, owner: Account, bot: str, token: str) -> None:
        """Revoke a token, by its id; connections that were opened with it are closed."""
        await self._people.end_session(await self.own(owner, bot), token)

    @contextlib.asynccontextmanager
    async def sitting_down(self, person: Account | None) -> AsyncIterator[None]:
        """Let a bot take a seat while the block runs, if it has not too many; all others may.

        The log of its account says how many it has; the tables are looked at only when these are too many.
        """
        if person is None or person.owner is None:
            yield
            return
        async with self._sitting.setdefault(person.id, asyncio.Lock()):
            now = await self._people.accounts.read(person.id)
            if len(now.seated) >= MOST_TABLES:
                now = await self._look_over(now)
            if len(now.seated) >= MOST_TABLES:
                raise RefusalError(
                    "full", f"{isolated(now.name)} plays at {MOST_TABLES} tables already; it has to finish one first."
                )
            yield

    async def _look_over(self, bot: Account) -> Account:
        """Note at which tables a bot has nothing to play any more; return its account as it is then."""
        left = {table for table in bot.seated if not await self._plays(bot.id, table)}

        def note(now: Account) -> Sequence[log.Entry]:
            noted = sorted(left & now.must_exist().seated)
            return [log.TablesLeft(tables=tuple(noted))] if noted else []

        return await self._people.accounts.change(bot.id, note)

    async def forget(self, owner: Account, bot: str) -> None:
        """Note that a bot was deleted."""
        await self._people.accounts.change(
            owner.id, lambda now: [log.BotsGone(accounts=(bot,))] if bot in now.must_exist().bots else []
        )


def _must_have_room(bots: int) -> None:
    if bots >= MOST_BOTS:
        raise RefusalError("full", f"You may have at most {MOST_BOTS} bots; delete one first.")
