"""Simulate the outcome of each decision in many worlds, and keep the statistics in a search tree.

A *world* is a determinization: one deal of the unseen cards. Every branch of the root is tried in the same worlds, so
luck of the cards affects all equally, and a world counts once all were tried in it; branches that have clearly fallen
behind are eliminated. Below the root the tree
holds decisions that recur: those of the seat itself, of seats with few cards left, and canoe moves. All others are made
by the rollout policy. After `SearchSettings.rounds` rounds a network evaluates the position; games that end earlier
count their result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import numpy as np

from eddyline.bots.canyon.beliefs import determinize
from eddyline.bots.canyon.card_planning import progress
from eddyline.bots.canyon.rollout import by_policy, by_rule, first_waiting, shares
from eddyline.bots.canyon.scratch import new_scratch
from eddyline.bots.canyon.weights import NetworkScratch, load_weights
from eddyline.bots.search.tree import backup, clear, expand, find, room, select
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.random import blended, seeded, stir
from eddyline.engine.records import Grid, record
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.dealing import deal
from eddyline.games.canyon.rules.door import MAX_LEGAL
from eddyline.games.canyon.rules.phases import advance, decide, is_over, legal
from eddyline.games.canyon.rules.secrets import cards_left
from eddyline.games.canyon.rules.state import SEATS, Phase

if TYPE_CHECKING:
    from eddyline.bots.canyon.network import MapFeatures
    from eddyline.bots.canyon.scratch import Scratch
    from eddyline.bots.canyon.weights import Weights
    from eddyline.bots.search.tree import Tree
    from eddyline.engine.records import States
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State

LONGEST_PATH = 64
"""Maximum number of decisions on the path of one simulation."""
COMPARE_EVERY = 32
"""Worlds between two checks for branches to eliminate."""
CERTAIN = 4.0
"""Standard errors by which a branch must be behind to be eliminated."""
LIKELY = 2.0
"""A branch is also eliminated if, with this many standard errors added, it is within the tolerance above the best."""
DOUBTED = 500.0
"""Worlds after which the steps of this round count half of what they did at first."""
TRIAL, WORLD = 0, 1
"""Indices in the stack: the position being simulated, and the world it started from."""


class SearchSettings(NamedTuple):
    """Configure a search."""

    rounds: int
    """Rounds simulated, including the current one, before the network evaluates; 0: play to the end of the game."""
    learnt_policy: int
    """1: rollouts use the learnt policy, 0: rules of thumb."""
    tries: int
    """Maximum number of deals tried per world (see `determinize`)."""
    tree_cards: int
    """Other seats' decisions are in the tree when they hold at most this many cards; −1: only the root is."""
    exploration: float
    """Weight of the exploration bonus in `select`."""
    prior_weight: float
    """Prior of the rollout policy's decision; the rest is spread evenly."""
    step_share: float
    """Share of the win that a step to the village is thought to bring, where games are too few to tell (`favour`)."""
    tolerance: float
    """Negligible share of the win: the search ends when no more can be gained. 0: it never ends early."""


@record
class SearchScratch:
    """Hold the path of a simulation through the tree, and the comparison of the root's branches."""

    dtype: ClassVar[np.dtype[Any]]

    random: Annotated[int, np.uint64]
    world_random: Annotated[int, np.uint64]
    """Random word with which every simulation in this world starts."""
    worlds: Annotated[int, np.int64]
    next_branch: Annotated[int, np.int64]
    """Branch of the root to try next; 0: in a new world."""
    path_length: Annotated[int, np.int64]
    node: Annotated[Grid, np.int64, (LONGEST_PATH,)]
    branch: Annotated[Grid, np.int64, (LONGEST_PATH,)]
    seat: Annotated[Grid, np.int64, (LONGEST_PATH,)]
    share: Annotated[Grid, np.float64, (SEATS,)]
    """Every seat's share of the win at the end of a simulation."""
    eliminated: Annotated[Grid, np.int8, (MAX_LEGAL,)]
    """1: this branch of the root is no longer tried."""
    world_share: Annotated[Grid, np.float64, (MAX_LEGAL,)]
    """Share of the win from each branch in this world."""
    advantage: Annotated[Grid, np.float64, (MAX_LEGAL,)]
    """Each branch's share above the mean, summed over the worlds; and the sum of its squares."""
    advantage_squares: Annotated[Grid, np.float64, (MAX_LEGAL,)]
    usual: Annotated[int, np.int64]
    """The branch of the root that the rollout policy would take."""
    gain: Annotated[float, np.float64]
    """What the tricks of this round brought the seat in a simulation, in steps (see `progress`); 0 if the game ended
    with this round, so that its result tells all."""
    world_gain: Annotated[Grid, np.float64, (MAX_LEGAL,)]
    """The same from each branch in this world."""
    gains: Annotated[Grid, np.float64, (MAX_LEGAL,)]
    """The sum of these over the worlds."""


