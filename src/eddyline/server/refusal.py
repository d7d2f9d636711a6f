"""Refuse in a sentence."""

from __future__ import annotations

from typing import Literal, TypeAlias

Code: TypeAlias = Literal[
    "stale",
    "not_yours",
    "illegal",
    "incomplete",
    "not_host",
    "wrong_time",
    "taken",
    "unknown",
    "bad_message",
    "too_fast",
]


class RefusalError(Exception):
    """Tell a client why nothing happened; the table is as it was."""

    def __init__(self, code: Code, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.rule = rule
