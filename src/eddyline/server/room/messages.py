"""Make the messages that bring connections to a version: each of them once for all who are to get the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from eddyline.engine.wire import to_wire
from eddyline.protocol import table as protocol
from eddyline.protocol import table_info
from eddyline.server.base.delta import Patches
from eddyline.server.base.outbox import encode
from eddyline.wasm.shipped import rules_for_browsers

if TYPE_CHECKING:
    from eddyline.protocol.ahead import Ahead
    from eddyline.server.room.connection import Connection
    from eddyline.server.table.table import Table


class Messages:
    """Hold the messages of a table's present version, with some updates."""

    def __init__(
        self,
        table: Table,
        info: table_info.TableInfo,
        updates: tuple[protocol.Update, ...],
        suspended: frozenset[int] = frozenset(),
    ) -> None:
        """`info` is what everybody may know; of the seats that are `suspended`, those who sit here hear."""
        self._table = table
        self._info = info
        self._seated = to_seats(info, suspended)
        self._updates = updates
        self._states: dict[tuple[int | None, bool], protocol.State] = {}
        """By seat, and whether the client knows the rules."""
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
        return self._state(connection) if connection.deltas else None

    def _state(self, connection: Connection) -> protocol.State:
        """Return all that a seat may know, as the client wants it."""
        key = seat, knows_rules = connection.seat, connection.records
        if key not in self._states:
            position = self._position(seat) if knows_rules else None
            self._states[key] = protocol.State(
                you=seat,
                table=self._info_for(seat),
                view=None if position else self._table.view(seat),
                draft=None if position else self._draft(seat),
                ahead=self._ahead(seat),
                position=position,
            )
        return self._states[key]

    def _info_for(self, seat: int | None) -> table_info.TableInfo:
        return self._info if seat is None else self._seated

    def _position(self, seat: int | None) -> protocol.Position | None:
        """Return what a seat may know of the position; None before the start, and if browsers lack the rules."""
        match = self._table.state.match
        rules = rules_for_browsers(match.game.id) if match else None
        if match is None or rules is None:
            return None
        written = self._table.state.known.written(match, seat)
        return protocol.Position(
            rules=rules,
            record=written.record,
            board=written.board,
            given=written.given,
            turn=None if seat is None else match.pending.get(seat),
            asked=self._asks(seat),
        )

    def _asks(self, seat: int | None) -> bool:
        """Return whether a seat's owner has something to decide or to change."""
        return seat is not None and self._table.state.seats[seat].bot is None and self._table.asks(seat)

    def _draft(self, seat: int | None) -> protocol.Draft | None:
        return self._table.draft(seat) if self._asks(seat) else None

    def _ahead(self, seat: int | None) -> Ahead | None:
        return None if seat is None else self._table.state.plans.show(self._table.state, seat)

    def sync(self, seat: int | None, *, record: bool = False) -> protocol.Sync:
        """Return the whole message for a seat."""
        match = self._table.state.match
        return protocol.Sync(
            version=self._info.version,
            you=seat,
            table=self._info_for(seat),
            view=self._table.view(seat),
            draft=self._draft(seat),
            updates=self._updates,
            ahead=self._ahead(seat),
            record=msgspec.to_builtins(to_wire(match.game, match.redacted(seat))) if record and match else None,
        )

    def _delta(self, connection: Connection) -> protocol.Delta:
        have, state = connection.shown, self._state(connection)
        return protocol.Delta(
            version=self._info.version,
            since=None if have is None else have.table.version,
            patch=self._patches.between(have, state),
            updates=self._updates,
            whole=state if connection.checks else None,
        )


def to_seats(info: table_info.TableInfo, suspended: frozenset[int]) -> table_info.TableInfo:
    """Describe a table to those who have a seat: whom of them it is no use to wait for is not everybody's business."""
    if not suspended:
        return info
    seats = tuple(replace(each, suspended=each.seat in suspended) for each in info.seats)
    return replace(info, seats=seats)


def presence_of(info: table_info.TableInfo) -> bytes:
    """Return the message that says who is at a table and how its seats are."""
    return encode(protocol.TableChanged(table=info))


def draft_of(draft: protocol.Draft) -> bytes:
    """Return the message that shows a seat its draft."""
    return encode(draft)
