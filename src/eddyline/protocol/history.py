"""Define what is told of games that are over: a part of the protocol. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import Literal

import msgspec

from eddyline.characters import Character
from eddyline.protocol.table_info import Ending

Outcome = Literal["won", "lost", "off"]
"""What a game was for somebody; "off": it was called off, so nobody has won."""


class PlayedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """Describe who had a seat when a game ended."""

    name: str
    account: str | None = None
    """None: a guest, a bot of the server, or somebody who has deleted the account since."""
    bot: str | None = None
    """Bot of the server that had the seat from the start; None: a person, or a bot from outside."""
    rank: int | None = None
    """Place by the rules, 1 the best; None: the rules had not ended the game."""
    won: bool = False
    colour: int | None = None
    """Of the canoes; None: the game was noted before colours were."""
    portrait: Character | None = None


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a game that is over, to somebody who had a seat."""

    table: str
    game: str
    preset: str | None
    seat: int
    """Seat of the account that was asked about."""
    seats: tuple[PlayedSeat, ...]
    outcome: Outcome
    ending: Ending
    began: int
    ended: int
    turns: int
    """Turns that were played, by all seats."""
    rated: bool
    tournament: str | None = None
    host: bool = False
    """Whether the account was the host of the table."""
    private: bool = False
    """Whether only those who had a seat may look at the replay."""


class GamesPage(msgspec.Struct, frozen=True, kw_only=True):
    """List games of an account, the last one that ended first."""

    games: tuple[PlayedGame, ...]
    more: str | None
    """What to ask for as `before` to get those that come next; None: there are no more."""


class PlayedTimes(msgspec.Struct, frozen=True, kw_only=True):
    """Tell when the games of an account ended, for a calendar in any time zone."""

    quarters: tuple[int, ...]
    """For each game, the last one first: the quarter of an hour in which it ended, counted from 1970 (UTC)."""


class Rival(msgspec.Struct, frozen=True, kw_only=True):
    """Tell how often somebody was placed better than another person at the same table."""

    account: str
    name: str
    games: int
    """Games that the rules have ended."""
    ahead: int
    """Of these, those in which the account that was asked about was placed better."""
    behind: int
    """Those in which the other one was; in the rest they shared a place."""


class Rivals(msgspec.Struct, frozen=True, kw_only=True):
    """List against whom somebody has played, the most frequent first."""

    people: tuple[Rival, ...]
    you: Rival | None = None
    """Whoever asks, counted from all games that both have played; None: there are none, or nobody is signed in."""


class KeepReplay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As the host, say who may look at the replay of one's table."""

    private: bool
    """Only those who had a seat; false: whoever may come to the table."""
    token: str | None = None
    """Of one's seat at the table; not needed by whoever is signed in and has it by their account."""
