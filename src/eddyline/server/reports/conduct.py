"""Count how often somebody has left others waiting or alone, from the logs of their last games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from eddyline.server.store import Row

LAST_GAMES = 20
"""Tables of an account that are looked at, the last ones."""


class Conduct(msgspec.Struct, frozen=True, kw_only=True):
    """Say in how many of somebody's last games that have begun something happened."""

    games: int
    replaced: int
    """A bot has played for them, because they were away or out of time."""
    resigned: int


class _Seen(msgspec.Struct):
    """Read of an entry what tells something without the rules of its game."""

    entry: str = ""
    seat: int | None = None
    account: str | None = None
    late: str | None = None


_glance = msgspec.json.Decoder(_Seen)


def conduct(account: str, logs: Iterable[Iterable[Row]]) -> Conduct:
    """Count what the logs of tables tell of an account. Raises msgspec.DecodeError for what is no log."""
    found = [told for rows in logs if (told := _told(account, rows)) is not None]
    return Conduct(
        games=len(found),
        replaced=sum(bool(told & {"stood_in", "late"}) for told in found),
        resigned=sum("resigned" in told for told in found),
    )


def _told(account: str, rows: Iterable[Row]) -> set[str] | None:
    """Return what happened at the seat of an account; None: it had none in a game that has begun."""
    seat, began, told = None, False, set[str]()
    for row in rows:
        seen = _glance.decode(row.body)
        if seen.entry in {"joined", "adopted"} and seen.account == account:
            seat = seen.seat
        elif seen.entry == "freed" and seen.seat == seat:
            seat = None
        elif seen.entry == "started":
            began = True
        elif seat is not None and seen.seat == seat:
            told.add("late" if seen.late else seen.entry)
    return told if began and seat is not None else None
