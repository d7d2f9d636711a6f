"""Serve without limits on how often somebody may ask: `python -m campaign.served FOLDER`."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from eddyline.server.base.log_output import start_logging
from eddyline.server.base.settings import Settings
from eddyline.server.web.app import build_app
from eddyline.server.web.transport import configure

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def served(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run this module in a process of its own; yield the process and its address."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "stderr.txt").open("wb") as errors:
        server = subprocess.Popen(
            [sys.executable, "-m", "campaign.served", str(folder)], stdout=subprocess.PIPE, stderr=errors, text=True
        )
    try:
        assert server.stdout is not None
        yield server, server.stdout.readline().strip().rstrip("/")
    finally:
        server.terminate()
        server.communicate()


def complaints(folder: Path) -> str:
    """Return what the server has logged."""
    return (folder / "stderr.txt").read_text()


def main() -> None:
    """Serve on a free port, and print the address."""
    start_logging("json")
    settings = Settings(data=Path(sys.argv[1]), bot_pause=0.0, requests_per_minute=1e9, messages_per_second=1e9)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)  # noqa: T201 - the parent reads it
    uvicorn.Server(configure(build_app(settings), settings)).run(sockets=[listening])


if __name__ == "__main__":
    main()
