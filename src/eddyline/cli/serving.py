"""Run what `eddyline serve` starts: listen, build the app, say where it is, and make way for the next program."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import tempfile
from typing import TYPE_CHECKING

import click

from eddyline.cli.compiling import program
from eddyline.cli.console import out
from eddyline.engine.cache_folder import cache_folder

if TYPE_CHECKING:
    from litestar import Litestar

    from eddyline.server.base.settings import HeldDrafts, Settings

_log = logging.getLogger(__name__)

UNTIL_READY = (signal.SIGINT, signal.SIGTERM)
"""Signals that are blocked while one server replaces another."""


def collect_less_garbage() -> None:
    """Look for reference cycles less often.

    A turn makes thousands of objects and hardly a cycle. Looking through the new ones after every 700, as Python does,
    took a fifth of the time of a turn (benchmarks/RESULTS.md). What is there from the start is not looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


def succeed(sock: socket.socket, drafts: HeldDrafts) -> None:
    """Replace this program by the next server, in the same process and with the same options."""
    import msgspec  # noqa: PLC0415

    # Compiled rules have just been written there; it may be the only such folder, and nobody else can read it.
    held = tempfile.TemporaryFile(dir=cache_folder())  # noqa: SIM115 - the next program reads and closes it
    held.write(msgspec.json.encode(drafts))
    held.seek(0)
    left = [os.dup(sock.fileno()), os.dup(held.fileno())]
    for descriptor in left:
        os.set_inheritable(descriptor, True)
    # A signal that arrives now stops the next server, as soon as it can shut down cleanly.
    signal.pthread_sigmask(signal.SIG_BLOCK, UNTIL_READY)
    sys.stdout.flush()
    sys.stderr.flush()
    command = program(*sys.argv[1:], "--successor", *map(str, left))
    os.execv(command[0], command)  # noqa: S606 - this very program


def read_drafts(descriptor: int) -> HeldDrafts:
    """Read what `succeed` has passed on."""
    import msgspec  # noqa: PLC0415

    from eddyline.server.base.settings import HeldDrafts  # noqa: PLC0415

    with os.fdopen(descriptor, "rb") as file:
        return msgspec.json.decode(file.read(), type=HeldDrafts)


def build(settings: Settings, metrics: int | None) -> Litestar:
    """Build the app; answer with its metrics at a port, in a thread that ends with this one. Raises ClickException."""
    from prometheus_client import start_http_server  # noqa: PLC0415

    from eddyline.server.store import StoreError  # noqa: PLC0415
    from eddyline.server.web.app import build_app  # noqa: PLC0415

    try:
        app = build_app(settings)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"the server cannot start: {error}") from None
    if metrics is not None:
        try:
            start_http_server(metrics, "127.0.0.1", app.state.hub.metrics.registry)
        except OSError as error:
            raise click.ClickException(f"cannot show metrics on port {metrics}: {error.strerror or error}") from None
    return app


def listen(host: str, port: int) -> socket.socket:
    """Bind the port before anything slow happens; if that fails, suggest what to do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let two servers share a port
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        # Binding a port twice fails only if one of the sockets is listening.
        sock.listen()
    except OSError as error:
        sock.close()
        other = port + 1 if port < 65535 else 8000
        raise click.ClickException(
            f"cannot listen on {host} port {port}: {error.strerror or error}.\n"
            f"If Eddyline is already running, its address is http://{_reachable(host)}:{port}/\n"
            f"To use another port: eddyline serve --port {other}"
        ) from None
    return sock


def say_what_is_read(settings: Settings) -> None:
    """Say what takes long before the server is ready."""
    from eddyline.server.store.names import DATABASE  # noqa: PLC0415

    if settings.store:
        _log.info("server connects to its database")
        return
    with contextlib.suppress(OSError):  # whoever opens the store says so
        if size := (settings.data / DATABASE).stat().st_size:
            _log.info("server reads its store", extra={"megabytes": round(size / 1e6, 1)})


def say_ready(host: str, port: int, place: object, settings: Settings) -> None:
    """Print where the server is, who can open it and where tables are saved."""
    out.print(f"Eddyline is ready: [bold]http://{_reachable(host)}:{port}/[/bold]")
    alone = host in {"127.0.0.1", "localhost", "::1"}
    names = sorted(settings.allowed_origins or settings.allowed_hosts)
    # A name for a server that only this machine reaches is that of a proxy here.
    if settings.proxies or settings.allowed_origins or (alone and names):
        out.print(f"People open it by way of your proxy{': ' if names else ''}{', '.join(names)}.", markup=False)
    elif alone:
        out.print("Only this machine can open it; to allow your network, use `eddyline serve --host 0.0.0.0`.")
    out.print(f"Tables are saved in {place}. Press Ctrl-C to stop the server.", markup=False)


def _reachable(host: str) -> str:
    """Replace a wildcard address by one that others can open."""
    if host not in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not bound
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing; it only determines the local address of the outgoing route. 192.0.2.1 is reserved.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
