"""Draft a turn as a page does: by the rules, from what it was told of the position, and from nothing else."""

from __future__ import annotations

import zlib
from base64 import b64decode
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from eddyline.engine.draft import Draft
from eddyline.engine.registry import game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.game import Game


class AtHome:
    """Hold a `position` that a page was told of."""

    def __init__(self, game_id: str, you: int | None, position: dict[str, Any]) -> None:
        self.rules: Game = game(game_id)
        self.you = you
        self.position = position
        self.states = np.frombuffer(bytearray(b"".join(map(b64decode, position["record"]))), self.rules.dtype)
        if position["board"] is not None:
            self._put_on_shelf(zlib.decompress(b64decode(position["board"]), wbits=-zlib.MAX_WBITS))

    def _put_on_shelf(self, board: bytes) -> None:
        """Find the board among those of this process; pages have none besides."""
        table = self.rules.doors.kernels.memory()["boards"]
        assert self.states["board"][0] == 0
        self.states["board"] = next(number for number in range(len(table)) if table[number].tobytes() == board)

    def view(self) -> Any:
        """Return what is shown when nothing is drafted, as JSON."""
        draft = self._drafted(self.position["turn"] or ())
        return self._shown(draft.states if self.position["turn"] else self.states)

    def draft(self, decisions: Sequence[int] | None = None) -> Any:
        """Return the draft of these decisions as a server shows it, without its version; None: as it begins."""
        if not self.position["asked"]:
            return None
        turn = self.position["turn"]
        confirmed = turn is not None and decisions is None
        draft = self._drafted(turn if confirmed else decisions or ())
        if not confirmed and decisions is None:
            draft.fill_forced()
        fresh = self._drafted(())
        fresh.fill_forced()
        named = self.rules.actions
        made = {
            "seat": self.you,
            "step": len(draft.decisions),
            "decisions": [named[action] for action in draft.decisions],
            "legal": [named[action] for action in (fresh if confirmed else draft).legal()],
            "complete": draft.complete,
            "confirmed": confirmed,
            "can_undo": draft.free > 0,
        }
        return msgspec.json.decode(msgspec.json.encode(made)) | {"view": self._shown(draft.states)}

    def _drafted(self, decisions: Sequence[int]) -> Draft:
        draft = Draft(self.rules, self.states, self.you)
        for action in decisions:
            draft.decide(action)
        return draft

    def _shown(self, states: Any) -> Any:
        redacted = self.rules.redact(states, self.you)
        shown = msgspec.json.decode(msgspec.json.encode(self.rules.view(redacted, self.you)))
        return {**shown, **self.position["given"]}
