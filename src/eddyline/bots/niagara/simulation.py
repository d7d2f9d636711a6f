"""Simulate: go down the forest, play on like paddlers, look what it is worth, and let the forest learn.

One simulation begins in the position that a seat knows, with the cards it cannot know drawn anew. While the forest has
branches for the seats that owe a decision, it chooses: in the open by `climb`, in secret by `mix`. The first node
without branches ends that; it gets its own when it has been reached a few times. From there everybody plays like the
paddler up to the next choice of cards, where a network estimates the shares of the win (`value`) – or to the end of
the game, where they are known. Every node on the way learns what its seat got.

No node knows more than its seat: keys are made of what everybody sees, and what only one seat sees in Niagara – its own
card, face down – is of no use to it before it is revealed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import numpy as np

from eddyline.bots.niagara.desk import new_desk
from eddyline.bots.niagara.keys import of_seat, public_key
from eddyline.bots.niagara.odds import read_hands
from eddyline.bots.niagara.outlook import outlook
from eddyline.bots.niagara.planning import card_score, choose, decide
from eddyline.bots.niagara.turns import Sheet, grow_turns
from eddyline.bots.niagara.value import Slip, estimate
from eddyline.bots.niagara.worth import prepare
from eddyline.bots.search.forest import PLAN, climb, find, learn, mix, regret
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.random import seeded, stir
from eddyline.engine.records import Grid, record
from eddyline.games.niagara.rules import phases
from eddyline.games.niagara.rules.secrets import face_down
from eddyline.games.niagara.rules.state import NONE, SEATS, Phase, State

if TYPE_CHECKING:
    from eddyline.bots.niagara.value import Net
    from eddyline.bots.search.forest import Forest
    from eddyline.engine.records import States

PATH = 256
"""Decisions of one simulation that learn, at most."""
CARDS = 10


class Manner(NamedTuple):
    """Say how to search."""

    ripe_cards: int
    """Visits after which a node of a secret choice gets branches."""
    ripe_turns: int
    """The same, for a turn in the open."""
    cut: int
    """1: estimate the shares at the next choice of cards; 0: play to the end."""
    card_heat: float
    turn_heat: float
    """Differences of the paddler's judgement that make a branch e times as likely."""
    blind: float
    """Part of the priors that is spread evenly."""
    curiosity: float
    doubt: float
    """See `climb`."""
    habit: float
    explore: float
    """See `mix`; the seat that thinks has no habits."""
    bold: int
    """1: the seat that thinks climbs where it chooses in secret, too: its best against what the others do."""
    even: int
    """1: cards that lie face down are drawn from the hands evenly, not by the paddler's judgement."""


@record
class Step:
    """A decision of a simulation that learns."""

    dtype: ClassVar[np.dtype[Any]]

    node: Annotated[int, np.int64]
    branch: Annotated[int, np.int64]
    seat: Annotated[int, np.int64]
    secret: Annotated[int, np.int64]


@record
class Memo:
    """What one thought carries from simulation to simulation."""

    dtype: ClassVar[np.dtype[Any]]

    random: Annotated[np.uint64, np.uint64]
    belief: Annotated[Grid, np.float64, (SEATS, CARDS)]
    """[seat, card]: how likely a card lies face down there."""
    steps: Annotated[int, np.int64]


class Bench(NamedTuple):
    """Scratch memory of a thought: arrays only, so that kernels take it as it is."""

    looks: States
    desks: States
    sheets: States
    slips: States
    memos: States
    path: States
    work: States
    """The position of the simulation."""
    stack: States


def new_bench(players: int) -> Bench:
    """Lay out the scratch memory."""
    desks, _ = new_desk()
    return Bench(
        looks=outlook(players),
        desks=desks,
        sheets=np.zeros(1, Sheet.dtype),
        slips=np.zeros(1, Slip.dtype),
        memos=np.zeros(1, Memo.dtype),
        path=np.zeros(PATH, Step.dtype),
        work=np.zeros(1, State.dtype),
        stack=np.zeros(PLAN + 2, State.dtype),
    )


@kernel
def chance(memo: Memo) -> float:
    """Draw a number from 0 to 1."""
    memo.random = stir(memo.random)
    return float(memo.random >> np.uint64(11)) / 2.0**53


