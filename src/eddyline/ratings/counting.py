"""Decide whether a finished game counts, and write its result down. The rules are those of docs/ratings.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from eddyline.ratings.standings import Player, Result, places

if TYPE_CHECKING:
    from collections.abc import Mapping

SHORTEST = 60_000
"""Milliseconds that a game must have taken."""

Reason = Literal[
    "practice", "house_rules", "unmeasured_bot", "nobody", "guest", "twice", "same_address", "stopped", "short"
]
"""Why a game does not count, the first that applies:

- `practice`: the table was opened for practice;
- `house_rules`: its options belong to no family;
- `unmeasured_bot`: a bot without an anchor played;
- `nobody`: only bots played;
- `guest`: somebody played without an account;
- `twice`: somebody had two seats, by accounts or by bots of theirs;
- `same_address`: two people played from one address;
- `stopped`: its players have agreed to stop it, or the host of the server has closed it;
- `short`: it ended within a minute.
"""


class Sitter(msgspec.Struct, frozen=True, kw_only=True):
    """Describe who had a seat."""

    person: str | None = None
    """Id of the account."""
    owner: str | None = None
    """Id of the account whose bot this is, which plays from outside."""
    bot: str | None = None
    """Name of the bot that had the seat from the beginning; neither this nor an account: a guest."""
    address: str | None = None
    """Equal for people at one address; never kept."""
    left: bool = False
    """Has resigned, or a bot has played a turn for this person, who was away or out of time."""


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a game that is over."""

    table: str
    practice: bool = False
    """Opened for practice."""
    family: str | None
    """None: its options belong to no family."""
    began: int
    at: int
    """When it began and ended, in milliseconds since 1970 (UTC)."""
    stopped: bool = False
    """Ended because its players agreed, or the server's host closed it."""
    sitters: tuple[Sitter, ...]
    ranking: tuple[int, ...]
    """By seat, as the rules rank it; of a game that ended early, as it stood."""


def reason_of(ended: Ended, anchors: Mapping[str, float]) -> Reason | None:
    """Return why a game does not count, None if it does; `anchors` are the fixed mu of its family's bots."""
    people = [sitter for sitter in ended.sitters if sitter.bot is None]
    accounts = [sitter.person for sitter in people]
    owners = [sitter.owner or sitter.person for sitter in people]
    addresses = [sitter.address for sitter in people if sitter.address is not None]
    checks: dict[Reason, bool] = {
        "practice": ended.practice,
        "house_rules": ended.family is None,
        "unmeasured_bot": any(sitter.bot is not None and sitter.bot not in anchors for sitter in ended.sitters),
        "nobody": not people,
        "guest": None in accounts,
        "twice": len(set(owners)) < len(owners),
        "same_address": len(set(addresses)) < len(addresses),
        "stopped": ended.stopped,
        "short": ended.at - ended.began < SHORTEST,
    }
    return next((reason for reason, applies in checks.items() if applies), None)


def result_of(ended: Ended, anchors: Mapping[str, float]) -> Result | Reason:
    """Return what is rated of a game, or why it does not count; `anchors` as in `reason_of`."""
    if reason := reason_of(ended, anchors):
        return reason
    left = frozenset(seat for seat, sitter in enumerate(ended.sitters) if sitter.left)
    return Result(
        table=ended.table,
        at=ended.at,
        players=tuple(
            Player(
                person=sitter.person,
                bot=sitter.bot,
                anchor=None if sitter.bot is None else anchors[sitter.bot],
                rank=rank,
                left=sitter.left,
            )
            for sitter, rank in zip(ended.sitters, places(ended.ranking, left), strict=True)
        ),
    )
