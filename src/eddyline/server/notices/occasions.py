"""Define what people who are away should know, wherever that comes from, and put it into words.

Nothing that is hidden from anybody at a table is among it: a message goes through the hands of others.
"""

from __future__ import annotations

import functools
import json
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import msgspec

from eddyline.server.base.direction import isolated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.protocol.notices import Language, Topic
    from eddyline.server.store import Kept

Kind = Literal["turn", "over", "rematch", "request", "friend", "invitation", "handled", "reported"]
TOPICS: dict[Kind, Topic] = {
    "turn": "turns",
    "over": "games",
    "rematch": "games",
    "request": "people",
    "friend": "people",
    "invitation": "people",
    "handled": "reports",
    "reported": "moderation",
}


class Occasion(NamedTuple):
    """Say what somebody should know; whoever is at the site, or at the table that it is about, has none."""

    key: str
    """Names it for good, so that nobody is told twice."""
    account: str
    kind: Kind
    tag: str
    """What it is about, for messages that take the place of earlier ones."""
    path: str
    """Of the page that shows it, from the root of the server's pages."""
    names: tuple[str, ...]
    """Names of the others whom it is about."""
    game: str = ""
    """Name of the game that it is about."""
    by: str | None = None
    """Account that has caused it, where it was one person."""
    seen: bool = False
    """The page has shown it; nobody is to be told."""


class Source(Protocol):
    """Find out what people should know."""

    async def begin(self, kept: Sequence[Kept]) -> None:
        """Take up what the processes before may not have told; `kept` are all logs of the store."""

    async def look(self) -> Sequence[Occasion]:
        """List all that people should know now, whether they were told already or not."""


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Tell somebody of one or more occasions, in their language."""

    title: str
    body: str
    tag: str
    """A later message with the same tag takes its place."""
    path: str
    """Of the page to open, from the root of the server's pages."""
    turns: tuple[str, ...]
    """Tables where it is this person's turn."""
    tells: tuple[str, ...] = ()
    """Tables of whose turns this message tells; none if it tells of anything else, too."""
    waiting: int
    """Number of `turns`."""


@functools.cache
def _words() -> dict[str, dict[str, str]]:
    words: dict[str, dict[str, str]] = json.loads(files(__package__).joinpath("words.json").read_text("utf-8"))
    return words


def words_in(language: Language) -> dict[str, str]:
    """Return what is said in a language."""
    return _words()[language]


def message(found: Sequence[Occasion], language: Language, turns: tuple[str, ...]) -> Message:
    """Put occasions into one message; `turns`: tables where it is the person's turn."""
    words = words_in(language)
    paths = {each.path for each in found}
    if len(found) == 1:
        [one] = found
        title, body, tag = words[one.kind], _about(one, words), one.tag
    else:
        title, tag = words["many"].format(count=len(found)), "eddyline"
        body = "\n".join(f"{words[each.kind]}: {_about(each, words)}" for each in found)
    return Message(
        title=title,
        body=body,
        tag=tag,
        path=paths.pop() if len(paths) == 1 else "",
        turns=turns,
        tells=tuple(each.tag for each in found) if all(each.kind == "turn" for each in found) else (),
        waiting=len(turns),
    )


def test_message(language: Language, turns: tuple[str, ...]) -> Message:
    """Return what is sent on trial; `turns`: tables where it is the person's turn."""
    body = words_in(language)["test"]
    return Message(title="Eddyline", body=body, tag="test", path="me", turns=turns, waiting=len(turns))


def _about(occasion: Occasion, words: dict[str, str]) -> str:
    *first, last = map(isolated, occasion.names or ("",))
    names = f"{', '.join(first)} {words['and']} {last}" if first else last
    about = words.get(f"{occasion.kind}_about") or words["table" if names else "alone"]
    return about.format(game=occasion.game, names=names)