@routine
def begin(root: States, seat: int, seed: int, manner: Manner, forest: Forest, bench: Bench) -> int:
    """Prepare a thought: branches for all who choose now, and what to believe of cards face down.

    Returns the number of the seat's node.
    """
    s = root[0]
    bench.memos[0].random = seeded(seed)
    key = public_key(s)
    node = 0
    for other in range(wide(s.seats)):
        if s.waiting >> other & 1 and (other == seat or manner.ripe_cards < 1 << 30):
            number = find(forest, of_seat(key, other))
            bench.work[0] = s
            grow_turns(forest, number, bench.work[0], other, heat_of(s, manner), manner.blind, bench.looks[0],
                       bench.desks[0], bench.sheets[0], bench.stack)  # fmt: skip
            if other == seat:
                node = number
    believe(s, seat, manner, bench)
    return node


@kernel
def heat_of(s: State, manner: Manner) -> float:
    """Return the heat for what is decided in a position."""
    return manner.card_heat if s.phase == Phase.CARDS else manner.turn_heat


@routine
def believe(s: State, viewer: int, manner: Manner, bench: Bench) -> None:
    """Tell how likely each card lies face down: the others judge cards like paddlers, before any was revealed."""
    belief = bench.memos[0].belief
    bench.work[0] = s
    before = bench.work[0]
    for seat in range(wide(s.seats)):
        card = wide(s.card[seat])
        if card >= 0 and not face_down(s, seat):
            before.hand[seat] |= 1 << card
        before.card[seat] = NONE
    before.phase = Phase.CARDS
    for seat in range(wide(s.seats)):
        if seat == viewer or not face_down(s, seat):
            continue
        prepare(before, bench.looks[0], bench.desks[0])
        read_hands(before, seat, bench.looks[0], bench.desks[0])
        highest = -1.0e18
        size = 0
        for card in range(wide(s.cycle)):
            if s.hand[seat] >> card & 1:
                size += 1
                belief[seat, card] = card_score(before, seat, card, bench.looks[0], bench.desks[0], bench.stack)
                highest = max(highest, float(belief[seat, card]))
        total = 0.0
        for card in range(wide(s.cycle)):
            if s.hand[seat] >> card & 1:
                belief[seat, card] = np.exp((float(belief[seat, card]) - highest) / manner.card_heat)
                total += float(belief[seat, card])
        for card in range(wide(s.cycle)):
            if s.hand[seat] >> card & 1:
                part = manner.blind if manner.even == 0 else 1.0
                belief[seat, card] = (1.0 - part) * float(belief[seat, card]) / total + part / size
            else:
                belief[seat, card] = 0.0


@routine
def draw_cards(s: State, viewer: int, memo: Memo) -> None:
    """Lay a card face down, as likely as it is believed to be there, wherever the viewer does not know it."""
    for seat in range(wide(s.seats)):
        if seat == viewer or not face_down(s, seat):
            continue
        left = chance(memo)
        for card in range(wide(s.cycle)):
            if s.hand[seat] >> card & 1 and left >= 0.0:
                s.card[seat] = card
                left -= float(memo.belief[seat, card])


@routine
def play_habitually(s: State, states: States, seat: int, bench: Bench) -> None:
    """Let a seat decide like the paddler, to the end of its turn."""
    whim = wide(bench.memos[0].random >> np.uint64(40))
    while s.waiting >> seat & 1:
        length = choose(states, wide(0), seat, whim, bench.looks, bench.desks, bench.stack)
        for index in range(length):
            decide(s, seat, wide(bench.desks[0].turn_plan[index]))
        if s.phase == Phase.CARDS:
            return


@kernel
def is_ripe(forest: Forest, number: int, s: State, seat: int, ripe: int, manner: Manner, bench: Bench) -> bool:
    """Tell whether a node has branches; it gets them when it has been reached often enough."""
    if number < 0:
        return False
    node = forest.nodes[number]
    if node.count > 0:
        return True
    if node.visits < ripe:
        node.visits += 1
        return False
    return grow_turns(forest, number, s, seat, heat_of(s, manner), manner.blind, bench.looks[0], bench.desks[0],
                      bench.sheets[0], bench.stack)  # fmt: skip


