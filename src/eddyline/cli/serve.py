"""Start the server: `eddyline serve`.

If the rules have not been compiled yet, the server starts at once with uncompiled ones (see `first_start`). When
compilation is done, it shuts down cleanly and restarts with compiled rules, in the same process and on the same socket.
Clients reconnect and are brought up to date.
"""

from __future__ import annotations

import logging
import os
import shlex
import signal
import socket
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING

import click

from eddyline.build import build_id
from eddyline.cli.configuring import PREFIX, config_option, read_words, setting
from eddyline.cli.console import err, out
from eddyline.cli.first_start import prepare
from eddyline.cli.serving import (
    UNTIL_READY,
    build,
    collect_less_garbage,
    listen,
    read_drafts,
    say_ready,
    say_what_is_read,
    succeed,
)
from eddyline.engine.extras import extra

if TYPE_CHECKING:
    from eddyline.server.base.log_output import LogFormat
    from eddyline.server.base.mail_server import MailServer
    from eddyline.server.base.settings import Accounts, Network

_log = logging.getLogger(__name__)


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


data_option = setting(
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


def _words(_: click.Context, __: click.Parameter, file: Path | None) -> tuple[str, ...]:
    """Read a list of words. Raises BadParameter for one that cannot be used."""
    if file is None:
        return ()
    try:
        return read_words(file)
    except OSError as error:
        raise click.BadParameter(f"cannot read {file}: {error.strerror or error}") from None
    except ValueError as error:
        raise click.BadParameter(f"cannot use {file}: {error}") from None


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


@click.command(context_settings={"auto_envvar_prefix": PREFIX})
@config_option
@setting("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 to allow your network.")
@setting("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 picks a free one.")
@data_option
@setting(
    "--store",
    metavar="URL",
    help="PostgreSQL database where tables are saved instead, such as postgresql://user@host/eddyline; several servers "
    "may use one. Other users of this machine can see a password in a command, so it is better to set EDDYLINE_STORE.",
)
@setting(
    "--bot-pause",
    default=0.7,
    show_default=True,
    type=click.FloatRange(0, 60),
    help="Minimum seconds per bot turn, so that people can follow.",
)
@setting(
    "--bot-threads",
    type=click.IntRange(1, 64),
    help="Maximum number of bots thinking at once.  [default: one per core, less one for the server]",
)
@setting(
    "--allow-origin",
    multiple=True,
    metavar="URL",
    help="Additional origin whose pages may connect, such as https://games.example.org. "
    "Only needed behind a proxy that changes the Host header. May be repeated.",
)
@setting(
    "--allow-host",
    multiple=True,
    metavar="NAME",
    help="Additional name under which people open this server, such as games.example.org. Its addresses, localhost and "
    "this machine's name need not be listed. May be repeated.",
)
@setting(
    "--proxy",
    multiple=True,
    metavar="ADDRESS",
    callback=_networks,
    help="Address or network, such as 10.0.0.0/8, of a proxy in front of this server. Only proxies that are listed may "
    "say from which address a request comes (X-Forwarded-For). May be repeated.",
)
@setting(
    "--connections",
    default=900,
    show_default=True,
    type=click.IntRange(1),
    callback=_open_files,
    help="Maximum number of connections at the same time; each page has one or two.",
)
@setting(
    "--address-connections",
    default=100,
    show_default=True,
    type=click.IntRange(0),
    help="Maximum number of connections of one address at the same time; 0: no limit.",
)
@setting(
    "--address-accounts",
    default=20,
    show_default=True,
    type=click.IntRange(0),
    help="Maximum number of new accounts of one address in an hour; 0: no limit.",
)
@setting(
    "--address-day-accounts",
    default=60,
    show_default=True,
    type=click.IntRange(0),
    help="Maximum number of new accounts of one address in a day; 0: no limit.",
)
@setting(
    "--address-day-tables",
    default=400,
    show_default=True,
    type=click.IntRange(0),
    help="Maximum number of tables that one address opens in a day; 0: no limit.",
)
@setting(
    "--words",
    type=click.Path(path_type=Path),
    metavar="FILE",
    callback=_words,
    help="List of words, one on each line, that nobody may use in what strangers read, however they are written. "
    "A star stands for any letters: spam*.",
)
@setting(
    "--accounts",
    default="open",
    show_default=True,
    type=click.Choice(["open", "invite", "closed"]),
    help="Who may make an account: anybody; whoever has an invitation (`eddyline invitations make`); nobody.",
)
@setting(
    "--guests",
    default="on",
    show_default=True,
    type=click.Choice(["on", "off"]),
    help="Whether people without an account may play and write; off: they only watch.",
)
@setting(
    "--keep-open",
    default=30,
    show_default=True,
    type=click.IntRange(0),
    metavar="DAYS",
    help="Delete tables that never started when nobody has changed them for this long; 0: never.",
)
@setting(
    "--keep",
    default=0,
    type=click.IntRange(0),
    metavar="DAYS",
    help="Delete any other table that nobody has changed for this long; 0: never.  [default: 0]",
)
@setting(
    "--contact",
    metavar="ADDRESS",
    help="Your e-mail address, for push services; some of them require one.  [default: none]",
)
@setting(
    "--notify-private",
    is_flag=True,
    help="Let people have messages sent to addresses in your own network, too, and over plain HTTP.",
)
@setting(
    "--mail",
    metavar="URL",
    help="Mail server, such as smtps://user:password@mail.example.org, so that people can be notified by mail. "
    "Other users of this machine can see a password in a command, so it is better to set EDDYLINE_MAIL.  "
    "[default: no mail]",
)
@setting("--mail-from", metavar="ADDRESS", help="Address that mail comes from.")
@setting("--mail-link", metavar="URL", help="Where people open this server, for links in mail.")
@setting(
    "--metrics",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Port of this machine, not of the network, where Prometheus finds the server's metrics.  [default: none]",
)
@setting(
    "--log-format",
    type=click.Choice(["json", "text"]),
    help="How to write the log to stderr.  [default: text to a terminal, otherwise json]",
)
@click.option(
    "--successor",
    type=(int, int),
    hidden=True,
    allow_from_autoenv=False,
    help="File descriptors passed on by the previous server: socket, drafts.",
)
def serve(
    config: Path | None,  # noqa: ARG001 - its callback reads it
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
    address_day_accounts: int,
    address_day_tables: int,
    words: tuple[str, ...],
    accounts: Accounts,
    guests: str,
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
    sock = socket.socket(fileno=successor[0]) if successor else listen(host, port)
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
        accounts_per_day=address_day_accounts,
        tables_per_day=address_day_tables,
        words=words,
        accounts=accounts,
        guests=guests == "on",
        keep_open=keep_open or None,
        keep=keep or None,
        contact=contact or NOBODY,
        notify_private=notify_private,
        mail=sends_mail,
        compiling=preparation.thinkers,
        drafts=read_drafts(successor[1]) if successor else {},
    )
    say_what_is_read(settings)
    try:
        app = build(settings, metrics)
    except click.ClickException:
        preparation.end()
        sock.close()
        raise

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            collect_less_garbage()
            if successor:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, UNTIL_READY)
            if self.should_exit and not preparation.compiled:  # one that makes way tells its address first
                return
            if successor:
                out.print("The compiled rules are in use now.")
            else:
                say_ready(host, sock.getsockname()[1], app.state.hub.store if store else settings.data, settings)
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
            succeed(sock, app.state.hub.tables.held_drafts())
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
