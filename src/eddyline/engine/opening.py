"""Make a game's compiled rules callable from Python: doors, playouts, perft and batches from one template.

The rules of a game work on one record, `legal(s, seat, out)`. A game with several boards takes the board first and
a scratch buffer last, `legal(b, s, seat, out, scratch)`. Doors are short, so both kinds are written out; the longer
functions, which play on by themselves, are written for boards only and call a game without one through `boardless`.
"""

from __future__ import annotations

from functools import cache, partial
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.engine import measuring
from eddyline.engine.boardless import boardless
from eddyline.engine.doors import CHANCE, Doors, Kernels, hides_nothing, knows_all, never_deals
from eddyline.engine.kernel import PLAIN, door, kernel, routine, straight, wide
from eddyline.engine.pieces import nothing_seen, seen_type
from eddyline.engine.random import below, seeded, stir
from eddyline.engine.records import Secret, marks_of, record_of
from eddyline.engine.rewards import SHAPED
from eddyline.engine.rows import begin_row, clear, mask, pay, unmask
from eddyline.engine.solo import solo_type
from eddyline.engine.template import Template

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from eddyline.engine.records import Grid, States
    from eddyline.engine.rows import Arrays, Plan

every_game, without_board, with_board = Template(), Template(), Template()

# Placeholders of the template: each game puts its own modules and values in their place.
rules: Any = None
"""Module with `to_act`, `is_over`, `begin`, `winners`."""
game: Any = None
"""Module with `board_of`, `legal`, `decide`, `advance`, `standing`, `observe`, `deal`, as of a game with a board, and
those of `measuring.of_game`."""
observation: Any = None
secrets: Any = None
SECRETS = 0
"""Number of fields of the state that can be secret."""

LOWEST_SEAT = np.array([max(0, (mask & -mask).bit_length() - 1) for mask in range(64)], np.uint8)
"""Lowest seat in a bit mask."""


def scratch_type(max_legal: int, own_scratch: np.dtype[Any] | None) -> np.dtype[Any]:
    """Return the record type of the kernels' scratch buffer; callers that may run concurrently use one each.

    It is a record because passing its fields on is free, while arrays made by compiled code are reference-counted at
    every call. `offers` holds legal decisions; `perft` still has to try the first `left` of them, for `seat`. A game
    with boards may use `own` for anything.
    """
    offers, own = np.dtype((np.int16, (max_legal,))), own_scratch or np.dtype(np.int8)
    return record_of("Scratch", [("left", np.int64), ("seat", np.int64), ("offers", offers), ("own", own)])


# ---- doors of every game ----


@every_game(door)
def to_act(states: States, i: int) -> int:
    """Return the seats that owe a decision as a bit mask, or CHANCE."""
    return rules.to_act(states[i])  # type: ignore[no-any-return]


@every_game(door)
def is_over(states: States, i: int) -> bool:
    """Tell whether the game has ended."""
    return rules.is_over(states[i])  # type: ignore[no-any-return]


@every_game(door)
def winners(states: States, i: int, ranks: Grid) -> int:
    """Return the seats that have won as a bit mask."""
    return rules.winners(states[i], ranks)  # type: ignore[no-any-return]


@every_game(door)
def begin(states: States, i: int, word: int) -> None:
    """Set a game up with one word of chance."""
    rules.begin(states[i], word)


@every_game(door)
def deal(states: States, i: int, word: int) -> int:
    """Carry out the chance event that is due, and return what `to_act` returns then."""
    s = states[i]
    game.deal(s, word)
    return rules.to_act(s)  # type: ignore[no-any-return]


@every_game(door)
def hidden(states: States, i: int) -> int:
    """Return the secret fields that hide something now as a bit mask, seat by seat."""
    s = states[i]
    mask = 0
    for seat in range(int(s.seats)):
        mask |= secrets.hidden(s, seat) << SECRETS * seat
    return mask


@every_game(door)
def resample(states: States, i: int, seat: int, word: int) -> None:
    """Resample what a seat cannot know."""
    secrets.resample(states[i], seat, word)


# ---- doors of a game without a board ----


