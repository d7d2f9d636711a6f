"""Send requests to addresses that strangers have given, without reaching into the host's own network."""

from __future__ import annotations

import http.client
import socket
import ssl
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from eddyline.engine.copying import WholeError
from eddyline.protocol.notices import Failure, WhyFailed

if TYPE_CHECKING:
    from collections.abc import Mapping

TIMEOUT = 10.0
"""Seconds for each step: finding the address, connecting, sending, the answer."""
ADDRESS_LENGTH = 2000
"""Characters of an address."""


class OutgoingError(WholeError):
    """Say why nothing could be sent: a code for the page of whoever has given the address, and what it is about.

    The sentence is for logs and programs.
    """

    def __init__(self, code: WhyFailed, sentence: str, about: str = "") -> None:
        super().__init__(sentence)
        self.failure = Failure(code=code, about=about)


def check(url: str, *, private: bool) -> None:
    """Raise OutgoingError for what is no address that anything is sent to; `private` ones may be in plain HTTP, too."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises ValueError for what is no port
    except ValueError:
        raise OutgoingError("address", "This is not a web address.") from None
    schemes = {"https", "http"} if private else {"https"}
    if len(url) > ADDRESS_LENGTH or parts.scheme not in schemes or not parts.hostname or not url.isascii():
        raise OutgoingError("address", "expected a web address that begins with https://, got another one")
    if parts.username is not None or any(character.isspace() for character in url):
        raise OutgoingError(
            "address", "expected a web address without a user's name and without spaces, got another one"
        )


def post(url: str, body: bytes, headers: Mapping[str, str], *, private: bool) -> int:
    """Send a request and return the status of the answer, whose body is not read; no redirect is followed. Blocks.

    The name is resolved once, and what it resolves to is what is connected to: all of that must be public unless
    `private` addresses are allowed. Raises OutgoingError.
    """
    check(url, private=private)
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    try:
        connection = _connect(host, port, secure=parts.scheme == "https", private=private)
    except (OSError, UnicodeError) as error:
        raise OutgoingError("unreachable", f"{host} cannot be reached: {error}", host) from error
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body, {"User-Agent": "Eddyline", **headers})
        return connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise OutgoingError("silent", f"{host} does not answer: {error}", host) from error
    finally:
        connection.close()


def _connect(host: str, port: int, *, secure: bool, private: bool) -> http.client.HTTPConnection:
    found = [address[4][0] for address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not private and not all(ip_address(str(address).partition("%")[0]).is_global for address in found):
        raise OutgoingError("private", f"{host} is an address of a private network; nothing is sent there.", host)
    connected = socket.create_connection((str(found[0]), port), TIMEOUT)
    connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
    connection.sock = ssl.create_default_context().wrap_socket(connected, server_hostname=host) if secure else connected
    return connection
