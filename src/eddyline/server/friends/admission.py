"""Decide who is let in at a table: to sit, to watch, to read its chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.sessions import parse
from eddyline.server.base.outbox import encode
from eddyline.server.table.audience import audience_of

if TYPE_CHECKING:
    from eddyline.server.accounts.people import People
    from eddyline.server.base.outbox import Outbox
    from eddyline.server.friends.friends import Friends
    from eddyline.server.table.state import TableState
    from eddyline.server.table.table import Table

FRIENDS_ONLY = "This table is for friends of its host and for people the host has invited."


class Admission:
    """Know who is asking, and whom the host of a table lets in."""

    def __init__(self, people: People, friends: Friends) -> None:
        self._people = people
        self._friends = friends

    async def receive(self, connection: Outbox, session: str | None, state: TableState) -> bool:
        """Note whose connection it is; return whether they may come to a table without having a seat.

        Who has been signed out or suspended goes on as a guest, and is told. Raises RefusalError when nobody knows.
        """
        parsed = parse(session) if session is not None else None
        admitted = await self.admits(state, None if parsed is None else parsed[0])
        person = None
        try:
            # Who it is, is found out last: a session that ends afterwards takes the connection with it.
            person = await self._people.who(session)
        except RefusalError as refusal:
            if refusal.code not in {"signed_out", "suspended"}:
                raise
            connection.answer(encode(refusal.answer()))
            admitted = await self.admits(state, None)
        connection.account, connection.session = (None, "") if person is None or parsed is None else parsed
        return admitted

    async def admits(self, state: TableState, account: str | None) -> bool:
        """Return whether somebody without a seat's token may come to a table. Raises RefusalError."""
        audience = audience_of(state)
        if audience is None:
            return True
        if account is None or audience.host in {None, account}:
            return audience.admits(account, friend=False, apart=False)
        pair = await self._friends.between(account, audience.host)
        return audience.admits(account, friend=pair.friends, apart=pair.apart)

    async def must_admit(self, table: Table, token: str | None, account: str | None) -> None:
        """Raise RefusalError unless somebody has a seat at a table, or may come there."""
        if table.seat_of(token, account) is None and not await self.admits(table.state, account):
            raise RefusalError("friends_only", FRIENDS_ONLY)

    async def must_seat(self, state: TableState, account: str | None) -> None:
        """Raise RefusalError unless somebody may take a seat: no host has to sit with whom they have blocked."""
        if not await self.admits(state, account):
            raise RefusalError("friends_only", FRIENDS_ONLY)
        host = state.seats[state.host].account
        if account is not None and host not in {None, account}:
            pair = await self._friends.between(account, host)
            if host in pair.blocked:
                raise RefusalError("friends_only", "The host of this table does not let you take a seat.")
