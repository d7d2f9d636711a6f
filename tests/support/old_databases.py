"""Open databases that older versions have made, and compare today's answers with theirs.

`golden/databases/COMMIT/` has some of each such version, made by `old_servers`: for each store one with a game that
runs, and one with all that happens among people with accounts. Their secrets open nothing else.
"""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "databases"
TOLD, SQL = "told.json", "database.sql"
MOVING = frozenset({"away", "taken", "left", "online", "spectators"})
"""Fields that depend on who is connected, and on the moment."""
RENAMED = {"holiday": "vacation", "said": "emote"}
"""Names that fields of answers had before the second version of the protocol, and those that they have now."""


class Question(TypedDict):
    """What is asked: by GET, or by a hello over a WebSocket, which brings one message."""

    path: str
    session: str | None
    hello: dict[str, Any] | None


class Answer(TypedDict):
    """What an older version has answered."""

    question: Question
    status: int
    body: str


class Told(TypedDict):
    """What an older version has told of its database, and what is needed to play on."""

    at: float
    """When it was asked, in seconds since 1970."""
    answers: list[Answer]
    running: dict[str, dict[str, str]]
    """The tables where games run, with the hello of somebody who owes a turn."""
    name: str | None
    """Somebody's who has an account with the password of tests."""


def pack(path: Path, files: dict[str, bytes]) -> None:
    """Write the files of a database, without anything that differs when they do not."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(path, "w:xz", preset=9) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


def unpack(path: Path, into: Path) -> Told:
    """Write the files of a database to a folder."""
    with tarfile.open(path) as archive:
        archive.extractall(into, filter="data")
    told: Told = json.loads((into / TOLD).read_text("utf-8"))
    return told


def differences(before: Any, now: Any, where: str = "") -> Iterator[str]:
    """Say what has changed in an answer in JSON; fields that are new are none of it."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key, value in before.items():
            if key not in MOVING:
                yield from differences(value, now.get(key, now.get(RENAMED.get(key), "(missing)")), f"{where}.{key}")
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, pair in enumerate(zip(before, now, strict=True)):
            yield from differences(*pair, f"{where}[{number}]")
    elif before != now:
        yield f"{where}: {before!r} before, {now!r} now"
