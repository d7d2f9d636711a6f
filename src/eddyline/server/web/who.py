"""Declare who may ask for something: each request, and each message over a WebSocket, names one of these.

docs/who-may.md is made from it, and a test asks the server all of it as everybody.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from eddyline.server.web.openapi import MAYBE_SIGNED_IN, SIGNED_IN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from litestar.handlers import BaseRouteHandler

Role: TypeAlias = Literal["nobody", "guest", "account", "host", "organiser", "moderator", "bot", "operator"]
ROLES: tuple[Role, ...] = get_args(Role)

MEANT: Mapping[Role, str] = {
    "nobody": "shows nothing, and has no seat",
    "guest": "has no account, and the token of a seat at the table",
    "account": "is signed in, and has a seat at the table; owns a bot, and has written in the chat",
    "host": "is signed in, and the host of the table",
    "organiser": "is signed in, and the organiser of the tournament; has no seat at the table",
    "moderator": "is signed in, and trusted by the operators; has no seat at the table",
    "bot": "has a token, and a moderator as its owner; has no seat at the table",
    "operator": "has the server's store and its command line; over the network nothing tells them from nobody",
}
"""What each has to show when they ask: no more than that."""

_SEATED: tuple[Role, ...] = ("guest", "account", "host")
_SIGNED_IN: tuple[Role, ...] = ("account", "host", "organiser", "moderator")
_NO_BOT = tuple(role for role in ROLES if role != "bot")


class Who(Enum):
    """Say in words who may ask, and which roles that lets ask whatever else holds."""

    EVERYBODY = ("everybody", ROLES)
    STRANGERS = ("everybody; nobody, if the table is for friends", ROLES)
    PLAYERS = ("everybody; with `--guests off`, accounts alone", ROLES)
    PERSONS = ("every person; with `--guests off`, accounts alone", _NO_BOT)
    NEWCOMERS = ("everybody; with `--accounts invite`, whoever has an invitation; with `closed`, nobody", ROLES)
    KNOWING = ("whoever knows what it takes: a password, a passkey, a code, the link of a mail", ROLES)
    LOOKERS = ("everybody; what they see depends on who they are", ROLES)
    VISITORS = ("whoever may come to the table", ROLES)
    REPORTERS = ("every person who may come to the table", _NO_BOT)
    SEATED = ("whoever has a seat at the table", _SEATED)
    SEATED_WITH_ACCOUNT = (
        "whoever has a seat at the table, with an account; only the host, if the table is for friends",
        ("account", "host"),
    )
    OWN_OR_HOST = ("whose seat or message it is, and the host of the table", ("account", "host"))
    HOST = ("the host of the table", ("host",))
    HOST_WITH_ACCOUNT = ("the host of the table, with an account", ("host",))
    ACCOUNTS = ("every account, a person's or a bot's", (*_SIGNED_IN, "bot"))
    PEOPLE = ("every account of a person", _SIGNED_IN)
    OWNER = ("the account whose bot it is", ("account",))
    ORGANISER = ("the organiser of the tournament", ("organiser",))
    MODERATOR = ("moderators", ("moderator",))

    def __init__(self, words: str, roles: tuple[Role, ...]) -> None:
        self.words = words
        self.roles = roles

    @property
    def security(self) -> list[dict[str, list[str]]] | None:
        """Return how whoever asks says who they are, as OpenAPI has it; None: it does not matter who they are."""
        if self in _UNASKED:
            return None
        return MAYBE_SIGNED_IN if self in _MAYBE else SIGNED_IN


_UNASKED = {Who.EVERYBODY, Who.STRANGERS, Who.NEWCOMERS, Who.KNOWING}
_MAYBE = {Who.LOOKERS, Who.PLAYERS, Who.PERSONS, Who.VISITORS, Who.REPORTERS, Who.SEATED, Who.OWN_OR_HOST, Who.HOST}

_OPT = "who"


def may(who: Who) -> dict[str, Who]:
    """Declare of a handler who may ask it: the `opt` of its decorator."""
    return {_OPT: who}


def declared(handler: BaseRouteHandler) -> Who | None:
    """Return who may ask a handler; None: it does not say."""
    who = handler.opt.get(_OPT)
    return who if isinstance(who, Who) else None
