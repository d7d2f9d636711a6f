"""Stand in for a browser and its push service: take messages over HTTP and open them (RFC 8291, VAPID)."""

from __future__ import annotations

import json
import secrets
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any, Self

import jwt
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(encoded: str) -> bytes:
    return urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class Taker:
    """Take requests at an address of this machine; `status` is what they are answered with."""

    def __init__(self) -> None:
        self.taken: Queue[tuple[str, dict[str, str], bytes]] = Queue()
        """Path, headers in small letters, body."""
        self.status = 201
        taker = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                # Before it is answered: then whoever sent it is done, and the test looks.
                taker.taken.put((self.path, headers, body))
                self.send_response(taker.status)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class Browser:
    """Subscribe at a push service, and open what comes from there."""

    def __init__(self, service: Taker) -> None:
        self.service = service
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        self._point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {
            "endpoint": f"{service.url}/{secrets.token_hex(8)}",
            "p256dh": text(self._point),
            "auth": text(self._auth),
        }

    def message(self, key: str) -> Any:
        """Wait for the next message and open it; `key` is what the server has told to be its own."""
        path, headers, body = self.service.taken.get()
        assert self.subscription["endpoint"].endswith(path)
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0
        scheme, _, rest = headers["authorization"].partition(" ")
        parts = dict(part.split("=", 1) for part in rest.replace(" ", "").split(","))
        assert (scheme, parts["k"]) == ("vapid", key)
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(key))
        claims = jwt.decode(parts["t"], public, algorithms=["ES256"], options={"verify_aud": False})
        assert claims["aud"] == "http://127.0.0.1"
        assert claims["sub"].startswith("mailto:")
        return json.loads(self._opened(body))

    def _opened(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = _derive(self._auth, shared, b"WebPush: info\0" + self._point + sender, 32)
        key, nonce = (
            _derive(salt, secret, f"Content-Encoding: {name}\0".encode(), length)
            for name, length in (("aes128gcm", 16), ("nonce", 12))
        )
        padded = AESGCM(key).decrypt(nonce, sealed, None)
        return padded.rstrip(b"\0").removesuffix(b"\2")
