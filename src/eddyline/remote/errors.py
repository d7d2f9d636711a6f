"""Say why a bot cannot play at a server (any more)."""

from __future__ import annotations

from eddyline.engine.copying import WholeError


class RemoteError(WholeError):
    """Report what keeps a bot from playing, in a sentence; `code` is the server's, if it said so."""

    def __init__(self, message: str, code: str = "") -> None:
        """Keep the sentence and the code."""
        super().__init__(message)
        self.code = code


class UnreachableError(RemoteError):
    """Report that a server does not answer; it may do so later."""
