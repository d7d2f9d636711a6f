"""Show a host the tables of a store, beside a server or without one: only what everybody at the table may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from eddyline.engine.log import Deal
from eddyline.protocol import table_info
from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.names import clean_name, looks
from eddyline.server.chat import log as chat
from eddyline.server.logs import beside
from eddyline.server.logs.ledger import CHANGE_TRIES, is_table
from eddyline.server.logs.troubles import NoTableError, OtherRulesError
from eddyline.server.store import DamagedError, DeletedError, Row, StoreError, VersionTakenError
from eddyline.server.table import encoding, entries
from eddyline.server.table.attendance import Attendance
from eddyline.server.table.stored import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from eddyline.server.store.chain import Head, Link
    from eddyline.server.store.places import Place, Reader
    from eddyline.server.table.state import TableState

Condition = Literal["open", "running", "over", "damaged", "other_rules"]
NOTICE = 200
"""Characters of what a host says about closing a table."""


OPENING = 12
"""Entries with which a table begins, at most: it is opened, and people and bots take their seats."""


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a table in a line; what cannot be read is None or empty."""

    id: str
    status: Condition
    version: int
    changed: float | None
    """When its last entry was appended: seconds since 1970."""
    opened: float | None = None
    game: str | None = None
    ended: table_info.Ending | None = None
    players: tuple[str, ...] = ()
    trouble: str | None = None
    """Why the table cannot be opened."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """Say what one version of a table brought, in English."""

    version: int
    sentences: tuple[str, ...]


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """Show a table: who is connected is known to its server only."""

    table: table_info.TableInfo
    story: tuple[Told, ...]


def list_tables(
    place: Place, before: float | None = None, by: str | None = None, since: float | None = None
) -> Iterator[Listed]:
    """List the tables of a store, damaged ones, too; with `before`, only those that were changed by then.

    The others are not even read. With `by`, only those that somebody of this name, or one that looks like it, opened;
    with `since`, only those that were opened then or later. Raises StoreError when nothing can be read, and
    RefusalError for what is no name.
    """
    heads = place.heads()
    wanted = None if by is None else looks(clean_name(by))
    with place.reading() as logs:
        for table in filter(is_table, logs.tables(heads)):
            end = logs.end(table)
            changed = None if end is None else end.changed / 1000
            if before is not None and (changed is None or changed > before):
                continue
            listed = Listed(id=table, status="damaged", version=logs.last_version(table), changed=changed)
            if (wanted is not None or since is not None) and not _opened(logs, table, heads.get(table), wanted, since):
                continue
            try:
                state = _fold(logs, table, heads.get(table))
            except NoTableError:  # opened and deleted since the heads were read
                continue
            except OtherRulesError as error:
                yield msgspec.structs.replace(listed, status="other_rules", trouble=str(error))
            except DamagedError as error:
                if logs.last_version(table) == 0 and place.forgotten(table):
                    continue
                yield msgspec.structs.replace(listed, trouble=error.why)
            else:
                yield msgspec.structs.replace(
                    listed,
                    status=state.status,
                    opened=state.opened_at / 1000,
                    game=state.opened.game,
                    ended=state.ended,
                    players=tuple(seat.name for seat in state.seats if seat.kind != "open"),
                )


class _Seen(msgspec.Struct):
    """Read of an entry what tells who has opened a table: also of one that cannot be played any more."""

    entry: str = ""
    host: int = 0
    seat: int | None = None
    name: str = ""


_glance = msgspec.json.Decoder(_Seen)


def _opened(logs: Reader, table: str, head: Head | None, by: set[str] | None, since: float | None) -> bool:
    """Return whether somebody who looks like this has opened a table since a time; not when that cannot be read."""
    try:
        rows = [link.row for link in logs.read(table, 0, head)[:OPENING]]
        first, *others = (_glance.decode(row.body) for row in rows)
    except (DamagedError, msgspec.DecodeError, ValueError):
        return False
    opener = next((each.name for each in others if each.entry == "joined" and each.seat == first.host), "")
    return (by is None or bool(by & looks(opener))) and (since is None or rows[0].at >= since * 1000)


def last_versions(place: Place, tables: Iterable[str]) -> dict[str, int]:
    """Return the last version of each of these tables that there is; 0 when none can be read. Raises StoreError."""
    return _last_versions(place, filter(is_table, tables))


def chats_of(place: Place, tables: Iterable[str]) -> dict[str, int]:
    """Return the last version of the chat's log of each of these tables that has one. Raises StoreError."""
    return _last_versions(place, map(chat.KIND.log, tables))


