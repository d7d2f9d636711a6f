"""Start the server: `eddyline serve`."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import click

from eddyline.cli.console import err, out, warm_up, warm_up_thinkers


def data_folder() -> Path:
    """Choose where tables are kept unless told otherwise: where this system keeps the data of programs."""
    if sys.platform in {"win32", "darwin"}:
        return Path(click.get_app_dir("Eddyline"))
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "eddyline"


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on. 0.0.0.0 lets your network in."
)
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 takes a free one."
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="EDDYLINE_DATA",
    help=f"Folder where tables are kept.  [default: {data_folder()}]",
)
@click.option(
    "--bot-pause",
    default=0.7,
    show_default=True,
    type=click.FloatRange(0, 60),
    help="Seconds a bot takes for a turn at least, so that people can follow.",
)
@click.option(
    "--bot-threads",
    type=click.IntRange(1, 64),
    help="Bots that may think at the same time.  [default: one for each core but the server's own]",
)
@click.option(
    "--allow-origin",
    multiple=True,
    metavar="URL",
    help="Origin, such as https://games.example.org, whose pages may connect, too. "
    "Only needed behind a proxy that changes the Host header. May be repeated.",
)
def serve(
    host: str, port: int, data: Path | None, bot_pause: float, bot_threads: int | None, allow_origin: tuple[str, ...]
) -> None:
    """Start the server and print the address to open.

    Every confirmed turn is on the disk before anybody hears of it: stop the server as you like, even by pulling the
    plug; after the next start every table goes on where it was. Ctrl-C stops it politely.
    """
    sock = _listen(host, port)
    warm_up()
    compiling = warm_up_thinkers()
    import uvicorn  # noqa: PLC0415

    from eddyline.server.app import build_app  # noqa: PLC0415
    from eddyline.server.settings import Settings, spare_cores  # noqa: PLC0415
    from eddyline.server.socket import FRAME  # noqa: PLC0415
    from eddyline.server.store import StoreError  # noqa: PLC0415
    from eddyline.server.thinking import still_thinking  # noqa: PLC0415

    settings = Settings(
        data=data or data_folder(),
        bot_pause=bot_pause,
        bot_threads=bot_threads or spare_cores(),
        allowed_origins=frozenset(o.rstrip("/") for o in allow_origin),
        compiling=compiling,
    )
    try:
        app = build_app(settings)
    except StoreError as error:
        raise click.ClickException(str(error)) from None

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if not self.should_exit:
                _announce(host, sock.getsockname()[1], settings.data)
                if compiling:
                    err.print("Bots that think are still being compiled; in a minute or so they play, too.")

    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=FRAME,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    try:
        Server(config).run(sockets=[sock])
    except KeyboardInterrupt:
        err.print("Stopped. Every table is kept.")
    finally:
        sock.close()
    if still_thinking():
        # Everything is kept already, and nobody is there for whom that turn would be played.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before anything slow happens, or say who may have it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let two servers share a port
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        # Bound twice is refused only while one of the two listens.
        sock.listen()
    except OSError as error:
        sock.close()
        other = port + 1 if port < 65535 else 8000
        raise click.ClickException(
            f"cannot listen on {host} port {port}: {error.strerror or error}.\n"
            f"If Eddyline runs already, its address is http://{_reachable(host)}:{port}/\n"
            f"Another port is as good: eddyline serve --port {other}"
        ) from None
    return sock


def _announce(host: str, port: int, data: Path) -> None:
    out.print(f"Eddyline is ready: [bold]http://{_reachable(host)}:{port}/[/bold]")
    if host in {"127.0.0.1", "localhost", "::1"}:
        out.print("Only this machine can open it; `eddyline serve --host 0.0.0.0` lets your network in.")
    out.print(f"Tables are kept in {data}. Ctrl-C stops the server.")


def _reachable(host: str) -> str:
    """Turn 'listen everywhere' into an address that others can open."""
    if host not in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not bound
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing: it only asks the system which of its addresses leads out. 192.0.2.1 is nobody's.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