@without_board(door)
def legal(states: States, i: int, seat: int, out: Grid) -> int:
    """Write a seat's legal decisions and return their number, 0 if it owes none."""
    s = states[i]
    return rules.legal(s, seat, out) if rules.to_act(s) >> seat & 1 else 0


@without_board(door)
def decide(states: States, i: int, seat: int, action: int) -> int:
    """Carry out one legal decision, and return what `to_act` returns then."""
    s = states[i]
    rules.decide(s, seat, action)
    return rules.to_act(s)  # type: ignore[no-any-return]


@without_board(door)
def advance(states: States, i: int) -> int:
    """Take one step that needs no decision, and return what `to_act` returns then."""
    s = states[i]
    rules.advance(s)
    return rules.to_act(s)  # type: ignore[no-any-return]


@without_board(door)
def take_alone(solos: States, seat: int, action: int) -> int:
    """Play on in a game of one record; see `Doors.take`."""
    s = solos[0].states[0]
    return take(s, s, solos[0], seat, action)


@without_board(door)
def observe(states: States, i: int, seat: int, seen: States) -> None:
    """Write what a seat may know."""
    observation.observe(states[i], seat, seen[0])


# ---- doors of a game with boards ----


@with_board(door)
def legal_on(boards: States, scratches: States, states: States, i: int, seat: int, out: Grid) -> int:
    """Write a seat's legal decisions and return their number, 0 if it owes none."""
    s = states[i]
    owes = rules.to_act(s) >> seat & 1
    return game.legal(game.board_of(boards, s), s, seat, out, scratches[0].own) if owes else 0


@with_board(door)
def decide_on(boards: States, scratches: States, states: States, i: int, seat: int, action: int) -> int:
    """Carry out one legal decision, and return what `to_act` returns then."""
    s = states[i]
    game.decide(game.board_of(boards, s), s, seat, action, scratches[0].own)
    return rules.to_act(s)  # type: ignore[no-any-return]


@with_board(door)
def advance_on(boards: States, scratches: States, states: States, i: int) -> int:
    """Take one step that needs no decision, and return what `to_act` returns then."""
    s = states[i]
    game.advance(game.board_of(boards, s), s, scratches[0].own)
    return rules.to_act(s)  # type: ignore[no-any-return]


@with_board(door)
def take_on(boards: States, solos: States, seat: int, action: int) -> int:
    """Play on in a game of one record; see `Doors.take`."""
    s = solos[0].states[0]
    return take(game.board_of(boards, s), s, solos[0], seat, action)


@with_board(door)
def observe_on(boards: States, states: States, i: int, seat: int, seen: States) -> None:
    """Write what a seat may know."""
    s = states[i]
    game.observe(game.board_of(boards, s), s, seat, seen[0])


# ---- functions that play on by themselves, and their doors ----


@every_game(kernel)
def rank(b: Any, s: Any, out: Grid) -> None:  # noqa: ANN401 - records of any game
    """Write each seat's rank, 1 the best; ties share a rank, and the following ranks are skipped."""
    for seat in range(int(s.seats)):
        standing = game.standing(b, s, seat)
        better = 0
        for other in range(int(s.seats)):
            better += game.standing(b, s, other) > standing
        out[seat] = 1 + better


@every_game(door)
def ranking_on(boards: States, states: States, i: int, out: Grid) -> None:
    """Write each seat's rank."""
    s = states[i]
    rank(game.board_of(boards, s), s, out)


@every_game(door)
def settle_on(boards: States, scratches: States, states: States, i: int) -> int:
    """Carry out everything that needs neither a decision nor a word, and return what `to_act` returns then."""
    s = states[i]
    b, own = game.board_of(boards, s), scratches[0].own
    waiting = rules.to_act(s)
    while waiting == 0 and not rules.is_over(s):
        game.advance(b, s, own)
        waiting = rules.to_act(s)
    return waiting  # type: ignore[no-any-return]