class SearchMemory(NamedTuple):
    """Bundle what a search needs besides the tree: arrays only, so that kernels accept it directly."""

    boards: States
    maps: States
    """Features of the board in play, or of every board by its number."""
    weights: States
    scratches: States
    stack: States
    net_scratches: States
    search_scratches: States


def new_memory(maps: States) -> SearchMemory:
    """Allocate memory for searches, with the features of one board or of every board."""
    scratches, stack = new_scratch()
    net_scratches, search_scratches = np.zeros(1, NetworkScratch.dtype), np.zeros(1, SearchScratch.dtype)
    return SearchMemory(SHELF.table, maps, load_weights(), scratches, stack, net_scratches, search_scratches)


@kernel
def map_of(s: State, memory: SearchMemory) -> int:
    """Return where the features of the board in play are."""
    return wide(s.board) if len(memory.maps) > 1 else wide(0)


@routine
def rollout_decision(
    b: Board,
    m: MapFeatures,
    weights: Weights,
    s: State,
    seat: int,
    settings: SearchSettings,
    scratch: Scratch,
    net_scratch: NetworkScratch,
    word: np.uint64,
) -> int:
    """Decide by the rollout policy of the settings."""
    if settings.learnt_policy:
        return by_policy(b, m, weights, s, seat, scratch, net_scratch, word)
    return by_rule(b, m, s, seat, scratch, word)


@routine
def expanded_node(b: Board, s: State, seat: int, key: np.uint64, tree: Tree, scratch: Scratch) -> int:
    """Find, or create and expand, the node of a seat after the decisions hashed in `key`; −1 if there is no room."""
    number = find(tree, blended(wide(key) ^ wide(s.hand[seat]) << 3 ^ seat))  # type: ignore[arg-type]
    if number < 0 or tree.nodes[number].count > 0:
        return number
    count = legal(b, s, seat, scratch.playable, scratch.flood_rows)
    if not room(tree, count):
        return -1
    first = expand(tree, number, count)
    for index in range(count):
        branch = tree.branches[first + index]
        branch.length = 1
        branch.plan[0] = scratch.playable[index]
        branch.prior = 1.0 / count
    return number


@routine
def set_prior(tree: Tree, number: int, action: int, prior_weight: float) -> int:
    """Give the branch of an action `prior_weight` of the prior, spread the rest evenly, and return the branch."""
    first, count = wide(tree.nodes[number].first), wide(tree.nodes[number].count)
    found = first
    for index in range(first, first + count):
        branch = tree.branches[index]
        branch.prior = (1.0 - prior_weight) / count
        if branch.plan[0] == action:
            branch.prior += prior_weight
            found = index
    return found


