"""Hold the chats that somebody reads: who may read and write what, and telling it to everybody there."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from eddyline.protocol.chat import LINE_LENGTH, LINES_AT_ONCE, ChatLine, Lines
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.sessions import parse
from eddyline.server.base.direction import isolated
from eddyline.server.base.limits import Buckets, neighbour
from eddyline.server.base.names import clean_text, looks, place_in_order
from eddyline.server.base.outbox import TRY_AGAIN_LATER, Outbox, encode
from eddyline.server.chat import log
from eddyline.server.logs.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from collections.abc import Set as AbstractSet

    from eddyline.protocol.chat import ChatHello
    from eddyline.server.accounts.people import People
    from eddyline.server.store import Store
    from eddyline.server.table.table import Table

LOBBY = "lobby"
"""The place that is no table."""
TOURNAMENT = "tournament."
"""How the places begin that are tournaments; their ids follow."""
TABLE_LINES, LOBBY_LINES = 2000, 20_000
"""Lines of a table or a tournament, after which nobody writes there, and of the lobby, after which it begins anew."""
LINES_PER_SECOND, LINES_IN_A_BURST = 0.5, 6.0
"""Lines from one address."""
WAITING_BYTES = 131_072
"""Bytes that may wait for a client; a slower one connects again."""

_log = logging.getLogger(__name__)


class Reader(Outbox):
    """Be one client of a chat, and hold what it is still to be sent."""

    limit = WAITING_BYTES

    def __init__(self, address: str, place: str = "") -> None:
        super().__init__(place)
        self.address = address
        self.seat: int | None = None
        self.token: str | None = None
        self.guest: str | None = None
        """Name that a guest without a seat has given."""
        self.name: str | None = None
        """Name under which they write."""
        self.bot = False
        """Whether it is somebody's bot, by its account or by its seat; bots only read."""
        self.greeted = False


class Company(Protocol):
    """Say who comes to a place that is no table."""

    @property
    def organiser(self) -> str | None:
        """Return the account whose place it is."""

    def admits(self, account: str | None) -> bool:
        """Return whether somebody may come."""


@dataclass(slots=True, eq=False)
class Hall:
    """Be a place where somebody reads; `table` is None in the lobby and at a tournament."""

    place: str
    table: Table | None
    look: Callable[[], Awaitable[Company]] | None = None
    """Finds out who comes; None: a table says so itself, and to the lobby everybody comes."""
    company: Company | None = None
    """Who comes, as it was when that was looked at last."""
    readers: set[Reader] = field(default_factory=set)
    addresses: dict[str, set[str]] = field(default_factory=dict)
    """Where lines without an account came from, by the name under them; in memory only."""
    muted: frozenset[str] = frozenset()
    """Names of those who are muted, as far as everybody knows."""
    shut: dict[str, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)
    """By muted name: the addresses they came from, and the names of others, who may come from there, too."""
    told: int | None = None
    """How many of the changes of the log everybody has been told."""

    async def see(self) -> None:
        """Find out who comes by now. Raises RefusalError."""
        if self.look is not None:
            self.company = await self.look()

    def must_admit(self, account: str | None) -> None:
        """Refuse whoever may not come to a place that is no table."""
        if self.company is not None and not self.company.admits(account):
            raise RefusalError("friends_only", "This chat is for those who take part in the tournament.")

    @property
    def status(self) -> str:
        """Return the status of the table; of another place, `open`."""
        return "open" if self.table is None else self.table.state.status

    def seats(self) -> dict[str, str | None]:
        """Return the accounts of those who sit at the table, by name."""
        found = [] if self.table is None else self.table.state.seats
        return {seat.name: seat.account for seat in found if seat.kind != "open"}

    def wrote(self, reader: Reader) -> None:
        """Note where a line came from, if nothing but that tells its writer from others."""
        if reader.name is not None and reader.account is None:
            self.addresses.setdefault(reader.name, set()).add(neighbour(reader.address))

    def silence(self, muted: frozenset[str]) -> None:
        """Take note of who is muted by now: by address, too, until nobody reads here any more."""
        for name in muted - self.muted:
            theirs = (reader for reader in self.readers if reader.account is None and log.alike(reader.name, name))
            here = {neighbour(reader.address) for reader in theirs}
            known = frozenset(self.addresses) | self.seats().keys()
            self.shut[name] = (frozenset(here | self.addresses.get(name, set())), known - {name})
        for name in self.muted - muted:
            self.shut.pop(name, None)
        self.muted = muted

    def silences(self, reader: Reader, chat: log.Chat) -> bool:
        """Return whether somebody is muted: by the account, or by the name, or as one who came under a new name."""
        if chat.mutes(reader.name, reader.account):
            return True
        place = neighbour(reader.address)
        return reader.account is None and any(
            place in addresses and reader.name not in known for addresses, known in self.shut.values()
        )

    def look_at(self, reader: Reader) -> None:
        """Note where somebody sits by now, and so under which name they write."""
        seat = None if self.table is None else self.table.seat_of(reader.token, reader.account)
        reader.seat = seat
        if self.table is not None and seat is not None and self.table.state.seats[seat].owner is not None:
            reader.bot = True
        reader.name = reader.guest if self.table is None or seat is None else self.table.state.seats[seat].name

    def sees(self, reader: Reader, line: log.Line) -> bool:
        """Return whether somebody may read a line: players read what spectators write when the game is over."""
        if self.company is not None and not self.company.admits(reader.account):
            return False
        return not line.wrote.watching or reader.seat is None or self.status == "over"

    def muted_for(self, reader: Reader) -> tuple[str, ...]:
        """Return who is muted here, for the host alone."""
        return tuple(sorted(self.muted, key=place_in_order)) if self.hosted_by(reader) else ()

    def hosted_by(self, reader: Reader) -> bool:
        """Return whether somebody is the host of the table, or organises the tournament."""
        if self.company is not None:
            return reader.account is not None and reader.account == self.company.organiser
        return self.table is not None and reader.seat is not None and reader.seat == self.table.state.host