@every_game(kernel)
def settle(b: Any, s: Any, own: Grid, random: np.uint64) -> np.uint64:  # noqa: ANN401 - records of any game
    """Carry out everything that needs no decision; each deal takes the next word. Return the last word."""
    waiting = rules.to_act(s)
    while (waiting == 0 or waiting == CHANCE) and not rules.is_over(s):  # noqa: PLR1714 - two compares, no set to build
        if waiting == CHANCE:
            random = stir(random)
            game.deal(s, random)
        else:
            game.advance(b, s, own)
        waiting = rules.to_act(s)
    return random


@every_game(kernel)
def playout_on(
    boards: States, scratches: States, states: States, i: int, seed: int, rounds: int
) -> tuple[int, int, int]:
    """Play at random, beginning a new game after each; return the numbers of decisions, rounds and games."""
    s = states[i]
    offers, own = scratches[0].offers, scratches[0].own
    b = game.board_of(boards, s)
    random = seeded(seed)
    decisions = 0
    number = int(s.round_number)
    random = settle(b, s, own, random)
    played = int(s.round_number) - number
    games = 0
    while played < rounds:
        number = int(s.round_number)
        if not rules.is_over(s):
            seat = wide(LOWEST_SEAT[rules.to_act(s)])
            count = game.legal(b, s, seat, offers, own)
            random = stir(random)
            game.decide(b, s, seat, wide(offers[below(random, count)]), own)
            decisions += 1
            random = settle(b, s, own, random)
        if rules.is_over(s):
            games += 1
            played += 1
            random = stir(random)
            rules.begin(s, random)
            random = settle(b, s, own, random)
        elif s.round_number != number:
            played += int(s.round_number) - number
    return decisions, played, games


@every_game(kernel)
def perft_on(boards: States, scratches: States, stack: States, depth: int) -> int:
    """Count leaves by a depth-first walk without recursion; stack[level] is the position at that level."""
    b = game.board_of(boards, stack[0])
    leaves = 0
    level = 0
    entering = True
    while level >= 0:
        scratch = scratches[level]
        if entering:
            s = stack[level]
            if level == depth or rules.is_over(s):
                leaves += 1
                level -= 1
                entering = False
                continue
            seat = wide(LOWEST_SEAT[rules.to_act(s)])
            scratch.seat = seat
            scratch.left = game.legal(b, s, seat, scratch.offers, scratch.own)
        if scratch.left == 0:
            level -= 1
            entering = False
            continue
        scratch.left -= 1
        stack[level + 1] = stack[level]
        below_it = stack[level + 1]
        game.decide(b, below_it, scratch.seat, wide(scratch.offers[scratch.left]), scratch.own)
        while rules.to_act(below_it) & ~CHANCE == 0 and not rules.is_over(below_it):
            if rules.to_act(below_it) == CHANCE:
                game.deal(below_it, seeded(int(below_it.round_number)))
            else:
                game.advance(b, below_it, scratch.own)
        level += 1
        entering = True
    return leaves


@every_game(routine)
def begin_game(
    b: Any, scratches: States, states: States, rows: States, i: int, start: States, anew: int, kind: int,  # noqa: ANN401
) -> None:  # fmt: skip
    """Begin the next game of a row from `start`; `anew`: set it up with the next word of chance, like `Game.new`."""
    s, row = states[i], rows[i]
    states[i] = start[0]
    random = np.uint64(row.chance)
    if anew:
        random = stir(random)
        rules.begin(s, random)
    row.chance = settle(b, s, scratches[0].own, random)
    game.open_account(b, s, row, kind)


