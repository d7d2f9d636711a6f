"""Explain why a decision is not legal: one sentence, the rule behind it, and a key for translations."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from eddyline.engine.catalogue import english
from eddyline.engine.refusing import Refusing, Why, names_of
from eddyline.games.niagara.rules import refusing, steps
from eddyline.games.niagara.rules.actions import CanoeName, CardName  # noqa: TC001 - read by the writer
from eddyline.games.niagara.rules.board import GemName, PlaceName  # noqa: TC001
from eddyline.games.niagara.words.telling import TELLING
from eddyline.games.niagara.words.wording import say

Reason: Any = Literal[names_of(refusing.Reason)]
"""Every reason has its message, `niagara_why_…`; the web client fetches those of this folder by themselves."""


class NiagaraWhy(Why, frozen=True):
    """Name what a sentence may name."""

    canoe: CanoeName | None
    other: CanoeName | None
    """The canoe that is moving."""
    card: CardName | None
    gem: GemName | None
    cargo: GemName | None
    """The gem that the canoe carries, or the first of two."""
    place: PlaceName | None
    seat: int | None
    cost: int | None
    distance: int | None
    points: int | None


REFUSING = Refusing(
    NiagaraWhy, refusing.Reason, steps.refuse, partial(say, catalogue=english(__name__)), after=TELLING.writer.plan
)
