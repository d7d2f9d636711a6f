"""Answer HTTP requests about passkeys. Only pages can ask: their browser says for which site the passkey is."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Request, post
from litestar.di import NamedDependency

from eddyline.protocol import accounts as messages
from eddyline.server.accounts.account import Account
from eddyline.server.base.origin import Caller, address
from eddyline.server.hub.hub import Hub
from eddyline.server.web.errors import POSTED
from eddyline.server.web.feature import Feature
from eddyline.server.web.openapi import SIGNED_IN, example, problems
from eddyline.server.web.routes.accounts import PRIVATE, SURE, Sure

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
    operation_id="passkey_for_new_account",
    summary="Begin an account with a passkey",
    status_code=200,
    responses=problems(*_GUEST, 409),
    response_headers=PRIVATE,
    **POSTED,
)
async def creation(request: Asked, hub: NamedDependency[Hub], data: Wanted) -> messages.PasskeyOptions:
    """Ask for the options with which a browser makes the passkey of a new account; `create_account` takes it."""
    hub.limits.request(address(request))
    return await hub.people.creation_options(data, Caller.of(request))


@post(
    "/api/passkeys/challenge",
    operation_id="passkey_challenge",
    summary="Begin to sign in with a passkey",
    status_code=200,
    responses=problems(*_GUEST),
    response_headers=PRIVATE,
    **POSTED,
)
async def challenge(request: Asked, hub: NamedDependency[Hub]) -> messages.PasskeyOptions:
    """Ask for the options with which a browser uses a passkey; `sign_in_with_passkey` takes what it answers."""
    hub.limits.request(address(request))
    return await hub.people.sign_in_options(Caller.of(request))


@post(
    "/api/sessions/passkey",
    operation_id="sign_in_with_passkey",
    summary="Sign in with a passkey",
    responses=problems(*_GUEST),
    response_headers=PRIVATE,
    **POSTED,
)
async def sign_in(request: Asked, hub: NamedDependency[Hub], data: UsePasskey) -> messages.SignedIn:
    """Sign in with a passkey."""
    return await hub.people.use_passkey(data, Caller.of(request))


@post(
    "/api/me/passkeys/challenge",
    operation_id="confirm_with_passkey",
    summary="Begin to confirm something with a passkey",
    status_code=200,
    responses=problems(*_WRONG, 404),
    security=SIGNED_IN,
    response_headers=PRIVATE,
    **POSTED,
)
async def confirmation(
    request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account]
) -> messages.PasskeyOptions:
    """Ask for the options with which a browser uses a passkey of the account; `Sure` takes what it answers."""
    return await hub.people.surety_options(me, Caller.of(request))


@post(
    "/api/me/passkeys/options",
    operation_id="passkey_options",
    summary="Begin to add a passkey",
    status_code=200,
    responses=problems(*_WRONG),
    security=SIGNED_IN,
    response_headers=PRIVATE,
    **POSTED,
)
async def options(
    request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account], session: NamedDependency[str], data: Sure
) -> messages.PasskeyOptions:
    """Ask for the options with which a browser makes a further passkey; `add_passkey` takes it."""
    return await hub.people.passkey_options(me, data, session, Caller.of(request))


@post(
    "/api/me/passkeys",
    operation_id="add_passkey",
    summary="Add a passkey",
    status_code=204,
    responses=problems(*_WRONG, 409),
    security=SIGNED_IN,
    **POSTED,
)
async def add(
    request: Asked,
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    session: NamedDependency[str],
    data: AddPasskey,
) -> None:
    """Add a passkey that a browser has made."""
    await hub.people.add_passkey(me, data, session, Caller.of(request))


@post(
    "/api/me/passkeys/removal",
    operation_id="remove_passkey",
    summary="Remove a passkey",
    status_code=204,
    responses=problems(*_WRONG, 409),
    security=SIGNED_IN,
    **POSTED,
)
async def remove(request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account], data: RemovePasskey) -> None:
    """Remove a passkey; the last one of an account without a password stays."""
    await hub.people.remove_passkey(me, data, Caller.of(request))


FEATURE = Feature(name="passkeys", handlers=[creation, challenge, sign_in, confirmation, options, add, remove])
