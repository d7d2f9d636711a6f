"""Tell requests that are meant for this server from those that pages of other sites make a browser send."""

from __future__ import annotations

import functools
import logging
import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from litestar.exceptions import HTTPException, PermissionDeniedException

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection
    from litestar.handlers import BaseRouteHandler

    from eddyline.server.base.settings import Settings

    Connection = ASGIConnection[Any, Any, Any, Any]


_log = logging.getLogger(__name__)

STRANGERS = 32
"""Origins whose pages were refused that are named in the log; further ones would only fill it."""
_strangers: set[str] = set()


@functools.cache
def _own_names() -> frozenset[str]:
    """Return the names of this machine, which nobody else can register."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"})


def _name(host: str) -> str | None:
    """Return the name or the address in a Host header, without the port; None for anything else."""
    try:
        parts = urlsplit(f"//{host}")
        name = parts.hostname
        parts.port  # noqa: B018 - raises ValueError for what is no port
    except ValueError:
        return None
    # Anything before an @ or after a slash is no part of a Host header.
    return name.rstrip(".") if name and parts.netloc == host and parts.username is None else None


def is_address(name: str) -> bool:
    """Return whether a name is an IP address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


async def check_host(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse a request for a name that is not ours.

    Whoever owns a name can point it at this server (DNS rebinding); a browser then takes their page for one of ours.
    """
    settings: Settings = connection.app.state.hub.settings
    name = _name(connection.headers.get("host", ""))
    if name is None:
        raise HTTPException("expected a Host header with the name of this server", status_code=400)
    if not (is_address(name) or name in _own_names() or name in settings.allowed_hosts):
        raise HTTPException(
            f"This server does not go by the name {name}. Open it by its address, or ask its operator to start it "
            f"with the option --allow-host {name}.",
            status_code=421,
        )


def from_our_pages(connection: Connection, settings: Settings) -> bool:
    """Return whether one of our pages asks, or a program, which says nothing about where it comes from."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site") in {None, "same-origin", "none"}
    ours = origin in settings.allowed_origins or _same(origin, connection.headers.get("host"))
    if not ours:
        _note_stranger(origin[:100])
    return ours


def _note_stranger(origin: str) -> None:
    """Log that pages of another site were refused: once for each of the first ones, for anybody may send anything."""
    if origin in _strangers or len(_strangers) >= STRANGERS:
        return
    _strangers.add(origin)
    _log.warning(
        "pages of %a were refused; if people open this server by that address, and a proxy changes the Host header, "
        "start it with --allow-origin %s",
        origin,
        origin if origin.isprintable() else "URL",
    )


def _same(origin: str, host: str | None) -> bool:
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False


async def check_ours(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse what a page of another site makes a browser send."""
    if not from_our_pages(connection, connection.app.state.hub.settings):
        raise PermissionDeniedException(
            "Pages of other sites may not do this. If this is not another site but a proxy in front of the "
            "server, the log tells its operator what to do."
        )


async def check_post(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuse what a page of another site can make a browser send: a form, or a request from elsewhere."""
    kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        got = repr(kind[:80]) if kind else "none"
        raise HTTPException(f"expected the Content-Type application/json, got {got}", status_code=415)
    await check_ours(connection, handler)


def address(connection: Connection) -> str:
    """Return the address that a request comes from."""
    return connection.client.host if connection.client else ""


def site(connection: Connection, settings: Settings) -> str:
    """Return where this server's pages are, with a slash at the end: as its host says, else as it was asked."""
    mail = settings.mail
    return f"{mail.site}/" if mail is not None and mail.site else str(connection.base_url)


class Caller(NamedTuple):
    """Tell where a request comes from."""

    address: str
    origin: str | None
    """Of the page that asks, as its browser says; None: a program."""

    @classmethod
    def of(cls, connection: Connection) -> Caller:
        """Return where a request comes from."""
        return cls(address(connection), connection.headers.get("origin"))
