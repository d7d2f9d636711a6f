"""Explain why a decision is not legal: one sentence, the rule behind it, and a key for translations."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from eddyline.engine.catalogue import english
from eddyline.engine.refusing import Refusing, Why, names_of
from eddyline.engine.writer import Words
from eddyline.games.canyon.rules import refusing, steps
from eddyline.games.canyon.rules.actions import CARDS, SuitName
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.showing import Room
from eddyline.games.canyon.words.telling import TELLING
from eddyline.games.canyon.words.wording import say

Reason: Any = Literal[names_of(refusing.Reason)]
"""Every reason has its message, `canyon_why_…`; the web client fetches those of this folder by themselves."""


class CanyonWhy(Why, frozen=True):
    """Name what a sentence may name."""

    column: int | None
    row: int | None
    most: int | None
    card: str | None
    suit: SuitName | None
    points: int | None
    best: int | None
    distance: int | None


REFUSING = Refusing(
    CanyonWhy,
    refusing.Reason,
    steps.refuse,
    partial(say, catalogue=english(__name__)),
    after=TELLING.writer.plan,
    words={str: Words(CARDS)},
    room=Room.dtype,
    fixed=lambda sheet: (SHELF.table, sheet.room),
)
