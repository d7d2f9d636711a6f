"""Find out what people who are away should know of a table, and put it into words.

Only what every visitor of the table may see is looked at: a message goes through the hands of others.
"""

from __future__ import annotations

import functools
import json
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.server.notices.log import Language
    from eddyline.server.seen import TableInfo

AWAY = 20.0
"""Seconds for which somebody must be away: whoever loads a page anew is told nothing."""

Kind = Literal["turn", "over", "rematch", "test"]


class Occasion(NamedTuple):
    """Say what somebody should know."""

    key: str
    """Names it for good, so that nobody is told twice."""
    account: str
    kind: Kind
    table: str
    game: str
    """The game's name."""
    others: tuple[str, ...]
    """Names of the others at the table."""


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Tell somebody of one or more occasions, in their language."""

    title: str
    body: str
    tag: str
    """A later message with the same tag takes its place."""
    path: str
    """Of the page to open, from the root of the server's pages."""
    waiting: int
    """Tables where it is this person's turn, as far as this message knows."""


def occasions(info: TableInfo, game: str, shown: int, ended: float | None, now: float) -> list[Occasion]:
    """List what people who are away should know of a table.

    `shown` is the version that brought the present position, `ended` when the game was over, in seconds since 1970.
    """
    found = []
    for seat in info.seats:
        if seat.account is None or seat.kind != "human" or seat.away is None or seat.away < AWAY:
            continue
        others = tuple(each.name for each in info.seats if each.seat != seat.seat and each.kind != "open")
        about = seat.account, info.id, game, others
        # Who is on vacation is told when it is over.
        owes = seat.thinking and not seat.resigned and seat.bot is None and seat.holiday is None
        if info.status == "running" and owes:
            found.append(_occasion("turn", shown, *about))
        elif info.status == "over" and info.rematch is not None:
            found.append(_occasion("rematch", 0, *about))
        elif info.status == "over" and ended is not None and now - seat.away < ended:
            found.append(_occasion("over", 0, *about))
    return found


def _occasion(kind: Kind, number: int, account: str, table: str, game: str, others: tuple[str, ...]) -> Occasion:
    return Occasion(f"{table}.{kind}.{number}", account, kind, table, game, others)


@functools.cache
def _words() -> dict[str, dict[str, str]]:
    words: dict[str, dict[str, str]] = json.loads(files(__package__).joinpath("words.json").read_text("utf-8"))
    return words


def words_in(language: Language) -> dict[str, str]:
    """Return what is said in a language."""
    return _words()[language]


def message(found: Sequence[Occasion], language: Language, waiting: int) -> Message:
    """Put occasions into one message."""
    words = _words()[language]
    if len(found) == 1:
        [one] = found
        return Message(
            title=words[one.kind], body=_about(one, words), tag=one.table, path=f"t/{one.table}", waiting=waiting
        )
    lines = [f"{words[each.kind]}: {_about(each, words)}" for each in found]
    title = words["many"].format(count=len(found))
    return Message(title=title, body="\n".join(lines), tag="eddyline", path="", waiting=waiting)


def test_message(language: Language) -> Message:
    """Return what is sent on trial."""
    return Message(title="Eddyline", body=_words()[language]["test"], tag="test", path="me", waiting=0)


def _about(occasion: Occasion, words: dict[str, str]) -> str:
    *first, last = occasion.others or ("",)
    names = f"{', '.join(first)} {words['and']} {last}" if first else last
    return words["table" if names else "alone"].format(game=occasion.game, names=names)
