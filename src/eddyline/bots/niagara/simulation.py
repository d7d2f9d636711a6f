"""Simulate: choose in the tree, roll out with the paddler's policy, evaluate, and back up the result.

A simulation starts from a determinization of the position that a seat knows: the cards it cannot know are sampled.
While the tree has branches for the seats that owe a decision, it chooses: public decisions by `select`, secret ones by
`sample`. The first node without branches ends this phase; nodes are expanded after a few visits. From there the rollout
policy, the paddler, plays up to the next choice of cards, where a network estimates the shares of the win (`network`),
or to the end of the game. Every node on the path is updated with the share of its seat.

No node knows more than its seat: keys are computed from public information, and the only private information in
Niagara, a seat's own face-down card, does not affect its decisions before it is revealed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import numpy as np

from eddyline.bots.niagara.evaluator import prepare
from eddyline.bots.niagara.keys import public_key, seat_key
from eddyline.bots.niagara.moving import decide
from eddyline.bots.niagara.network import NetworkScratch, estimate_shares
from eddyline.bots.niagara.odds import read_hands
from eddyline.bots.niagara.planning import card_score, choose
from eddyline.bots.niagara.scratch import new_scratch
from eddyline.bots.niagara.turns import TurnScratch, expand_turns
from eddyline.bots.search.exponential import exponential
from eddyline.bots.search.tree import LONGEST_PLAN, backup, clear, find, sample, select, update_regrets
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.random import blended, seeded, stir
from eddyline.engine.records import Grid, record
from eddyline.games.niagara.rules import phases
from eddyline.games.niagara.rules.secrets import face_down, forget
from eddyline.games.niagara.rules.state import NONE, SEATS, Phase, State

if TYPE_CHECKING:
    from eddyline.bots.niagara.network import Weights
    from eddyline.bots.search.tree import Tree
    from eddyline.engine.records import States

LONGEST_PATH = 256
"""Maximum number of decisions on the path of one simulation."""
CARDS = 10
SOON = 3
"""Rounds before the last one (N-END-5) in which games are rolled out: the network does not model the last round."""


class SearchSettings(NamedTuple):
    """Configure a search."""

    expand_cards_after: int
    """Visits before a node of a secret choice is expanded."""
    expand_turns_after: int
    """The same for a public turn."""
    truncate: int
    """1: rollouts end at the next choice of cards, with the network's estimate; 0: at the end of the game."""
    card_temperature: float
    turn_temperature: float
    """Softmax temperatures: a difference in the paddler's scores of this size makes a branch e times as likely."""
    uniform_prior: float
    """Fraction of the priors that is spread evenly."""
    exploration: float
    fpu_reduction: float
    """Weight of the exploration bonus, and value of branches without visits (see `select`)."""
    prior_visits: float
    epsilon: float
    """Weight of the priors, and exploration rate (see `sample`); for the searching seat the priors have no weight."""
    best_response: int
    """1: the searching seat uses `select` for secret choices, too, as a best response to the others."""
    uniform_belief: int
    """1: face-down cards are drawn uniformly from the hands, 0: by the paddler's scores."""


@record
class PathEntry:
    """Record one decision on the path of a simulation: the branch taken at a node."""

    dtype: ClassVar[np.dtype[Any]]

    node: Annotated[int, np.int64]
    branch: Annotated[int, np.int64]
    seat: Annotated[int, np.int64]
    secret: Annotated[int, np.int64]


@record
class SearchScratch:
    """Hold the data that a search carries from simulation to simulation."""

    dtype: ClassVar[np.dtype[Any]]

    random: Annotated[np.uint64, np.uint64]
    belief: Annotated[Grid, np.float64, (SEATS, CARDS)]
    """[seat, card]: probability that this is the seat's face-down card."""
    path_length: Annotated[int, np.int64]
    truncate: Annotated[int, np.int64]
    """1: rollouts of this search end at the next choice of cards (see `SearchSettings.truncate`)."""


class SearchMemory(NamedTuple):
    """Bundle what a search needs besides the tree: arrays only, so that kernels accept it directly."""

    solutions: States
    scratches: States
    turn_scratches: States
    net_scratches: States
    search_scratches: States
    path: States
    current: States
    """The position of the simulation."""
    stack: States


def new_memory(solutions: States) -> SearchMemory:
    """Allocate memory for searches; the lone canoe is solved for the number of players, or will be."""
    scratches, _ = new_scratch()
    return SearchMemory(
        solutions=solutions,
        scratches=scratches,
        turn_scratches=np.zeros(1, TurnScratch.dtype),
        net_scratches=np.zeros(1, NetworkScratch.dtype),
        search_scratches=np.zeros(1, SearchScratch.dtype),
        path=np.zeros(LONGEST_PATH, PathEntry.dtype),
        current=np.zeros(1, State.dtype),
        stack=np.zeros(LONGEST_PLAN + 2, State.dtype),
    )


@kernel
def uniform(word: np.uint64) -> float:
    """Map a random word to a number in [0, 1)."""
    return float(word >> np.uint64(11)) / 2.0**53


