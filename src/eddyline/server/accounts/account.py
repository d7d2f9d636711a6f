"""Define the log of an account: what is kept of a person, and what it amounts to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.server.logs.ledger import Kind


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True):
    pass


class Created(_Entry, tag="created", frozen=True, kw_only=True):
    """Create an account; always version 1."""

    name: str
    owner: str | None = None
    """Id of the account whose bot this is; None: a person's."""
    invitation: str | None = None
    """What operators call the invitation by which it was made; None: by none."""


class PasswordSet(_Entry, tag="password_set", frozen=True, kw_only=True):
    """Set the password, or replace it."""

    hash: str
    """Argon2id with its parameters and salt."""


class CodesMade(_Entry, tag="codes_made", frozen=True, kw_only=True):
    """Replace all recovery codes."""

    hashes: tuple[str, ...]
    """SHA-256 of each; a code has 80 random bits."""


class CodeUsed(_Entry, tag="code_used", frozen=True, kw_only=True):
    """Use up a recovery code."""

    hash: str


class PasskeyAdded(_Entry, tag="passkey_added", frozen=True, kw_only=True):
    """Add a passkey (WebAuthn)."""

    id: str
    """What its owner's device calls it; base64url."""
    public_key: str
    """COSE, in base64url."""
    count: int
    """How often it was used, as far as it counts that."""
    site: str
    """Name of the server that it is for."""
    device: str
    """What the device calls itself on which it was made."""


class PasskeyUsed(_Entry, tag="passkey_used", frozen=True, kw_only=True):
    """Note that a passkey was used."""

    id: str
    challenge: int
    """When the challenge was made that it answered, in milliseconds since 1970."""
    count: int


class PasskeyRemoved(_Entry, tag="passkey_removed", frozen=True, kw_only=True):
    """Remove a passkey."""

    id: str


class SignedIn(_Entry, tag="signed_in", frozen=True, kw_only=True):
    """Begin a session."""

    session: str
    """SHA-256 of the secret that the device holds."""
    device: str
    """What the device calls itself."""


class Seen(_Entry, tag="seen", frozen=True, kw_only=True):
    """Note that a session is in use; at most once a day."""

    session: str


class SignedOut(_Entry, tag="signed_out", frozen=True, kw_only=True):
    """End sessions."""

    sessions: tuple[str, ...]


class SatDown(_Entry, tag="sat_down", frozen=True, kw_only=True):
    """Note a table where the account has a seat."""

    table: str
    game: str
    tournament: bool = False
    """Whether a tournament has opened it."""
    previous: str | None = None
    """Table whose rematch it is, which is over."""


class TablesLeft(_Entry, tag="tables_left", frozen=True, kw_only=True):
    """Note tables where a bot has nothing to play any more: they are over, it has no seat there, or has resigned."""

    tables: tuple[str, ...]


class TablesGone(_Entry, tag="tables_gone", frozen=True, kw_only=True):
    """Note tables that are not there any more, or where the account has no seat any more."""

    tables: tuple[str, ...]


class Spoke(_Entry, tag="spoke", frozen=True, kw_only=True):
    """Note a place where the account has written: a table, or the lobby."""

    place: str


class Competed(_Entry, tag="competed", frozen=True, kw_only=True):
    """Note a tournament that the account organises, or has entered."""

    tournament: str


class Preferred(_Entry, tag="preferred", frozen=True, kw_only=True):
    """Choose the colour and the pattern that the account's canoes get at tables where they are free; None: any."""

    colour: int | None
    pattern: int | None = None


class BotMade(_Entry, tag="bot_made", frozen=True, kw_only=True):
    """Note a bot of this account, which is about to have an account of its own."""

    account: str


class BotsGone(_Entry, tag="bots_gone", frozen=True, kw_only=True):
    """Note bots that were deleted, or never came to be."""

    accounts: tuple[str, ...]


class VacationTaken(_Entry, tag="vacation_taken", frozen=True, kw_only=True):
    """Take vacation, from one time to another, in milliseconds since 1970."""

    begins: int
    ends: int


class VacationEnded(_Entry, tag="vacation_ended", frozen=True, kw_only=True):
    """End the vacation that goes on, or call off the one that is to come."""


class Suspended(_Entry, tag="suspended", frozen=True, kw_only=True):
    """Keep the account's owner out, as an operator has decided; or until when, and why, once more."""

    why: str
    until: int | None = None
    """Milliseconds since 1970; None: until an operator ends it."""


class Restored(_Entry, tag="restored", frozen=True, kw_only=True):
    """End the suspension."""


class Renamed(_Entry, tag="renamed", frozen=True, kw_only=True):
    """Change the name, as an operator has decided. The former one stays the account's."""

    name: str
    why: str


class RenamingSeen(_Entry, tag="renaming_seen", frozen=True, kw_only=True):
    """Note that the account's owner was told of the new name."""


Vacation: TypeAlias = tuple[int, int]
"""When it begins and when it ends, in milliseconds since 1970."""

Entry: TypeAlias = (
    Created
    | PasswordSet
    | CodesMade
    | CodeUsed
    | PasskeyAdded
    | PasskeyUsed
    | PasskeyRemoved
    | SignedIn
    | Seen
    | SignedOut
    | SatDown
    | TablesLeft
    | TablesGone
    | Spoke
    | Competed
    | Preferred
    | BotMade
    | BotsGone
    | VacationTaken
    | VacationEnded
    | Suspended
    | Restored
    | Renamed
    | RenamingSeen
)


