"""Accounts for tests: passwords that are hashed fast, and counted."""

from __future__ import annotations

from argon2 import PasswordHasher

PASSWORD, OTHER, WRONG = "correct horse battery", "battery staple horse", "wrong"


class CountedHasher(PasswordHasher):
    """Hash fast, and count."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.verified = 0

    def verify(self, hashed, password):  # type: ignore[no-untyped-def]
        self.verified += 1
        return super().verify(hashed, password)
