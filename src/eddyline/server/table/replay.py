"""Let the host of a table keep the replay of its game to those who had a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.table import entries
from eddyline.server.table.origin import Origin
from eddyline.server.table.part import Part, Removal

if TYPE_CHECKING:
    from eddyline.server.table.state import TableState
    from eddyline.server.table.table import Table

PRIVATE = "The host of this table keeps the replay of its game to those who had a seat."
GOES_ON = "This game goes on from one that not everybody may look at; its replay stays with those who had a seat."


class ReplayKept(entries.OfPart, tag="replay_kept", frozen=True, kw_only=True):
    """Say who may look at the replay of the game."""

    seat: int | None = None
    """Who says so: the host; None: the operator of the server."""
    private: bool = False


def _after(private: bool | None, entry: entries.Entry[int], at: int) -> bool | None:  # noqa: ARG001 - a part's
    """Return whether only those who had a seat may look, after an entry; None: whoever may come to the table may."""
    match entry:
        case ReplayKept():
            return entry.private or None
        case entries.Opened(origin=Origin(private=True)):
            return True
        case _:
            return private


PART: Part[bool] = Part(
    name="private_replay",
    entry=ReplayKept,
    after=_after,
    removal=Removal(
        command="publish",
        about="Let whoever may come to a table look at the replay that its host keeps private.",
        entry=ReplayKept(),
        done="Whoever may come to the table may look at its replay.",
        nothing="The replay of this table is not private.",
    ),
)


def private(state: TableState) -> bool:
    """Return whether only those who had a seat may look at the replay of a table."""
    return PART.of(state) is True


def withheld(state: TableState) -> bool:
    """Return whether nobody without a seat may have the record of a table as it is now.

    That of a game which goes on from a private one has the turns of that one, too.
    """
    return state.ended_privately or (private(state) and goes_on_privately(state))


def goes_on_privately(state: TableState) -> bool:
    """Return whether the game of a table goes on from one that not everybody might look at."""
    return state.opened.origin is not None and state.opened.origin.private


async def keep(table: Table, by: int | None, *, private: bool) -> None:
    """Let the host, if that is who sits at `by`, say who may look at the replay.

    Raises RefusalError, and changes nothing then.
    """

    async def write() -> None:
        state = table.state
        if by is None or by != state.host:
            raise RefusalError("not_host", "Only the host of the table can say who may look at its replay.")
        if not private and goes_on_privately(state):
            raise RefusalError("private_replay", GOES_ON)
        if (PART.of(state) is True) != private:
            table.count_change(by)
            await table.append(ReplayKept(seat=by, private=private))

    await table.alone(write)
