"""Define what is said about notices over HTTP: a part of the protocol."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from eddyline.server.notices.failure import Failure
from eddyline.server.notices.log import Language, Topic

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


class WayId(msgspec.Struct, frozen=True, kw_only=True):
    """Name a way that was added."""

    id: str
    secret: str | None = None
    """Of a webhook: what messages are signed with; it is shown this one time."""


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
    off: tuple[Topic, ...] = ()
    """Topics that they are not told of."""
