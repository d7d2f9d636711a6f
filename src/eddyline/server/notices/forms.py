"""Put a message into the form that a chat service wants: Discord and Telegram take no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from eddyline.server.notices.outgoing import OutgoingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.server.notices.occasions import Message

DISCORD = frozenset({"discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"})
TELEGRAM = "api.telegram.org"
_MARKED = str.maketrans({mark: f"\\{mark}" for mark in "\\*_~`|>[]()#<@"})
"""What Discord takes for a mark: names are what people like, and are shown as they are."""


def form_of(url: str, site: str | None) -> Callable[[Message], tuple[str, dict[str, Any]]] | None:
    """Return what makes of a message an address and what is sent there; None: any other service.

    Links lead to `site`, where people open this server; None: nobody has said where. Raises OutgoingError for an
    address of such a service that lacks something.
    """
    parts = urlsplit(url)
    if parts.hostname in DISCORD and parts.path.startswith("/api/webhooks/"):
        return lambda message: (
            url,
            {"content": _text(message, site, marked=True), "allowed_mentions": {"parse": []}},
        )
    if parts.hostname == TELEGRAM and parts.path.startswith("/bot"):
        chat = parse_qs(parts.query).get("chat_id", [""])[0]
        if not (parts.path.endswith("/sendMessage") and chat):
            raise OutgoingError(
                "address",
                "expected https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>, got another address",
            )
        return lambda message: (
            url.partition("?")[0],
            {
                "chat_id": chat,
                "text": _text(message, site, marked=False),
                "link_preview_options": {"is_disabled": True},
            },
        )
    return None


def _text(message: Message, site: str | None, *, marked: bool) -> str:
    title, body = message.title, message.body
    if marked:
        title, body = f"**{title.translate(_MARKED)}**", body.translate(_MARKED)
    lines = [title, body]
    if site is not None:
        link = f"{site}/{message.path}"
        # In angle brackets Discord shows no picture of the page.
        lines.append(f"<{link}>" if marked else link)
    return "\n".join(lines)
