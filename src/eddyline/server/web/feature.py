"""Declare a feature of the server in one value, from which all that the server does with it follows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    import msgspec
    from litestar.handlers import BaseRouteHandler
    from litestar.types import Guard

    from eddyline.server.accounts.account import Account
    from eddyline.server.hub.hub import Hub
    from eddyline.server.tasks import Job
    from eddyline.server.web.who import Who

Lines: TypeAlias = "list[dict[str, Any]]"


def _no_jobs(_: Hub) -> Mapping[str, Job]:
    return {}


async def _nothing(_: Hub, __: Account) -> Lines:
    return []


async def _leave(_: Hub, __: Account) -> None:
    pass


@dataclass(frozen=True, kw_only=True)
class Feature:
    """Hold what there is of a feature; `features.py` lists all of them, and everything else asks that list."""

    name: str
    handlers: Sequence[BaseRouteHandler] = ()
    """What answers requests and what carries messages over WebSockets."""
    guard: Guard | None = None
    """Who may ask at all: asked before any of its handlers, which need not know of it. Raises RefusalError."""
    to_server: Sequence[object] = ()
    """Messages that clients send over its WebSockets. Those of requests are what the handlers take as `data`."""
    may_send: Mapping[type[msgspec.Struct], Who] = field(default_factory=dict)
    """Who may send each of these."""
    to_client: Sequence[object] = ()
    """Messages that clients are sent over its WebSockets. Those of requests are what the handlers return."""
    jobs: Callable[[Hub], Mapping[str, Job]] = _no_jobs
    """What it does in the background while the server serves, by the names that metrics show."""
    export: Callable[[Hub, Account], Awaitable[Lines]] = _nothing
    """Lists what it keeps of an account, without secrets. Raises RefusalError."""
    forget: Callable[[Hub, Account], Awaitable[None]] = _leave
    """Deletes what it keeps of an account, or takes the name away. May be done again. Raises RefusalError."""
    rename: Callable[[Hub, Account], Awaitable[None]] = _leave
    """Writes an account's name wherever it keeps a former one. May be done again. Raises RefusalError."""

    def asked(self) -> list[object]:
        """List the types of all messages that clients send."""
        return [*self._declared("data"), *self.to_server]

    def told(self) -> list[object]:
        """List the types of all messages that clients are sent."""
        return [*self._declared("return"), *self.to_client]

    def _declared(self, of: str) -> list[object]:
        hints = (get_type_hints(handler.fn) for handler in self.handlers)
        return [each[of] for each in hints if of in each]
