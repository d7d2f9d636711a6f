"""Write the entries of a table's log as JSON, and read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

import msgspec
from msgspec.structs import replace

from eddyline.engine.log import Deal
from eddyline.server.table import entries
from eddyline.server.table.parts import PARTS

if TYPE_CHECKING:
    from eddyline.engine.game import Game

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[entries.Entry[str]] = msgspec.json.Decoder(
    Union[(entries.Written, *(part.entry for part in PARTS))]
)


def encode(entry: entries.Entry[int], rules: Game) -> str:
    """Encode an entry as one line of JSON; `rules` is the table's game."""
    if isinstance(entry, entries.Turn):
        entry = replace(entry, decisions=rules.texts(entry.decisions))
    elif isinstance(entry, entries.Started | Deal):
        entry = replace(entry, word=f"0x{entry.word:016x}")
    return _encoder.encode(entry).decode()


def decode(body: str, rules: Game | None) -> entries.Entry[int]:
    """Decode an entry; `rules` is the table's game, None for the first entry, which names the game.

    Raises msgspec.DecodeError when it is damaged or from a newer Eddyline, ValueError for an invalid action or word.
    """
    entry: entries.Entry[Any] = _decoder.decode(body)
    if isinstance(entry, entries.Turn) and rules:
        return replace(entry, decisions=tuple(map(rules.parse_action, entry.decisions)))
    return replace(entry, word=int(entry.word, 16)) if isinstance(entry, entries.Started | Deal) else entry
