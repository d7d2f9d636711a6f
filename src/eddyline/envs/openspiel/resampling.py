"""Resample what a seat cannot know, and replay the line of play from the last point where nothing was hidden.

So the result is an ordinary line: it can be replayed from the start, and every seat on it knows exactly what it would
know in that game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.random import below, words
from eddyline.envs.openspiel.deals import Listed
from eddyline.envs.openspiel.line import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from eddyline.envs.openspiel.line import Line


def resample(line: Line, seat: int, word: int) -> Line:
    """Return a line on which `seat` knows the same, uniform over the consistent deals and secret turns.

    Reads nothing that the seat does not know, except the deals of a list (see `Listed`), which it tries one by one.
    """
    if line.anchor is None or not line.path:
        return line
    draws = words(word)
    if not isinstance(line.scenario.deals, Listed):
        found = _follow(line, seat, draws, _drawn_anew(line, seat, next(draws)))
        assert found is not None
        return found
    for deal in _alike(line, seat, draws):
        if found := _follow(line, seat, draws, (deal,)):
            return found
    raise AssertionError("the deal that was dealt agrees with what was seen")


def _drawn_anew(line: Line, seat: int, word: int) -> tuple[int, ...]:
    """Draw a deal consistent with what the seat has seen; return the current draws if no deal is complete."""
    drawn, game = tuple(step.action for step in line.path if step.player == CHANCE), line.scenario.rules.outcomes
    return game.drawn_anew(line.states, drawn, seat, word) if drawn and not line.drawn and game is not None else drawn


def _alike(line: Line, seat: int, draws: Iterator[int]) -> list[int]:
    """List, in random order, the deals after which the seat sees what it saw; a placeholder if there was no deal."""
    dealt = [step.action for step in line.path if step.player == CHANCE]
    if not dealt or line.anchor is None:
        return [0]
    rules, deals, before = line.scenario.rules, line.scenario.deals, line.anchor.states
    assert deals is not None

    def seen(deal: int) -> bytes:
        after = deals.dealt(before, (deal,))
        assert after is not None
        return rules.redact(after, seat).tobytes()

    saw = seen(dealt[0])
    return sorted((deal for deal in deals.outcomes(before, ()) if seen(deal) == saw), key=lambda _: next(draws))


def _follow(line: Line, seat: int, draws: Iterator[int], dealt: Sequence[int]) -> Line | None:
    """Replay a line with another deal and other secret turns; None if a decision is not legal after that deal."""
    assert line.anchor is not None
    twin = line.anchor.copy()
    twin.anchor = line.anchor
    hidden = line.hidden_from(seat)
    chance = iter(dealt)
    for step in line.path:
        if step.player == CHANCE:
            twin.draw(next(chance))
        elif step.secret and step.player != seat and (step.entry in hidden or twin.log == line.log):
            if step.completes:
                _decide_anyhow(twin, step.player, draws)
        elif step.action not in twin.legal(step.player):
            return None
        else:
            twin.decide(step.player, step.action)
    return twin


def _decide_anyhow(line: Line, seat: int, draws: Iterator[int]) -> None:
    """Let a seat take a random legal secret turn."""
    completes = False
    while not completes:
        legal = line.legal(seat)
        line.decide(seat, legal[below(np.uint64(next(draws)), len(legal))])
        completes = line.path[-1].completes
