"""Tell which rules browsers have: those compiled to WebAssembly that are shipped with the client."""

from __future__ import annotations

import zlib
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from eddyline.engine.registry import game
from eddyline.wasm.linking import about
from eddyline.wasm.targets import Target, is_made_of

if TYPE_CHECKING:
    from eddyline.engine.records import States


@cache
def rules_for_browsers(game_id: str) -> str | None:
    """Return the digest of the game's module that shows positions, if there is one made of the current sources."""
    if game(game_id).words.showing is None:
        return None
    target = Target(game_id)
    return str(about(target.file.read_bytes())["sources"]) if is_made_of(target.file, target) else None


def portable(game_id: str, states: States) -> tuple[bytes, bytes]:
    """Return a record for the game's module, and the board that the module lacks, compressed; none if it has it."""
    showing = game(game_id).words.showing
    assert showing is not None
    record, board = showing.portable(states)
    return record.tobytes(), _compressed(board) if board else b""


@lru_cache(maxsize=64)
def _compressed(board: bytes) -> bytes:
    return zlib.compress(board, wbits=-zlib.MAX_WBITS)
