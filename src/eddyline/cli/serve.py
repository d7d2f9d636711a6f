"""Start the server: `eddyline serve`.

Where the rules have not been compiled yet, the server begins at once with uncompiled ones (see `first_start`). When
they have been compiled it makes way for itself: it ends politely and becomes, in the same process and on the same
socket, a server with compiled rules. Whoever is connected connects again and is brought up to date.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from eddyline.cli.console import err, out
from eddyline.cli.first_start import prepare
from eddyline.engine.extras import extra

if TYPE_CHECKING:
    from eddyline.server.drafts import HeldDrafts

UNTIL_READY = (signal.SIGINT, signal.SIGTERM)
"""Signals that wait while one server makes way for the next."""


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
@click.option(
    "--successor",
    type=(int, int),
    hidden=True,
    help="File descriptors left by the server that made way: socket, drafts.",
)
def serve(
    host: str,
    port: int,
    data: Path | None,
    bot_pause: float,
    bot_threads: int | None,
    allow_origin: tuple[str, ...],
    successor: tuple[int, int] | None,
) -> None:
    """Start the server and print the address to open.

    Every confirmed turn is on the disk before anybody hears of it: stop the server as you like, even by pulling the
    plug; after the next start every table goes on where it was. Ctrl-C stops it politely.

    The first start compiles rules and bots, for a minute or two. You can play meanwhile.
    """
    with extra("serve"):
        import litestar  # noqa: F401, PLC0415 - missed now, not when there is something to clear up
        import uvicorn  # noqa: PLC0415
    sock = socket.socket(fileno=successor[0]) if successor else _listen(host, port)
    preparation = prepare()
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
        compiling=preparation.thinkers,
        drafts=_read_drafts(successor[1]) if successor else {},
    )
    try:
        app = build_app(settings)
    except StoreError as error:
        preparation.end()
        raise click.ClickException(str(error)) from None

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if successor:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, UNTIL_READY)
            if self.should_exit:
                return
            if successor:
                out.print("The compiled rules are in use now.")
            else:
                _announce(host, sock.getsockname()[1], settings.data)
            if told := preparation.tell():
                err.print(told)

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
    server = Server(config)

    def make_way() -> None:
        server.should_exit = True

    preparation.when_compiled(make_way)
    try:
        # It closes what it is given; the other handle keeps the port, and whoever is connecting, for a successor.
        server.run(sockets=[sock.dup()])
        if preparation.compiled:
            command = ["--host", host, "--port", str(port), "--data", str(settings.data), "--bot-pause", str(bot_pause)]
            command += ["--bot-threads", str(settings.bot_threads)]
            command += [word for origin in allow_origin for word in ("--allow-origin", origin)]
            _succeed(sock, app.state.hub.held_drafts(), command)
    except KeyboardInterrupt:
        err.print("Stopped. Every table is kept.")
    finally:
        preparation.end()
        sock.close()
    if still_thinking():
        # Everything is kept already, and nobody is there for whom that turn would be played.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _succeed(sock: socket.socket, drafts: HeldDrafts, command: list[str]) -> None:
    """Become the next server: the same process, another program."""
    import msgspec  # noqa: PLC0415

    held = tempfile.TemporaryFile()  # noqa: SIM115 - the next program reads and closes it
    held.write(msgspec.json.encode(drafts))
    held.seek(0)
    left = [os.dup(sock.fileno()), os.dup(held.fileno())]
    for descriptor in left:
        os.set_inheritable(descriptor, True)
    # Whoever stops the server just now stops the next one, as soon as it can end politely.
    signal.pthread_sigmask(signal.SIG_BLOCK, UNTIL_READY)
    sys.stdout.flush()
    sys.stderr.flush()
    arguments = ["-m", "eddyline", "serve", *command, "--successor", *map(str, left)]
    os.execv(sys.executable, [sys.executable, *arguments])  # noqa: S606 - this very program


def _read_drafts(descriptor: int) -> HeldDrafts:
    import msgspec  # noqa: PLC0415

    from eddyline.server.drafts import HeldDrafts  # noqa: PLC0415

    with os.fdopen(descriptor, "rb") as file:
        return msgspec.json.decode(file.read(), type=HeldDrafts)


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
