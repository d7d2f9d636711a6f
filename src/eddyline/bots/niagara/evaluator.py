"""Evaluate a position for one seat, by hand-written rules: how near its goals are, and what its canoes will contribute.

All values are like probabilities: 1 is a goal reached now, and every missing gem multiplies the value by its discounted
reach (`Solution.reach`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.bots.niagara.lone_canoe import DELIVER, DISCOUNT, HOMEWARD, LOSE
from eddyline.bots.niagara.manners import ALIKE as LIKES_ALIKE
from eddyline.bots.niagara.manners import COLOURS, DREAD, FEAR, SEVEN
from eddyline.bots.niagara.odds import look_ahead, theft_odds
from eddyline.bots.niagara.scratch import CACHE_SIZE
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.games.niagara.rules.board import DOCK, LOST
from eddyline.games.niagara.rules.cargo import HOLDS, WITH
from eddyline.games.niagara.rules.phases import gem_value, has_won
from eddyline.games.niagara.rules.state import NONE, RescueRule
from eddyline.games.niagara.rules.work import has_room, is_double

if TYPE_CHECKING:
    from eddyline.bots.niagara.lone_canoe import Solution
    from eddyline.bots.niagara.scratch import Scratch
    from eddyline.games.niagara.rules.state import State

RIVALRY = 0.25
"""Gems of a colour that each other player is expected to take for every one this seat takes."""
SHARED_WIN = 0.75
"""Value of a shared win, relative to a sole win."""
CONSOLATION = 0.001
"""Value of a gem point when only the ranks below the winners are still open (N-END-4)."""
TEMPO = 0.1
"""Cost of a canoe over the falls in addition to its price, as a fraction of the value: the time to get back out."""
NEGLIGIBLE = 0.004
"""Chance of going over the falls that is treated as zero."""
STOLEN_REACH = 0.5
"""Reach of a colour that is on no deposit and has to be stolen, relative to that of its own site."""

DOUBLE_FACTOR = 1.05
"""Value of the expected cargo of an empty double canoe, relative to a single one's: it may carry two gems."""
MOOSE_BONUS = 0.02
"""Value of having the moose."""

ALIKE, TOTAL = 4, 7


@routine
def prepare(s: State, solution: Solution, scratch: Scratch) -> None:
    """Compute where each colour is and how easy it is to get; clear the cache, which belongs to other positions."""
    scratch.cached = 0
    for need in range(1, ALIKE + 1):
        scratch.share[need] = 1.0 / (need * (1.0 + RIVALRY * (wide(s.seats) - 1)))
    scratch.deposits = 0
    for gem in range(5):
        reach = STOLEN_REACH * float(solution.reach[gem])
        left = 0
        for site in range(5):
            if s.deposit[site, gem] > 0:
                scratch.deposit_site[scratch.deposits] = site
                scratch.deposit_gem[scratch.deposits] = gem
                scratch.deposits += 1
                reach = max(reach, float(solution.reach[site]))
                left += int(s.deposit[site, gem])
        for seat in range(wide(s.seats)):
            for canoe in range(2):
                left += int(HOLDS[s.cargo[seat, canoe] + 1, gem])
        left += s.joe_gem == gem
        for seat in range(wide(s.seats)):
            scratch.supply[seat, gem] = left + int(s.stash[seat, gem])
        # Two canoes deliver two gems in the time that one needs for one.
        pair = reach**0.5
        scratch.ease[:, gem, 0] = 1.0
        for need in range(1, TOTAL + 1):
            scratch.ease[1, gem, need] = scratch.ease[1, gem, need - 1] * reach
            scratch.ease[2, gem, need] = scratch.ease[2, gem, need - 1] * pair


