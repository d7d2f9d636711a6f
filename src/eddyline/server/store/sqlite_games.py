"""Keep the index of the games that are over in an SQLite file of its own.

Everything in it follows from the logs. So it is beside them: what is written here never keeps a turn waiting, is no
change of the store that others would have to look at, and a file that is lost or damaged is made anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from eddyline.engine.private import make_file_of_folder
from eddyline.server.store import finding
from eddyline.server.store.chain import DAMAGE, primary
from eddyline.server.store.contract import Played, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    from eddyline.server.store.contract import Wanted

T = TypeVar("T")

_log = logging.getLogger(__name__)

FORM = 1
"""Grows with every change of what is in the file; one of another form is made anew."""
_SCHEMA = """
CREATE TABLE looked (table_id TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE played (
    account TEXT, ended INTEGER, table_id TEXT, game TEXT NOT NULL, outcome TEXT NOT NULL, rated INTEGER NOT NULL,
    public INTEGER NOT NULL, words TEXT NOT NULL, told TEXT NOT NULL, PRIMARY KEY (account, ended, table_id)
) WITHOUT ROWID;
CREATE INDEX played_at ON played (table_id);
"""


class SqliteGames:
    """Keep the index in the file at `path`, which is opened when it is first used; None: in memory."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._thread: ThreadPoolExecutor | None = None

    async def put(self, table: str, version: int, played: Sequence[Played]) -> None:
        """Hold what follows from a log, unless a later version of it is known."""

        def put(connection: sqlite3.Connection) -> None:
            if connection.execute(finding.NOTE, _named(table, version)).rowcount:
                connection.execute(finding.CLEAR, _named(table))
                for each in played:
                    connection.execute(finding.PUT, _named(*each))

        await self._do(put)

    async def page(self, wanted: Wanted) -> list[Played]:
        """List some games."""
        query, values = finding.page(wanted, "instr")

        def page(connection: sqlite3.Connection) -> list[Played]:
            found = [Played(*row) for row in connection.execute(query, _named(*values))]
            return [each._replace(rated=bool(each.rated), public=bool(each.public)) for each in found]

        return await self._do(page)

    async def times(self, account: str) -> list[int]:
        """List when the games of an account ended."""
        return await self._do(lambda connection: [at for (at,) in connection.execute(finding.TIMES, _named(account))])

    async def versions(self) -> dict[str, int]:
        """Return how far each log is known."""
        return await self._do(lambda connection: dict(connection.execute(finding.VERSIONS)))

    async def drop(self, tables: Collection[str]) -> None:
        """Forget tables."""

        def drop(connection: sqlite3.Connection) -> None:
            for table in tables:
                connection.execute(finding.DROP, _named(table))
                connection.execute(finding.CLEAR, _named(table))

        await self._do(drop)

    async def forget(self, account: str) -> None:
        """Forget the games of an account."""

        def forget(connection: sqlite3.Connection) -> None:
            connection.execute(finding.FORGET, _named(account))

        await self._do(forget)

    async def close(self) -> None:
        """Close the file. It is opened again when it is used again."""
        if self._thread is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._hang_up)
            self._thread.shutdown()
            self._thread = None

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="games")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._carry_out, work)

    def _carry_out(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            connection = self._connection or self._open()
            connection.execute("BEGIN")
            done = work(connection)
            connection.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            self._hang_up()
            if isinstance(error, sqlite3.Error) and primary(error) in DAMAGE:
                self._begin_anew(f"it is damaged: {error}")
            raise StoreError(f"the index of games at {self._path} cannot be used: {error}") from error
        return done

    def _open(self) -> sqlite3.Connection:
        """Open the file, and make it anew when it is none of this form. Raises sqlite3.Error and OSError."""
        if self._path is not None:
            make_file_of_folder(self._path)
        # Whatever thread closes it: only one of the pool uses it at a time.
        connection = sqlite3.connect(self._path or ":memory:", isolation_level=None, check_same_thread=False)
        try:
            (form,) = connection.execute("PRAGMA user_version").fetchone()
            empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
            if form != FORM and not empty:
                connection.close()
                self._begin_anew(f"it is of form {form}, and this program has form {FORM}")
                return self._open()
            # What a crash of the machine takes away is put in again; a file in between would not be noticed.
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            if empty:
                connection.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {FORM}; COMMIT;")
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection

    def _begin_anew(self, why: str) -> None:
        """Remove the file; it is made anew when it is next used. Raises OSError."""
        if self._path is not None:
            _log.warning("the index of games at %s is made anew, because %s", self._path, why)
            for end in ("", "-wal", "-shm"):
                self._path.with_name(f"{self._path.name}{end}").unlink(missing_ok=True)

    def _hang_up(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None


def _named(*values: object) -> dict[str, object]:
    """Name values as `$1`, `$2` and so on are named."""
    return {str(number): value for number, value in enumerate(values, start=1)}
