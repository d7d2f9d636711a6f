"""Describe a table and who sits there, as everybody may see it: a part of the protocol."""

from __future__ import annotations

from typing import Literal

import msgspec

from eddyline.characters import Character
from eddyline.engine.options import OptionValue
from eddyline.protocol.note import Note
from eddyline.protocol.origin import OriginInfo
from eddyline.protocol.pace import Pace
from eddyline.ratings import counting

Status = Literal["open", "running", "over"]
Access = Literal["open", "link", "friends"]
"""Who finds a table: everybody in the lobby, or those who have its link, or its host's friends in the lobby.

To the last one nobody else comes, with or without the link, but for those whom the host has invited.
"""
Unrated = counting.Reason
"""Why a game is not rated."""
Emote = Literal["cheer", "laugh", "wow", "oops", "grr", "wait", "thanks"]


class SeatEmote(msgspec.Struct, frozen=True, kw_only=True):
    """Describe the last emote of a seat."""

    emote: Emote
    number: int
    """How many there have been from this seat, with it."""


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Describe who has a seat, and whether they are connected."""

    seat: int
    kind: Literal["open", "human", "bot"]
    name: str
    colour: int
    """Number of its colour, 0 to 5; no other seat has it."""
    pattern: int
    """Number of the pattern on its canoes, 0 to 5; no other seat has it."""
    bot: str | None = None
    """Bot on this seat, or standing in for its human."""
    account: str | None = None
    """Public id of the account of its human; None: a guest, or a bot of the server's."""
    owner: str | None = None
    """Public id of the account whose bot plays this seat from outside; None: a person, or a bot of the server's."""
    resigned: bool = False
    """The bot plays to the end."""
    online: bool = False
    away: float | None = None
    """Seconds since its human was last connected; None for those who are, and for bots."""
    thinking: bool = False
    """Owes a decision and has not confirmed it."""
    taken: float | None = None
    """Seconds since it owes this decision."""
    left: tuple[float, float] | None = None
    """Seconds left of this turn and of the reserve; None without a clock."""
    preparing: bool = False
    """Its bot is still being compiled and cannot play yet; after the first start, this takes a minute or two."""
    wins: int = 0
    """Games won here and at the tables before, of which this is a rematch."""
    vacation: str | None = None
    """Last day of its human's vacation, which stops the clock: UTC, ISO 8601; None: not on vacation, as far as it
    matters here."""
    suspended: bool = False
    """An operator has suspended its account, so that its owner cannot come back while that lasts; told to those who
    have a seat at the table, while the game is not over, and neither why nor until when."""
    emote: SeatEmote | None = None
    """What its human showed last; it is not saved."""
    portrait: Character | None = None
    """Who is drawn for it; a bot plays in the manner of this character. No other seat has the portrait."""


Matter = Literal["stand_in", "stop"]
Ending = Literal["finished", "agreed", "resigned", "closed"]


class VoteInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Describe an open vote."""

    matter: Matter
    """Let a bot play for `seat`, which is connected but silent, or stop the game."""
    seat: int | None
    by: tuple[int, ...]
    """Seats in favour."""
    needed: int


class DealingInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Describe what the random numbers of a table are derived from; see docs/fair-dealing.md."""

    commitment: str
    """First link of the chain that ends with the server's secret seed: 64 hexadecimal digits."""
    length: int
    """Number of random numbers that the chain can give."""
    words: tuple[str | None, ...]
    """Players' own words by seat."""
    revealed: str | None
    """Link of the last random number, once the game is over. That of a private game is in its record alone."""


class Points(msgspec.Struct, frozen=True, kw_only=True):
    """Show a rating: the strength is within the margin of the points with 95 % probability."""

    points: int
    margin: int


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """Say how strong somebody plays by a family of rules, in the points of the ratings."""

    points: int
    provisional: bool
    """Too little is known yet for the leaderboard."""


class SeatRating(msgspec.Struct, frozen=True, kw_only=True):
    """Say what a game has done to somebody's rating."""

    before: Points
    after: Points
    provisional: bool
    """Too little is known yet for the leaderboard."""


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a table as everybody may see it."""

    id: str
    game: str
    status: Status
    version: int
    created: str
    """UTC, ISO 8601."""
    preset: str | None
    options: dict[str, OptionValue]
    host: int
    bot_seconds: float
    """Maximum thinking time of a bot in seconds per turn; less when many think at once."""
    pace: Pace
    """Its `stand_in` is always set."""
    access: Access
    fills: float | None
    """Seconds until bots take the seats that are free then, and the game starts; None: they do not."""
    ended: Ending | None
    """How the game ended: by the rules, by agreement, by resignation, or because the server's operator has
    closed the table, perhaps before it began."""
    votes: tuple[VoteInfo, ...]
    seats: tuple[SeatInfo, ...]
    spectators: int
    rematch: str | None
    """Table of the rematch; everybody has the same seat and token there."""
    previous: str | None = None
    """Table whose rematch this is."""
    tournament: str | None = None
    """Tournament that the table belongs to."""
    origin: OriginInfo | None = None
    """Which game the table's goes on from; None: it began by itself."""
    games: int = 0
    """Games played here and at the tables before; those that the players or the operator ended are not counted."""
    notice: str | None = None
    """What the operator said when closing the table."""
    note: Note | None = None
    """What the host has pinned to the table."""
    private_replay: bool | None = None
    """Whether only those who had a seat may look at the replay of the game; None: they all may who may come here."""
    dealing: DealingInfo | None = None
    """None for tables from before dealings could be checked."""
    unrated: Unrated | None = None
    """Why the game, as the table is now, is not rated; None: it is."""
    levels: tuple[Level | None, ...] | None = None
    """By seat, before the start: how strong those who sit here are by these rules; None: not known, or of nobody."""
    ready: tuple[int, ...] | None = None
    """Before the start: seats whose people are here and have said that they are ready; None: none of them."""
    ratings: tuple[SeatRating | None, ...] | None = None
    """By seat: what a rated game that is over has done to the ratings; None for bots, and until it is known."""
