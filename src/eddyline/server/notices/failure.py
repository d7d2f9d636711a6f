"""Say why a message could not be sent."""

from __future__ import annotations

from typing import Literal

import msgspec

WhyNot = Literal[
    "address", "private", "unreachable", "silent", "status", "gone", "no_mail", "mail_address", "mail_server", "other"
]
"""Why a message could not be sent: the address will not do, is one of a private network, cannot be reached, does not
answer, or answers with a status that is no success; a browser takes no more; the server sends no mail, or the mail
server refuses the address, or the mail; `other`: before reasons had codes."""


class Failure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Say why a message could not be sent."""

    code: WhyNot
    about: str = ""
    """The host, the status, or the name of an error of the mail server."""