@every_game(routine)
def play_on(
    boards: States, scratches: States, states: States, rows: States, seen: States, final: States, masks: Grid,
    seats: Grid, over: Grid, rewards: Grid, scores: Grid, final_scores: Grid, start: States, anew: int, kind: int,
    scored: int, numbers: Grid, fresh: int, first: int, last: int,
) -> None:  # fmt: skip
    """Carry out a decision in every row, or (`fresh`) begin a game in each, and go on to the next decision."""
    b = game.board_of(boards, start[0])
    own = scratches[0].own
    for i in range(first, last):
        s, row = states[i], rows[i]
        if fresh:
            begin_row(row, numbers[i])
            begin_game(b, scratches, states, rows, i, start, anew, kind)
        else:
            clear(over, rewards, i)
            game.decide(b, s, wide(row.seat), wide(numbers[i]), own)
            row.chance = settle(b, s, own, np.uint64(row.chance))
            if rules.is_over(s):
                over[i] = True
                rank(b, s, row.ranks)
                row.winners = rules.winners(s, row.ranks)
                pay(row, kind, int(s.seats), rewards, i)
                game.observe(b, s, wide(row.seat), final[i])
                if scored:
                    game.measure_all(b, s, final_scores[i])
                begin_game(b, scratches, states, rows, i, start, anew, kind)
            elif kind == SHAPED:
                game.shape(b, s, row, rewards, i)
        unmask(row, masks, i)
        seat = wide(LOWEST_SEAT[rules.to_act(s)])
        row.seat = seat
        seats[i] = seat
        row.count = game.legal(b, s, seat, row.offers, own)
        mask(row, masks, i)
        game.observe(b, s, seat, seen[i])
        if scored:
            game.measure_all(b, s, scores[i])


@every_game(kernel)
def take(b: Any, s: Any, solo: Any, seat: int, action: int) -> int:  # noqa: ANN401 - records of any game
    """Carry out a decision, and go on to the next of a seat that does not play at random."""
    chance, dice = np.uint64(solo.chance), np.uint64(solo.dice)
    unmask(solo, solo.masks, 0)
    over = asked = False
    while not asked:
        if action >= 0:
            game.decide(b, s, seat, action, solo.own)
        chance = settle(b, s, solo.own, chance)
        if action < 0:
            game.open_account(b, s, solo, int(solo.kind))
        over = rules.is_over(s)
        if over:
            break
        waiting = rules.to_act(s)
        first = waiting & solo.first
        seat = wide(LOWEST_SEAT[first or waiting])
        solo.count = game.legal(b, s, seat, solo.offers, solo.own)
        asked = solo.random >> seat & 1 == 0
        if not asked:
            dice = stir(dice)
            action = wide(solo.offers[below(dice, int(solo.count))])
    solo.chance, solo.dice = chance, dice
    if over:
        rank(b, s, solo.ranks)
        solo.winners = rules.winners(s, solo.ranks)
        pay(solo, int(solo.kind), int(s.seats), solo.rewards, 0)
        return 0
    if solo.kind == SHAPED:
        game.shape(b, s, solo, solo.rewards, 0)
    solo.seat = seat
    mask(solo, solo.masks, 0)
    game.observe(b, s, seat, solo.seen[0])
    return rules.to_act(s)  # type: ignore[no-any-return]


NOTHING: States = np.zeros(1, np.dtype([("nothing", np.int8)]))
"""Placeholder for the boards of a game that has none."""


