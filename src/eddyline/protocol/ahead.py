"""Define what is said about decisions made in advance: a part of the protocol."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from eddyline.protocol.games import Action

MOST_AHEAD = 8
"""Decisions that may be made in advance at once."""

Why = Literal["impossible", "unfinished", "bot"]
"""Why a plan was dropped: the rules do not allow it, more has to be decided with it, or a bot plays for its owner."""


class PlanAhead(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, tag="plan_ahead"
):
    """Decide in advance, instead of all that this seat had decided so; with no actions, take it back."""

    version: int
    """The position that the sender has seen; refused as stale when there is another."""
    actions: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=64)], ...], msgspec.Meta(max_length=MOST_AHEAD)]
    """Text forms; one at most of each list in `Ahead.choices`."""


class Dropped(msgspec.Struct, frozen=True, kw_only=True):
    """Tell why something that was decided in advance was not done."""

    action: Action
    why: Why


class Ahead(msgspec.Struct, frozen=True, kw_only=True):
    """Show a seat what it may decide in advance, and what it has; never sent to anybody else."""

    choices: tuple[tuple[Action, ...], ...]
    """By decision to come."""
    planned: tuple[Action, ...]
    dropped: tuple[Dropped, ...]
    """Until this seat decides something."""
