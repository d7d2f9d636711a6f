"""Start the server: `eddyline serve`.

If the rules have not been compiled yet, the server starts at once with uncompiled ones (see `first_start`). When
compilation is done, it shuts down cleanly and restarts with compiled rules, in the same process and on the same socket.
Clients reconnect and are brought up to date.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import shlex
import signal
import socket
import sys
import tempfile
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING

import click

from eddyline.build import build_id
from eddyline.cli.compiling import program
from eddyline.cli.console import err, out
from eddyline.cli.first_start import prepare
from eddyline.engine.cache_folder import cache_folder
from eddyline.engine.extras import extra

if TYPE_CHECKING:
    from litestar import Litestar

    from eddyline.server.base.log_output import LogFormat
    from eddyline.server.base.mail_server import MailServer
    from eddyline.server.base.settings import HeldDrafts, Network, Settings

_log = logging.getLogger(__name__)

UNTIL_READY = (signal.SIGINT, signal.SIGTERM)
"""Signals that are blocked while one server replaces another."""


def data_folder() -> Path:
    """Return the default folder for tables, in the system's usual place for application data.

    Raises ClickException for a user without a home folder, such as a number in a container.
    """
    if sys.platform in {"win32", "darwin"}:
        return Path(click.get_app_dir("Eddyline"))
    home = os.environ.get("XDG_DATA_HOME")
    try:
        return (Path(home) if home else Path.home() / ".local" / "share") / "eddyline"
    except RuntimeError:
        raise click.ClickException(
            "there is no folder for tables, since this user has no home folder (HOME); "
            "name one with --data or EDDYLINE_DATA"
        ) from None


def place_for(data: Path | None) -> Path:
    """Return the folder with the tables, by default that of the system; warn if others than this user can open them.

    Earlier versions made them so. Raises the error of `data_folder`.
    """
    from eddyline.engine.private import shown_to_others  # noqa: PLC0415
    from eddyline.server.store.names import DATABASE  # noqa: PLC0415

    folder, stem = data or data_folder(), Path(DATABASE).stem
    try:
        files = shown_to_others(folder, f"{stem}*")
    except OSError:  # whoever opens the store says why that is not possible
        files = []
    if files:
        place = shlex.quote(str(folder))
        names = ", ".join(file.name for file in files)
        err.print(
            f"Warning: others on this machine can open {names} in {folder}, with password hashes and all hands. "
            f"To close them: chmod 700 {place}; chmod 600 {place}/{stem}*",
            markup=False,
        )
    return folder


def _shown_default() -> str:
    try:
        return str(data_folder())
    except click.ClickException:
        return "none, since this user has no home folder"


data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="EDDYLINE_DATA",
    help=f"Folder where tables are saved.  [default: {_shown_default()}]",
)
"""Used by every command that opens a store."""


def _networks(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(value, strict=False) for value in values)
    except ValueError as error:
        message = f"expected an address such as 192.0.2.7 or a network such as 10.0.0.0/8: {error}"
        raise click.BadParameter(message) from None


OTHER_FILES = 100
"""Files that the server opens besides its connections: the store, the log, compiled rules."""


def _open_files(_: click.Context, __: click.Parameter, connections: int) -> int:
    """Let this process open a file for each connection. Raises BadParameter when the system does not."""
    if sys.platform == "win32":
        return connections
    import resource  # noqa: PLC0415 - missing on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_FILES
    if resource.RLIM_INFINITY != hard < wanted:
        raise click.BadParameter(
            f"expected at most {hard - OTHER_FILES}, since this process may open {hard} files, got {connections}; "
            "more are allowed by `ulimit -n`, or LimitNOFILE in a systemd unit"
        )
    if resource.RLIM_INFINITY != soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return connections


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 to allow your network."
)
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 picks a free one."
)
@data_option
@click.option(
    "--store",
    envvar="EDDYLINE_STORE",
    metavar="URL",
    help="PostgreSQL database where tables are saved instead, such as postgresql://user@host/eddyline; several servers "
    "may use one. Other users of this machine can see a password in a command, so it is better to set EDDYLINE_STORE.",
)
@click.option(
    "--bot-pause",
    default=0.7,
    show_default=True,
    type=click.FloatRange(0, 60),
    help="Minimum seconds per bot turn, so that people can follow.",
)
@click.option(
    "--bot-threads",
    type=click.IntRange(1, 64),
    help="Maximum number of bots thinking at once.  [default: one per core, less one for the server]",
)
@click.option(
    "--allow-origin",
    multiple=True,
    metavar="URL",
    help="Additional origin whose pages may connect, such as https://games.example.org. "
    "Only needed behind a proxy that changes the Host header. May be repeated.",
)
@click.option(
    "--allow-host",
    multiple=True,
    metavar="NAME",
    help="Additional name under which people open this server, such as games.example.org. Its addresses, localhost and "
    "this machine's name need not be listed. May be repeated.",
)
@click.option(
    "--proxy",
    multiple=True,
    metavar="ADDRESS",
    callback=_networks,
    help="Address or network, such as 10.0.0.0/8, of a proxy in front of this server. Only proxies that are listed may "
    "say from which address a request comes (X-Forwarded-For). May be repeated.",
)
@click.option(
    "--connections",
    default=900,
    show_default=True,
    type=click.IntRange(1),
    callback=_open_files,
    help="Maximum number of connections at the same time; each page has one or two.",
)
@click.option(
    "--address-connections",
    default=100,
    show_default=True,
    type=click.IntRange(0),
    help="Maximum number of connections of one address at the same time; 0: no limit.",
)
@click.option(
    "--address-accounts",
    default=20,
    show_default=True,
    type=click.IntRange(0),
    help="Maximum number of new accounts of one address in an hour; 0: no limit.",
)
@click.option(
    "--keep-open",
    default=30,
    show_default=True,
    type=click.IntRange(0),
    metavar="DAYS",
    help="Delete tables that never started when nobody has changed them for this long; 0: never.",
)
@click.option(
    "--keep",
    default=0,
    type=click.IntRange(0),
    metavar="DAYS",
    help="Delete any other table that nobody has changed for this long; 0: never.  [default: 0]",
)
@click.option(
    "--contact",
    metavar="ADDRESS",
    help="Your e-mail address, for push services; some of them require one.  [default: none]",
)
@click.option(
    "--notify-private",
    is_flag=True,
    help="Let people have messages sent to addresses in your own network, too, and over plain HTTP.",
)
@click.option(
    "--mail",
    envvar="EDDYLINE_MAIL",
    metavar="URL",
    help="Mail server, such as smtps://user:password@mail.example.org, so that people can be notified by mail. "
    "Other users of this machine can see a password in a command, so it is better to set EDDYLINE_MAIL.  "
    "[default: no mail]",
)
@click.option("--mail-from", envvar="EDDYLINE_MAIL_FROM", metavar="ADDRESS", help="Address that mail comes from.")
@click.option(
    "--mail-link", envvar="EDDYLINE_MAIL_LINK", metavar="URL", help="Where people open this server, for links in mail."
)
@click.option(
    "--metrics",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Port of this machine, not of the network, where Prometheus finds the server's metrics.  [default: none]",
)
@click.option(
    "--log-format",
    type=click.Choice(["json", "text"]),
    help="How to write the log to stderr.  [default: text to a terminal, otherwise json]",
)
@click.option(
    "--successor",
    type=(int, int),
    hidden=True,
    help="File descriptors passed on by the previous server: socket, drafts.",
)
def serve(
    host: str,
    port: int,
    data: Path | None,
    store: str | None,
    bot_pause: float,
    bot_threads: int | None,
    allow_origin: tuple[str, ...],
    allow_host: tuple[str, ...],
    proxy: tuple[Network, ...],
    connections: int,
    address_connections: int,
    address_accounts: int,
    keep_open: int,
    keep: int,
    contact: str | None,
    notify_private: bool,
    mail: str | None,
    mail_from: str | None,
    mail_link: str | None,
    metrics: int | None,
    log_format: LogFormat | None,
    successor: tuple[int, int] | None,
) -> None:
    """Start the server and print the address to open.

    Every confirmed turn is saved to disk before anybody sees it. You can stop the server at any time, even by pulling
    the plug; after the next start every table continues where it was. Ctrl-C shuts it down cleanly.

    The first start compiles rules and bots, which takes a minute or two; you can play in the meantime.
    """
    with extra("serve"):
        import litestar  # noqa: F401, PLC0415 - fail now if it is missing, before there is anything to clean up
        import prometheus_client  # noqa: F401, PLC0415 - the same
        import uvicorn  # noqa: PLC0415

        from eddyline.server.base.log_output import start_logging  # noqa: PLC0415
    if store:
        with extra("postgres"):
            import asyncpg  # noqa: F401, PLC0415 - the same
    folder = Path() if store else place_for(data)
    sends_mail = _mail_server(mail, mail_from, mail_link)
    sock = socket.socket(fileno=successor[0]) if successor else _listen(host, port)
    start_logging(log_format)
    if not successor:
        _log.info("server is starting", extra={"build": build_id()})
    preparation = prepare()
    from eddyline.server.base.settings import NOBODY, Settings, spare_cores  # noqa: PLC0415
    from eddyline.server.room.thinking import still_thinking  # noqa: PLC0415
    from eddyline.server.web.transport import configure  # noqa: PLC0415

    settings = Settings(
        data=folder,
        store=store or None,
        bot_pause=bot_pause,
        bot_threads=bot_threads or spare_cores(),
        allowed_origins=frozenset(o.rstrip("/") for o in allow_origin),
        allowed_hosts=frozenset(name.lower() for name in allow_host),
        proxies=proxy,
        connections=connections,
        connections_per_address=address_connections,
        accounts_per_hour=address_accounts,
        keep_open=keep_open or None,
        keep=keep or None,
        contact=contact or NOBODY,
        notify_private=notify_private,
        mail=sends_mail,
        compiling=preparation.thinkers,
        drafts=_read_drafts(successor[1]) if successor else {},
    )
    _say_what_is_read(settings)
    try:
        app = _build(settings, metrics)
    except click.ClickException:
        preparation.end()
        sock.close()
        raise

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            _collect_less_garbage()
            if successor:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, UNTIL_READY)
            if self.should_exit and not preparation.compiled:  # one that makes way tells its address first
                return
            if successor:
                out.print("The compiled rules are in use now.")
            else:
                _announce(host, sock.getsockname()[1], app.state.hub.store if store else settings.data, settings)
            if told := preparation.tell():
                err.print(told)

    server = Server(configure(app, settings))

    def make_way() -> None:
        server.should_exit = True

    preparation.when_compiled(make_way)
    try:
        # It closes the socket it is given; the other handle keeps the port and pending connections for the successor.
        server.run(sockets=[sock.dup()])
        if preparation.compiled:
            _succeed(sock, app.state.hub.tables.held_drafts())
    except KeyboardInterrupt:
        err.print("Stopped. All tables are saved.")
    finally:
        preparation.end()
        sock.close()
    if still_thinking():
        # Everything is saved, and nobody is left to play that turn for.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _mail_server(url: str | None, sender: str | None, link: str | None) -> MailServer | None:
    from eddyline.server.notices.mail import mail_server  # noqa: PLC0415

    if not url:
        return None
    try:
        return mail_server(url, sender, link)
    except ValueError as error:
        raise click.ClickException(f"{error}: see --mail, --mail-from and --mail-link") from None


def _collect_less_garbage() -> None:
    """Look for reference cycles less often.

    A turn makes thousands of objects and hardly a cycle. Looking through the new ones after every 700, as Python does,
    took a fifth of the time of a turn (benchmarks/RESULTS.md). What is there from the start is not looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


