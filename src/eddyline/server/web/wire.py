"""Refuse clients that know another version of the protocol, above all pages that were opened before an update."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import Request

from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.version import HEADER, WIRE

if TYPE_CHECKING:
    from litestar import WebSocket
    from litestar.connection import ASGIConnection
    from litestar.handlers import BaseRouteHandler

OTHER_VERSION = 4415
"""Code that closes the connection of a client of another version; it does not come again."""
RELOAD = 4409
"""The same for pages from before they named a version: of the codes known to them, this one lets them say "reload"."""


async def check_request(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse a request to the API by a client of another version. Raises RefusalError."""
    if not isinstance(connection, Request) or not connection.url.path.startswith("/api/"):
        return
    named = connection.headers.get(HEADER)
    # Browsers send both with what a page fetches. A link to a file has another mode, and Node sends the mode alone.
    page = connection.headers.get("sec-fetch-mode") == "cors" and "sec-fetch-site" in connection.headers
    if named != str(WIRE) and (page or named is not None):
        raise refusal(named)


def closed_by(socket: WebSocket[Any, Any, Any]) -> int | None:
    """Return the code that closes the connection of a client of another version; None: it may stay."""
    named = socket.query_params.get("wire")
    if named is None:
        # Only pages say where they come from.
        return RELOAD if "origin" in socket.headers else None
    return None if named == str(WIRE) else OTHER_VERSION


def refusal(named: str | None) -> RefusalError:
    """Return what a client is told that knows another version of the protocol."""
    theirs = "another version" if named is None else f"version {named[:8]}"
    return RefusalError(
        "other_version",
        f"This server speaks version {WIRE} of the protocol, and this page or program {theirs}. Load the page again, "
        "or install the version of eddyline that the server runs.",
    )
