"""Refuse in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eddyline.server.protocol import RefusalCode


class RefusalError(Exception):
    """Tell a client why nothing happened; the table is as it was."""

    def __init__(self, code: RefusalCode, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code: RefusalCode = code
        self.message = message
        self.rule = rule
