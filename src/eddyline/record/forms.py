"""Write saved games in other forms: as one JSON document, and in the form whose hash names a game."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec
from msgspec.structs import replace

from eddyline.engine.messages import shown
from eddyline.engine.text import text_of
from eddyline.record.file import UNREADABLE, Record, RecordError, dump, load, once
from eddyline.record.replay import begin


def as_document(record: Record) -> str:
    """Return a saved game as one JSON document, a list of what its lines say; raises RecordError."""
    lines = dump(record).removesuffix("\n").replace("\n", ",\n")
    return f"[\n{lines}\n]\n"


def from_document(text: str) -> Record:
    """Read what `as_document` writes.

    Raises RecordError, with the place in the list as the line, and TypeError for anything but a str.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected the text of a saved game, got {shown(text)}")
    try:
        listed = json.loads(text_of(text), object_pairs_hook=once)
        if not isinstance(listed, list):
            raise RecordError(0, f"expected a list of objects, got {shown(listed)}")
        lines = [json.dumps(each, ensure_ascii=False) for each in listed]
    except UNREADABLE as error:
        raise (
            error if isinstance(error, RecordError) else RecordError(0, f"this is not a saved game: {error}")
        ) from None
    return load("\n".join(lines))


def canonical(record: Record) -> str:
    """Return what was played in the form whose SHA-256 names the game; raises RecordError for an invalid header.

    The header has its keys in order, all options, and the number of players instead of their names. The turns and deals
    follow. What says nothing about the play is left out: the names, the preset, the dealing, the notes, the ranking.
    """
    match = begin(record.header)
    start: dict[str, Any] = {
        "eddyline": record.header.eddyline,
        "game": record.header.game,
        "options": msgspec.to_builtins(match.options),
        "players": len(record.header.players),
        "rules_version": record.header.rules_version,
    }
    if record.header.word is None:
        start["position"] = msgspec.to_builtins(match.start)
    else:
        start["entropy"] = f"{record.header.word:#x}"
    _, lines = dump(replace(record, ranking=None, revealed=None, notes=())).split("\n", 1)
    return f"{msgspec.json.encode(start, order='sorted').decode()}\n{lines}"


def game_hash(record: Record) -> str:
    """Return the SHA-256 of the canonical form, in hexadecimal; raises RecordError for an invalid header."""
    return hashlib.sha256(canonical(record).encode()).hexdigest()
