"""Send mail by the host's own mail server: codes that confirm an address, and messages to confirmed addresses."""

from __future__ import annotations

import hmac
import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from eddyline.server.base.direction import isolated
from eddyline.server.base.mail_server import MailServer, Security
from eddyline.server.notices.occasions import words_in
from eddyline.server.notices.outgoing import TIMEOUT, OutgoingError

if TYPE_CHECKING:
    import datetime as dt
    from email.policy import Policy

    from eddyline.protocol.notices import Language
    from eddyline.server.notices.log import Mail
    from eddyline.server.notices.occasions import Message

ADDRESS_LENGTH = 254
"""Characters of an address (RFC 5321)."""
CODE_DIGITS = 8
"""Digits of a code."""
CODES_HOLD = 3600
"""Seconds after which another code is sent; the last one holds as long again."""
_ADDRESS = re.compile(
    # What browsers take for an address, with at least one dot: https://html.spec.whatwg.org/#valid-e-mail-address
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    r"(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+"
)
EXPECTED = "smtps://USER:PASSWORD@HOST or smtp://USER:PASSWORD@HOST:PORT"


def mail_server(url: str, sender: str | None, site: str | None) -> MailServer:
    """Parse what the host has set. Raises ValueError, which never names the password."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError(f"expected a mail server as {EXPECTED}") from None
    if (
        parts.scheme not in {"smtp", "smtps"}
        or not parts.hostname
        or parts.path.strip("/")
        or parts.query
        or parts.fragment
    ):
        raise ValueError(f"expected a mail server as {EXPECTED}")
    if (parts.username is None) != (parts.password is None):
        raise ValueError("expected a user and a password of the mail server, or neither of them")
    if sender is None or not is_address(sender):
        raise ValueError(f"expected the address that mail comes from, such as games@example.org, got {sender!r}")
    home = urlsplit(site or "")
    if home.scheme not in {"http", "https"} or not home.hostname or home.query or home.fragment:
        raise ValueError(f"expected the address where people open this server, for links in mail, got {site!r}")
    security: Security = "tls" if parts.scheme == "smtps" else "starttls"
    if security == "starttls" and parts.hostname in {"localhost", "127.0.0.1", "::1"}:
        security = "none"
    return MailServer(
        host=parts.hostname,
        port=port or (465 if security == "tls" else 587 if security == "starttls" else 25),
        security=security,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        sender=sender,
        site=(site or "").rstrip("/"),
    )


def is_address(text: str) -> bool:
    """Return whether this may be the address of somebody; no header can be hidden in it."""
    return len(text) <= ADDRESS_LENGTH and _ADDRESS.fullmatch(text) is not None


class Codes:
    """Make and check what shows that an address, or a wish to be told no more, is somebody's; from a `secret`."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def code(self, account: str, address: str, now: float) -> str:
        """Return the code that is sent to an address now."""
        return self._at(account, address, int(now // CODES_HOLD))

    def confirms(self, code: str, account: str, address: str, now: float) -> bool:
        """Return whether a code is the one that was sent to the address, now or in the hour before."""
        hour = int(now // CODES_HOLD)
        return any(_same(code, self._at(account, address, each)) for each in (hour, hour - 1))

    def _at(self, account: str, address: str, hour: int) -> str:
        number = int.from_bytes(self._digest(f"code {hour} {account} {address.lower()}")[:8])
        return f"{number % 10**CODE_DIGITS:0{CODE_DIGITS}}"

    def stop(self, account: str, way: str) -> str:
        """Return what stops messages to an address, without signing in."""
        return f"{account}.{way}.{self._digest(f'stop {account} {way}').hex()[:40]}"

    def stopped(self, token: str) -> tuple[str, str] | None:
        """Return whose way a token of `stop` stops; None for anything else."""
        account, _, rest = token.partition(".")
        way = rest.partition(".")[0]
        return (account, way) if _same(token, self.stop(account, way)) else None

    def _digest(self, text: str) -> bytes:
        return hmac.digest(self._secret, text.encode(), "sha256")


def _same(told: str, secret: str) -> bool:
    """Compare in a time that says nothing of where the texts differ."""
    return hmac.compare_digest(told.encode(errors="replace"), secret.encode())


def code_mail(server: MailServer, address: str, language: Language, code: str, name: str) -> EmailMessage:
    """Write the mail with a code."""
    words = words_in(language)
    body = words["mail_code"].format(name=isolated(name), code=code, site=server.site)
    return _written(server, address, words["mail_code_subject"].format(code=code), body)


def message_mail(server: MailServer, way: Mail, number: str, message: Message, stop: str) -> EmailMessage:
    """Write a message; `number` is always the same when it is sent again, `stop` is a token of `Codes.stop`."""
    words = words_in(way.language)
    body = f"{message.body}\n\n{server.site}/{message.path}\n\n-- \n{words['mail_why'].format(site=server.site)}"
    mail = _written(server, way.address, message.title, body)
    mail["List-Unsubscribe"] = _Unsubscribe(f"<{server.site}/api/notices/stop/{stop}>")
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.replace_header("Message-ID", f"<{number}@{server.sender.rpartition('@')[2]}>")
    return mail


class _Unsubscribe(str):
    """Hold the header of this name, on one line: mail programs do not expect an address that folding has encoded."""

    __slots__ = ()
    name = "List-Unsubscribe"

    def fold(self, *, policy: Policy[EmailMessage]) -> str:
        """Return the header as it is sent."""
        return f"{self.name}: {self}{policy.linesep}"


def _written(server: MailServer, address: str, subject: str, body: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = f"Eddyline <{server.sender}>"
    mail["To"] = address
    mail["Subject"] = subject
    mail["Message-ID"] = make_msgid(domain=server.sender.rpartition("@")[2])
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(body + "\n")
    return mail


def send(server: MailServer, mail: EmailMessage, at: dt.datetime) -> None:
    """Hand a mail over, dated `at`. Blocks; raises OutgoingError."""
    mail["Date"] = format_datetime(at)
    try:
        with _connect(server) as smtp:
            if server.user:
                smtp.login(server.user, server.password)
            smtp.send_message(mail)
    except smtplib.SMTPRecipientsRefused:
        raise OutgoingError("mail_address", "The mail server does not accept mail for this address.") from None
    except (OSError, smtplib.SMTPException, ssl.SSLError) as error:
        # Its own words could name what was sent to it.
        name = type(error).__name__
        raise OutgoingError("mail_server", f"The mail server did not accept the mail ({name}).", name) from None


def _connect(server: MailServer) -> smtplib.SMTP:
    if server.security == "tls":
        return smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT, context=ssl.create_default_context())
    smtp = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT)
    if server.security == "starttls":
        smtp.starttls(context=ssl.create_default_context())
    return smtp