def _last_versions(place: Place, names: Iterable[str]) -> dict[str, int]:
    heads = place.heads()
    with place.reading() as logs:
        versions = {name: logs.last_version(name) for name in names}
    return {name: version for name, version in versions.items() if version or name in heads}


def mute(place: Place, chat_of: str, name: str, now: float, *, muted: bool) -> tuple[str, bool]:
    """Let the person of a name write nothing in a chat, or let them again; return whom that means, and if it is new.

    Raises StoreError, and RefusalError for what is no name.
    """
    whom = clean_name(name)

    def mute(said: chat.Chat) -> list[chat.Entry]:
        nonlocal whom
        whom = said.whom(whom, ())
        return said.mute(whom, muted=muted, seats={})

    changed = _change_chat(place, chat_of, now, mute)
    return whom, changed


def remove_line(place: Place, chat_of: str, number: int, now: float) -> bool:
    """Remove a line of a chat; return whether it was still there. Raises StoreError, and RefusalError without it."""

    def remove(said: chat.Chat) -> list[chat.Entry]:
        return [] if said.line(number).wrote.text is None else [chat.Removed(number=number)]

    return _change_chat(place, chat_of, now, remove)


def _change_chat(place: Place, chat_of: str, now: float, make: Callable[[chat.Chat], list[chat.Entry]]) -> bool:
    def change(said: chat.Chat) -> list[chat.Entry]:
        if not said.lines:
            raise RefusalError("unknown", f"nobody has written anything at {chat_of}")
        return make(said)

    return bool(beside.change(place, chat.KIND, chat_of, now, change))


def look_at(place: Place, table: str) -> Look:
    """Show a table as everybody may see it. Raises StoreError.

    Times are left out: only its server knows when clocks stood still.
    """
    with place.reading() as logs:
        state = _fold(logs, table, place.heads().get(table))
    names = [seat.name for seat in state.seats]
    story = (
        Told(version=update.version, sentences=sentences)
        for update in state.updates
        if (sentences := tuple(filter(None, (state.rules.sentence(event, names) for event in update.events))))
    )
    info = state.info(Attendance())
    seats = tuple(msgspec.structs.replace(seat, taken=None, left=None) for seat in info.seats)
    return Look(table=msgspec.structs.replace(info, seats=seats), story=tuple(story))


def close(place: Place, table: str, notice: str | None, now: float) -> None:
    """End a table for good, as everybody there sees. Raises StoreError, and RefusalError when it is over already."""
    if notice is not None and not (notice.isprintable() and 0 < len(notice.strip()) <= NOTICE):
        raise RefusalError("bad_message", f"expected a reason of 1 to {NOTICE} printable characters, got {notice!r}")

    def stop(state: TableState) -> entries.Stopped:
        if state.status == "over":
            raise RefusalError("wrong_time", f"The game at table {table} is over already.")
        return entries.Stopped(why="closed", notice=notice)

    change_table(place, table, now, stop)