@routine
def play_on(s: State, viewer: int, action: int, settings: SearchSettings, tree: Tree, memory: SearchMemory) -> None:
    """Simulate the game after the viewer's decision `action`, and back up the shares along the path."""
    b, m, weights = memory.boards[s.board], memory.maps[map_of(s, memory)], memory.weights[0]
    scratch, net_scratch, search = memory.scratches[0], memory.net_scratches[0], memory.search_scratches[0]
    random = np.uint64(search.world_random)
    key = blended((action + 1) << 3 ^ viewer)
    in_tree = settings.tree_cards >= 0
    last = wide(s.round_number) + settings.rounds
    length = 0
    search.gain = gain = 0.0
    weighs = settings.step_share > 0.0 and s.phase in (Phase.BIDS, Phase.TRICKS)
    while not is_over(s):
        if weighs and s.phase == Phase.MOVING:
            gain = progress(b, s, viewer)
            weighs = False
        if s.phase == Phase.DEAL:
            search.gain = gain
            if settings.rounds > 0 and s.round_number >= last:
                break
            random = stir(random)
            deal(s, random)  # type: ignore[arg-type]
            in_tree = False
            continue
        if s.waiting == 0:
            advance(b, s, scratch.flood_rows)
            continue
        seat = first_waiting(s)
        number = wide(-1)
        if in_tree and length < LONGEST_PATH:
            knows = s.phase == Phase.MOVING or (s.phase == Phase.TRICKS and cards_left(s, seat) <= settings.tree_cards)
            if knows or seat == viewer:
                number = expanded_node(b, s, seat, key, tree, scratch)
        if number >= 0 and tree.nodes[number].visits > 0:
            chosen = wide(select(tree, number, settings.exploration, 0.0))
            action = wide(tree.branches[chosen].plan[0])
        else:
            random = stir(random)
            action = wide(rollout_decision(b, m, weights, s, seat, settings, scratch, net_scratch, random))
            chosen = wide(-1)
            if number >= 0:
                chosen = wide(set_prior(tree, number, action, settings.prior_weight))
                # One new node per simulation, as usual; but movement is short, so all of it goes into the tree.
                in_tree = s.phase == Phase.MOVING
        if number >= 0:
            search.node[length] = number
            search.branch[length] = chosen
            search.seat[length] = seat
            length += 1
        key = blended(wide(key) ^ (action + 1) << 3 ^ seat)  # type: ignore[arg-type]
        decide(b, s, seat, action, scratch.flood_rows)
    shares(b, m, weights, s, scratch, net_scratch, search.share)
    for step in range(length):
        backup(tree, wide(search.node[step]), wide(search.branch[step]), float(search.share[wide(search.seat[step])]))


@routine
def begin(states: States, seat: int, seed: int, settings: SearchSettings, tree: Tree, memory: SearchMemory) -> int:
    """Start a search for the seat's decision in record 0; return how many candidates there are."""
    s = states[0]
    clear(tree)
    search = memory.search_scratches[0]
    mixed_seed = (seed & 0xFFFF_FFFF) << 24 | wide(s.round_number) << 8 | wide(s.trick) << 4 | seat
    search.random = blended(wide(seeded(mixed_seed)) ^ wide(s.hand[seat]))  # type: ignore[arg-type]
    search.worlds = 0
    search.next_branch = 0
    for index in range(MAX_LEGAL):
        search.eliminated[index] = 0
        search.advantage[index] = 0.0
        search.advantage_squares[index] = 0.0
        search.gains[index] = 0.0
    b, m, scratch = memory.boards[s.board], memory.maps[map_of(s, memory)], memory.scratches[0]
    root = expanded_node(b, s, seat, np.uint64(0), tree, scratch)
    tree.extent[0].root = root
    # What makes no difference that matters is decided as in rollouts: of equal cards the first is seldom sensible.
    usual = rollout_decision(
        b, m, memory.weights[0], s, seat, settings, scratch, memory.net_scratches[0], np.uint64(search.random)
    )
    search.usual = set_prior(tree, root, wide(usual), settings.prior_weight)
    return wide(tree.nodes[root].count)


@kernel
def favour(gains: float, worlds: int, settings: SearchSettings) -> float:
    """Return what the steps of this round add to a branch's share: less and less, as its games tell themselves.

    Who wins a game that is played out hangs on much besides this round, and of a hundred games the error is larger than
    what a bid is worth; how far a bid brings the canoe shows in a few.
    """
    return settings.step_share * gains / worlds / (1.0 + worlds / DOUBTED)


