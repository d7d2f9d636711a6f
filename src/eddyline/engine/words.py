"""Define the functions that describe and show a game, and the types of its messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.engine.fate import Fate
    from eddyline.engine.records import States
    from eddyline.engine.refusal import Refusal
    from eddyline.engine.refusing import Refusing
    from eddyline.engine.showing import Showing
    from eddyline.engine.telling import Telling


def as_json(view: object, _names: Sequence[str]) -> str:
    """Write a view as JSON, for games that do not write it themselves."""
    return msgspec.json.format(msgspec.json.encode(view)).decode()


class Words(NamedTuple):
    """Describe and show a game; of all arrays of states, record 0 is used."""

    view: Callable[[States, int | None, tuple[int, ...] | None, tuple[int, ...]], Any]
    """(redacted states, seat, ranking or None while the game runs, winners) -> a message for clients."""
    picture: Callable[[Any], str]
    """(view) -> SVG."""
    tell_start: Callable[[States], list[Any]]
    """(states) -> the public events at the beginning of a game."""
    tell_decision: Callable[[States, int, int], list[Any]]
    """(states before, seat, action) -> the public events of one decision."""
    tell_advance: Callable[[States, States, tuple[int, ...], tuple[int, ...]], list[Any]]
    """(states before, states after, ranking, winners; both empty while the game runs) -> the public events of one
    `advance` or `deal`.
    """
    sentence: Callable[[Any, Sequence[str]], str | None]
    """(event, names by seat) -> its description in English; None if another event covers it."""
    why_not: Callable[[States, int, int], Refusal]
    """(redacted states, seat, action) -> why this decision is not legal for a seat that owes one."""
    diagram: Callable[[Any, Sequence[str]], str] = as_json
    """(view, names by seat) -> the table as lines of text, for terminals."""
    showing: Showing[Any] | None = None
    """What `view` belongs to, for games that browsers show by themselves; None: servers send them what they show."""
    telling: Telling[Any] | None = None
    """What `tell_…` belong to, for games whose events browsers tell by themselves."""
    refusing: Refusing | None = None
    """What `why_not` belongs to, for games in which browsers explain by themselves what is not legal."""
    fate: Fate[Any] | None = None
    """What tells what may come of a position, as far as a seat can know; None: the game does not."""


class Messages(NamedTuple):
    """Hold the types of a game's messages to clients."""

    action: Any
    """Union of all actions."""
    event: Any
    """Union of all events, including the shared `GameOver`; no other game uses the same tags."""
    view: Any
    """Struct of the view, tagged with the game's id."""
    reason: Any
    """Literal of the reasons why a decision is not legal."""
    fate: Any = None
    """Struct of what may come, tagged with the game's id; None: the game foretells nothing."""