def _succeed(sock: socket.socket, drafts: HeldDrafts) -> None:
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


def _read_drafts(descriptor: int) -> HeldDrafts:
    import msgspec  # noqa: PLC0415

    from eddyline.server.base.settings import HeldDrafts  # noqa: PLC0415

    with os.fdopen(descriptor, "rb") as file:
        return msgspec.json.decode(file.read(), type=HeldDrafts)


def _build(settings: Settings, metrics: int | None) -> Litestar:
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


def _listen(host: str, port: int) -> socket.socket:
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


def _say_what_is_read(settings: Settings) -> None:
    """Say what takes long before the server is ready."""
    from eddyline.server.store.names import DATABASE  # noqa: PLC0415

    if settings.store:
        _log.info("server connects to its database")
        return
    with contextlib.suppress(OSError):  # whoever opens the store says so
        if size := (settings.data / DATABASE).stat().st_size:
            _log.info("server reads its store", extra={"megabytes": round(size / 1e6, 1)})


def _announce(host: str, port: int, place: object, settings: Settings) -> None:
    out.print(f"Eddyline is ready: [bold]http://{_reachable(host)}:{port}/[/bold]")
    alone = host in {"127.0.0.1", "localhost", "::1"}
    names = sorted(settings.allowed_origins or settings.allowed_hosts)
    # A name for a server that only this machine reaches is that of a proxy here.
    if settings.proxies or settings.allowed_origins or (alone and names):
        out.print(f"People open it by way of your proxy{': ' if names else ''}{', '.join(names)}.", markup=False)
    elif alone:
        out.print("Only this machine can open it; to allow your network, use `eddyline serve --host 0.0.0.0`.")
    out.print(f"Tables are saved in {place}. Press Ctrl-C to stop the server.")


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