@dataclass(slots=True)
class Session:
    """Describe a device that is signed in; times are milliseconds since 1970."""

    device: str
    since: int
    seen: int


@dataclass(slots=True)
class Passkey:
    """Describe a passkey; times are milliseconds since 1970."""

    public_key: str
    site: str
    device: str
    since: int
    count: int
    used: int | None = None
    """None: never."""
    challenge: int = 0
    """When the newest challenge was made that it answered."""


@dataclass(slots=True)
class Account:
    """Hold what is known of a person; changed only by `apply`."""

    id: str
    name: str = ""
    """Empty: there is no such account (any more)."""
    since: int = 0
    """When it was created: milliseconds since 1970."""
    owner: str | None = None
    """Whose bot this is; None: a person."""
    invitation: str | None = None
    """By which invitation it was made."""
    password: str | None = None
    passkeys: dict[str, Passkey] = field(default_factory=dict)
    """By their id."""
    codes: frozenset[str] = frozenset()

    sessions: dict[str, Session] = field(default_factory=dict)
    """By the hash of their secret; of a bot, its tokens."""
    bots: list[str] = field(default_factory=list)
    """Its bots; one that was to be made when the server ended may not exist."""
    tables: dict[str, str] = field(default_factory=dict)
    """Game by table, the oldest first."""
    seated: frozenset[str] = frozenset()
    """Of a bot: tables where it may have something to play, without those of tournaments."""
    places: dict[str, None] = field(default_factory=dict)
    """Where it has written, the oldest first."""
    tournaments: dict[str, None] = field(default_factory=dict)
    """Those that it organises, or has entered, the oldest first."""
    colour: int | None = None
    pattern: int | None = None
    vacations: list[Vacation] = field(default_factory=list)
    """In order of time; the last may be to come."""
    suspended: Suspended | None = None
    """Its last suspension, unless that was ended; it may be over."""
    former: list[str] = field(default_factory=list)
    """Names that it had before, the oldest first."""
    renamed: Renamed | None = None
    """Its last renaming, until its owner was told."""

    def must_exist(self) -> Account:
        """Return the account; raises RefusalError when there is none."""
        if not self.name:
            raise RefusalError("unknown", "There is no such account (any more).")
        return self

    def apply(self, entry: Entry, at: int) -> None:
        """Take in the next entry of the log."""
        match entry:
            case Created():
                self.name, self.since, self.owner = entry.name, at, entry.owner
                self.invitation = entry.invitation
            case PasswordSet():
                self.password = entry.hash
            case CodesMade():
                self.codes = frozenset(entry.hashes)
            case CodeUsed():
                self.codes -= {entry.hash}

            case PasskeyAdded() | PasskeyUsed() | PasskeyRemoved():
                self._note_passkey(entry, at)

            case SignedIn():
                self.sessions[entry.session] = Session(entry.device, at, at)
            case Seen():
                if entry.session in self.sessions:
                    self.sessions[entry.session].seen = at
            case SignedOut():
                for session in entry.sessions:
                    self.sessions.pop(session, None)
            case SatDown() | TablesLeft() | TablesGone():
                self._note_tables(entry)
            case Spoke():
                self.places[entry.place] = None
            case Competed():
                self.tournaments[entry.tournament] = None
            case Preferred():
                self.colour, self.pattern = entry.colour, entry.pattern
            case BotMade() | BotsGone():
                self._note_bots(entry)
            case VacationTaken():
                self.vacations.append((entry.begins, entry.ends))
            case VacationEnded():
                self._end_vacation(at)
            case Suspended() | Restored():
                self.suspended = entry if isinstance(entry, Suspended) else None
            case Renamed() | RenamingSeen():
                self._note_name(entry)

    def _note_tables(self, entry: SatDown | TablesLeft | TablesGone) -> None:
        match entry:
            case SatDown():
                self.tables.pop(entry.table, None)
                self.tables[entry.table] = entry.game
                if self.owner is not None and not entry.tournament:
                    self.seated = self.seated - {entry.previous} | {entry.table}
            case TablesLeft():
                self.seated -= {*entry.tables}
            case TablesGone():
                self.seated -= {*entry.tables}
                self.tables = {table: game for table, game in self.tables.items() if table not in entry.tables}

    def _note_passkey(self, entry: PasskeyAdded | PasskeyUsed | PasskeyRemoved, at: int) -> None:
        match entry:
            case PasskeyAdded():
                self.passkeys[entry.id] = Passkey(entry.public_key, entry.site, entry.device, at, entry.count)
            case PasskeyUsed():
                if entry.id in self.passkeys:
                    used = self.passkeys[entry.id]
                    used.used, used.challenge, used.count = at, entry.challenge, entry.count
            case PasskeyRemoved():
                self.passkeys.pop(entry.id, None)

    def _note_name(self, entry: Renamed | RenamingSeen) -> None:
        match entry:
            case Renamed():
                self.former.append(self.name)
                self.name, self.renamed = entry.name, entry
            case RenamingSeen():
                self.renamed = None

    def _note_bots(self, entry: BotMade | BotsGone) -> None:
        match entry:
            case BotMade():
                self.bots.append(entry.account)
            case BotsGone():
                self.bots = [bot for bot in self.bots if bot not in entry.accounts]

    def _end_vacation(self, at: int) -> None:
        begins, ends = self.vacations.pop()
        if begins < at:
            self.vacations.append((begins, min(ends, at)))


KIND: Kind[Entry, Account] = Kind("account", msgspec.json.Decoder(Entry), Account)