@routine
def count_world(first: int, branches: int, settings: SearchSettings, tree: Tree, search: SearchScratch) -> None:
    """Back up the results of a world in which every branch of the root was tried: none has a visit more than others."""
    for index in range(branches):
        if not search.eliminated[index]:
            backup(tree, wide(tree.extent[0].root), first + index, float(search.world_share[index]))
            search.gains[index] += search.world_gain[index]
            branch = tree.branches[first + index]
            branch.favour = favour(float(search.gains[index]), wide(branch.visits), settings)
            if first + index == search.usual:
                branch.favour += settings.tolerance


@routine
def compare(first: int, branches: int, tolerance: float, tree: Tree, search: SearchScratch) -> bool:
    """Add the results of a world for each branch of the root; periodically eliminate those that fell behind.

    Returns whether the search may end because only one is left.
    """
    mean = 0.0
    tried = 0
    for index in range(branches):
        if not search.eliminated[index]:
            mean += float(search.world_share[index])
            tried += 1
    mean /= tried
    search.worlds += 1
    worlds = float(search.worlds)
    best = wide(-1)
    ahead = 0.0
    for index in range(branches):
        if not search.eliminated[index]:
            more = float(search.world_share[index]) - mean
            search.advantage[index] += more
            search.advantage_squares[index] += more * more
            mine = float(search.advantage[index]) + worlds * float(tree.branches[first + index].favour)
            if best < 0 or mine > ahead:
                best = index
                ahead = mine
    if search.worlds % COMPARE_EVERY == 0 and tried > 1:
        # The squares are about the mean of those tried, which lies nearer to each the fewer they are.
        spread = tried / (tried - 1.0)
        for index in range(branches):
            if index == best or search.eliminated[index]:
                continue
            gap = ahead - float(search.advantage[index]) - worlds * float(tree.branches[first + index].favour)
            squares = float(search.advantage_squares[best]) + float(search.advantage_squares[index])
            error = np.sqrt(spread * squares)
            if gap > CERTAIN * error or LIKELY * error - gap < tolerance * worlds:
                search.eliminated[index] = 1
                tried -= 1
    return tolerance > 0.0 and tried == 1


@routine
def simulate(states: States, seat: int, count: int, settings: SearchSettings, tree: Tree, memory: SearchMemory) -> bool:
    """Run `count` simulations for the seat's decision in record 0; read nothing that the seat cannot know.

    Returns True, possibly earlier, once the search may end.
    """
    root = states[0]
    # As canoes move, the tree is still learning the other seats' replies: an early lead may not last.
    tolerance = 0.0 if root.phase == Phase.MOVING else settings.tolerance
    b, scratch, search, stack = memory.boards[root.board], memory.scratches[0], memory.search_scratches[0], memory.stack
    number = expanded_node(b, root, seat, np.uint64(0), tree, scratch)
    first, branches = wide(tree.nodes[number].first), wide(tree.nodes[number].count)
    for _ in range(count):
        if search.next_branch == 0:
            stack[WORLD] = root
            search.world_random = stir(
                determinize(memory.weights[0], stack[WORLD], seat, settings.tries, np.uint64(search.random))
            )
            search.random = stir(stir(np.uint64(search.world_random)))
        index = wide(search.next_branch)
        while search.eliminated[index]:
            index += 1
        stack[TRIAL] = stack[WORLD]
        trial = stack[TRIAL]
        action = wide(tree.branches[first + index].plan[0])
        decide(b, trial, seat, action, scratch.flood_rows)
        play_on(trial, seat, action, settings, tree, memory)
        search.world_share[index] = search.share[seat]
        search.world_gain[index] = search.gain
        index += 1
        while index < branches and search.eliminated[index]:
            index += 1
        search.next_branch = index
        if index == branches:
            search.next_branch = 0
            count_world(first, branches, settings, tree, search)
            if compare(first, branches, tolerance, tree, search):
                return True
    return False
