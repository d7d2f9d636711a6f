"""Know who is at the site, on whatever page: what happens there, they are shown there."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from collections.abc import Set as AbstractSet

AWAY_AFTER = 60.0
"""Seconds without a connection and without a request after which somebody is away."""
TOLD_EVERY = 30.0
"""Seconds after which other processes are told again who is there by way of this one."""
REMEMBERED = 86_400.0
"""Seconds for which it is remembered when somebody was there last."""


class SitePresence:
    """Remember when accounts were there last: a page was connected, or asked for something."""

    def __init__(
        self,
        clock: Callable[[], float],
        connected: Callable[[], AbstractSet[str]],
        ask: Callable[[Collection[str]], None],
        tell: Callable[[Collection[str]], None],
    ) -> None:
        """Let `connected` return the accounts with a connection to this process.

        `ask` asks other processes about accounts; they answer with `note_elsewhere`. `tell` tells them who is there.
        """
        self._clock = clock
        self.connected = connected
        self.ask = ask
        self._tell = tell
        self._told = 0.0
        """When the others were told last."""
        self._began = clock()
        self._last: dict[str, float] = {}
        self._elsewhere: dict[str, float] = {}
        """The same, as other processes have told."""

    def note(self, account: str) -> None:
        """Note that an account is there now."""
        self._last[account] = self._clock()

    def note_elsewhere(self, accounts: Iterable[str]) -> None:
        """Note that accounts are there by way of another process."""
        self._elsewhere.update(dict.fromkeys(accounts, self._clock()))

    def look(self) -> None:
        """Note who is connected now."""
        before = self._clock() - REMEMBERED
        self._last, self._elsewhere = [
            {account: last for account, last in known.items() if last > before}
            for known in (self._last, self._elsewhere)
        ]
        for account in self.connected():
            self.note(account)
        if self._clock() - self._told >= TOLD_EVERY:
            self._told = self._clock()
            self._tell(self.here(tuple(self._last)))

    def here(self, accounts: Iterable[str]) -> tuple[str, ...]:
        """Return those of the accounts that are there by way of this process."""
        after = self._clock() - AWAY_AFTER
        return tuple(account for account in accounts if self._last.get(account, 0.0) >= after)

    def everybody(self) -> tuple[str, ...]:
        """Return all who are there, as far as is known."""
        for account in self.connected():
            self.note(account)
        return tuple(account for account in {*self._last, *self._elsewhere} if self.there(account))

    def since(self, account: str, at: float) -> bool:
        """Return whether an account was there at a time, in seconds since 1970, or later, as far as is known."""
        return max(self._last.get(account, 0.0), self._elsewhere.get(account, 0.0)) >= at

    def there(self, account: str) -> bool:
        """Return whether an account is there, as far as is known."""
        return self.since(account, self._clock() - AWAY_AFTER)

    def away(self, account: str) -> bool:
        """Return whether an account is away. Nobody is when the server has just begun: pages connect again."""
        return not self.there(account) and self._clock() - self._began > AWAY_AFTER