@routine
def closeness(s: State, seat: int, canoes: int, one: int, other: int, less: int, scratch: Scratch) -> float:
    """Evaluate how near a seat is to its goals, with two more cargoes and without the gem `less` (NONE: nothing)."""
    alike = 0.0
    colours = 1.0
    total = 0
    easiest = 0.0
    for gem in range(5):
        added = int(HOLDS[one + 1, gem]) + int(HOLDS[other + 1, gem]) - int(HOLDS[less + 1, gem])
        number = int(s.stash[seat, gem]) + added
        left = int(scratch.supply[seat, gem]) - number
        total += number
        need = ALIKE - number
        if need <= 0:
            return 1.0
        if left >= need:
            alike = max(alike, scratch.ease[canoes, gem, need] * min(1.0, left * scratch.share[need]))
        if number == 0:
            colours *= scratch.ease[canoes, gem, 1] * min(1.0, left * scratch.share[1])
        if left > 0:
            easiest = max(easiest, scratch.ease[canoes, gem, 1])
    if total >= TOTAL or colours >= 1.0:
        return 1.0
    seven = 1.0
    for _ in range(TOTAL - total):
        seven *= easiest
    # Treat the goals as independent: the more there are, the likelier that one is reached.
    alike *= 1.0 + scratch.manner[LIKES_ALIKE]
    colours *= 1.0 + scratch.manner[COLOURS]
    seven *= 1.0 + scratch.manner[SEVEN]
    return 1.0 - (1.0 - alike) * (1.0 - colours) * (1.0 - seven)  # type: ignore[no-any-return]


@routine
def cache_entry(s: State, seat: int, canoes: int, scratch: Scratch) -> int:
    """Find or create the cache entry of a seat with this stash and number of canoes."""
    key = seat * 4 + canoes
    for gem in range(5):
        key = key << 5 | int(s.stash[seat, gem])
    cached = wide(scratch.cached)
    for entry in range(cached):
        if scratch.cache_keys[entry] == key:
            return entry
    entry = min(cached, CACHE_SIZE - 1)
    scratch.cached = entry + 1
    scratch.cache_keys[entry] = key
    scratch.canoes[entry] = canoes
    scratch.gains[entry] = -1.0
    scratch.losses[entry] = -1.0
    return entry


@kernel
def gain(s: State, seat: int, entry: int, one: int, other: int, scratch: Scratch) -> float:
    """Return `closeness` with two more cargoes, at most one of them a pair; use the cache where possible."""
    more, fewer = max(one, other), min(one, other)
    if scratch.gains[entry, more + 1, fewer + 1] < 0.0:
        value = closeness(s, seat, wide(scratch.canoes[entry]), more, fewer, wide(NONE), scratch)
        scratch.gains[entry, more + 1, fewer + 1] = value
    return float(scratch.gains[entry, more + 1, fewer + 1])


@routine
def loss(s: State, seat: int, entry: int, scratch: Scratch) -> float:
    """Return the cost of a canoe over the falls: the least valuable gem, or doing without the canoe."""
    if scratch.losses[entry] < 0.0:
        nothing = wide(NONE)
        canoes = wide(scratch.canoes[entry])
        now = gain(s, seat, entry, nothing, nothing, scratch)
        without = now
        if s.rescue_rule != RescueRule.SIT_OUT:
            without = closeness(s, seat, canoes - 1, nothing, nothing, nothing, scratch)
        for gem in range(5):
            if s.stash[seat, gem] > 0:
                without = max(without, closeness(s, seat, canoes, nothing, nothing, gem, scratch))
        scratch.losses[entry] = now - without + TEMPO * now
    return float(scratch.losses[entry])


