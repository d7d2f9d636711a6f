"""Make and check passkeys (WebAuthn). The cryptography is the library's; ours is which challenges count, and where.

A challenge says by itself when and for what it was made, so any process can check the answer, and none has to remember
it. A passkey accepts only challenges that are newer than the last one it was used with, so none works twice.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import logging
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    options_to_json_dict,
    parse_authentication_credential_json,
    parse_client_data_json,
    parse_registration_credential_json,
)
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import PasskeyAdded, PasskeyUsed
from eddyline.server.base.origin import is_address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from eddyline.server.accounts.account import Account
    from eddyline.server.logs.secret import Secrets

Options: TypeAlias = dict[str, Any]
"""What a browser needs to make or use a passkey, as WebAuthn defines it in JSON."""

_log = logging.getLogger(__name__)

MOST_PASSKEYS = 20
"""Passkeys of an account."""
ANSWERED_WITHIN = 300_000
"""Milliseconds for which a challenge counts."""
_RANDOM, _TIME, _SIGNATURE = 16, 8, 32

WRONG = "This passkey was not accepted: it is not known here (any more), or the attempt took too long."


class Site(NamedTuple):
    """Name the place that passkeys are made for: browsers offer them nowhere else."""

    origin: str
    """Such as `https://river.example`."""
    name: str
    """Such as `river.example`."""

    @classmethod
    def of(cls, origin: str | None) -> Site:
        """Return the site of a request, from its header Origin. Raises RefusalError where there are no passkeys."""
        try:
            parts = urlsplit(origin or "")
            name = parts.hostname
        except ValueError:
            name = None
        if origin is None or name is None:
            raise RefusalError("bad_message", "expected the header Origin, as browsers send it; got none, or another")
        if is_address(name):
            raise RefusalError(
                "bad_message", f"Passkeys need a domain name, and {name} is an IP address; open this server by a name."
            )
        return cls(origin, name)


class Passkeys:
    """Make challenges, and check what comes back."""

    def __init__(self, secrets: Secrets, clock: Callable[[], float]) -> None:
        self._secrets = secrets
        self._clock = clock

    # ---- a new passkey ----

    async def options(self, site: Site, purpose: str, account: str, name: str, known: Iterable[str] = ()) -> Options:
        """Return what a browser needs to make a passkey for an account; `known` are ids that it already has."""
        made = webauthn.generate_registration_options(
            rp_id=site.name,
            rp_name="Eddyline",
            user_id=account.encode(),
            user_name=name,
            challenge=await self._challenge(purpose),
            timeout=ANSWERED_WITHIN,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                require_resident_key=True,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=_descriptors(known),
        )
        return options_to_json_dict(made)

    async def made(self, site: Site, purpose: str, credential: dict[str, Any], device: str) -> PasskeyAdded:
        """Check a new passkey, and return what is kept of it. Raises RefusalError."""
        with _refusing():
            parsed = parse_registration_credential_json(credential)
            challenge = await self._checked(parse_client_data_json(parsed.response.client_data_json).challenge, purpose)
            found = webauthn.verify_registration_response(
                credential=parsed,
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        return PasskeyAdded(
            id=bytes_to_base64url(found.credential_id),
            public_key=bytes_to_base64url(found.credential_public_key),
            count=found.sign_count,
            site=site.name,
            device=device,
        )

    # ---- using one ----

    async def challenge(self, site: Site, purpose: str, known: Iterable[str] = ()) -> Options:
        """Return what a browser needs to use a passkey: any that it has for this site, or one of `known`."""
        made = webauthn.generate_authentication_options(
            rp_id=site.name,
            challenge=await self._challenge(purpose),
            timeout=ANSWERED_WITHIN,
            allow_credentials=_descriptors(known),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return options_to_json_dict(made)

    async def used(self, site: Site, purpose: str, credential: dict[str, Any], account: Account | None) -> PasskeyUsed:
        """Check that an account's passkey was used, and return what is to be noted of that. Raises RefusalError."""
        with _refusing():
            parsed = parse_authentication_credential_json(credential)
            passkey = account.passkeys.get(parsed.id) if account else None
            if passkey is None:
                raise RefusalError("wrong_password", WRONG)
            given = parse_client_data_json(parsed.response.client_data_json).challenge
            challenge = await self._checked(given, purpose)
            found = webauthn.verify_authentication_response(
                credential=parsed,
                expected_challenge=challenge,
                expected_rp_id=passkey.site,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(passkey.public_key),
                credential_current_sign_count=passkey.count,
                require_user_verification=True,
            )
        return PasskeyUsed(id=parsed.id, challenge=_made_at(challenge), count=found.new_sign_count)

    # ---- challenges ----

    async def _challenge(self, purpose: str) -> bytes:
        made = int(self._clock() * 1000).to_bytes(_TIME, "big") + secrets.token_bytes(_RANDOM)
        return made + await self._signature(made, purpose)

    async def _signature(self, made: bytes, purpose: str) -> bytes:
        return hmac.digest(await self._secrets.of("challenges"), made + purpose.encode(), hashlib.sha256)

    async def _checked(self, challenge: bytes, purpose: str) -> bytes:
        made, signature = challenge[: _TIME + _RANDOM], challenge[_TIME + _RANDOM :]
        ours = hmac.compare_digest(signature, await self._signature(made, purpose))
        if not (ours and abs(self._clock() * 1000 - _made_at(challenge)) <= ANSWERED_WITHIN):
            raise RefusalError("wrong_password", WRONG)
        return challenge


@contextlib.contextmanager
def _refusing() -> Iterator[None]:
    """Refuse what is not right, or is no passkey at all: for that, the library raises errors of all kinds."""
    try:
        yield
    except RefusalError:
        raise
    except Exception as error:
        _log.info("a passkey was refused", extra={"why": repr(error)})
        raise RefusalError("wrong_password", WRONG) from error


def fresh(account: Account, use: PasskeyUsed) -> PasskeyUsed:
    """Return a use of a passkey. Raises RefusalError unless it answers a newer challenge than all before."""
    passkey = account.passkeys.get(use.id)
    if passkey is None or use.challenge <= passkey.challenge:
        raise RefusalError("wrong_password", WRONG)
    return use


def owner(credential: dict[str, Any]) -> str:
    """Return the id of the account that a passkey says it is for; empty when it says nothing. Raises RefusalError."""
    with _refusing():
        return (parse_authentication_credential_json(credential).response.user_handle or b"").decode()


def _made_at(challenge: bytes) -> int:
    """Return when a challenge was made, in milliseconds since 1970."""
    return int.from_bytes(challenge[:_TIME], "big")


def _descriptors(ids: Iterable[str]) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(each)) for each in ids]
