"""Change one part of a position, so that no game can come to it."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest

from eddyline.engine.positions import PositionError

if TYPE_CHECKING:
    from eddyline.engine.game import Game


def broken(start: dict[str, Any], path: str, value: object) -> Any:
    """Change one part of a position; what is left out on the way there is added."""
    if path == "$":
        return value
    made = copy.deepcopy(start)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    part: Any = made
    for step in way:
        part = part.setdefault(step, {}) if isinstance(part, dict) else part[step]
    part[last] = value
    return made


def check(rules: Game, start: dict[str, Any], path: str, value: object, message: str | None) -> None:
    """Demand that a position can be set up, and is refused with the message after a change; None: not even then."""
    rules.set_up(start)
    if message is None:
        rules.set_up(broken(start, path, value))
        return
    with pytest.raises(PositionError) as refusal:
        rules.set_up(broken(start, path, value))
    assert message in str(refusal.value)
    assert str(refusal.value).startswith("position refused: ")
