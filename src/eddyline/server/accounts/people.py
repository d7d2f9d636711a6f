"""Create accounts, sign people in and out, and know who asks."""

from __future__ import annotations

import functools
import logging
from collections import Counter
from typing import TYPE_CHECKING

from eddyline.protocol import accounts as messages
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts import account as log
from eddyline.server.accounts import sessions, vacation
from eddyline.server.accounts.claims import Claims, keys
from eddyline.server.accounts.door import Door
from eddyline.server.accounts.passkeys import MOST_PASSKEYS, Passkeys, Site, fresh, owner
from eddyline.server.accounts.passwords import Passwords, code_hash, make_codes
from eddyline.server.accounts.suspension import must_not_be_suspended
from eddyline.server.accounts.tries import Tries
from eddyline.server.accounts.trust import Trust
from eddyline.server.base.direction import isolated
from eddyline.server.base.names import clean_name, numbered, person_name
from eddyline.server.logs.ledger import Ledger
from eddyline.server.logs.secret import Secrets
from eddyline.server.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from eddyline.server.accounts.account import Account
    from eddyline.server.base.origin import Caller
    from eddyline.server.base.settings import Settings
    from eddyline.server.store import Store

_log = logging.getLogger(__name__)

WRONG = "The name or the password is wrong."
"""The same for a name that nobody has."""
NAME_TAKEN = "Somebody already has this name, or one that looks like it."
SIGN_IN = "sign in"
"""Purpose of a passkey's challenge."""


def signed_out() -> RefusalError:
    """Refuse a session that has ended, or was none."""
    return RefusalError("signed_out", "You are not signed in on this device any more; please sign in again.")


