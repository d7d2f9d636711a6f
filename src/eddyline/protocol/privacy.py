"""Define what is said over HTTP about who may see somebody, and who is here: a part of the protocol."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from eddyline.protocol.friends import Friend

Facet = Literal["presence", "games", "rivals"]
"""What others may see of somebody: that they are here; the games they have played; against whom they have won."""
Who = Literal["everybody", "friends", "nobody"]


class Privacy(msgspec.Struct, frozen=True, kw_only=True):
    """Say who may see what of somebody."""

    presence: Who = "friends"
    """Who may see that they are at the site; with `nobody` they are not even counted."""
    games: Who = "everybody"
    """Who finds the games they have played at tables open to all."""
    rivals: Who = "everybody"
    """Who finds, of these games, how often they have won against whom."""


class ChoosePrivacy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Choose who may see something."""

    matter: Facet
    who: Who


class Online(msgspec.Struct, frozen=True, kw_only=True):
    """Tell who is at the site, as far as they let the one who asks see it."""

    count: int
    """People with an account, those who are not named too; without those who are invisible."""
    people: tuple[Friend, ...]
    """In the order of their names."""


class Memo(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Note something about somebody, for oneself alone; empty: nothing."""

    text: Annotated[str, msgspec.Meta(max_length=1000)]
