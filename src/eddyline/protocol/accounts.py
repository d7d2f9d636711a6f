"""Define what is said about accounts over HTTP: a part of the protocol."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from eddyline.protocol.invitations import Code
from eddyline.protocol.paint import Shade
from eddyline.protocol.table import Name

SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 256
"""Characters of a password."""

Password = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_PASSWORD)]
NewPassword = Annotated[str, msgspec.Meta(min_length=SHORTEST_PASSWORD, max_length=LONGEST_PASSWORD)]
Device = Annotated[str, msgspec.Meta(max_length=80)]
Credential = Annotated[dict[str, Any], msgspec.Meta(max_length=16)]
"""What a browser answers to the options for passkeys: PublicKeyCredential.toJSON() of WebAuthn."""
Token = Annotated[str, msgspec.Meta(min_length=1, max_length=128)]


class NewPasskey(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bring the passkey of an account that is to be created, and the id that was chosen for it in `PasskeyOptions`."""

    account: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
    credential: Credential


class NewAccount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Create an account, with a password or a passkey; the sender is signed in."""

    name: Name
    password: NewPassword | None = None
    passkey: NewPasskey | None = None
    device: Device = ""
    """What the device is to be called in the list of sessions."""
    invitation: Code | None = None
    """Code of an invitation, where new accounts need one."""


class SignIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sign in with a password."""

    name: Name
    password: Password
    device: Device = ""


class UsePasskey(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sign in with a passkey."""

    credential: Credential
    device: Device = ""


class Recover(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sign in with a recovery code, and set a new password; all other sessions end."""

    name: Name
    code: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    password: NewPassword
    device: Device = ""


class Sure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Confirm something by the password or by a passkey: one of both."""

    password: Password | None = None
    passkey: Credential | None = None


class ChangePassword(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Set the password, or replace it; all other sessions end."""

    sure: Sure
    new: NewPassword


class AddPasskey(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Add the passkey that was made with the options."""

    credential: Credential
    device: Device = ""
    """What the device is to be called in the list of passkeys."""


class RemovePasskey(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Remove a passkey."""

    sure: Sure
    id: Annotated[str, msgspec.Meta(max_length=2048)]


class Wanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Name the account that is to be created with a passkey."""

    name: Name
    invitation: Code | None = None
    """As in `NewAccount`."""


class HeldSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Show a seat by its token."""

    table: Annotated[str, msgspec.Meta(max_length=64)]
    token: Token


class Adopt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make seats the account's, which were taken as a guest."""

    seats: Annotated[tuple[HeldSeat, ...], msgspec.Meta(max_length=50)]


class Prefer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Choose a favourite colour and a favourite pattern of canoes; None: any."""

    colour: Shade | None
    pattern: Shade | None


Day = Annotated[str, msgspec.Meta(max_length=10, pattern=r"^\d{4}-\d\d-\d\d$")]
"""A day, in UTC."""


class NewVacation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take vacation from the first day to the last."""

    first: Day | None = None
    """None: from now on."""
    last: Day


class NewBot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make a bot that plays from outside; its name will begin with "Bot"."""

    name: Name
    label: Device = ""
    """What its first token is to be called."""


class NewToken(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make one more token for a bot."""

    label: Device = ""
    """What it is to be called in the list of tokens."""


class BotToken(msgspec.Struct, frozen=True, kw_only=True):
    """Show a bot's new token, this one time."""

    account: str
    """Public id of the bot."""
    name: str
    token: str
    """Secret: a program sends it as a person's `session`."""


class Vacation(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a vacation that goes on, or is to come."""

    first: Day
    last: Day
    begun: bool


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


class PasskeyOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Give a browser what it needs to make or use a passkey."""

    options: dict[str, Any]
    """PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON of WebAuthn."""
    account: str | None = None
    """The id that was chosen for an account that is to be created."""


class Passkey(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a passkey; times are milliseconds since 1970."""

    id: str
    device: str
    site: str
    """Name of the server at which it can be used."""
    since: int
    used: int | None
    """None: never."""


class HeldToken(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a token; times are milliseconds since 1970."""

    id: str
    label: str
    since: int
    seen: int
    """When it was used last, to the day."""


class OwnBot(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a bot to its owner."""

    account: str
    name: str
    since: int
    """Milliseconds since 1970."""
    tokens: tuple[HeldToken, ...]


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

    password: bool
    """Whether there is one."""
    passkeys: tuple[Passkey, ...]
    codes: int
    """Recovery codes that are left."""
    sessions: tuple[Session, ...]
    owner: str | None
    """Public id of the account whose bot this is; None: a person."""
    bots: tuple[OwnBot, ...]

    tables: tuple[OwnTable, ...]
    """The newest first, 50 at most."""
    colour: int | None
    pattern: int | None
    vacation: Vacation | None
    vacation_left: int
    """Days of vacation that may still be taken this year."""


class Owner(msgspec.Struct, frozen=True, kw_only=True):
    """Name the person whose bot somebody is."""

    account: str
    name: str


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a person to everybody."""

    account: str
    name: str
    since: int
    """The day of the account's creation, in milliseconds since 1970."""
    colour: int | None
    pattern: int | None
    owner: Owner | None = None
    """Whose bot it is; None: a person."""
