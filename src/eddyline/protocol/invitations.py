"""Define what is said about invitations over HTTP: a part of the protocol."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Void = Literal["unknown", "ended", "used_up", "revoked"]
"""Why an invitation lets nobody in."""
Code = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
"""What an invitation's link ends with."""


class HeldInvitation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Show an invitation by its code."""

    code: Code


class ShownInvitation(msgspec.Struct, frozen=True, kw_only=True):
    """Describe an invitation to whoever has its code."""

    left: int
    """How many more people it is for."""
    until: int | None
    """When it ends, in milliseconds since 1970; None: not by itself."""