class Halls:
    """Know the chats that somebody reads. Methods raise RefusalError."""

    def __init__(self, store: Store, clock: Callable[[], float], people: People) -> None:
        self._people = people
        self.logs: Ledger[log.Entry, log.Chat] = Ledger(store, clock, log.KIND)
        self._halls: dict[str, Hall] = {}
        self._lines = Buckets(LINES_PER_SECOND, LINES_IN_A_BURST, clock)

    # ---- coming and going ----

    async def enter(
        self, place: str, table: Table | None, reader: Reader, look: Callable[[], Awaitable[Company]] | None = None
    ) -> Hall:
        """Let somebody read a place; `look` finds out who comes to one that is no table."""
        hall = self._halls.setdefault(place, Hall(place, table, look))
        hall.readers.add(reader)
        try:
            await hall.see()
            chat = await self.logs.read(place)
        except RefusalError:
            self.leave(hall, reader)
            raise
        if hall.told is None:
            hall.told = len(chat.changed)
            hall.muted = frozenset(chat.muted)
        return hall

    def leave(self, hall: Hall, reader: Reader) -> None:
        """Forget a reader."""
        hall.readers.discard(reader)
        if not hall.readers and self._halls.get(hall.place) is hall:
            del self._halls[hall.place]

    async def greet(self, hall: Hall, reader: Reader, hello: ChatHello) -> None:
        """Note who somebody is, and tell the newest lines."""
        person = await self._people.who(hello.session)
        hall.must_admit(None if person is None else person.id)
        parsed = parse(hello.session) if hello.session is not None else None
        name = None if person is None else person.name
        if person is None and hello.name is not None and self._people.door.guests:
            name = await self._people.name_for(hello.name, None)
            if any(looks(name) & looks(other) for other in hall.seats()):
                raise RefusalError(
                    "name_taken", f"Somebody at this table is called {isolated(name)}; please take another name."
                )
        reader.account, reader.session = (None, "") if parsed is None else parsed
        reader.token, reader.guest, reader.greeted = hello.token, name, True
        reader.bot = person is not None and person.owner is not None
        hall.look_at(reader)
        await self.read(hall, reader, None)

    # ---- reading and writing ----

    async def read(self, hall: Hall, reader: Reader, before: int | None) -> None:
        """Tell somebody the newest lines, or those before one."""
        chat = await self.logs.read(hall.place)
        lines = [line for line in chat.lines if (before is None or line.number < before) and hall.sees(reader, line)]
        part = tuple(map(_told, lines[-LINES_AT_ONCE:]))
        reader.answer(
            encode(Lines(lines=part, you=reader.name, muted=hall.muted_for(reader), earlier=len(lines) > LINES_AT_ONCE))
        )

    async def write(self, hall: Hall, reader: Reader, text: str) -> None:
        """Write a line, and tell it to everybody who may read it."""
        if reader.name is None and not self._people.door.guests:
            raise RefusalError("no_guests", "On this server only people with an account write. Sign in first.")
        if reader.name is None:
            raise RefusalError("nameless", "You are reading as a guest; say your name before you write.")
        if reader.bot:
            raise RefusalError("not_yours", "Bots may read here, but only people may write.")
        self._people.door.must_be_wanted(text)
        if reader.account is not None:
            # An operator may have renamed them since they came.
            reader.guest = await self._people.name_of(reader.account)
            hall.look_at(reader)
        name = reader.name
        written = log.Wrote(
            text=clean_text(text, LINE_LENGTH),
            name=name,
            seat=reader.seat,
            account=reader.account,
            watching=reader.seat is None and hall.status == "running",
        )
        if not self._lines.take(neighbour(reader.address)):
            raise RefusalError("too_fast", "Too many messages at once; please wait a moment.")

        def write(chat: log.Chat) -> list[log.Entry]:
            if hall.silences(reader, chat):
                raise RefusalError("muted", "You were muted here by the host.")
            if hall.place != LOBBY and len(chat.lines) >= TABLE_LINES:
                raise RefusalError("full", f"This chat is full: it holds {TABLE_LINES} messages.")
            return [written]

        if reader.account is not None:
            await self._people.spoke(reader.account, hall.place)
        await self.logs.change(hall.place, write)
        hall.wrote(reader)
        await self.tell(hall)

    async def remove(self, hall: Hall, reader: Reader, number: int) -> None:
        """Remove a line."""

        def remove(chat: log.Chat) -> list[log.Entry]:
            line = chat.line(number)
            # A guest's name proves nothing: another one may have it by now.
            by_seat = reader.seat is not None and (line.wrote.name, line.wrote.seat) == (reader.name, reader.seat)
            by_account = reader.account is not None and line.wrote.account == reader.account
            if not (by_seat or by_account or hall.hosted_by(reader)):
                raise RefusalError("not_host", "Only the host can remove what others have written.")
            return [] if line.wrote.text is None else [log.Removed(number=number)]

        await self.logs.change(hall.place, remove)
        await self.tell(hall)

    async def mute(self, hall: Hall, reader: Reader, name: str, *, muted: bool) -> None:
        """Let the person of a name write nothing here, or let them again."""
        if not hall.hosted_by(reader):
            raise RefusalError("not_host", "Only the host can mute somebody for everybody.")
        if (await self.logs.read(hall.place)).whom(name, hall.seats()) == reader.name:
            raise RefusalError("bad_message", "expected the name of somebody else, got your own")
        await self.logs.change(hall.place, lambda chat: chat.mute(name, muted=muted, seats=hall.seats()))
        await self.tell(hall)

    async def carry_on(self, before: str, place: str, host: str) -> None:
        """Let whoever is muted at a table be so at its rematch, which has no chat yet, but for its `host`."""
        held = (await self.logs.read(before)).muted
        muted = [log.Muted(name=name, account=account) for name, account in held.items() if name != host]
        await self.logs.change(place, lambda _: muted)

    async def seen(self, hall: Hall, reader: Reader, number: int) -> log.Line:
        """Return a line that somebody may read."""
        line = (await self.logs.read(hall.place)).line(number)
        if not hall.sees(reader, line):
            raise RefusalError("unknown", f"There is no message {number}.")
        return line

    async def forget(self, place: str, account: str, name: str) -> None:
        """Remove all lines of an account, and its name."""

        def forget(chat: log.Chat) -> list[log.Entry]:
            theirs = any(line.wrote.account == account for line in chat.lines) or account in chat.muted.values()
            return [log.Forgotten(account=account, name=name)] if theirs else []

        await self.logs.change(place, forget)
        await self.catch_up({log.KIND.log(place)})

    async def rename(self, place: str, account: str, name: str) -> None:
        """Write an account's new name above all its lines, and where it is muted."""

        def rename(chat: log.Chat) -> list[log.Entry]:
            names = [line.wrote.name for line in chat.lines if line.wrote.account == account]
            names += [muted for muted, theirs in chat.muted.items() if theirs == account]
            theirs = any(former != name for former in names)
            return [log.Renamed(account=account, name=name)] if theirs else []

        await self.logs.change(place, rename)
        if (hall := self._halls.get(place)) is not None:
            await self.tell(hall)

    async def lines_of(self, place: str, account: str) -> list[dict[str, object]]:
        """List the lines of an account."""
        chat = await self.logs.read(place)
        return [line.exported(place) for line in chat.lines if line.wrote.account == account]

    async def catch_up(self, changed: AbstractSet[str] | None) -> None:
        """Tell what was changed here or by way of another process, in these logs or in any."""
        for hall in list(self._halls.values()):
            if changed is None or log.KIND.log(hall.place) in changed:
                try:
                    await self.tell(hall)
                except RefusalError as refusal:
                    _log.warning("a chat did not catch up: %s", refusal.message, extra={"table": hall.place})

    async def tell(self, hall: Hall) -> None:
        """Tell everybody what has changed since they were told last."""
        await hall.see()
        chat = await self.logs.read(hall.place)
        changed = dict.fromkeys([] if hall.told is None else chat.changed[hall.told :])
        hall.told = len(chat.changed)
        lines = [chat.lines[number - 1] for number in changed]
        silenced = hall.muted != chat.muted.keys()
        _note(hall, chat, lines)
        hall.silence(frozenset(chat.muted))
        for reader in hall.readers:
            hall.look_at(reader)
            part = tuple(_told(line) for line in lines if hall.sees(reader, line))
            if reader.greeted and (part or (silenced and hall.hosted_by(reader))):
                reader.answer(encode(Lines(lines=part, you=reader.name, muted=hall.muted_for(reader))))

    async def tidy(self) -> None:
        """Begin the lobby's chat anew when it has become very long."""
        if len((await self.logs.read(LOBBY)).lines) > LOBBY_LINES:
            await self.logs.delete(LOBBY)
            if (hall := self._halls.get(LOBBY)) is not None:
                hall.told = 0
                for reader in hall.readers:
                    reader.close(TRY_AGAIN_LATER, "connect again")

    def readers_at(self, place: str) -> list[Reader]:
        """Return the clients that read a place."""
        return list(self._halls[place].readers) if place in self._halls else []

    def readers_of(self, account: str) -> list[Reader]:
        """Return the clients of an account."""
        return [reader for hall in self._halls.values() for reader in hall.readers if reader.account == account]

    def accounts(self) -> set[str]:
        """Return the accounts that read anything."""
        readers = (reader for hall in self._halls.values() for reader in hall.readers)
        return {reader.account for reader in readers if reader.account is not None}

    def close(self) -> None:
        """Let everybody go."""
        for hall in self._halls.values():
            for reader in hall.readers:
                reader.close(TRY_AGAIN_LATER, "connect again")


def _told(line: log.Line) -> ChatLine:
    wrote = line.wrote
    return ChatLine(
        number=line.number,
        at=line.at,
        name=wrote.name,
        seat=wrote.seat,
        account=wrote.account,
        text=wrote.text,
        watching=wrote.watching,
    )


def _note(hall: Hall, chat: log.Chat, lines: Sequence[log.Line]) -> None:
    """Log what has been done to lines and people, here or by way of another process: never who, nor by whom."""
    for line in lines:
        if line.wrote.text is None:
            _log.info("a line of a chat was removed", extra={"table": hall.place, "line": line.number})
    for event, names in (
        ("somebody was muted", chat.muted.keys() - hall.muted),
        ("somebody may write again", hall.muted - chat.muted.keys()),
    ):
        for _ in names:
            _log.info(event, extra={"table": hall.place})
