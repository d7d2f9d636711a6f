"""Refuse in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from eddyline.server import protocol

if TYPE_CHECKING:
    from eddyline.engine.match import IllegalAction
    from eddyline.engine.refusal import Refusal
    from eddyline.server.protocol import RefusalCode


class RefusalError(Exception):
    """Tell a client why nothing happened; the table is as it was."""

    def __init__(self, code: RefusalCode, message: str, refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.code: RefusalCode = code
        self.message = message
        self.refusal = refusal
        """What the rules say about it."""

    @classmethod
    def illegal(cls, error: IllegalAction) -> RefusalError:
        """Refuse what the rules do not allow."""
        return cls("illegal", error.refusal.message, error.refusal)

    def answer(self) -> protocol.Refused:
        """Put it into a message."""
        found = self.refusal
        if found is None:
            return protocol.Refused(code=self.code, message=self.message)
        reason = cast("protocol.Reason", found.reason)
        return protocol.Refused(
            code=self.code, message=self.message, rule=found.rule, reason=reason, values=found.values
        )
