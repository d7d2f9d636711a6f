"""Define what is said about notices over HTTP: a part of the protocol."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Language = Literal["en", "fr", "it", "de"]
Topic = Literal["turns", "games", "people", "reports", "moderation"]
"""What somebody may be told of: turns; ends of games and rematches; friends and invitations; that their reports were
handled; as a moderator, new reports."""

_Key = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[A-Za-z0-9_=-]+$")]
_Url = Annotated[str, msgspec.Meta(max_length=2000)]


class SubscribePush(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let this browser show messages (Web Push): what PushSubscription.toJSON() has."""

    endpoint: _Url
    p256dh: _Key
    auth: _Key
    language: Language
    device: Annotated[str, msgspec.Meta(max_length=80)] = ""


class AddWebhook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let messages be sent to an address."""

    url: _Url
    language: Language = "en"


Address = Annotated[str, msgspec.Meta(min_length=3, max_length=254)]


class AskForMail(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Send a code to an address, to show that it is the sender's."""

    address: Address
    language: Language = "en"


class AddMail(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let messages be sent to an address, with the code that was sent there."""

    address: Address
    code: Annotated[str, msgspec.Meta(max_length=32)]
    language: Language = "en"


class SwitchTopic(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Be told of a topic, or not."""

    topic: Topic
    on: bool


class QuietHours(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say when somebody wants to be told nothing, by the clock where they live."""

    begins: Annotated[int, msgspec.Meta(ge=0, lt=1440)]
    """In minutes after midnight."""
    ends: Annotated[int, msgspec.Meta(ge=0, lt=1440)]
    """The same; before `begins` if the hours go on after midnight."""
    zone: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    """Name of the time zone (IANA)."""


class BeQuiet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Be told nothing at these hours; None: be told at any hour."""

    hours: QuietHours | None


class WayId(msgspec.Struct, frozen=True, kw_only=True):
    """Name a way that was added."""

    id: str
    secret: str | None = None
    """Of a webhook: what messages are signed with; it is shown this one time. None for a chat service."""


WhyFailed = Literal[
    "address", "private", "unreachable", "silent", "status", "gone", "no_mail", "mail_address", "mail_server", "other"
]
"""Why a message could not be sent: the address will not do, is one of a private network, cannot be reached, does not
answer, or answers with a status that is no success; a browser takes no more; the server sends no mail, or the mail
server refuses the address, or the mail; `other`: before reasons had codes."""


class Failure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Say why a message could not be sent."""

    code: WhyFailed
    about: str = ""
    """The host, the status, or the name of an error of the mail server."""


class WayInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a way."""

    id: str
    kind: Literal["push", "webhook", "mail"]
    name: str
    """The device, the host of the webhook, or the address."""
    since: int
    """Milliseconds since 1970."""
    tried: bool
    """Whether a message was ever sent, or could not be."""
    why: Failure | None
    """Why the last message could not be sent; None if it could, or none was."""
    off: bool
    """Not used any more, because it has failed too often."""


class NoticeWays(msgspec.Struct, frozen=True, kw_only=True):
    """Say how somebody is told what they should know."""

    key: str
    """What this browser needs to subscribe (applicationServerKey)."""
    mail: bool
    """Whether this server sends mail."""
    ways: tuple[WayInfo, ...]
    topics: tuple[Topic, ...]
    """What there is to tell them; new reports to moderators only."""
    off: tuple[Topic, ...] = ()
    """Those of these topics that they are not told of."""
    quiet: QuietHours | None = None
    """Hours at which nothing is told; what waits comes afterwards."""