@routine
def add_canoe(
    s: State, seat: int, canoe: int, entry: int, company: tuple[int, float], safe: float, scratch: Scratch
) -> tuple[float, int, float, float]:
    """Evaluate what a canoe will contribute: it brings its cargo home, or goes on its best errand.

    `company` is the cargo of the other canoe and its probability; `safe` is the factor for theft and delay.
    Returns (contribution, cargo, probability of delivery, probability of going over the falls).
    """
    nothing = wide(NONE)
    place = wide(s.place[seat, canoe])
    if place == LOST:
        place = wide(DOCK)
    brought, chance = company
    alone = gain(s, seat, entry, nothing, nothing, scratch)
    joined = gain(s, seat, entry, brought, nothing, scratch)
    best = 0.0
    best_cargo = nothing
    best_likely = 0.0
    danger = float(scratch.ahead[place, LOSE, 0])
    held = wide(s.cargo[seat, canoe])
    loaded = held != NONE
    errands = wide(scratch.deposits) if has_room(s, int(s.modules), seat, canoe) else 0
    for index in range(-1 if loaded else 0, errands):
        errand = wide(HOMEWARD) if index < 0 else wide(scratch.deposit_site[index])
        cargo = held if index < 0 else wide(WITH[held + 1, scratch.deposit_gem[index]])
        if index >= 0 and s.deposit[errand, scratch.deposit_gem[index]] == 0:
            continue
        likely = safe * scratch.ahead[place, DELIVER, errand]
        adds = (1.0 - chance) * (gain(s, seat, entry, cargo, nothing, scratch) - alone)
        adds += chance * (gain(s, seat, entry, cargo, brought, scratch) - joined)
        if index < 0 or likely * adds > best:
            best = likely * adds
            best_cargo = cargo
            best_likely = likely
            danger = float(scratch.ahead[place, LOSE, errand])
    if not loaded and is_double(int(s.modules), canoe):
        best *= DOUBLE_FACTOR
    return best, best_cargo, best_likely, danger


@routine
def evaluate(s: State, viewer: int, seat: int, solution: Solution, scratch: Scratch) -> float:
    """Evaluate the position for a seat whose turn is over and for which `begin_look_ahead` was called."""
    if s.reached != 0:
        return final_value(s, seat)
    nothing = wide(NONE)
    sits_out = s.rescue_rule == RescueRule.SIT_OUT
    canoes = 2
    stash = 0
    for gem in range(5):
        stash += int(s.stash[seat, gem])
    for canoe in range(2):
        if s.place[seat, canoe] == LOST and not sits_out:
            canoes -= 1
    if canoes == 0 and stash == 0:
        # One of two lost canoes comes back free when the seat cannot pay (N-LOST-3).
        canoes = 1
    entry = cache_entry(s, seat, canoes, scratch)
    value = gain(s, seat, entry, nothing, nothing, scratch)
    brought = nothing
    chance = 0.0
    danger = 0.0
    first = 1 if s.cargo[seat, 0] == NONE and s.cargo[seat, 1] != NONE else 0
    for turn in range(2):
        canoe = first ^ turn
        safe = 1.0
        if s.place[seat, canoe] == LOST:
            if not sits_out:
                continue
            safe = DISCOUNT * DISCOUNT
        elif s.cargo[seat, canoe] != NONE:
            safe = 1.0 - theft_odds(s, viewer, seat, canoe)
        look_ahead(s, wide(s.place[seat, canoe]), solution, scratch)
        adds, brought, chance, risk = add_canoe(s, seat, canoe, entry, (brought, chance), safe, scratch)
        value += adds
        danger += risk
    if danger > NEGLIGIBLE:
        value -= danger * ((1.0 + scratch.manner[FEAR]) * loss(s, seat, entry, scratch) + scratch.manner[DREAD])
    if s.moose != NONE and s.moose // 2 == seat:
        value += MOOSE_BONUS
    return value


@routine
def final_value(s: State, seat: int) -> float:
    """Evaluate a round in which a goal was reached: the game ends before the river flows (N-END-2)."""
    value = CONSOLATION * gem_value(s, seat)
    if has_won(s, seat):
        sharers = 0
        for other in range(wide(s.seats)):
            if other != seat and has_won(s, other):
                sharers += 1
        value += 1.0 if sharers == 0 else SHARED_WIN
    return value
