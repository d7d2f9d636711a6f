"""Tell people who are away what they should know, each of it once.

What is to be told is claimed in the account's log before it is sent, so that two processes do not both send it; a claim
whose process has ended is taken over by another one. So a message may come twice after a crash, and is never lost.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import functools
import hashlib
import logging
import secrets
from base64 import b64encode
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Literal, get_args
from urllib.parse import urlsplit

import msgspec

from eddyline.protocol import notices as messages
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.sessions import valid
from eddyline.server.base.limits import Buckets
from eddyline.server.logs.ledger import Ledger
from eddyline.server.logs.secret import Secrets
from eddyline.server.notices import log, mail
from eddyline.server.notices.at_tables import AtTables
from eddyline.server.notices.forms import form_of
from eddyline.server.notices.occasions import TOPICS, Occasion, message, test_message
from eddyline.server.notices.outgoing import OutgoingError, check
from eddyline.server.notices.sending import SECRET, GoneError, Sender
from eddyline.server.tasks import periodically

if TYPE_CHECKING:
    from collections.abc import Callable
    from email.message import EmailMessage

    from eddyline.protocol.notices import Failure
    from eddyline.server.accounts.account import Account
    from eddyline.server.accounts.people import People
    from eddyline.server.base.mail_server import MailServer
    from eddyline.server.base.settings import Settings
    from eddyline.server.notices.log import Way
    from eddyline.server.notices.occasions import Message, Source
    from eddyline.server.store import Store
    from eddyline.server.table.in_memory import Tables

_log = logging.getLogger(__name__)

LOOK_EVERY = 10.0
"""Seconds between two looks at who is away."""
MOST_WAYS = 10
"""Ways of an account."""
MAILS, MAILS_PER_HOUR = 3, 3
"""Codes that are sent to one address, and for one account, at once and in the long run."""
GUESSES, GUESSES_PER_HOUR = 10, 10
"""Codes that an account may try, at once and in the long run."""
LOOK_UP_AGAIN = 300.0
"""Seconds until it is looked up again that there is nothing to tell: another process may have added a way."""
LOOKED_UP = 10
"""Tables that are not in memory where it is looked up for a message whether they still wait."""
SENT_AT_ONCE = 4
"""Messages that are sent at the same time."""


class Notices:
    """Tell the people of a store what they should know. Methods raise RefusalError."""

    def __init__(self, store: Store, settings: Settings, people: People, tables: Tables, *others: Source) -> None:
        self._store = store
        self._people = people
        self._settings = settings
        self._clock = settings.outside.clock
        self._at_tables = AtTables(store, settings.outside, tables)
        self._sources: tuple[Source, ...] = (self._at_tables, *others)
        self.ledger: Ledger[log.Entry, log.Notices] = Ledger(store, self._clock, log.KIND)
        self._secrets = Secrets(store, self._clock)
        self._mails = Buckets(MAILS_PER_HOUR / 3600, MAILS, self._clock)
        self._guesses = Buckets(GUESSES_PER_HOUR / 3600, GUESSES, self._clock)
        self._sender: Sender | None = None
        self._settled: dict[str, tuple[frozenset[str], float]] = {}
        """By account: occasions of which nothing is to be told any more, and when that was found in its log."""
        self._threads = ThreadPoolExecutor(SENT_AT_ONCE, "notices")
        self._telling: dict[str, asyncio.Task[None]] = {}
        """By account; a way that answers slowly keeps nobody else waiting."""

    # ---- ways ----

    async def ways(self, person: Account) -> messages.NoticeWays:
        """Say how an account is told what it should know."""
        found = await self._known(person.id)
        ways = tuple(_shown(key, used) for key, used in found.ways.items())
        key = (await self._sending()).public_key
        moderates = person.id in await self._people.trust.since()
        topics = tuple(topic for topic in get_args(messages.Topic) if moderates or topic not in log.QUIET)
        off = tuple(topic for topic in topics if topic in found.off)
        mails = self._settings.mail is not None
        return messages.NoticeWays(key=key, mail=mails, ways=ways, topics=topics, off=off, quiet=found.quiet)

    async def _known(self, account: str) -> log.Notices:
        """Return what is kept here of an account, after taking out the browsers that were signed out."""
        found = await self.ledger.read(account)
        if not any(isinstance(used.way, log.Push) for used in found.ways.values()):
            return found
        person = await self._people.find(account)

        def remove(now: log.Notices) -> list[log.Entry]:
            ended = [key for key, used in now.ways.items() if _ended(used.way, person, self._clock())]
            return [log.WayRemoved(id=key) for key in ended]

        return await self.ledger.change(account, remove)

    async def subscribe(self, person: Account, wish: messages.SubscribePush, session: str) -> str:
        """Let a browser show messages as long as it is signed in; return the id of the way, the browser's for good."""
        way = log.Push(
            endpoint=wish.endpoint,
            key=wish.p256dh,
            auth=wish.auth,
            language=wish.language,
            device=wish.device,
            session=session,
        )
        return await self._add(person, way, wish.endpoint)

    async def add_webhook(self, person: Account, wish: messages.AddWebhook) -> messages.WayId:
        """Let messages be sent to an address, signed with a secret that is new each time.

        Chat services know it by its address alone.
        """
        try:
            check(wish.url, private=self._settings.notify_private)
            chats = form_of(wish.url, None) is not None
        except OutgoingError as error:
            raise RefusalError("bad_message", str(error)) from None
        secret = SECRET + b64encode(secrets.token_bytes(24)).decode()
        way = log.Webhook(url=wish.url, secret=secret, language=wish.language)
        return messages.WayId(id=await self._add(person, way, wish.url), secret=None if chats else secret)

    async def ask_for_mail(self, person: Account, wish: messages.AskForMail) -> None:
        """Send a code to an address."""
        server = self._mail_server(wish.address)
        if not (self._mails.take(person.id) and self._mails.take(wish.address.lower())):
            raise RefusalError("too_fast", "Too many codes; please wait an hour.")
        code = (await self._codes()).code(person.id, wish.address, self._clock())
        try:
            await self._hand_over(server, mail.code_mail(server, wish.address, wish.language, code, person.name))
        except OutgoingError as error:
            raise RefusalError("store", str(error)) from None

    async def add_mail(self, person: Account, wish: messages.AddMail) -> str:
        """Let messages be sent to an address; return the id of the way."""
        self._mail_server(wish.address)
        if not self._guesses.take(person.id):
            raise RefusalError("too_fast", "Too many codes; please wait an hour.")
        code = "".join(wish.code.split())
        if not (await self._codes()).confirms(code, person.id, wish.address, self._clock()):
            raise RefusalError("wrong_password", "The code is wrong, or it was sent more than an hour ago.")
        return await self._keep(person, log.Mail(address=wish.address, language=wish.language), wish.address.lower())

    async def stop(self, token: str) -> None:
        """Remove the way that a token names which came with a mail."""
        found = (await self._codes()).stopped(token)
        if found is None:
            raise RefusalError("unknown", "This link does not stop any mail.")
        account, key = found
        await self.ledger.change(account, lambda now: [log.WayRemoved(id=key)] if key in now.ways else [])

    def _mail_server(self, address: str) -> MailServer:
        if self._settings.mail is None:
            raise RefusalError("wrong_time", "This server sends no mail.")
        if not mail.is_address(address):
            raise RefusalError("bad_message", "expected an e-mail address such as ann@example.org, got another text")
        return self._settings.mail

    async def _codes(self) -> mail.Codes:
        return mail.Codes(await self._secrets.of("mail"))

    async def _hand_over(self, server: MailServer, written: EmailMessage) -> None:
        at = dt.datetime.fromtimestamp(self._clock(), dt.UTC)
        await asyncio.get_running_loop().run_in_executor(self._threads, mail.send, server, written, at)

    async def _add(self, person: Account, way: Way, url: str) -> str:
        try:
            check(url, private=self._settings.notify_private)
        except OutgoingError as error:
            raise RefusalError("bad_message", str(error)) from None
        return await self._keep(person, way, url)

    async def _keep(self, person: Account, way: Way, url: str) -> str:
        key = hashlib.sha256(url.encode()).hexdigest()[:16]

        def add(now: log.Notices) -> list[log.Entry]:
            if key not in now.ways and len(now.ways) >= MOST_WAYS:
                raise RefusalError(
                    "full", f"An account can have at most {MOST_WAYS} ways of being notified; remove one first."
                )
            return [log.WayAdded(id=key, way=way)]

        await self.ledger.change(person.id, add)
        self._settled.pop(person.id, None)
        return key

    async def remove(self, person: Account, key: str) -> None:
        """Remove a way; nothing happens when there is none."""
        await self.ledger.change(person.id, lambda now: [log.WayRemoved(id=key)] if key in now.ways else [])

    async def switch(self, person: Account, wish: messages.SwitchTopic) -> None:
        """Tell an account of a topic from now on, or do not."""

        def switch(now: log.Notices) -> list[log.Entry]:
            return [log.Switched(topic=wish.topic, on=wish.on)] if (wish.topic in now.off) == wish.on else []

        await self.ledger.change(person.id, switch)
        self._settled.pop(person.id, None)

    async def be_quiet(self, person: Account, hours: messages.QuietHours | None) -> None:
        """Tell an account nothing at these hours; None: tell it at any hour. What waits comes afterwards."""
        await self.ledger.change(person.id, lambda now: now.be_quiet(hours))

    async def try_out(self, person: Account) -> None:
        """Send a message by all ways of an account, those that are off, too."""
        found = await self._known(person.id)
        turns = await self._turns(person.id, found)
        await self._send(person.id, dict(found.ways), (), lambda way: test_message(way.language, turns))

    async def forget(self, account: str) -> None:
        """Delete all that is kept here of an account."""
        await self.ledger.delete(account)

    async def told_of(self, account: str) -> list[dict[str, object]]:
        """List what is kept here of an account; secrets are left out."""
        found = await self.ledger.read(account)
        ways = found.ways.values()
        told: list[dict[str, object]] = [
            {"notice": _kind(used.way), "to": _name(used.way), "since": used.since} for used in ways
        ]
        chosen = sorted(found.off ^ log.QUIET)
        told += [{"notice": "off" if topic in found.off else "on", "topic": topic} for topic in chosen]
        if found.quiet is not None:
            told.append({"notice": "quiet", **msgspec.to_builtins(found.quiet)})
        return told

    # ---- telling ----

    async def keep_on(self) -> None:
        """Look after those who are away, until cancelled."""
        try:
            await self._begin()
        except Exception:  # noqa: BLE001 - tables in memory are looked at anyway
            _log.exception("it is not known who was to be told before the server's start")
        await periodically(self.look, LOOK_EVERY, "people who are away were not told")

    async def _begin(self) -> None:
        kept = await self._store.tables()
        for source in self._sources:
            await source.begin(kept)

    async def look(self) -> None:
        """Tell everybody what they should know by now."""
        found: dict[str, list[Occasion]] = defaultdict(list)
        for source in self._sources:
            for each in await source.look():
                found[each.account].append(each)
        self._settled = {account: settled for account, settled in self._settled.items() if account in found}
        for account in found.keys() - self._telling.keys():
            if self._is_settled(account, found[account]):
                continue
            task = asyncio.get_running_loop().create_task(self._tell_quietly(account, found[account]))
            self._telling[account] = task
            task.add_done_callback(functools.partial(self._done, account))

    def _is_settled(self, account: str, found: list[Occasion]) -> bool:
        keys, since = self._settled.get(account, (frozenset(), 0.0))
        return self._clock() - since < LOOK_UP_AGAIN and keys.issuperset(each.key for each in found)

    def _done(self, account: str, _: asyncio.Task[None]) -> None:
        del self._telling[account]

    async def _tell_quietly(self, account: str, found: list[Occasion]) -> None:
        try:
            await self._tell(account, found)
        except RefusalError as refusal:  # the next look may find the store there again
            _log.warning("nobody could be told: %s", refusal.message, extra={"account": account})

    async def _tell(self, account: str, found: list[Occasion]) -> None:
        known = await self._known(account)
        if seen := tuple(each.key for each in found if each.seen and known.ways and not known.settled(each.key)):
            known = await self.ledger.change(account, lambda _: [log.Told(occasions=seen)])
        wanted = {each.key: each.by for each in found if not each.seen and TOPICS[each.kind] not in known.off}
        claimed: tuple[str, ...] = ()

        def claim(now: log.Notices) -> list[log.Entry]:
            nonlocal claimed
            claimed = tuple(now.due(wanted, int(self._clock() * 1000)))
            by = {key: by for key in claimed if (by := wanted[key]) is not None}
            return [log.Telling(occasions=claimed, by=by)] if claimed else []

        if not known.due(wanted, int(self._clock() * 1000)):
            if not known.ways or all(known.settled(key) for key in wanted):
                self._settled[account] = frozenset(each.key for each in found), self._clock()
            return
        state = await self.ledger.change(account, claim)
        told = [each for each in found if each.key in claimed]
        if told:
            ways = {key: used for key, used in state.ways.items() if not used.off}
            turns = await self._turns(account, known)
            await self._send(account, ways, claimed, lambda way: message(told, way.language, turns))

    async def _turns(self, account: str, known: log.Notices) -> tuple[str, ...]:
        """Return the tables where it is somebody's turn, as far as they are in memory or were told of lately."""
        return await self._at_tables.turns_of(account, known.told_turns()[:LOOKED_UP])

    async def _send(
        self,
        account: str,
        ways: dict[str, log.Used],
        keys: tuple[str, ...],
        text: Callable[[Way], Message],
    ) -> None:
        number = hashlib.sha256(" ".join((account, *keys)).encode()).hexdigest()[:32]
        sent: list[str] = []
        failed: dict[str, Failure | str] = {}
        gone: list[log.Entry] = []
        for key, used in ways.items():
            try:
                await self._send_by(account, key, used.way, number, text(used.way))
            except GoneError:
                gone.append(log.WayRemoved(id=key))
            except OutgoingError as error:
                failed[key] = error.failure
            else:
                sent.append(key)
        noted = log.Told(occasions=keys, sent=tuple(sent), failed=failed)
        await self.ledger.change(account, lambda _: [noted, *gone])

    async def _send_by(self, account: str, key: str, way: Way, number: str, message: Message) -> None:
        """Send a message by one way. Raises OutgoingError."""
        if not isinstance(way, log.Mail):
            send = functools.partial((await self._sending()).send, way, number, message)
            await asyncio.get_running_loop().run_in_executor(self._threads, send)
            return
        if (server := self._settings.mail) is None:
            raise OutgoingError("no_mail", "This server sends no mail any more.")
        stop = (await self._codes()).stop(account, key)
        await self._hand_over(server, mail.message_mail(server, way, number, message, stop))

    async def finish(self) -> None:
        """Stop telling; what was begun is taken up by the next process."""
        for task in list(self._telling.values()):
            task.cancel()
        await asyncio.gather(*self._telling.values(), return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _sending(self) -> Sender:
        if self._sender is None:
            settings = self._settings
            secret = await self._secrets.of("push")
            site = None if settings.mail is None else settings.mail.site
            self._sender = Sender(secret, settings.contact, site, private=settings.notify_private)
        return self._sender


def _ended(way: Way, person: Account | None, now: float) -> bool:
    """Return whether a way is a browser that is not signed in any more."""
    if not isinstance(way, log.Push) or not way.session:
        return False
    return person is None or not valid(person, way.session, now)


def _shown(key: str, used: log.Used) -> messages.WayInfo:
    return messages.WayInfo(
        id=key,
        kind=_kind(used.way),
        name=_name(used.way),
        since=used.since,
        tried=used.worked or used.why is not None,
        why=used.why,
        off=used.off,
    )


def _kind(way: Way) -> Literal["push", "webhook", "mail"]:
    match way:
        case log.Push():
            return "push"
        case log.Webhook():
            return "webhook"
        case log.Mail():
            return "mail"


def _name(way: Way) -> str:
    match way:
        case log.Push():
            return way.device
        case log.Webhook():
            return urlsplit(way.url).hostname or ""
        case log.Mail():
            return way.address
