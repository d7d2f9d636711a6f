"""Compute all ratings again from the logs of the tables, beside a server or without one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from eddyline.server.accounts.account import KIND as ACCOUNTS
from eddyline.server.logs.ledger import is_table
from eddyline.server.logs.troubles import NoTableError, OtherRulesError
from eddyline.server.ratings.results import RESULTS, Rated, Results, families, key_of, rate
from eddyline.server.store import DamagedError, Row, StoreError, VersionTakenError
from eddyline.server.table.facts import unrated
from eddyline.server.table.stored import fold, glance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from eddyline.ratings.counting import Reason
    from eddyline.ratings.standings import Change, Result, Standings
    from eddyline.server.accounts.account import Account
    from eddyline.server.store.chain import Head, Link
    from eddyline.server.store.places import Place, Reader
    from eddyline.server.table.state import TableState

WRITE_TRIES = 10
"""How often writing begins again because a server has rated games meanwhile."""


@dataclass(slots=True)
class Recomputed:
    """Report what was found when all ratings were computed again."""

    results: int = 0
    """Results in the store."""
    deleted: int = 0
    """Those of tables that are not there any more: only their ratings are checked."""
    differences: list[str] = field(default_factory=list)
    """What is not as it was computed again, in English."""
    missing: list[str] = field(default_factory=list)
    """Tables whose game counts and was not rated."""


class Explained(NamedTuple):
    """Say what became of a table's game."""

    state: TableState
    reason: Reason | None
    """Why it is not rated; None: it is."""
    changes: tuple[Change | None, ...] | None
    """What it changed, by seat; None: it was not rated, or not yet."""


def recompute(place: Place, *, now: float, write: bool) -> Recomputed:
    """Rate all games again and compare; rate, if `write`, at `now` those that were not. Raises StoreError.

    Nothing that was rated is changed.
    """
    found = Recomputed()
    heads = place.heads()
    missing: dict[str, list[Result]] = {}
    with place.reading() as logs:
        stored = {key: list(_read(logs, key, heads)) for key in _keys()}
        rated: dict[str, tuple[str, Result]] = {}
        for key, log in stored.items():
            rated.update(_check(key, log, found))
        seen = set()
        for state in _rated_tables(logs, heads, found):
            seen.add(state.id)
            result, before = state.facts.result, rated.get(state.id)
            key = key_of(state.opened.game, state.facts.family or "")
            if before is not None and before != (key, result):
                found.differences.append(f"{key}, table {state.id}: its log says another result than was rated")
            elif before is None and result is not None:
                missing.setdefault(key, []).append(result)
    found.results, found.deleted = len(rated), len(rated.keys() - seen)
    for key, results in missing.items():
        results.sort(key=lambda result: (result.at, result.table))
        found.missing += [result.table for result in results]
        if write:
            _write(place, key, results, now)
    return found


def explain(place: Place, table: str) -> Explained:
    """Say whether a table's game is rated, why not, and what it changed. Raises StoreError."""
    heads = place.heads()
    with place.reading() as logs:
        rows = [link.row for link in logs.read(table, 0, heads.get(table))] if is_table(table) else []
        state = fold(table, rows)
        if state is None:
            raise NoTableError(table)
        changes = None
        if state.facts.family is not None:
            changes = _standings(logs, key_of(state.opened.game, state.facts.family), heads).games.get(table)
    return Explained(state=state, reason=unrated(state, frozenset()), changes=changes)


def standings(place: Place, game: str, family: str) -> tuple[Standings, dict[str, str]]:
    """Return the standings of a family as they are in the store, and the names of its people. Raises StoreError."""
    heads = place.heads()
    with place.reading() as logs:
        found = _standings(logs, key_of(game, family), heads)
        accounts = {person: _account(logs, person, heads) for person in found.people}
    return found, {person: account.name for person, account in accounts.items() if account.name}


def _account(logs: Reader, person: str, heads: dict[str, Head]) -> Account:
    log, account = ACCOUNTS.log(person), ACCOUNTS.begin(person)
    for link in logs.read(log, 0, heads.get(log)):
        account.apply(ACCOUNTS.decoder.decode(link.row.body), link.row.at)
    return account


def _keys() -> list[str]:
    return [key_of(*each) for each in families()]


def _read(logs: Reader, key: str, heads: dict[str, Head]) -> Iterator[Rated]:
    log = RESULTS.log(key)
    for link in logs.read(log, 0, heads.get(log)):
        yield _decode(log, link)


def _decode(log: str, link: Link) -> Rated:
    try:
        return RESULTS.decoder.decode(link.row.body)
    except msgspec.DecodeError as error:
        raise DamagedError(log, f"an entry of its log cannot be read: {error}") from error


def _standings(logs: Reader, key: str, heads: dict[str, Head]) -> Standings:
    results = Results(key)
    for entry in _read(logs, key, heads):
        results.apply(entry, 0)
    return results.standings


def _check(key: str, log: Iterable[Rated], found: Recomputed) -> Iterator[tuple[str, tuple[str, Result]]]:
    """Rate a family's games again, each after those before it as they were rated; yield them by table."""
    results = Results(key)
    for entry in log:
        table = entry.result.table
        if table in results.standings.games:
            found.differences.append(f"{key}, table {table}: it was rated twice; only the first counts")
            continue
        if results.standings.rate(entry.result) != entry.changes:
            found.differences.append(f"{key}, table {table}: the game changes the ratings otherwise than was saved")
        results.apply(entry, 0)
        yield table, (key, entry.result)


def _rated_tables(logs: Reader, heads: dict[str, Head], found: Recomputed) -> Iterator[TableState]:
    """Fold the tables whose game may have been rated."""
    for table in filter(is_table, logs.tables()):
        try:
            rows = [link.row for link in logs.read(table, 0, heads.get(table))]
            state = fold(table, rows) if glance(table, rows).rated else None
        except (DamagedError, OtherRulesError) as error:
            found.differences.append(f"table {table} cannot be read: {error}")
            continue
        if state is not None:
            yield state


def _write(place: Place, key: str, missing: Iterable[Result], now: float) -> None:
    log = RESULTS.log(key)
    for _ in range(WRITE_TRIES):
        heads = place.heads()
        results, version = Results(key), 0
        with place.reading() as logs:
            for entry in _read(logs, key, heads):
                results.apply(entry, 0)
                version += 1
        rows = []
        for result in missing:
            for entry in rate(results.standings, result):
                results.apply(entry, 0)
                rows.append(Row(int(now * 1000), msgspec.json.encode(entry).decode()))
        try:
            if rows:
                place.append(log, version + 1, rows)
        except VersionTakenError:
            continue
        return
    raise StoreError(f"the missing results of {key} were not written, because others were rated each time; try again")
