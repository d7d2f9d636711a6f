"""Serve the built web client: one page for every address of the app, and compressed assets."""

from __future__ import annotations

import gzip
import logging
import mimetypes
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from eddyline.protocol import table as protocol
from eddyline.server.web.errors import explain
from eddyline.server.web.who import Who, may

if TYPE_CHECKING:
    from eddyline.server.base.settings import Settings

_log = logging.getLogger(__name__)

STATIC = Path(__file__).parents[1] / "static"
"""Output folder of Vite; missing until the client has been built."""

SECURITY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every response: nothing is loaded from, sent to, or framed by other sites.

`wasm-unsafe-eval` allows no more than compiling WebAssembly, which is how pages get the rules.
"""

DEEPEST = 16
"""Folders that a page may be below the root; deeper addresses are ours nowhere."""

_NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Eddyline</title>
<h1>The web client has not been built</h1>
<p>This server runs from a source tree without it. Run <code>make play</code> in the tree, or
<code>npm ci &amp;&amp; npm run build</code> in its folder <code>web</code>, and load this page again.</p>
</html>
"""

# Litestar itself adds the charset to text/….
_COMPRESSIBLE = (
    *("text/", "image/svg+xml"),
    *("application/javascript", "application/json", "application/manifest", "application/wasm"),
)


NO_UPGRADE = "expected the handshake of a WebSocket, got a plain request; a proxy must pass on Upgrade and Connection"

_HEAD_ENDS = b"</head>"

# Unknown addresses below these are a plain 404, even for browsers.
_ASSETS = "/assets/"
_NO_PAGES = ("/api/", "/ws/", _ASSETS)


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    packed: bytes | None
    """Gzipped content, if that is smaller."""
    media: str


@lru_cache(maxsize=512)
def _read(path: Path, changed: int, up: str = "", told: str = "") -> _File:  # noqa: ARG001 - `changed`: read again then
    content = path.read_bytes()
    if told:
        content = content.replace(b"<html ", f"<html {told} ".encode(), 1)
    if up:
        content = content.replace(b'="./', f'="{up}'.encode())
    return _packed(content, mimetypes.guess_type(path.name)[0] or "application/octet-stream")


def _packed(content: bytes, media: str) -> _File:
    if not media.startswith(_COMPRESSIBLE):
        return _File(content, None, media)
    packed = gzip.compress(content, 9, mtime=0)
    return _File(content, packed if len(packed) < len(content) else None, media)


def _answer(
    request: Request[Any, Any, Any],
    path: Path,
    cache: str,
    status: int = 200,
    up: str = "",
    head: str = "",
    told: str = "",
) -> Response[bytes]:
    file = _read(path, path.stat().st_mtime_ns, up, told)
    if head:
        file = _packed(file.content.replace(_HEAD_ENDS, f"  {head}\n  ".encode() + _HEAD_ENDS, 1), file.media)
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
    content = file.content
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        content = file.packed
    return Response(content, status_code=status, headers=headers, media_type=file.media)


PAGES = [
    "/",
    "/daily",
    "/daily/{day:str}",
    "/invited",
    "/learn/{game:str}",
    "/lobby",
    "/me",
    "/me/games",
    "/moderation",
    "/offline",
    "/offline/{game:str}",
    "/offline/{game:str}/replay",
    "/people/{account:str}",
    "/ratings",
    "/tables/{table:str}/screen",
    "/tournaments",
    "/rules",
    "/rules/{game:str}",
    "/verify",
]
"""Addresses of the app. What some of them lead to is told in their heads: see `preview/`."""


@get(PAGES, include_in_schema=False, sync_to_thread=False, opt=may(Who.EVERYBODY))
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Serve the app, which decides from the address what to show."""
    return app(request)


def app(request: Request[Any, Any, Any], status: int = 200, head: str = "") -> Response[bytes]:
    """Answer with the app, with more in its head."""
    index = STATIC / "index.html"
    if not index.is_file():
        return Response(_NOT_BUILT.encode(), status_code=503, media_type="text/html")
    told = _policy(request.app.state.hub.settings)
    return _answer(request, index, "no-cache", status, _up(request.scope["raw_path"]), head, told)


def _policy(settings: Settings) -> str:
    """Return what pages have to know of the server before anything else, as attributes of the document."""
    accounts = "" if settings.accounts == "open" else f'data-accounts="{settings.accounts}"'
    guests = "" if settings.guests else 'data-guests="off"'
    return f"{accounts} {guests}".strip()


@cache
def _note_no_upgrade() -> None:
    """Log it once, for every page tries again and again."""
    _log.warning(NO_UPGRADE)


@get("/ws/tables/{table:str}", include_in_schema=False, sync_to_thread=False, opt=may(Who.EVERYBODY))
def no_socket(table: FromPath[str]) -> Response[protocol.Problem]:  # noqa: ARG001 - a part of the address
    """Answer what should have been a WebSocket: a browser asks for nothing else there."""
    _note_no_upgrade()
    return Response(protocol.Problem(code="bad_message", message=NO_UPGRADE), status_code=426)


def _up(path: bytes) -> str:
    """Return the way up from a page to the root of the server, wherever a proxy shows that: `../` for `/t/x`."""
    return "../" * min(path.count(b"/") - 1, DEEPEST)


@get("/{path:path}", include_in_schema=False, sync_to_thread=False, opt=may(Who.EVERYBODY))
def asset(request: Request[Any, Any, Any], path: FromPath[Path]) -> Response[bytes]:
    """Serve a file of the client. Names under assets/ contain a hash of the content, so they may be cached forever."""
    name = path.as_posix().lstrip("/")
    file = _find(name)
    if file is None:
        raise NotFoundException
    return _answer(request, file, "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache")


def _find(name: str) -> Path | None:
    try:
        file = (STATIC / name).resolve()
        return file if file.is_relative_to(STATIC.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        # Longer than the system's names may be, or with a character that none of them has.
        return None


def astray(request: Request[Any, Any, Any], error: NotFoundException) -> Response[Any]:
    """Answer an unknown address: browsers get the app, which shows a friendly message, other clients a `Problem`."""
    if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(_NO_PAGES):
        return app(request, 404)
    answer = explain(request, error)
    if request.url.path.startswith(_ASSETS):
        # A file of another version of the client, which may be put back: nobody on the way keeps that it is missing.
        answer.headers["Cache-Control"] = "no-store"
    return answer