@kernel
def draw_uniform(search: SearchScratch) -> float:
    """Draw a uniformly distributed number in [0, 1)."""
    search.random = stir(search.random)
    return uniform(search.random)


@routine
def begin(states: States, seat: int, seed: int, settings: SearchSettings, tree: Tree, memory: SearchMemory) -> int:
    """Prepare a search for the seat's turn in record 0: expand the nodes of all seats that choose now.

    Sets aside in the record what others may have chosen already, and infers the face-down cards. Returns how many
    candidates there are.
    """
    s = states[0]
    forget(s, seat)
    clear(tree)
    search = memory.search_scratches[0]
    mixed_seed = (seed & 0xFFFF_FFFF) << 24 | wide(s.round_number) << 8 | seat << 4 | wide(s.turns_taken)
    search.random = seeded(mixed_seed)
    search.truncate = 0 if s.max_rounds - s.round_number < SOON else settings.truncate
    key = public_key(s)
    node = 0
    for other in range(wide(s.seats)):
        if s.waiting >> other & 1 and (other == seat or settings.expand_cards_after < 1 << 30):
            number = find(tree, seat_key(key, other))
            memory.current[0] = s
            expand_turns(tree, number, memory.current[0], other, temperature_of(s, settings), settings.uniform_prior,
                         memory.solutions[0], memory.scratches[0], memory.turn_scratches[0], memory.stack)  # fmt: skip
            if other == seat:
                node = number
    infer_belief(s, seat, settings, memory)
    tree.extent[0].root = node
    tree.extent[0].mixed = 1 if s.phase == Phase.CARDS and settings.best_response == 0 else 0
    # Of a stream of its own: what is drawn must not hang on how the simulations went.
    tree.extent[0].draw = uniform(blended(wide(key) ^ wide(seeded(~mixed_seed))))  # type: ignore[arg-type]
    return wide(tree.nodes[node].count)


@kernel
def temperature_of(s: State, settings: SearchSettings) -> float:
    """Return the temperature of the priors for the decisions in a position."""
    return settings.card_temperature if s.phase == Phase.CARDS else settings.turn_temperature


@routine
def infer_belief(s: State, viewer: int, settings: SearchSettings, memory: SearchMemory) -> None:
    """Infer the probability of each face-down card from the paddler's scores, as if no card had been revealed."""
    belief = memory.search_scratches[0].belief
    memory.current[0] = s
    before = memory.current[0]
    for seat in range(wide(s.seats)):
        card = wide(s.card[seat])
        if card >= 0 and not face_down(s, seat):
            before.hand[seat] |= 1 << card
        before.card[seat] = NONE
    before.phase = Phase.CARDS
    for seat in range(wide(s.seats)):
        if seat == viewer or not face_down(s, seat):
            continue
        prepare(before, memory.solutions[0], memory.scratches[0])
        read_hands(before, seat, memory.solutions[0], memory.scratches[0])
        highest = -1.0e18
        size = 0
        for card in range(wide(s.cycle)):
            if s.hand[seat] >> card & 1:
                size += 1
                belief[seat, card] = card_score(
                    before, seat, card, memory.solutions[0], memory.scratches[0], memory.stack
                )
                highest = max(highest, float(belief[seat, card]))
        total = 0.0
        for card in range(wide(s.cycle)):
            if s.hand[seat] >> card & 1:
                belief[seat, card] = exponential((float(belief[seat, card]) - highest) / settings.card_temperature)
                total += float(belief[seat, card])
        for card in range(wide(s.cycle)):
            if s.hand[seat] >> card & 1:
                part = settings.uniform_prior if settings.uniform_belief == 0 else 1.0
                belief[seat, card] = (1.0 - part) * float(belief[seat, card]) / total + part / size
            else:
                belief[seat, card] = 0.0


@routine
def determinize(s: State, viewer: int, search: SearchScratch) -> None:
    """Sample the face-down cards that the viewer does not know from the belief."""
    for seat in range(wide(s.seats)):
        if seat == viewer or not face_down(s, seat):
            continue
        left = draw_uniform(search)
        for card in range(wide(s.cycle)):
            if s.hand[seat] >> card & 1 and left >= 0.0:
                s.card[seat] = card
                left -= float(search.belief[seat, card])


@routine
def play_policy(s: State, states: States, seat: int, memory: SearchMemory) -> None:
    """Let a seat play to the end of its turn with the rollout policy, the paddler."""
    seed = wide(memory.search_scratches[0].random >> np.uint64(40))
    while s.waiting >> seat & 1:
        length = choose(states, wide(0), seat, seed, memory.solutions, memory.scratches, memory.stack)
        for index in range(length):
            decide(s, seat, wide(memory.scratches[0].turn_plan[index]))
        if s.phase == Phase.CARDS:
            return


