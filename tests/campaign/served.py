"""Serve without limits on how often somebody may ask: `python -m campaign.served FOLDER`."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import uvicorn

from eddyline.server.app import build_app
from eddyline.server.settings import Settings
from eddyline.server.socket import FRAME


def main() -> None:
    """Serve on a free port, and print the address."""
    settings = Settings(data=Path(sys.argv[1]), bot_pause=0.0, requests_per_minute=1e9, messages_per_second=1e9)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)  # noqa: T201 - the parent reads it
    config = uvicorn.Config(
        build_app(settings), ws="websockets-sansio", ws_per_message_deflate=False, ws_max_size=FRAME,
        log_level="warning", access_log=False, timeout_graceful_shutdown=2,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
