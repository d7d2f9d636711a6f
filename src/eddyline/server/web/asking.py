"""Tell who sends a request, for the handlers that want to know."""

from __future__ import annotations

from typing import Any

from litestar import Request  # noqa: TC002 - Litestar reads what dependencies are declared to take
from litestar.di import NamedDependency  # noqa: TC002

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import Account  # noqa: TC001
from eddyline.server.accounts.sessions import parse
from eddyline.server.hub.hub import Hub  # noqa: TC001


def bearer(request: Request[Any, Any, Any]) -> str | None:
    """Return the secret in the header `Authorization`; None without that header. Raises RefusalError."""
    given = request.headers.get("authorization")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise RefusalError("signed_out", "expected the header Authorization as `Bearer` and the session, got another")
    return token.strip()


async def asker(request: Request[Any, Any, Any], hub: NamedDependency[Hub]) -> Account | None:
    """Return the account of whoever sends a request; None: a guest. Raises RefusalError when the session has ended."""
    return await hub.people.who(bearer(request))


async def signed_in(request: Request[Any, Any, Any], hub: NamedDependency[Hub]) -> Account:
    """Return the account of whoever sends a request, a bot's or a person's. Raises RefusalError for guests."""
    account = await asker(request, hub)
    if account is None:
        raise RefusalError("signed_out", "This needs an account; sign in first.")
    return account


async def person(request: Request[Any, Any, Any], hub: NamedDependency[Hub]) -> Account:
    """Return the account of the person who sends a request. Raises RefusalError for guests and for bots."""
    account = await signed_in(request, hub)
    if account.owner is not None:
        raise RefusalError("not_yours", "This is for people; a bot's token lets it take seats and play.")
    return account


async def own_session(request: Request[Any, Any, Any]) -> str:
    """Return the hash of the session that a request shows; empty without one."""
    token = bearer(request)
    parsed = parse(token) if token else None
    return parsed[1] if parsed else ""
