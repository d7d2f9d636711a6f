"""Define what is said about friends and invitations over HTTP: a part of the protocol."""

from __future__ import annotations

from typing import Annotated

import msgspec

from eddyline.protocol.table import Name

AccountId = Annotated[str, msgspec.Meta(min_length=1, max_length=32)]


class Whom(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say who is meant, by one of the two."""

    name: Name | None = None
    account: AccountId | None = None


class Friend(msgspec.Struct, frozen=True, kw_only=True):
    """Name a person with an account."""

    account: str
    name: str


class FriendsTable(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a table for friends with a free seat."""

    table: str
    game: str
    host: Friend


class FriendsSeats(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a table of the lobby where friends sit, and which one may watch or join."""

    table: str
    game: str
    running: bool
    friends: tuple[Friend, ...]


class TableCall(msgspec.Struct, frozen=True, kw_only=True):
    """Tell that a friend calls one to the table where they sit, which has a seat free."""

    table: str
    game: str
    by: Friend


class FriendCalled(msgspec.Struct, frozen=True, kw_only=True):
    """Tell whom one has called to a table."""

    table: str
    account: str
    declined: bool
    """Whether they have answered that they do not come now."""


class Friends(msgspec.Struct, frozen=True, kw_only=True):
    """Tell somebody how they stand to others; each list in the order of names."""

    friends: tuple[Friend, ...]
    asking: tuple[Friend, ...]
    """Who asks to be friends and waits for an answer."""
    asked: tuple[Friend, ...]
    """Who has been asked and has not answered."""
    blocked: tuple[Friend, ...]
    """Who is kept away."""
    here: tuple[str, ...] = ()
    """Accounts of those friends who are at the site now."""
    tables: tuple[FriendsTable, ...] = ()
    """Tables of friends, or of people who have invited them, that have a seat for them."""
    playing: tuple[FriendsSeats, ...] = ()
    """Other tables where friends sit who are seen to be here."""
    calls: tuple[TableCall, ...] = ()
    """Tables to which friends call them, the last one first."""
    called: tuple[FriendCalled, ...] = ()
    """Whom they have called themselves."""


class FriendsChanged(msgspec.Struct, frozen=True, tag_field="type", tag="friends"):
    """Tell a page, over any WebSocket, that its account has something new to see in `Friends`, which it asks for."""


class Invited(msgspec.Struct, frozen=True, kw_only=True):
    """Tell the host of a table for friends who else may come, in the order of names."""

    people: tuple[Friend, ...]