def change_table(
    place: Place, table: str, now: float, make: Callable[[TableState], entries.Entry[int] | None]
) -> entries.Entry[int] | None:
    """Append to a table's log the entry that `make` derives from its state, if any; return it. Raises StoreError.

    `make` is asked again when the table has gone on meanwhile.
    """
    with place.reading() as logs:
        state = _fold(logs, table, place.heads().get(table))
        for _ in range(CHANGE_TRIES):
            entry = make(state)
            if entry is None:
                return None
            try:
                row = Row(int(now * 1000), encoding.encode(entry, state.rules))
                place.append(table, state.version + 1, [row])
            except VersionTakenError:
                for link in logs.read(table, state.version, None):
                    state.apply(encoding.decode(link.row.body, state.rules), link.row.at)
            except DeletedError:
                raise NoTableError(table) from None
            else:
                return entry
    raise StoreError(f"table {table} was not changed, because it went on each time; try again")


def personal(place: Place, name: str, only: str | None) -> Iterator[dict[str, object]]:
    """Give all that the store has of the people of this name, or one that looks like it: at every table, or at one.

    Secret tokens are left out, and of a running game what nobody else may know yet. A table that cannot be opened is
    named with the reason. Raises StoreError, and RefusalError for what is no name.
    """
    wanted = looks(clean_name(name))
    heads = place.heads()
    with place.reading() as logs:
        for table in filter(is_table, logs.tables()) if only is None else [only]:
            try:
                rows = [link.row for link in _links(logs, table, heads.get(table))]
                state = fold(table, rows)
            except (DamagedError, OtherRulesError) as error:
                yield {"table": table, "unreadable": str(error)}
                continue
            if state is not None:
                yield from entries_of(state, rows, lambda name, _: bool(looks(name) & wanted))
            elif only is not None:
                raise NoTableError(table)
        for name_of_log in logs.tables(heads):
            place_of_chat = chat.KIND.key(name_of_log)
            if place_of_chat is not None and only in {None, place_of_chat}:
                said, _ = beside.folded(logs, chat.KIND, place_of_chat, heads.get(name_of_log))
                for line in said.lines:
                    if looks(line.wrote.name) & wanted:
                        yield line.exported(place_of_chat)


def entries_of(
    state: TableState, rows: list[Row], theirs: Callable[[str, str | None], bool]
) -> Iterator[dict[str, object]]:
    """List the entries of the people whose name and account are `theirs`, without tokens and what is hidden yet."""
    sitting: dict[int, int] = {}
    """By seat: which of `people` has it."""
    people: list[tuple[str, str | None]] = []
    told: list[tuple[int, dict[str, object]]] = []
    played = 0
    for version, row in enumerate(rows, start=1):
        entry = encoding.decode(row.body, state.rules)
        played += isinstance(entry, entries.Turn | Deal)
        if state.match is not None and state.status == "running" and played > state.match.shown:
            break  # from here on, something may be known to one seat only
        if state.status == "running" and isinstance(entry, entries.Planned):
            continue
        match entry:
            case entries.Joined():
                sitting[entry.seat] = len(people)
                people.append((entry.name, entry.account))
            case entries.BotSat():
                sitting.pop(entry.seat, None)
            case entries.Adopted():
                people[sitting[entry.seat]] = people[sitting[entry.seat]][0], entry.account
        if (who := sitting.get(getattr(entry, "seat", -1))) is not None:
            said = msgspec.json.decode(row.body)
            said.pop("token", None)
            told.append((who, {"table": state.id, "game": state.opened.game, "version": version, "at": row.at, **said}))
        if isinstance(entry, entries.Freed):
            sitting.pop(entry.seat, None)
    yield from (line for who, line in told if theirs(*people[who]))


def _fold(logs: Reader, table: str, head: Head | None) -> TableState:
    state = fold(table, [link.row for link in _links(logs, table, head)])
    if state is None:
        raise NoTableError(table)
    return state


def _links(logs: Reader, table: str, head: Head | None) -> Sequence[Link]:
    """Read a table's log; empty for what is no table."""
    return logs.read(table, 0, head) if is_table(table) else ()
