"""Say to players what a trouble of the store means for them; paths and causes are for the log."""

from __future__ import annotations

from eddyline.protocol.refusal import RefusalError
from eddyline.server.store import DamagedError, DeletedError, FullError, OutcomeUnknownError, StoreError


class OtherRulesError(StoreError):
    """Report that this program cannot play a table's game: it has other rules, or lacks the game."""


class NoTableError(StoreError):
    """Report that a store has no such table."""

    def __init__(self, table: str) -> None:
        super().__init__(f"there is no table {table}")


def refused_by(error: StoreError) -> RefusalError:
    """Return the refusal that explains an error of the store to a player."""
    match error:
        case OtherRulesError():
            return RefusalError("other_rules", str(error))
        case DamagedError():
            return RefusalError(
                "damaged", "This table was damaged on the server's disk. The operator can restore it from a backup."
            )
        case DeletedError():
            return RefusalError("deleted", "The operator of this server has deleted this table.")
        case OutcomeUnknownError():
            return RefusalError(
                "unsettled",
                "It is not known whether this was saved; the server is finding out, and then the table shows it.",
            )
        case FullError():
            return RefusalError("store", "The disk of the server is full; nothing was changed.")
        case _:
            return RefusalError("store", "The server cannot use its disk at the moment; nothing was changed.")
