"""Send a message by Web Push, or to a webhook."""

from __future__ import annotations

import functools
import hashlib
import hmac
import time
from base64 import b64decode, b64encode, urlsafe_b64encode
from typing import TYPE_CHECKING

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from webpush import WebPush, WebPushSubscription
from webpush.types import WebPushKeys

from eddyline.server.notices.forms import form_of
from eddyline.server.notices.log import Push, Webhook
from eddyline.server.notices.outgoing import OutgoingError, post

if TYPE_CHECKING:
    from eddyline.server.notices.occasions import Message

TTL = 86_400
"""Seconds for which a push service keeps a message for a browser that is off."""
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the group of P-256: private keys are below it."""
SECRET = "whsec_"  # noqa: S105 - a prefix
"""What a webhook's secret begins with."""


class GoneError(OutgoingError):
    """Report that a browser does not want to be told any more."""


class Sender:
    """Send messages; the key that push services know this server by follows from a secret of 32 bytes."""

    def __init__(self, secret: bytes, contact: str, site: str | None, *, private: bool) -> None:
        """Name a `contact` for push services, an e-mail address; allow `private` addresses.

        `site` is where people open this server, as far as that is known.
        """
        self._key = ec.derive_private_key(int.from_bytes(secret, "big") % (_ORDER - 1) + 1, ec.SECP256R1())
        self._contact = contact
        self._site = site
        self._private = private

    @property
    def public_key(self) -> str:
        """Return the key that browsers want to know: base64url of the point."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    @functools.cached_property
    def _push(self) -> WebPush:
        private = self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        public = self._key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        return WebPush(private, public, self._contact, ttl=TTL)

    def send(self, way: Push | Webhook, number: str, message: Message) -> None:
        """Send a message, whose `number` is always the same when it is sent again. Blocks; raises OutgoingError."""
        match way:
            case Push():
                self._send_push(way, message)
            case Webhook():
                self._send_webhook(way, number, message)

    def _send_push(self, way: Push, message: Message) -> None:
        try:
            subscription = WebPushSubscription(endpoint=way.endpoint, keys=WebPushKeys(auth=way.auth, p256dh=way.key))
            sealed = self._push.get(msgspec.json.encode(message), subscription)
        except ValueError as error:
            raise GoneError("gone", "The browser's keys are not valid.") from error
        status = post(way.endpoint, sealed.encrypted, {**sealed.headers}, private=self._private)
        if status in {404, 410}:
            raise GoneError("gone", "The browser no longer accepts messages.")
        _check(status)

    def _send_webhook(self, way: Webhook, number: str, message: Message) -> None:
        if (form := form_of(way.url, self._site)) is not None:
            url, said = form(message)
            headers = {"Content-Type": "application/json"}
            _check(post(url, msgspec.json.encode(said), headers, private=self._private))
            return
        body, at = msgspec.json.encode(message), str(int(time.time()))
        signed = f"{number}.{at}.".encode() + body
        digest = hmac.digest(b64decode(way.secret.removeprefix(SECRET)), signed, hashlib.sha256)
        headers = {
            "Content-Type": "application/json",
            "webhook-id": number,
            "webhook-timestamp": at,
            "webhook-signature": f"v1,{b64encode(digest).decode()}",
        }
        _check(post(way.url, body, headers, private=self._private))


def _check(status: int) -> None:
    if not 200 <= status < 300:
        raise OutgoingError("status", f"The answer was {status}.", str(status))
