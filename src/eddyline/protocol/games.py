"""Gather the types of what is said of games, from all of them: parts of the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, Union

from eddyline.engine.plain import PLAIN_MESSAGES
from eddyline.engine.refusal import CommonReason
from eddyline.engine.registry import GAMES, game

if TYPE_CHECKING:
    Action: TypeAlias = Any
    Event: TypeAlias = Any
    View: TypeAlias = Any
    Fate: TypeAlias = Any
    Reason: TypeAlias = Any
else:
    # The message types of all games, and those for games without types of their own.
    _SAID = [PLAIN_MESSAGES, *(game(each).messages for each in GAMES)]
    Action = Union[tuple(said.action for said in _SAID)]  # noqa: UP007 - built from the registered games
    Event = Union[tuple(said.event for said in _SAID)]  # noqa: UP007
    View = Union[tuple(said.view for said in _SAID)]  # noqa: UP007
    Fate = Union[tuple(said.fate for said in _SAID if said.fate is not None)]  # noqa: UP007
    Reason = Union[CommonReason, *(said.reason for said in _SAID)]
