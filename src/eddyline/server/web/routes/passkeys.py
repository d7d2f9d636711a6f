"""Answer HTTP requests about passkeys. Only pages can ask: their browser says for which site the passkey is."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency

from eddyline.protocol import accounts as messages
from eddyline.server.accounts.account import Account
from eddyline.server.base.origin import Caller, address
from eddyline.server.hub.hub import Hub
from eddyline.server.web.feature import Feature
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import post
from eddyline.server.web.routes.accounts import SURE, Sure
from eddyline.server.web.who import Who

_CREDENTIAL = {"id": "AQID", "rawId": "AQID", "type": "public-key", "response": {"clientDataJSON": "e30"}}
Wanted: TypeAlias = Annotated[messages.Wanted, example(messages.Wanted(name="Ann"))]
UsePasskey: TypeAlias = Annotated[messages.UsePasskey, example(messages.UsePasskey(credential=_CREDENTIAL))]
AddPasskey: TypeAlias = Annotated[messages.AddPasskey, example(messages.AddPasskey(credential=_CREDENTIAL))]
RemovePasskey: TypeAlias = Annotated[
    messages.RemovePasskey,
    example(messages.RemovePasskey(sure=SURE, id="AQID")),
]

Asked = Request[Any, Any, Any]
_GUEST = (400, 403, 413, 415, 421, 429, 503)
_WRONG = (401, *_GUEST)


@post(
    "/api/passkeys/creation",
    "passkey_for_new_account",
    "Begin an account with a passkey",
    (*_GUEST, 409),
    who=Who.NEWCOMERS,
    private=True,
    status=200,
)
async def creation(request: Asked, hub: NamedDependency[Hub], data: Wanted) -> messages.PasskeyOptions:
    """Ask for the options with which a browser makes the passkey of a new account; `create_account` takes it."""
    hub.limits.request(address(request))
    return await hub.people.creation_options(data, Caller.of(request))


@post(
    "/api/passkeys/challenge",
    "passkey_challenge",
    "Begin to sign in with a passkey",
    _GUEST,
    who=Who.EVERYBODY,
    private=True,
    status=200,
)
async def challenge(request: Asked, hub: NamedDependency[Hub]) -> messages.PasskeyOptions:
    """Ask for the options with which a browser uses a passkey; `sign_in_with_passkey` takes what it answers."""
    hub.limits.request(address(request))
    return await hub.people.sign_in_options(Caller.of(request))


@post("/api/sessions/passkey", "sign_in_with_passkey", "Sign in with a passkey", _GUEST, who=Who.KNOWING, private=True)
async def sign_in(request: Asked, hub: NamedDependency[Hub], data: UsePasskey) -> messages.SignedIn:
    """Sign in with a passkey."""
    return await hub.people.use_passkey(data, Caller.of(request))


@post(
    "/api/me/passkeys/challenge",
    "confirm_with_passkey",
    "Begin to confirm something with a passkey",
    (*_WRONG, 404),
    who=Who.PEOPLE,
    private=True,
    status=200,
)
async def confirmation(
    request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account]
) -> messages.PasskeyOptions:
    """Ask for the options with which a browser uses a passkey of the account; `Sure` takes what it answers."""
    return await hub.people.surety_options(me, Caller.of(request))


@post(
    "/api/me/passkeys/options",
    "passkey_options",
    "Begin to add a passkey",
    _WRONG,
    who=Who.PEOPLE,
    private=True,
    status=200,
)
async def options(
    request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account], session: NamedDependency[str], data: Sure
) -> messages.PasskeyOptions:
    """Ask for the options with which a browser makes a further passkey; `add_passkey` takes it."""
    return await hub.people.passkey_options(me, data, session, Caller.of(request))


@post("/api/me/passkeys", "add_passkey", "Add a passkey", (*_WRONG, 409), who=Who.PEOPLE, status=204)
async def add(
    request: Asked,
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    session: NamedDependency[str],
    data: AddPasskey,
) -> None:
    """Add a passkey that a browser has made."""
    await hub.people.add_passkey(me, data, session, Caller.of(request))


@post("/api/me/passkeys/removal", "remove_passkey", "Remove a passkey", (*_WRONG, 409), who=Who.PEOPLE, status=204)
async def remove(request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account], data: RemovePasskey) -> None:
    """Remove a passkey; the last one of an account without a password stays."""
    await hub.people.remove_passkey(me, data, Caller.of(request))


FEATURE = Feature(name="passkeys", handlers=[creation, challenge, sign_in, confirmation, options, add, remove])
