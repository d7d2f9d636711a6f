"""Run the real server in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eddyline.server.store.names import DATABASE
from eddyline.server.store.opening import prepare

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

TESTS = Path(__file__).parents[1]
START = "from eddyline.cli import main; main()"
HEARING = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {START}"
"""The same, hearing Ctrl-C also where the tests themselves were started without it, as `make test &` in a script is."""


@contextmanager
def running(command: Sequence[str | Path], **how: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a program and read what it prints; end it with its test, however that ends.

    A `Popen` of its own would wait for the program for ever where the test fails before it has ended.
    """
    with subprocess.Popen(command, **{"stdout": subprocess.PIPE, "text": True} | how) as process:
        try:
            yield process
        finally:
            process.kill()


UNLIMITED = ("--address-accounts", "0", "--address-day-accounts", "0", "--address-day-tables", "0")
"""Options for tests, all of which come from one address."""


@contextmanager
def server(
    data: Path,
    start: str = START,
    environment: Mapping[str, str] | None = None,
    log: Path | None = None,
    options: Sequence[str] = (),
    become: Sequence[str] = (),
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `eddyline serve` on a free port; yield its process and address. What it logs goes to `log`.

    `become` goes before the command, to run it as somebody else.
    """
    command = [*become, sys.executable, "-c", start, "serve", "--port", "0", *UNLIMITED]
    if not become:
        # It would load all that makes a store, for tables that are made here in no time.
        data.mkdir(parents=True, exist_ok=True)
        prepare(data / DATABASE)
    with (
        (log or Path(os.devnull)).open("a") as errors,
        running(
            [*command, "--data", str(data), "--bot-pause", "0", *options],
            env=os.environ
            | {"PYTHONPATH": os.pathsep.join((str(TESTS), os.environ.get("PYTHONPATH", "")))}  # for `support`
            | dict(environment or {}),
            stderr=errors if log else None,
            start_new_session=True,
        ) as process,
    ):
        assert process.stdout is not None
        line = process.stdout.readline()
        address = re.search(r"http://\S+", line)
        assert address, f"expected the address, got {line!r}; {log and log.read_text()}"
        yield process, address[0].rstrip("/")
