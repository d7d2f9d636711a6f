"""Define what is said about accounts over HTTP: a part of the protocol."""

from __future__ import annotations

from typing import Annotated

import msgspec

from eddyline.server.people.passwords import LONGEST, SHORTEST
from eddyline.server.protocol import Colour, Name

Password = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]
NewPassword = Annotated[str, msgspec.Meta(min_length=SHORTEST, max_length=LONGEST)]
Device = Annotated[str, msgspec.Meta(max_length=80)]
Token = Annotated[str, msgspec.Meta(min_length=1, max_length=128)]


class NewAccount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Create an account; the sender is signed in."""

    name: Name
    password: NewPassword
    device: Device = ""
    """What the device is to be called in the list of sessions."""


class SignIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sign in with a password."""

    name: Name
    password: Password
    device: Device = ""


class Recover(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sign in with a recovery code, and set a new password; all other sessions end."""

    name: Name
    code: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    password: NewPassword
    device: Device = ""


class ChangePassword(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Replace the password; all other sessions end."""

    old: Password
    new: NewPassword


class Sure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Confirm by the password something that cannot be taken back."""

    password: Password


class HeldSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Show a seat by its token."""

    table: Annotated[str, msgspec.Meta(max_length=64)]
    token: Token


class Adopt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make seats the account's, which were taken as a guest."""

    seats: Annotated[tuple[HeldSeat, ...], msgspec.Meta(max_length=50)]


class Prefer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Choose a favourite colour; None: any."""

    colour: Colour | None


class SignedIn(msgspec.Struct, frozen=True, kw_only=True):
    """Confirm that somebody is signed in on this device."""

    account: str
    """Public id."""
    name: str
    session: str
    """Secret: goes in the header `Authorization: Bearer …`, and in `hello`."""
    codes: tuple[str, ...] = ()
    """New recovery codes; they are shown this one time."""


class Codes(msgspec.Struct, frozen=True, kw_only=True):
    """Show new recovery codes, this one time."""

    codes: tuple[str, ...]


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a session."""

    id: str
    device: str
    since: int
    """Milliseconds since 1970."""
    seen: int
    """When it was used last, to the day."""
    here: bool
    """Whether it is the one that asks."""


class OwnTable(msgspec.Struct, frozen=True, kw_only=True):
    """Name a table where the account has a seat."""

    table: str
    game: str


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Tell somebody what the server knows of them, but for what is in the export."""

    account: str
    name: str
    since: int
    """Milliseconds since 1970."""

    codes: int
    """Recovery codes that are left."""
    sessions: tuple[Session, ...]

    tables: tuple[OwnTable, ...]
    """The newest first, 50 at most."""
    colour: int | None


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a person to everybody."""

    account: str
    name: str
    since: int
    """The day of the account's creation, in milliseconds since 1970."""
    colour: int | None
