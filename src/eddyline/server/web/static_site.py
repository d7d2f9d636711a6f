"""Write the client as a site of its own: a folder of files for any web server, where games need none of ours."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import msgspec

from eddyline.server.web import pages
from eddyline.server.web.games import describe_games

if TYPE_CHECKING:
    from pathlib import Path

GAMES = "games.json"
"""What `GET /api/games` answers."""
MARK = b"data-site"
"""The page has it where there is no server."""
POLICY = "Content-Security-Policy"
OF_HEADERS = "; frame-ancestors 'none'"
"""What a page cannot say of itself."""


class NotBuiltError(Exception):
    """Report that there is no client here."""


class OccupiedError(Exception):
    """Report that a folder holds something else than such a site."""


def write_site(folder: Path) -> None:
    """Write the site into a folder, or a new version of it; raises NotBuiltError, OccupiedError or OSError.

    Files of an earlier version stay, for pages that are open.
    """
    index = pages.STATIC / "index.html"
    if not index.is_file():
        raise NotBuiltError
    if folder.exists() and not folder.is_dir():
        raise OccupiedError
    if folder.is_dir() and any(folder.iterdir()) and not _is_site(folder):
        raise OccupiedError
    games = msgspec.json.encode(describe_games())
    shutil.copytree(pages.STATIC, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*", index.name, "*.txt"))
    (folder / GAMES).write_bytes(games)
    # Last: it names the new files.
    (folder / index.name).write_bytes(_marked(index.read_bytes()))


def _is_site(folder: Path) -> bool:
    index = folder / "index.html"
    return index.is_file() and MARK in index.read_bytes()


def _marked(page: bytes) -> bytes:
    """Mark the page, and have it forbid what a server's headers would."""
    policy = pages.SECURITY[POLICY].removesuffix(OF_HEADERS)
    meta = f'<meta http-equiv="{POLICY}" content="{policy}" />'
    marked = page.replace(b"<html ", b"<html " + MARK + b" ", 1)
    return marked.replace(b"<head>", b"<head>\n    " + meta.encode(), 1)