@kernel
def try_expand(
    tree: Tree, number: int, s: State, seat: int, visits_needed: int, settings: SearchSettings, memory: SearchMemory
) -> bool:
    """Return whether a node has branches, after expanding it if it has been visited often enough."""
    if number < 0:
        return False
    node = tree.nodes[number]
    if node.count > 0:
        return True
    if node.visits < visits_needed:
        node.visits += 1
        return False
    return expand_turns(tree, number, s, seat, temperature_of(s, settings), settings.uniform_prior, memory.solutions[0],
                        memory.scratches[0], memory.turn_scratches[0], memory.stack)  # fmt: skip


@kernel
def record_choice(memory: SearchMemory, node: int, branch: int, seat: int, secret: int) -> None:
    """Add a decision to the path."""
    entry = memory.path[memory.search_scratches[0].path_length]
    entry.node = node
    entry.branch = branch
    entry.seat = seat
    entry.secret = secret
    memory.search_scratches[0].path_length += 1


@routine
def choose_in_tree(s: State, viewer: int, settings: SearchSettings, tree: Tree, memory: SearchMemory) -> bool:
    """Let all seats that owe a decision take it from the tree; if none has branches, do nothing and return False."""
    search = memory.search_scratches[0]
    waiting = wide(s.waiting)
    secret = waiting & (waiting - 1) != 0
    visits_needed = settings.expand_cards_after if secret else settings.expand_turns_after
    key = public_key(s)
    begun = wide(search.path_length)
    if begun + wide(s.seats) > LONGEST_PATH:
        return False
    for seat in range(wide(s.seats)):
        if not waiting >> seat & 1:
            continue
        number = find(tree, seat_key(key, seat))
        if not try_expand(tree, number, s, seat, visits_needed, settings, memory):
            continue
        if not secret or (seat == viewer and settings.best_response == 1):
            branch = select(tree, number, settings.exploration, settings.fpu_reduction)
            record_choice(memory, number, branch, seat, wide(0))
        else:
            prior_visits = 0.0 if seat == viewer else settings.prior_visits
            branch = sample(tree, number, draw_uniform(search), prior_visits, settings.epsilon)
            record_choice(memory, number, branch, seat, wide(1))
    if search.path_length == begun:
        return False
    for index in range(begun, wide(search.path_length)):
        entry = memory.path[index]
        branch_taken = tree.branches[entry.branch]
        for level in range(wide(branch_taken.length)):
            decide(s, wide(entry.seat), wide(branch_taken.plan[level]))
        waiting &= ~(1 << wide(entry.seat))
    for seat in range(wide(s.seats)):
        if waiting >> seat & 1:
            play_policy(s, memory.current, seat, memory)
    return True


@routine
def play_on(
    s: State, viewer: int, settings: SearchSettings, tree: Tree, memory: SearchMemory, weights: Weights
) -> None:
    """Play one simulation from a position; the seats' shares of the win go to `net_scratch`."""
    net_scratch = memory.net_scratches[0]
    in_tree = True
    begun = False
    while not phases.is_over(s):
        waiting = phases.to_act(s)
        if waiting == 0:
            phases.advance(s)
            continue
        if in_tree:
            in_tree = choose_in_tree(s, viewer, settings, tree, memory)
            if in_tree:
                begun = True
                continue
        if begun and s.phase == Phase.CARDS and memory.search_scratches[0].truncate == 1:
            estimate_shares(s, net_scratch, weights)
            return
        begun = True
        draw_uniform(memory.search_scratches[0])
        for seat in range(wide(s.seats)):
            if waiting >> seat & 1:
                play_policy(s, memory.current, seat, memory)
    share_out(s, net_scratch)


@routine
def share_out(s: State, net_scratch: NetworkScratch) -> None:
    """Share the win among those who rank first, even if there is no winner (N-END-5)."""
    best = 0
    for seat in range(wide(s.seats)):
        best = max(best, phases.standing(s, seat))
    sharers = 0.0
    for seat in range(wide(s.seats)):
        net_scratch.shares[seat] = 1.0 if phases.standing(s, seat) == best else 0.0
        sharers += float(net_scratch.shares[seat])
    for seat in range(wide(s.seats)):
        net_scratch.shares[seat] /= sharers


@routine
def simulate(
    states: States,
    viewer: int,
    count: int,
    settings: SearchSettings,
    tree: Tree,
    memory: SearchMemory,
    weights: Weights,
) -> None:
    """Run `count` simulations of the position in record 0, for which `begin` was called."""
    search = memory.search_scratches[0]
    for _ in range(count):
        memory.current[0] = states[0]
        search.path_length = 0
        determinize(memory.current[0], viewer, search)
        play_on(memory.current[0], viewer, settings, tree, memory, weights)
        for index in range(wide(search.path_length)):
            entry = memory.path[index]
            share = float(memory.net_scratches[0].shares[entry.seat])
            if entry.secret == 1:
                prior_visits = 0.0 if entry.seat == viewer else settings.prior_visits
                update_regrets(tree, wide(entry.node), wide(entry.branch), share, prior_visits, settings.epsilon)
            backup(tree, wide(entry.node), wide(entry.branch), share)
