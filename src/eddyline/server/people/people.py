"""Create accounts, sign people in and out, and know who asks."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from eddyline.server.ledger import Ledger
from eddyline.server.limits import Buckets, neighbour
from eddyline.server.names import clean_name, numbered
from eddyline.server.people import account as log
from eddyline.server.people import messages, sessions
from eddyline.server.people.claims import Claims, keys
from eddyline.server.people.passwords import Passwords, code_hash, make_codes
from eddyline.server.refusal import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.server.outside import Outside
    from eddyline.server.people.account import Account
    from eddyline.server.store import Store

TRIES, TRIES_PER_HOUR = 10, 10
"""Attempts on one name from one address, at once and in the long run."""
ALL_TRIES, ALL_TRIES_PER_HOUR = 100, 60
"""Attempts on one name from everywhere, so that its owner comes in while somebody else is guessing."""
MISTAKES, MISTAKES_PER_HOUR = 30, 120
"""Attempts of one address on any names."""

WRONG = "The name or the password is wrong."
"""The same for a name that nobody has."""


class People:
    """Know all accounts of a store. Methods raise RefusalError."""

    def __init__(self, store: Store, outside: Outside, passwords: Passwords | None = None) -> None:
        clock = outside.clock
        self._outside = outside
        self.accounts: Ledger[log.Entry, Account] = Ledger(store, clock, log.KIND)
        self.claims = Claims(store, clock, self._exists)
        self.passwords = passwords or Passwords()
        self._tries = Buckets(TRIES_PER_HOUR / 3600, TRIES, clock)
        self._all_tries = Buckets(ALL_TRIES_PER_HOUR / 3600, ALL_TRIES, clock)
        self._mistakes = Buckets(MISTAKES_PER_HOUR / 3600, MISTAKES, clock)
        self.changed: Callable[[str], None] = lambda _: None
        """Called with the id of an account of which sessions have ended."""

    async def find(self, account: str) -> Account | None:
        """Return the account of an id; None: there is none (any more)."""
        found = await self.accounts.read(account)
        return found if found.name else None

    async def name_of(self, account: str) -> str | None:
        """Return the name of an account; None: there is none (any more)."""
        found = await self.find(account)
        return None if found is None else found.name

    async def named(self, name: str) -> Account | None:
        """Return the account that a name, or one that looks like it, belongs to."""
        holder = await self.claims.holder(name)
        # As many reads for a name that nobody has.
        found = await self.find(holder or "nobody")
        return found if holder else None

    async def name_for(self, wanted: str, person: Account | None) -> str:
        """Return the name under which somebody plays or writes. Raises RefusalError for a guest who wants an account's.

        The same for one that looks like it.
        """
        if person is not None:
            return person.name
        name = clean_name(wanted)
        owner = await self.named(name)
        if owner is None:
            return name
        message = f"The name {owner.name} belongs to an account. If it is yours, sign in."
        raise RefusalError("name_taken", message, suggestion=numbered(name, [owner.name]))

    async def _exists(self, account: str) -> bool:
        return await self.find(account) is not None

    # ---- who asks ----

    async def who(self, token: str | None) -> Account | None:
        """Return whose session a secret is; None without one. Raises RefusalError when it has ended."""
        if token is None:
            return None
        parsed = sessions.parse(token)
        account = await self.find(parsed[0]) if parsed else None
        now = self._outside.clock()
        if parsed is None or account is None or not sessions.valid(account, parsed[1], now):
            raise RefusalError("signed_out", "You are not signed in on this device any more; please sign in again.")
        session = parsed[1]
        if now * 1000 - account.sessions[session].seen >= sessions.DAY:
            await self._change(account.id, log.Seen(session=session))
        return account

    # ---- coming ----

    async def create(self, wish: messages.NewAccount) -> messages.SignedIn:
        """Create an account and sign its owner in."""
        name = clean_name(wish.name)
        if await self.named(name) is not None:
            raise RefusalError("name_taken", "This name, or one that looks like it, is somebody's already.")
        hashed = await self.passwords.hash(wish.password)
        account, codes = self._outside.table_id(), make_codes()
        await self.claims.claim(name, account)
        secret, session = sessions.new_token(account)
        made: list[log.Entry] = [
            log.Created(name=name),
            log.PasswordSet(hash=hashed),
            log.CodesMade(hashes=tuple(map(code_hash, codes))),
            log.SignedIn(session=session, device=wish.device),
        ]
        await self.accounts.change(account, lambda _: made)
        return messages.SignedIn(account=account, name=name, session=secret, codes=tuple(codes))

    async def sign_in(self, wish: messages.SignIn, address: str) -> messages.SignedIn:
        """Sign in with a password. It takes as long for a name that nobody has."""
        name = clean_name(wish.name)
        self.count_try(name, address)
        account = await self.named(name)
        if not await self.passwords.fits(wish.password, account.password if account else None) or account is None:
            raise RefusalError("wrong_password", WRONG)
        renewed: list[log.Entry] = []
        if account.password and self.passwords.outdated(account.password):
            renewed = [log.PasswordSet(hash=await self.passwords.hash(wish.password))]
        return await self.begin_session(account, wish.device, renewed)

    async def recover(self, wish: messages.Recover, address: str) -> messages.SignedIn:
        """Sign in with a recovery code and set a new password; all other sessions end."""
        name = clean_name(wish.name)
        self.count_try(name, address)
        account, used = await self.named(name), code_hash(wish.code)
        hashed = await self.passwords.hash(wish.password)
        if account is None or used not in account.codes:
            raise RefusalError("wrong_password", "The name or the recovery code is wrong, or the code was used before.")
        secret, session = sessions.new_token(account.id)

        def take(now: Account) -> list[log.Entry]:
            if used not in now.must_exist().codes:  # two at the same time
                raise RefusalError("wrong_password", "This recovery code was used a moment ago.")
            return [
                log.CodeUsed(hash=used),
                log.PasswordSet(hash=hashed),
                log.SignedOut(sessions=tuple(now.sessions)),
                log.SignedIn(session=session, device=wish.device),
            ]

        await self.accounts.change(account.id, take)
        self.changed(account.id)
        return messages.SignedIn(account=account.id, name=account.name, session=secret)

    async def begin_session(self, account: Account, device: str, before: Sequence[log.Entry] = ()) -> messages.SignedIn:
        """Sign in whoever has shown to be the owner, and note what came `before`; the secret is always a new one."""
        secret, session = sessions.new_token(account.id)

        def begin(now: Account) -> list[log.Entry]:
            over = sessions.ended(now.must_exist(), self._outside.clock())
            ended = [log.SignedOut(sessions=over)] if over else []
            return [*before, *ended, log.SignedIn(session=session, device=device)]

        await self.accounts.change(account.id, begin)
        self.changed(account.id)
        return messages.SignedIn(account=account.id, name=account.name, session=secret)

    def count_try(self, name: str, address: str) -> None:
        """Count an attempt to sign in; raises RefusalError when there were too many."""
        near, about = neighbour(address), keys(name)[0]
        if not (self._mistakes.take(near) and self._tries.take((about, near)) and self._all_tries.take(about)):
            raise RefusalError("too_fast", "That were too many attempts to sign in; please wait a few minutes.")

    # ---- going, and changing what is known ----

    async def end_session(self, account: Account, session: str) -> None:
        """Sign a device out, by the hash of its secret."""
        if session in account.sessions:
            await self._change(account.id, log.SignedOut(sessions=(session,)))
            self.changed(account.id)

    async def change_password(
        self, account: Account, wish: messages.ChangePassword, session: str, address: str
    ) -> None:
        """Replace the password; all sessions end but the one that asks."""
        await self.must_be_sure(account, wish.old, address)
        hashed = await self.passwords.hash(wish.new)

        def replace(now: Account) -> list[log.Entry]:
            others = tuple(each for each in now.must_exist().sessions if each != session)
            return [log.PasswordSet(hash=hashed), *([log.SignedOut(sessions=others)] if others else [])]

        await self.accounts.change(account.id, replace)
        self.changed(account.id)

    async def must_be_sure(self, account: Account, password: str, address: str) -> None:
        """Raise RefusalError unless this is the account's password."""
        self.count_try(account.name, address)
        if not await self.passwords.fits(password, account.password):
            raise RefusalError("wrong_password", "The password is wrong.")

    async def renew_codes(self, account: Account) -> messages.Codes:
        """Replace all recovery codes."""
        codes = make_codes()
        await self._change(account.id, log.CodesMade(hashes=tuple(map(code_hash, codes))))
        return messages.Codes(codes=tuple(codes))

    async def prefer(self, account: Account, colour: int | None) -> None:
        """Choose a favourite colour."""
        if account.colour != colour:
            await self._change(account.id, log.Preferred(colour=colour))

    async def sat_down(self, account: str, table: str, game: str) -> None:
        """Note a table where the account has a seat."""
        await self.accounts.change(account, functools.partial(_sit, table=table, game=game))

    async def spoke(self, account: str, place: str) -> None:
        """Note a place where the account writes."""
        if place not in (await self.accounts.read(account)).places:
            await self._change(account, log.Spoke(place=place))

    def close(self) -> None:
        """Finish what hashes passwords."""
        self.passwords.close()

    async def _change(self, account: str, *entries: log.Entry) -> None:
        def make(now: Account) -> Sequence[log.Entry]:
            now.must_exist()
            return entries

        await self.accounts.change(account, make)


def _sit(account: Account, *, table: str, game: str) -> list[log.Entry]:
    account.must_exist()
    return [] if table in account.tables else [log.SatDown(table=table, game=game)]
