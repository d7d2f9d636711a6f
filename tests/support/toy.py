"""Be the smallest game with chance in its middle: each of two rounds deals every seat a hidden number from 0 to 9.

In turn both say `high` or `low`; then the numbers are shown, and who said `high` scores theirs. Plain Python, so that
tests of the engine need no game of the package.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
import numpy as np

from eddyline.engine.doors import CHANCE, Doors
from eddyline.engine.game import Game
from eddyline.engine.pieces import pieces
from eddyline.engine.positions import PositionError, Positions
from eddyline.engine.random import seeded
from eddyline.engine.records import PUBLIC, Grid, Secret, record
from eddyline.engine.words import Messages, Words

ROUNDS = 2


@record
class State:
    dtype: ClassVar[np.dtype[Any]]
    seats: Annotated[int, np.int8, PUBLIC]
    round_number: Annotated[int, np.int8, PUBLIC]
    dealt: Annotated[int, np.int8, PUBLIC]
    said: Annotated[int, np.int8, PUBLIC]
    number: Annotated[Grid, np.int8, (2,), Secret(0)]
    high: Annotated[Grid, np.int8, (2,), PUBLIC]
    score: Annotated[Grid, np.int8, (2,), PUBLIC]


class Say(msgspec.Struct, frozen=True):
    id: int
    text: str


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Position(msgspec.Struct, frozen=True):
    options: Options
    fields: tuple[Any, ...]


class Told(msgspec.Struct, frozen=True, tag_field="kind", tag="told"):
    what: str
    numbers: tuple[int, ...] = ()


def over(states, i):
    return bool(states[i].round_number == ROUNDS)


def to_act(states, i):
    s = states[i]
    if over(states, i) or s.said == 2:
        return 0
    return 1 << int(s.said) if s.dealt else CHANCE


def legal(states, i, seat, out):
    out[:2] = 0, 1
    return 2 * (to_act(states, i) >> seat & 1)


def decide(states, i, seat, action):
    states[i].high[seat] = action
    states[i].said += 1
    return to_act(states, i)


def deal(states, i, word):
    states[i].number[:] = word % 10, word // 10 % 10
    states[i].dealt = 1
    return to_act(states, i)


def advance(states, i):
    s = states[i]
    s.score += s.number * s.high
    s.number[:] = s.high[:] = 0
    s.dealt = s.said = 0
    s.round_number += 1
    return to_act(states, i)


def settle(states, i):
    while not over(states, i) and not to_act(states, i):
        advance(states, i)
    return to_act(states, i)


def ranking(states, i, out):
    score = states[i].score
    out[:] = [1 + int((score > own).sum()) for own in score]


def perft(stack, depth):
    while not over(stack, 0) and not to_act(stack, 0) & 3:
        if to_act(stack, 0):
            deal(stack, 0, int(seeded(int(stack[0].round_number))))
        else:
            advance(stack, 0)
    if depth == 0 or over(stack, 0):
        return 1
    leaves = 0
    for action in range(2):
        below = stack.copy()
        decide(below, 0, int(below[0].said), action)
        leaves += perft(below, depth - 1)
    return leaves


def observe(states, i, seat, out):
    out[0] = states[i].number[seat]


def begin(states, i, word):
    pass


def view(redacted, seat, ranking, winners):
    return tuple(redacted[0].number.tolist())


def tell_decision(before, seat, action):
    return [Told(ACTIONS[action].text)]


def tell_advance(before, after, ranking, winners):
    if after[0].dealt:
        return [Told("dealt")]
    return [Told("shown", tuple(before[0].number.tolist()))]


def why_not(states, seat, action):
    raise NotImplementedError


def write(states):
    return Position(Options(), tuple(np.asarray(states[0][name]).tolist() for name in State.dtype.names))


def read(position):
    try:
        read = msgspec.convert(msgspec.to_builtins(position), Position)
    except msgspec.ValidationError as error:
        raise PositionError(str(error)) from None
    states = np.zeros(1, State.dtype)
    states[0] = read.fields
    return states


def write_options(options, s):
    s.seats = 2


ACTIONS = (Say(0, "low"), Say(1, "high"))

GAME = Game(
    id="toy",
    name="Toy",
    rules_version=1,
    players=(2,),
    option_type=Options,
    presets={"only": Options()},
    default_preset="only",
    write_options=write_options,
    read_options=lambda _: Options(),
    last_round=lambda _: ROUNDS,
    state=State,
    actions=ACTIONS,
    max_legal=2,
    most_decisions=1,
    pieces=pieces(("number", (), 0, 9, "the seat's own number")),
    doors=Doors(
        to_act=to_act, legal=legal, decide=decide, advance=advance, settle=settle, is_over=over,
        ranking=ranking, winners=lambda *_: 0, begin=begin, playout=lambda *_: (0, 0, 0), perft=perft, observe=observe,
        play=lambda *_: None, take=lambda *_: 0, solo=lambda _: State.dtype,
        hidden=lambda states, i: 0b11 * int(states[i].dealt), deal=deal,
    ),
    words=Words(
        view, lambda _: "<svg xmlns='http://www.w3.org/2000/svg'/>", lambda _: [], tell_decision, tell_advance,
        lambda event, _: event.what, why_not,
    ),
    messages=Messages(Say, Told, tuple[int, ...], str),
    positions=Positions(write, read),
)  # fmt: skip
