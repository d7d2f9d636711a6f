"""Adapt the rules of a game without a board to the signatures of games with one: a template (see `template`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eddyline.engine.kernel import kernel
from eddyline.engine.template import Template

if TYPE_CHECKING:
    import numpy as np

    from eddyline.engine.records import Grid, States

boardless = Template()

rules: Any = None
observation: Any = None


@boardless(kernel)
def board_of(boards: States, _s: Any) -> Any:  # noqa: ANN401 - records of any game
    """Return the empty record that stands in for a board."""
    return boards[0]


@boardless(kernel)
def legal(_b: Any, s: Any, seat: int, out: Grid, _scratch: Grid) -> int:  # noqa: ANN401
    """Write a seat's legal decisions and return their number."""
    return rules.legal(s, seat, out)  # type: ignore[no-any-return]


@boardless(kernel)
def decide(_b: Any, s: Any, seat: int, action: int, _scratch: Grid) -> None:  # noqa: ANN401
    """Carry out one legal decision."""
    rules.decide(s, seat, action)


@boardless(kernel)
def advance(_b: Any, s: Any, _scratch: Grid) -> None:  # noqa: ANN401
    """Take one step that needs nobody's decision."""
    rules.advance(s)


@boardless(kernel)
def standing(_b: Any, s: Any, seat: int) -> int:  # noqa: ANN401
    """Score a seat for the ranking; more is better."""
    return rules.standing(s, seat)  # type: ignore[no-any-return]


@boardless(kernel)
def observe(_b: Any, s: Any, seat: int, seen: Any) -> None:  # noqa: ANN401
    """Write what a seat may know."""
    observation.observe(s, seat, seen)


@boardless(kernel)
def deal(_s: Any, _word: np.uint64) -> None:  # noqa: ANN401
    """Do nothing, for games that never deal after the set-up."""
