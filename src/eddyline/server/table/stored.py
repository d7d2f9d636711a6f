"""Begin the log of a table in the store, and fold what is there into the table's state."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from eddyline.engine.registry import UnknownGameError
from eddyline.engine.registry import game as game_by_id
from eddyline.protocol.pace import Pace
from eddyline.server.logs.troubles import OtherRulesError, refused_by
from eddyline.server.store import DamagedError, OutcomeUnknownError, Row, StoreError
from eddyline.server.table import encoding, entries
from eddyline.server.table.state import TableState

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from eddyline.server.base.outages import Outages
    from eddyline.server.base.outside import Outside
    from eddyline.server.store import Store


def fold(table: str, rows: Iterable[Row], outages: Outages | None = None) -> TableState | None:
    """Build a table from its log; None when the log is empty.

    Raises DamagedError when the log is invalid, OtherRulesError when this program cannot play it.
    """
    state = None
    for version, row in enumerate(rows, start=1):
        try:
            entry = encoding.decode(row.body, state.rules if state else None)
            if state is None:
                state = _begin(table, entry, row.at, outages)
            else:
                state.apply(entry, row.at)
        except OtherRulesError:
            raise
        except Exception as error:  # whatever rules say to an entry that they have not made
            raise DamagedError(table, f"version {version} of its log cannot be read: {error!r}") from error
    return state


def _begin(table: str, entry: entries.Entry[int], at: int, outages: Outages | None) -> TableState:
    """Create a table from its first entry. Raises OtherRulesError, and ValueError for any other entry."""
    if not isinstance(entry, entries.Opened):
        raise ValueError(f"expected the entry that opens the table, got {type(entry).__name__}")  # noqa: TRY004
    try:
        rules = game_by_id(entry.game)
    except UnknownGameError as error:
        raise OtherRulesError(
            f"This table plays the game {entry.game}, which this server does not have. "
            "Nothing is lost: the operator can add the game again."
        ) from error
    if not rules.plays(entry.rules_version):
        raise OtherRulesError(
            f"This table is played by version {entry.rules_version} of the rules of {rules.name}, and this server "
            f"has version {rules.rules_version}. Nothing is lost: an Eddyline with the old rules can continue it."
        )
    return TableState.begin(table, rules, entry, at, outages)


class _Seen(msgspec.Struct):
    """Read of an entry what tells something without the rules of its game."""

    access: str = "link"
    pace: Pace = Pace()
    family: str | None = None


_glance = msgspec.json.Decoder(_Seen)


class Glance(NamedTuple):
    """Say what the entries of a table tell without being folded."""

    listed: bool
    """Whether it was ever in the lobby."""
    clock: bool
    """Whether it ever had a clock."""
    rated: bool
    """Whether its game was to be rated."""


def glance(table: str, rows: Iterable[Row]) -> Glance:
    """Look at a log without folding it, which takes much longer. Raises DamagedError."""
    try:
        seen = [_glance.decode(row.body) for row in rows]
    except msgspec.DecodeError as error:
        raise DamagedError(table, f"its log cannot be read: {error!r}") from error
    return Glance(
        listed=any(entry.access != "link" for entry in seen),
        clock=any(entry.pace.clock is not None for entry in seen),
        rated=any(entry.family is not None for entry in seen),
    )


async def open_log(store: Store, outside: Outside, table: str, log: Sequence[entries.Entry[int]]) -> TableState:
    """Begin a table's log with its first entries, written together: `Opened`, then the seats. Raises RefusalError."""
    at = int(outside.clock() * 1000)
    state = _begin(table, log[0], at, outside.outages)
    for entry in log[1:]:
        state.apply(entry, at)
    try:
        await store.append(table, 1, [Row(at, encoding.encode(entry, state.rules)) for entry in log])
    except OutcomeUnknownError as error:
        # Nobody has its address: to everybody it is as if there were no such table.
        raise refused_by(StoreError(str(error))) from error
    except StoreError as error:
        raise refused_by(error) from error
    return state


async def load_state(store: Store, outside: Outside, table: str) -> TableState | None:
    """Fold a table's log; None for an unknown id. Raises StoreError when it cannot be read."""
    rows = await store.load(table)
    # Folding a long game takes a moment; the event loop must serve other tables.
    return await asyncio.to_thread(fold, table, rows, outside.outages)
