"""Make the messages that bring connections to a version: each of them once for all who are to get the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from eddyline.engine.wire import to_wire
from eddyline.protocol import table as protocol
from eddyline.protocol import table_info
from eddyline.server.base.delta import Patches
from eddyline.server.base.outbox import encode

if TYPE_CHECKING:
    from eddyline.protocol.ahead import Ahead
    from eddyline.server.base.delta import Patch
    from eddyline.server.room.connection import Connection
    from eddyline.server.table.table import Table

Held = TypeVar("Held", bound=protocol.HeldDraft)


class Messages:
    """Hold the messages of a table's present version, with some updates."""

    def __init__(self, table: Table, info: table_info.TableInfo, updates: tuple[protocol.Update, ...]) -> None:
        self._table = table
        self._info = info
        self._updates = updates
        self._states: dict[int | None, protocol.State] = {}
        self._patches = Patches()
        self._messages: dict[tuple[int | None, int | None, bool, bool], bytes] = {}
        """By seat, by the state that its client has, whether it checks, and whether it wants records."""

    def to(self, connection: Connection) -> bytes:
        """Return the message for a connection: the whole state, or what has changed in the one it has."""
        have = id(connection.shown) if connection.deltas else None
        key = connection.seat, have, connection.checks, connection.records
        if key not in self._messages:
            if connection.deltas:
                message: protocol.Delta | protocol.Sync = self._delta(connection)
            else:
                message = self.sync(connection.seat, record=connection.records)
            self._messages[key] = encode(message)
        return self._messages[key]

    def shown(self, connection: Connection) -> protocol.State | None:
        """Return the state that a connection has once it has the message; None for those who are sent whole states."""
        return self.state(connection.seat) if connection.deltas else None

    def state(self, seat: int | None) -> protocol.State:
        """Return all that a seat may know."""
        if seat not in self._states:
            view, draft = self._table.view(seat), self._draft(seat)
            held = None if draft is None else _held(protocol.HeldDraft, draft, self._patches.between(view, draft.view))
            ahead = self._ahead(seat)
            self._states[seat] = protocol.State(you=seat, table=self._info, view=view, draft=held, ahead=ahead)
        return self._states[seat]

    def _draft(self, seat: int | None) -> protocol.Draft | None:
        bot_plays = seat is not None and self._table.state.seats[seat].bot is not None
        return None if bot_plays else self._table.draft(seat)

    def _ahead(self, seat: int | None) -> Ahead | None:
        return None if seat is None else self._table.state.plans.show(self._table.state, seat)

    def sync(self, seat: int | None, *, record: bool = False) -> protocol.Sync:
        """Return the whole message for a seat."""
        match = self._table.state.match
        return protocol.Sync(
            version=self._info.version,
            you=seat,
            table=self._info,
            view=self._table.view(seat),
            draft=self._draft(seat),
            updates=self._updates,
            ahead=self._ahead(seat),
            record=msgspec.to_builtins(to_wire(match.game, match.redacted(seat))) if record and match else None,
        )

    def _delta(self, connection: Connection) -> protocol.Delta:
        have, state = connection.shown, self.state(connection.seat)
        return protocol.Delta(
            version=self._info.version,
            since=None if have is None else have.table.version,
            patch=self._patches.between(have, state),
            updates=self._updates,
            whole=state if connection.checks else None,
        )


def presence_of(info: table_info.TableInfo) -> bytes:
    """Return the message that says who is at a table and how its seats are."""
    return encode(protocol.TableChanged(table=info))


def draft_for(connection: Connection, draft: protocol.Draft) -> bytes:
    """Return the message that shows a connection its seat's draft, at the version of the table that it knows."""
    if connection.shown is None:
        return encode(draft)
    return encode(_held(protocol.DraftChanged, draft, Patches().between(connection.shown.view, draft.view)))


def _held(kind: type[Held], draft: protocol.Draft, preview: Patch) -> Held:
    return kind(
        version=draft.version,
        seat=draft.seat,
        step=draft.step,
        decisions=draft.decisions,
        legal=draft.legal,
        complete=draft.complete,
        confirmed=draft.confirmed,
        can_undo=draft.can_undo,
        preview=preview or None,
    )
