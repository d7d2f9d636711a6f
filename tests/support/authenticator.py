"""Hold passkeys as a device does (WebAuthn, ES256, attestation "none"), for tests without a browser."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Held:
    """A passkey on the device."""

    id: bytes
    site: str
    owner: bytes
    key: ec.EllipticCurvePrivateKey
    count: int = 0


@dataclass
class Authenticator:
    """Make passkeys and use them on pages of one origin; `verifies` says whether it asks for a finger or a PIN."""

    origin: str
    verifies: bool = True
    counts: bool = True
    held: list[Held] = field(default_factory=list)

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer navigator.credentials.create()."""
        held = Held(
            secrets.token_bytes(16),
            options["rp"]["id"],
            _bytes(options["user"]["id"]),
            ec.generate_private_key(ec.SECP256R1()),
        )
        self.held.append(held)
        numbers = held.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(held.id).to_bytes(2, "big") + held.id + cbor2.dumps(public)
        data = self._data(held, _ATTESTED) + attested
        response = {
            "clientDataJSON": self._client_data("webauthn.create", options),
            "attestationObject": _text(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
            "transports": ["internal"],
        }
        return self._credential(held, response)

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer navigator.credentials.get() with the newest passkey that fits."""
        wanted = {each["id"] for each in options.get("allowCredentials", [])}
        held = next(
            each
            for each in reversed(self.held)
            if each.site == options["rpId"] and (not wanted or _text(each.id) in wanted)
        )
        held.count += self.counts
        client_data, data = self._client_data("webauthn.get", options), self._data(held)
        signed = data + hashlib.sha256(_bytes(client_data)).digest()
        response = {
            "clientDataJSON": client_data,
            "authenticatorData": _text(data),
            "signature": _text(held.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            "userHandle": _text(held.owner),
        }
        return self._credential(held, response)

    def _client_data(self, kind: str, options: dict[str, Any]) -> str:
        return _text(json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode())

    def _data(self, held: Held, flags: int = 0) -> bytes:
        flags |= _PRESENT | (_VERIFIED if self.verifies else 0)
        return hashlib.sha256(held.site.encode()).digest() + bytes([flags]) + held.count.to_bytes(4, "big")

    def _credential(self, held: Held, response: dict[str, Any]) -> dict[str, Any]:
        return {"id": _text(held.id), "rawId": _text(held.id), "type": "public-key", "response": response}
