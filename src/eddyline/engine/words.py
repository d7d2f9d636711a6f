"""Say what a game has to say: the functions and the types of its words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.engine.records import States
    from eddyline.engine.refusal import Refusal


class Words(NamedTuple):
    """Say and show a game; all states are arrays of which record 0 counts."""

    view: Callable[[States, int | None, tuple[int, ...] | None, tuple[int, ...]], Any]
    """(redacted states, seat, ranking once the game is over, winners) -> a message for clients."""
    picture: Callable[[Any], str]
    """(view) -> SVG."""
    tell_start: Callable[[States], list[Any]]
    """-> the public events with which a game begins."""
    tell_decision: Callable[[States, int, int], list[Any]]
    """(states before, seat, action) -> the public events of one decision."""
    tell_advance: Callable[[States, States, tuple[int, ...], tuple[int, ...]], list[Any]]
    """(states before, states after, ranking and winners of a game that is over) -> those of one `advance` or `deal`."""
    sentence: Callable[[Any, Sequence[str]], str | None]
    """(event, names by seat) -> what it means, in English; None for one that another event tells."""
    why_not: Callable[[States, int, int], Refusal]
    """(redacted states, seat, action) -> why this decision is not legal for a seat that owes one."""


class Messages(NamedTuple):
    """Name the types of what a game says to clients."""

    action: Any
    """Union of all decisions."""
    event: Any
    """Union of all events, the shared `GameOver` among them; no tag is another game's."""
    view: Any
    """Struct of the view, tagged with the game's id."""
    reason: Any
    """Literal of the reasons why a decision is not legal."""