def open_doors(
    home: Mapping[str, Any],
    state: type[Any],
    rules: ModuleType,
    *,
    max_legal: int,
    observation: ModuleType,
    secrets: ModuleType | None = None,
    measures: ModuleType = measuring,
    deal: Callable[..., None] | None = None,
    boards: Callable[[], States] | None = None,
    own_scratch: np.dtype[Any] | None = None,
) -> Doors:
    """Compile the doors of the game whose module calls this; `home` is the module's globals.

    `boards` returns all boards that are currently loaded; pass it for a game with boards only.
    """
    number = sum(isinstance(mark, Secret) for mark in marks_of(state).values())
    calls = ModuleType("game")
    vars(calls).update(vars(boardless.of(home, rules=rules, observation=observation)))
    if boards is not None:
        own_calls = ("board_of", "legal", "decide", "advance", "standing")
        vars(calls).update({name: getattr(rules, name) for name in own_calls}, observe=observation.observe)
    if deal is not None:
        vars(calls).update(deal=deal)
    measured = measuring.of_game.of(home, board_of=calls.board_of, measures=measures)
    vars(calls).update(vars(measured))
    bound = {"rules": rules, "game": calls, "observation": observation, "secrets": secrets, "SECRETS": number}
    made = every_game.of(home, **bound)
    dtype = scratch_type(max_legal, own_scratch)

    def scratches(number: int = 1) -> States:
        return np.zeros(number, dtype)

    def drawn(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:  # noqa: ANN401 - states, numbers, and the word last
            # Always the same type: otherwise Numba compiles a version for small words, which cannot take large ones.
            return function(*given[:-1], np.uint64(given[-1]))

        return call

    on = boards or (lambda: NOTHING)
    # Shared, because compiled doors keep the GIL: only one call runs at a time. Uncompiled ones do not.
    shared = scratches()
    own: Callable[..., States] = scratches if PLAIN else lambda: shared
    if boards is None:
        short = without_board.of(home, **bound, take=made.take)
        kernels = {"legal": short.legal, "decide": short.decide, "advance": short.advance}
        short = _straight(short)
        legal, decide, advance, see = short.legal, short.decide, short.advance, short.observe
        take = short.take_alone
    else:
        long = with_board.of(home, **bound, take=made.take)
        kernels = {"legal": long.legal_on, "decide": long.decide_on, "advance": long.advance_on}
        long = _straight(long)

        def legal(states: States, i: int, seat: int, out: Grid) -> int:
            return long.legal_on(on(), own(), states, i, seat, out)  # type: ignore[no-any-return]

        def decide(states: States, i: int, seat: int, action: int) -> int:
            return long.decide_on(on(), own(), states, i, seat, action)  # type: ignore[no-any-return]

        def advance(states: States, i: int) -> int:
            return long.advance_on(on(), own(), states, i)  # type: ignore[no-any-return]

        def take(solos: States, seat: int, action: int) -> int:
            return long.take_on(on(), solos, seat, action)  # type: ignore[no-any-return]

        def see(states: States, i: int, seat: int, seen: States) -> None:
            long.observe_on(on(), states, i, seat, seen)

    kernels |= {name: vars(made)[name] for name in ("to_act", "is_over", "begin", "winners")}
    kernels |= {"ranking": made.ranking_on} | ({} if deal is None else {"deal": made.deal})
    kernels |= {} if secrets is None else {"hidden": made.hidden, "resample": made.resample}
    made, measured = _straight(made), _straight(measured)
    nothing = nothing_seen(observation.PIECES, 1).view(np.int8)
    seen = seen_type(observation.PIECES)

    def observe(states: States, i: int, seat: int, out: Grid) -> None:
        out[:] = nothing
        see(states, i, seat, out.view(seen))

    def play(arrays: Arrays, plan: Plan, numbers: Grid, fresh: int, first: int, last: int) -> None:
        made.play_on(on(), scratches(), *arrays, *plan, numbers, fresh, first, last)

    return Doors(
        to_act=made.to_act,
        legal=legal,
        decide=decide,
        advance=advance,
        settle=lambda states, i: made.settle_on(on(), own(), states, i),
        is_over=made.is_over,
        ranking=lambda states, i, out: made.ranking_on(on(), states, i, out),
        winners=made.winners,
        leads=lambda states, i, out: measured.leads_on(on(), states, i, out),
        measure=lambda states, i, out: measured.measure_on(on(), states, i, out),
        begin=drawn(made.begin),
        hidden=hides_nothing if secrets is None else made.hidden,
        deal=never_deals if deal is None else drawn(made.deal),
        resample=knows_all if secrets is None else drawn(made.resample),
        observe=observe,
        playout=lambda states, i, seed, rounds: made.playout_on(on(), scratches(), states, i, np.uint64(seed), rounds),
        perft=lambda stack, depth: made.perft_on(on(), scratches(depth + 1), stack, depth),
        play=play,
        take=take,
        solo=cache(lambda actions: solo_type(state.dtype, observation.PIECES, actions, max_legal, own_scratch)),
        kernels=Kernels(kernels, lambda: {"boards": on(), "scratches": scratches()}),
    )


def _straight(made: SimpleNamespace) -> SimpleNamespace:
    """Return doors that do not look at the types of what they are given, after their first call without a detour."""
    found = SimpleNamespace()
    for name, each in vars(made).items():
        setattr(found, name, straight(each, partial(setattr, found, name)))
    return found