@kernel
def record_step(bench: Bench, node: int, branch: int, seat: int, secret: int) -> None:
    """Note a decision that will learn."""
    step = bench.path[bench.memos[0].steps]
    step.node = node
    step.branch = branch
    step.seat = seat
    step.secret = secret
    bench.memos[0].steps += 1


@routine
def choose_in_forest(s: State, viewer: int, manner: Manner, forest: Forest, bench: Bench) -> bool:
    """Let all who owe a decision take it by the forest; False, and nothing is done, where that ends."""
    memo = bench.memos[0]
    waiting = wide(s.waiting)
    secret = waiting & (waiting - 1) != 0
    ripe = manner.ripe_cards if secret else manner.ripe_turns
    key = public_key(s)
    begun = wide(memo.steps)
    if begun + wide(s.seats) > PATH:
        return False
    for seat in range(wide(s.seats)):
        if not waiting >> seat & 1:
            continue
        number = find(forest, of_seat(key, seat))
        if not is_ripe(forest, number, s, seat, ripe, manner, bench):
            continue
        if not secret or (seat == viewer and manner.bold == 1):
            branch = climb(forest, number, manner.curiosity, manner.doubt)
            record_step(bench, number, branch, seat, wide(0))
        else:
            habit = 0.0 if seat == viewer else manner.habit
            branch = mix(forest, number, chance(memo), habit, manner.explore)
            record_step(bench, number, branch, seat, wide(1))
    if memo.steps == begun:
        return False
    for index in range(begun, wide(memo.steps)):
        step = bench.path[index]
        branch_taken = forest.branches[step.branch]
        for level in range(wide(branch_taken.length)):
            decide(s, wide(step.seat), wide(branch_taken.plan[level]))
        waiting &= ~(1 << wide(step.seat))
    for seat in range(wide(s.seats)):
        if waiting >> seat & 1:
            play_habitually(s, bench.work, seat, bench)
    return True


@routine
def follow(s: State, viewer: int, manner: Manner, forest: Forest, bench: Bench, weights: Net) -> None:
    """Play one simulation from a position on; the seats' shares of the win go to the slip."""
    slip = bench.slips[0]
    within = True
    begun = False
    while not phases.is_over(s):
        waiting = phases.to_act(s)
        if waiting == 0:
            phases.advance(s)
            continue
        if within:
            within = choose_in_forest(s, viewer, manner, forest, bench)
            if within:
                begun = True
                continue
        if begun and s.phase == Phase.CARDS and manner.cut == 1:
            estimate(s, slip, weights)
            return
        begun = True
        chance(bench.memos[0])
        for seat in range(wide(s.seats)):
            if waiting >> seat & 1:
                play_habitually(s, bench.work, seat, bench)
    share_out(s, slip)


@routine
def share_out(s: State, slip: Slip) -> None:
    """Share the win among those who rank first; without a winner, too (N-END-5)."""
    best = 0
    for seat in range(wide(s.seats)):
        best = max(best, phases.standing(s, seat))
    sharers = 0.0
    for seat in range(wide(s.seats)):
        slip.shares[seat] = 1.0 if phases.standing(s, seat) == best else 0.0
        sharers += float(slip.shares[seat])
    for seat in range(wide(s.seats)):
        slip.shares[seat] /= sharers


@routine
def simulate(root: States, viewer: int, count: int, manner: Manner, forest: Forest, bench: Bench, weights: Net) -> None:
    """Run so many simulations of the position in `root[0]`, which `begin` has prepared."""
    memo = bench.memos[0]
    for _ in range(count):
        bench.work[0] = root[0]
        memo.steps = 0
        draw_cards(bench.work[0], viewer, memo)
        follow(bench.work[0], viewer, manner, forest, bench, weights)
        for index in range(wide(memo.steps)):
            step = bench.path[index]
            share = float(bench.slips[0].shares[step.seat])
            if step.secret == 1:
                habit = 0.0 if step.seat == viewer else manner.habit
                regret(forest, wide(step.node), wide(step.branch), share, habit, manner.explore)
            learn(forest, wide(step.node), wide(step.branch), share)