class People:
    """Know all accounts of a store. Methods raise RefusalError."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        changed: Callable[[str, Account | None], None],
        asked: Callable[[str], None],
    ) -> None:
        """Let `changed` know of an account of which sessions have ended, with the account (None: it is deleted).

        `asked` hears of an account that asks for something.
        """
        clock = settings.outside.clock
        self._outside, self._store = settings.outside, store
        self.accounts: Ledger[log.Entry, Account] = Ledger(store, clock, log.KIND)
        self.claims = Claims(store, clock, self._exists)
        self.door = Door(store, settings)
        self.trust = Trust(store, clock)
        self.passwords = Passwords(settings.hasher)
        self.passkeys = Passkeys(Secrets(store, clock), clock)
        self.tries = Tries(clock)
        self.changed = changed
        self.asking: Counter[str] = Counter()
        """Accounts that are being read because somebody shows a session of theirs."""
        self._asked = asked

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self._outside.clock()

    async def find(self, account: str) -> Account | None:
        """Return the account of an id; None: there is none (any more)."""
        found = await self.accounts.read(account) if sessions.is_id(account) else None
        return found if found and found.name else None

    async def must_find(self, account: str) -> Account:
        """Return the account of an id. Raises RefusalError when there is none (any more)."""
        found = await self.find(account)
        if found is None:
            raise RefusalError("unknown", "There is no such person here (any more).")
        return found

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
        if not self.door.guests:
            raise RefusalError("no_guests", "On this server only people with an account play and write. Sign in first.")
        name = person_name(wanted)
        self.door.must_be_wanted(name)
        owner = await self.named(name)
        if owner is None:
            return name
        message = f"The name {isolated(owner.name)} belongs to an account. If it is yours, sign in."
        raise RefusalError("name_taken", message, suggestion=numbered(name, [owner.name]))

    async def _exists(self, account: str) -> bool:
        return await self.find(account) is not None

    async def extend_names(self) -> None:
        """Give accounts from before accents were ignored what their names look like; the next start tries again."""
        try:
            for kept in await self._store.tables():
                key = log.KIND.key(kept.table)
                if key is not None and (found := await self.find(key)) is not None:
                    await self.claims.extend(found.name, found.id)
        except (RefusalError, StoreError) as error:
            _log.warning("not all names can be found without their accents: %s", error)

    # ---- who asks ----

    async def who(self, token: str | None) -> Account | None:
        """Return whose session a secret is; None without one. Raises RefusalError when it has ended."""
        if token is None:
            return None
        if (parsed := sessions.parse(token)) is None:
            raise signed_out()
        self.asking[parsed[0]] += 1
        try:
            return await self._whose(*parsed)
        finally:
            self.asking[parsed[0]] -= 1
            self.asking += Counter()  # without those that nobody asks about

    async def _whose(self, key: str, session: str) -> Account:
        account, now = await self.find(key), self._outside.clock()
        if account is None or not sessions.valid(account, session, now):
            raise signed_out()
        must_not_be_suspended(account, now)
        self._asked(key)
        held = account.sessions[session]
        # Of a bot's token, which is made on another device, the first use is noted at once.
        unused = account.owner is not None and held.seen == held.since
        if unused or now * 1000 - held.seen >= sessions.DAY:
            account = await self._change(key, log.Seen(session=session))
            if session not in account.sessions:
                raise signed_out()
        return account

    # ---- coming ----

    async def create(self, wish: messages.NewAccount, caller: Caller) -> messages.SignedIn:
        """Create an account and sign its owner in."""
        await self.door.must_open(wish.invitation, caller.address)
        name = await self.free(person_name(wish.name))
        account, shown = await self._first_proof(wish, name, caller)
        codes = make_codes()
        await self.claims.claim(name, account)
        invitation = await self.door.enter(wish.invitation, account)
        secret, session = sessions.new_token(account)

        def begin(now: Account) -> list[log.Entry]:
            if now.name:  # the same passkey was sent twice
                raise RefusalError("name_taken", NAME_TAKEN)
            return [
                log.Created(name=name, invitation=invitation),
                shown,
                log.CodesMade(hashes=tuple(map(code_hash, codes))),
                log.SignedIn(session=session, device=wish.device),
            ]

        try:
            await self.accounts.change(account, begin)
        except RefusalError as refusal:
            if refusal.code != "unsettled":
                await self.door.give_back(wish.invitation, account)
            raise
        self.tries.came_in(account, caller.address)
        return messages.SignedIn(account=account, name=name, session=secret, codes=tuple(codes))

    async def free(self, wanted: str) -> str:
        """Return a name as it is written here. Raises RefusalError when it is somebody's."""
        name = clean_name(wanted)
        self.door.must_be_wanted(name)
        if await self.named(name) is not None:
            raise RefusalError("name_taken", NAME_TAKEN)
        return name

    async def _first_proof(
        self, wish: messages.NewAccount, name: str, caller: Caller
    ) -> tuple[str, log.PasswordSet | log.PasskeyAdded]:
        """Return the id of an account that is to be created, and what its owner will show to come in."""
        if wish.password is not None and wish.passkey is None:
            return self._outside.table_id(), log.PasswordSet(
                hash=await self.passwords.hash(wish.password, caller.address)
            )
        if wish.passkey is None or wish.password is not None:
            raise RefusalError("bad_message", "expected either a password or a passkey, got both, or neither")
        account, purpose = wish.passkey.account, _creation(wish.passkey.account, name)
        site = Site.of(caller.origin)
        return account, await self.passkeys.made(site, purpose, wish.passkey.credential, wish.device)

    async def sign_in(self, wish: messages.SignIn, address: str) -> messages.SignedIn:
        """Sign in with a password. It takes as long for a name that nobody has."""
        name = clean_name(wish.name)
        account = await self.named(name)
        self.tries.count(_tried(name, account), address)
        known = account.password if account else None
        if not await self.passwords.fits(wish.password, known, address) or account is None:
            raise RefusalError("wrong_password", WRONG)
        self.tries.came_in(account.id, address)
        renewed: list[log.Entry] = []
        if account.password and self.passwords.outdated(account.password):
            renewed = [log.PasswordSet(hash=await self.passwords.hash(wish.password, address))]
        return await self.begin_session(account, wish.device, lambda _: renewed)

    async def use_passkey(self, wish: messages.UsePasskey, caller: Caller) -> messages.SignedIn:
        """Sign in with a passkey, which says itself whose it is."""
        self.tries.count_any(caller.address)
        site = Site.of(caller.origin)
        account = await self.find(owner(wish.credential))
        use = await self.passkeys.used(site, SIGN_IN, wish.credential, account)
        assert account is not None
        self.tries.came_in(account.id, caller.address)
        return await self.begin_session(account, wish.device, lambda now: [fresh(now, use)])

    async def recover(self, wish: messages.Recover, address: str) -> messages.SignedIn:
        """Sign in with a recovery code and set a new password; all other sessions end."""
        name = clean_name(wish.name)
        account, used = await self.named(name), code_hash(wish.code)
        self.tries.count(_tried(name, account), address)
        hashed = await self.passwords.hash(wish.password, address)
        if account is None or used not in account.codes:
            raise RefusalError("wrong_password", "The name or the recovery code is wrong, or the code was used before.")
        secret, session = sessions.new_token(account.id)

        def take(now: Account) -> list[log.Entry]:
            if used not in now.must_exist().codes:  # two at the same time
                raise RefusalError("wrong_password", "This recovery code was used a moment ago.")
            must_not_be_suspended(now, self._outside.clock())
            return [
                log.CodeUsed(hash=used),
                log.PasswordSet(hash=hashed),
                log.SignedOut(sessions=tuple(now.sessions)),
                log.SignedIn(session=session, device=wish.device),
            ]

        self.changed(account.id, await self.accounts.change(account.id, take))
        self.tries.came_in(account.id, address)
        return messages.SignedIn(account=account.id, name=account.name, session=secret)

    async def begin_session(
        self, account: Account, device: str, before: Callable[[Account], Sequence[log.Entry]]
    ) -> messages.SignedIn:
        """Sign in whoever has shown to be the owner, and note what came `before`; the secret is always a new one.

        Raises RefusalError for who is suspended: only the owner learns of it.
        """
        secret, session = sessions.new_token(account.id)

        def begin(now: Account) -> list[log.Entry]:
            must_not_be_suspended(now.must_exist(), self._outside.clock())
            over = sessions.ended(now, self._outside.clock())
            ended = [log.SignedOut(sessions=over)] if over else []
            return [*before(now), *ended, log.SignedIn(session=session, device=device)]

        self.changed(account.id, await self.accounts.change(account.id, begin))
        return messages.SignedIn(account=account.id, name=account.name, session=secret)

    # ---- going, and changing what is known ----

    async def end_session(self, account: Account, session: str) -> None:
        """Sign a device out, by the hash of its secret."""
        if session in account.sessions:
            self.changed(account.id, await self._change(account.id, log.SignedOut(sessions=(session,))))

    async def change_password(
        self, account: Account, wish: messages.ChangePassword, session: str, caller: Caller
    ) -> None:
        """Set the password, or replace it; all sessions end but the one that asks."""
        await self.must_be_sure(account, wish.sure, caller)
        hashed = await self.passwords.hash(wish.new, caller.address)

        def replace(now: Account) -> list[log.Entry]:
            others = tuple(each for each in now.must_exist().sessions if each != session)
            return [log.PasswordSet(hash=hashed), *([log.SignedOut(sessions=others)] if others else [])]

        self.changed(account.id, await self.accounts.change(account.id, replace))

    async def must_be_sure(self, account: Account, sure: messages.Sure, caller: Caller) -> None:
        """Raise RefusalError unless this is the account's password, or one of its passkeys was used."""
        self.tries.count(f"sure {account.id}", caller.address)
        if (sure.password is None) == (sure.passkey is None):
            raise RefusalError("bad_message", "expected either the password or a passkey, got both, or neither")
        if sure.passkey is not None:
            use = await self.passkeys.used(Site.of(caller.origin), _surety(account), sure.passkey, account)
            await self.accounts.change(account.id, lambda now: [fresh(now, use)])
        elif not await self.passwords.fits(sure.password or "", account.password, caller.address):
            raise RefusalError("wrong_password", "The password is wrong.")

    # ---- passkeys ----

    async def creation_options(self, wish: messages.Wanted, caller: Caller) -> messages.PasskeyOptions:
        """Choose the id of an account that is to be created with a passkey, and ask for one."""
        await self.door.must_open(wish.invitation, caller.address)
        name, account = await self.free(person_name(wish.name)), self._outside.table_id()
        options = await self.passkeys.options(Site.of(caller.origin), _creation(account, name), account, name)
        return messages.PasskeyOptions(options=options, account=account)

    async def sign_in_options(self, caller: Caller) -> messages.PasskeyOptions:
        """Ask for any passkey for this site."""
        return messages.PasskeyOptions(options=await self.passkeys.challenge(Site.of(caller.origin), SIGN_IN))

    async def surety_options(self, account: Account, caller: Caller) -> messages.PasskeyOptions:
        """Ask for one of the account's passkeys. Raises RefusalError when it has none for this site."""
        site = Site.of(caller.origin)
        if not (known := [each for each, passkey in account.passkeys.items() if passkey.site == site.name]):
            raise RefusalError("unknown", f"This account has no passkey for {site.name}.")
        return messages.PasskeyOptions(options=await self.passkeys.challenge(site, _surety(account), known))

    async def passkey_options(
        self, account: Account, sure: messages.Sure, session: str, caller: Caller
    ) -> messages.PasskeyOptions:
        """Ask for one more passkey."""
        await self.must_be_sure(account, sure, caller)
        site, purpose = Site.of(caller.origin), _addition(account, session)
        options = await self.passkeys.options(site, purpose, account.id, account.name, account.passkeys)
        return messages.PasskeyOptions(options=options)

    async def add_passkey(self, account: Account, wish: messages.AddPasskey, session: str, caller: Caller) -> None:
        """Add a passkey that was made with `passkey_options`."""
        purpose = _addition(account, session)
        made = await self.passkeys.made(Site.of(caller.origin), purpose, wish.credential, wish.device)

        def add(now: Account) -> list[log.Entry]:
            if made.id in now.must_exist().passkeys:
                return []
            if len(now.passkeys) >= MOST_PASSKEYS:
                raise RefusalError("full", f"An account has at most {MOST_PASSKEYS} passkeys; remove one first.")
            return [made]

        await self.accounts.change(account.id, add)

    async def remove_passkey(self, account: Account, wish: messages.RemovePasskey, caller: Caller) -> None:
        """Remove a passkey; the last one of an account without a password stays."""
        await self.must_be_sure(account, wish.sure, caller)

        def remove(now: Account) -> list[log.Entry]:
            if wish.id not in now.must_exist().passkeys:
                return []
            if now.password is None and len(now.passkeys) == 1:
                raise RefusalError("wrong_time", "This is the only way into this account. Set a password first.")
            return [log.PasskeyRemoved(id=wish.id)]

        await self.accounts.change(account.id, remove)

    # ---- what else changes ----

    async def renew_codes(self, account: Account) -> messages.Codes:
        """Replace all recovery codes."""
        codes = make_codes()
        await self._change(account.id, log.CodesMade(hashes=tuple(map(code_hash, codes))))
        return messages.Codes(codes=tuple(codes))

    async def prefer(self, account: Account, wish: messages.Prefer) -> None:
        """Choose a favourite colour and pattern."""
        if (account.colour, account.pattern) != (wish.colour, wish.pattern):
            await self._change(account.id, log.Preferred(colour=wish.colour, pattern=wish.pattern))

    async def take_vacation(self, account: Account, wish: messages.NewVacation) -> Account:
        """Take vacation; return the account as it is then."""

        def make(now: Account) -> list[log.Entry]:
            return vacation.take(now.must_exist(), wish, self._outside.clock())

        return await self.accounts.change(account.id, make)

    async def end_vacation(self, account: Account) -> Account:
        """End the vacation that goes on, or call off the one that is to come; return the account as it is then."""

        def make(now: Account) -> list[log.Entry]:
            pending = vacation.pending_of(now.must_exist(), self._outside.clock())
            return [] if pending is None else [log.VacationEnded()]

        return await self.accounts.change(account.id, make)

    async def sat_down(self, account: str, sat: log.SatDown) -> None:
        """Note a table where the account has a seat."""
        await self.accounts.change(account, functools.partial(_sit, sat=sat))

    async def lost(self, account: str, tables: AbstractSet[str]) -> None:
        """Note tables that are not there any more, or where the account has no seat any more."""

        def note(now: Account) -> list[log.Entry]:
            gone = tuple(table for table in now.must_exist().tables if table in tables)
            return [log.TablesGone(tables=gone)] if gone else []

        await self.accounts.change(account, note)

    async def spoke(self, account: str, place: str) -> None:
        """Note a place where the account writes."""
        if place not in (await self.accounts.read(account)).places:
            await self._change(account, log.Spoke(place=place))

    def close(self) -> None:
        """Finish what hashes passwords."""
        self.passwords.close()

    async def _change(self, account: str, *entries: log.Entry) -> Account:
        def make(now: Account) -> Sequence[log.Entry]:
            now.must_exist()
            return entries

        return await self.accounts.change(account, make)


def _tried(name: str, account: Account | None) -> str:
    """Return what an attempt to come in is counted on: all spellings of a name lead to the same account."""
    return keys(name)[0] if account is None else account.id


def _creation(account: str, name: str) -> str:
    """Return the purpose of a passkey for a new account: of this name, so that it can be used for no other one."""
    return f"create {account} {keys(name)[0]}"


def _addition(account: Account, session: str) -> str:
    return f"add {account.id} {session}"


def _surety(account: Account) -> str:
    return f"sure {account.id}"


def _sit(account: Account, *, sat: log.SatDown) -> list[log.Entry]:
    counted = account.must_exist().owner is None or sat.tournament or sat.table in account.seated
    return [] if counted and sat.table in account.tables else [sat]
