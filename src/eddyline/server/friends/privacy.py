"""Keep what people choose of who may see them: at the site, their games, and against whom they have won."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from eddyline.protocol.privacy import Facet, Privacy, Who
from eddyline.server.logs.ledger import Kind, Ledger

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from eddyline.server.friends.pair import Pair
    from eddyline.server.store import Store


class Chosen(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag="chosen"):
    """Choose who may see something."""

    matter: Facet
    who: Who


@dataclass(slots=True)
class Chosens:
    """Hold what an account has chosen; changed only by `apply`."""

    key: str
    now: Privacy = field(default_factory=Privacy)

    def apply(self, entry: Chosen, at: int) -> None:  # noqa: ARG002 - when it was does not matter
        """Take in the next entry of the log."""
        self.now = msgspec.structs.replace(self.now, **{entry.matter: entry.who})


KIND: Kind[Chosen, Chosens] = Kind("privacy", msgspec.json.Decoder(Chosen), Chosens)


class Choices:
    """Know what everybody has chosen. Methods raise RefusalError."""

    def __init__(
        self, store: Store, clock: Callable[[], float], between: Callable[[str, str], Awaitable[Pair]]
    ) -> None:
        """Let `between` say how two accounts stand to each other."""
        self._ledger: Ledger[Chosen, Chosens] = Ledger(store, clock, KIND)
        self._between = between

    async def of(self, account: str) -> Privacy:
        """Return what somebody has chosen."""
        return (await self._ledger.read(account)).now

    async def choose(self, account: str, matter: Facet, who: Who) -> None:
        """Choose who may see something."""
        await self._ledger.change(
            account, lambda now: [] if getattr(now.now, matter) == who else [Chosen(matter=matter, who=who)]
        )

    async def shows(self, matter: Facet, of: str, to: str | None) -> bool:
        """Return whether something of an account is shown to another one; None: to a guest.

        Oneself sees everything. Whoever is kept away sees what guests see: otherwise they would notice it.
        """
        who = getattr(await self.of(of), matter)
        if of == to or who != "friends" or to is None:
            return of == to or who == "everybody"
        return (await self._between(of, to)).friends

    async def told_of(self, account: str) -> list[dict[str, object]]:
        """List what an account has chosen."""
        rows = await self._ledger.rows(account)
        return [{"privacy": account, "at": row.at, **msgspec.json.decode(row.body)} for row in rows]

    async def forget(self, account: str) -> None:
        """Delete what an account has chosen."""
        await self._ledger.delete(account)
