"""Ask a server over HTTP."""

from __future__ import annotations

import http.client
import json
import re
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote, urlsplit

import msgspec

from eddyline.protocol.version import HEADER, WIRE
from eddyline.remote.errors import RemoteError, UnreachableError
from eddyline.remote.messages import Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")

STEP_WITHIN = 20.0
"""Seconds for each step of a request."""
ANSWER_BYTES = 1 << 22
"""Bytes of an answer."""
EXPECTED = "the address of an Eddyline server, such as https://example.org or http://127.0.0.1:8000"
_LINK = re.compile(r"^(?P<server>.*)/(?P<kind>t|tournaments)/(?P<id>[A-Za-z0-9]+)$")


class Server:
    """Know a server by its address, which may have a path, and the token that a bot shows there.

    Requests raise RemoteError when they are refused, UnreachableError when the same may work later. They block.
    """

    def __init__(self, address: str, token: str) -> None:
        """Parse an address; raises RemoteError for what is none."""
        try:
            parts = urlsplit(address.strip())
            parts.port  # noqa: B018 - raises ValueError for what is no port
        except ValueError:
            raise RemoteError(f"expected {EXPECTED}; got {address!r}") from None
        wrong = parts.scheme not in {"http", "https"} or not parts.hostname or parts.username is not None
        if wrong or parts.query or parts.fragment:
            raise RemoteError(f"expected {EXPECTED}; got {address!r}")
        self.address = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        if not re.fullmatch(r"[\x21-\x7e]+", token):
            raise RemoteError("expected a token as the server has shown it, got something with other characters")
        self.token = token

    def socket(self, table: str) -> str:
        """Return the address of a table's WebSocket."""
        return f"ws{self.address.removeprefix('http')}/ws/tables/{quote(table, safe='')}?wire={WIRE}"

    def page(self, table: str) -> str:
        """Return the link of a table."""
        return f"{self.address}/t/{table}"

    def table_of(self, link: str) -> str:
        """Return the id of a table from its link, or from the id itself; raises RemoteError for another server's."""
        return self._id_of(link, "t", "a table's")

    def tournament_page(self, tournament: str) -> str:
        """Return the link of a tournament."""
        return f"{self.address}/tournaments/{tournament}"

    def tournament_of(self, link: str) -> str:
        """Return the id of a tournament, as `table_of` does for a table."""
        return self._id_of(link, "tournaments", "a tournament's")

    def _id_of(self, link: str, kind: str, whose: str) -> str:
        found = _LINK.match(link.strip().rstrip("/"))
        key = found["id"] if found else link.strip()
        wrong = found and (found["server"], found["kind"]) != (self.address, kind)
        if wrong or not re.fullmatch(r"[A-Za-z0-9]{1,64}", key):
            raise RemoteError(f"expected {whose} id, or its link at {self.address}; got {link!r}")
        return key

    def get(self, path: str, kind: type[T]) -> T:
        """Get something and read it."""
        return self._ask(urllib.request.Request(self.address + path, headers=self._headers()), kind)  # noqa: S310

    def post(self, path: str, body: Mapping[str, Any], kind: type[T]) -> T:
        """Post a JSON object and read the answer."""
        headers = self._headers() | {"Content-Type": "application/json"}
        return self._ask(
            urllib.request.Request(self.address + path, json.dumps(body).encode(), headers),  # noqa: S310 - see __init__
            kind,
        )

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "User-Agent": "eddyline bot", HEADER: str(WIRE)}

    def _ask(self, request: urllib.request.Request, kind: type[T]) -> T:
        try:
            with urllib.request.urlopen(request, timeout=STEP_WITHIN) as answer:  # noqa: S310 - http or https, see __init__
                told = b"null" if answer.status == http.client.NO_CONTENT else answer.read(ANSWER_BYTES)
        except urllib.error.HTTPError as error:
            raise self._refusal(error) from None
        except (OSError, http.client.HTTPException) as error:
            why = error.reason if isinstance(error, urllib.error.URLError) else error
            raise UnreachableError(f"{self.address} cannot be reached: {why}") from None
        try:
            return msgspec.json.decode(told, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise RemoteError(f"{self.address} does not answer as an Eddyline server: {error}") from None

    def _refusal(self, error: urllib.error.HTTPError) -> RemoteError:
        with error:
            told = error.read(ANSWER_BYTES)
        # A proxy answers in its own words for a server that is being restarted.
        later = error.code >= http.client.INTERNAL_SERVER_ERROR or error.code == http.client.TOO_MANY_REQUESTS
        kind = UnreachableError if later else RemoteError
        try:
            problem = msgspec.json.decode(told, type=Problem)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return kind(f"{self.address} does not answer as an Eddyline server: status {error.code}")
        return kind(problem.message, problem.code)
