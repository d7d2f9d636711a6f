"""Decide who may make an account, and whether guests may take part: what the operator has chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts import invitations
from eddyline.server.base.limits import Buckets, neighbour
from eddyline.server.base.unwanted import Unwanted
from eddyline.server.logs.ledger import Ledger

if TYPE_CHECKING:
    from eddyline.server.base.settings import Settings
    from eddyline.server.store import Store

MISTAKES, MISTAKES_PER_HOUR = 10, 20
"""Codes of no invitation that an address may try at once, and in the long run."""


class Door:
    """Let people make accounts. Methods raise RefusalError."""

    def __init__(self, store: Store, settings: Settings) -> None:
        clock = settings.outside.clock
        self._settings, self._clock = settings, clock
        self._invitations: Ledger[invitations.Entry, invitations.Invitation] = Ledger(store, clock, invitations.KIND)
        self._unwanted = Unwanted(settings.words)
        self._mistakes = Buckets(MISTAKES_PER_HOUR / 3600, MISTAKES, clock)

    @property
    def guests(self) -> bool:
        """Return whether people without an account may sit and write."""
        return self._settings.guests

    def must_be_wanted(self, text: str) -> None:
        """Refuse a name or a line with a word in it that the operator does not want."""
        if (word := self._unwanted.find(text)) is not None:
            word = word.replace("*", "")
            raise RefusalError("unwanted", f"This server does not take “{word}”.", values={"word": word})

    async def look(self, code: str, address: str) -> invitations.Invitation:
        """Return an invitation that lets somebody in."""
        if self._mistakes.wait(near := neighbour(address)):
            message = "Too many wrong invitations came from your address; please wait a few minutes."
            raise RefusalError("too_fast", message)
        found = await self._invitations.read(invitations.key_of(code))
        if not found.uses:
            self._mistakes.take(near)
        found.must_hold(self._clock())
        return found

    async def must_open(self, code: str | None, address: str) -> None:
        """Refuse whoever may make no account now, so that nobody thinks of a password for nothing."""
        if self._settings.accounts == "closed":
            raise RefusalError("accounts_closed", "This server takes no new accounts.")
        if self._settings.accounts == "invite":
            if code is None:
                raise RefusalError("invitation_needed", "New accounts need an invitation here.")
            await self.look(code, address)

    async def enter(self, code: str | None, account: str) -> str | None:
        """Use an invitation for an account that is about to be made; return its id, None where nobody needs one.

        Of two who are there for its last use, one gets in.
        """
        if self._settings.accounts != "invite" or code is None:
            return None

        def use(now: invitations.Invitation) -> list[invitations.Entry]:
            now.must_hold(self._clock())
            return [invitations.Used(account=account)]

        return (await self._invitations.change(invitations.key_of(code), use)).id

    async def give_back(self, code: str | None, account: str) -> None:
        """Take back the use of an invitation: the account was not made."""
        if code is not None:
            await self._invitations.change(
                invitations.key_of(code),
                lambda now: [invitations.GivenBack(account=account)] if account in now.accounts else [],
            )
