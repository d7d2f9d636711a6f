"""Let players use their own maps, given as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


T = TypeVar("T")


def unchanged(options: T) -> T:
    """Return options as they are."""
    return options


class MapFlaw(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a flaw of a map and its place; line and column count from 1."""

    line: int
    column: int
    code: str
    """What is wrong; every code has its message, `<game>_map_flaw_…`, in all languages."""
    values: dict[str, str | int]
    """What the message needs."""
    message: str
    """A complete sentence in English that includes the place."""


class Maps(NamedTuple):
    """Say what a game does with maps that players bring."""

    texts: Mapping[str, str]
    """Built-in boards by name, which are values of the option that takes a map."""
    check: Callable[[str], Sequence[MapFlaw]]
    """(text) -> the flaws of a map, the first to fix first; empty if it can be played."""
    describe: Callable[[str], Sequence[str]]
    """(text of a valid map) -> its description, in lines."""
    hold: Callable[[Any], Any] = unchanged
    """(options) -> the same options, whose map stays loaded while they exist; raises OptionError (see `Game.hold`)."""
