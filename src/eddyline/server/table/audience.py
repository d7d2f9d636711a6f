"""Say who may come to a table for friends: those who sit there, its host's friends, and whom the host has invited.

To such a table of a tournament come those who take part in it, who are all invited, and no friends of a host.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from eddyline.server.table.state import TableState


class Audience(msgspec.Struct, frozen=True, array_like=True):
    """Hold the accounts that decide who may come to a table."""

    host: str | None
    """None: the host is a guest, who has no friends here, or the table is a tournament's."""
    seated: frozenset[str]
    invited: frozenset[str]

    def admits(self, account: str | None, *, friend: bool, apart: bool) -> bool:
        """Return whether somebody may come who is a `friend` of the host, or of whom one keeps the other away."""
        if account is None:
            return False
        return account in self.seated or (not apart and (friend or account in self.invited))


class Circle(NamedTuple):
    """Hold how everybody stands to one person."""

    friends: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()
    """Who keeps away from this person, or is kept away."""


def audience_of(state: TableState) -> Audience | None:
    """Return who may come to a table; None: everybody."""
    if state.access != "friends":
        return None
    seated = frozenset(seat.account for seat in state.seats if seat.account is not None)
    host = None if state.opened.tournament is not None else state.seats[state.host].account
    return Audience(host, seated, frozenset(state.invited))
