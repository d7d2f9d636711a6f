"""Find, for every game, the module that knows what is secret in it, `support/<game>_secrets.py`, and look for leaks.

Such a module has

    SECRET                      fields of the record that are not for everybody
    LEAKS                       redactions that let something through: by name, fields and what they show of a state
    SEEN_LEAKS                  pieces of an observation, each with a number of the next seat that it must not hold
    variants(states, seat)      positions that differ only in what `seat` (None: a spectator) cannot know
    twins(states, seat)         positions in which the others have chosen something else in secret, or hold other cards
"""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, cast

import msgspec

from eddyline.record import dump
from support.random_games import KINDS, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.match import Match
    from eddyline.engine.records import States


class Secrets(Protocol):
    SECRET: Sequence[str]
    LEAKS: Mapping[str, Mapping[str, Callable[[States], Any]]]
    SEEN_LEAKS: Mapping[str, Callable[[Any, int], int]]

    def variants(self, states: States, seat: int | None) -> list[States]: ...
    def twins(self, states: States, seat: int) -> list[States]: ...


def secrets_of(game_id: str) -> Secrets:
    """Return the module of a game: one of ours, or for a game from elsewhere one beside its own."""
    own = f"support.{game_id}_secrets"
    return cast("Secrets", import_module(own if find_spec(own) else f"{game_id}_secrets"))


def rescuing(states: States) -> bool:
    """Tell whether a position is in the first of a game's phases."""
    return "phase" in (states.dtype.names or ()) and bool(states[0].phase == 0)


def positions(rules: Game, number: int) -> Iterator[States]:
    """Walk through games of every preset and number of players, half of them with all switches on.

    Gives some positions of long games, and all of those that are short anyway.
    Seats that decide in secret do so in any order, and one may be in the middle of its turn.
    """
    dice = random.Random(11)
    share = 0.15 if shortened(rules, 25) else 1.0
    kinds = [kind for kind in KINDS if kind[0] == rules.id]
    switches = [info.name for info in rules.option_infos() if info.kind == "switch"]
    for turn in range(number):
        _, preset, players = kinds[turn * 7 % len(kinds)]
        on = dict.fromkeys(switches, True) if turn % 2 or players == 6 else {}
        options = rules.parse_options(preset, shortened(rules, 25) | on, players)
        states = rules.new(options, players, dice.getrandbits(64))
        while not rules.is_over(states):
            if rules.chance_due(states):
                rules.doors.deal(states, 0, dice.getrandbits(64))
            elif not rules.to_act(states):
                rules.doors.advance(states, 0)
            else:
                seat = dice.choice(sorted(rules.to_act(states)))
                rules.doors.decide(states, 0, seat, dice.choice(rules.legal(states, seat)))
            # Rescues are rare, and the one secret besides cards, bids and hands.
            if dice.random() < share or (rescuing(states) and len(rules.to_act(states)) > 1):
                yield states


def differences(
    rules: Game, look: Callable[[States, int | None], Any], number: int, *, spectators: bool
) -> Iterator[bool]:
    """Tell of pairs of positions which differ only in what a seat cannot know whether a look tells them apart."""
    for states in positions(rules, number):
        for seat in (*(None,) * spectators, *range(rules.seats(states))):
            seen = look(states, seat)
            for variant in secrets_of(rules.id).variants(states, seat):
                yield look(variant, seat) != seen


def alike(differing: Iterator[bool]) -> bool:
    """Tell whether nothing was told apart, in a crowd of comparisons."""
    found = list(differing)
    assert len(found) > 1000
    return not any(found)


def channels(match: Match, seat: int | None) -> list[object]:
    """Give all that reaches a seat of a running match."""
    mine = [] if seat is None or seat not in match.game.to_act(match.states) else [match.draft(seat).legal()]
    return [
        match.waiting,
        match.redacted(seat).tobytes(),
        msgspec.json.encode(match.view(seat)),
        sorted(match.pending),
        match.hides,
        match.shown,
        dump(match.record(public=True)),
        *mine,
    ]
