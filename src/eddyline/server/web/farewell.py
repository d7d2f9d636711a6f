"""Give people what is kept of them, delete it, and write a new name on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from eddyline.server.accounts.account import Account
    from eddyline.server.hub.hub import Hub
    from eddyline.server.web.feature import Feature


class Farewell:
    """Ask all features what they keep of somebody. Methods raise RefusalError."""

    def __init__(self, hub: Hub, features: Sequence[Feature]) -> None:
        self._hub = hub
        self._features = features

    async def export(self, account: Account) -> str:
        """Return everything that is kept of an account and then of its bots, one JSON object a line."""
        lines = [line async for line in self._about(account)]
        return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)

    async def _about(self, account: Account) -> AsyncIterator[dict[str, Any]]:
        for feature in self._features:
            for line in await feature.export(self._hub, account):
                yield line
        for bot in await self._hub.bots.of(account):
            async for line in self._about(bot):
                yield line

    async def delete(self, account: Account) -> None:
        """Delete an account: its bots, then what each feature keeps of it, in the end the account itself.

        When the server ends in between, deleting again goes on from there.
        """
        for bot in await self._hub.bots.of(account):
            await self.delete(bot)
        for feature in reversed(self._features):
            await feature.forget(self._hub, account)

    async def rename(self, account: Account) -> None:
        """Show an account's name wherever a former one stands; may be done again."""
        for feature in self._features:
            await feature.rename(self._hub, account)
