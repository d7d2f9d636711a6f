"""Load and unload at a deposit (N-GEM, S-DOUBLE-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel, routine, wide
from eddyline.games.niagara.rules.actions import LOAD, UNLOAD
from eddyline.games.niagara.rules.board import SITE
from eddyline.games.niagara.rules.cargo import HOLDS, LOADED, PAIR, WITH, WITHOUT
from eddyline.games.niagara.rules.listing import append
from eddyline.games.niagara.rules.state import DOUBLE, DOUBLE_CANOE, LOADING, NONE, SPIRIT_CARDS, WHIRLPOOL, Stage

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.niagara.rules.state import State

WORK = 2
"""Points for loading or unloading one gem (N-GEM-2)."""


@kernel
def is_double(modules: int, canoe: int) -> bool:
    """Return whether this canoe, of any player, has two places (S-DOUBLE-1)."""
    return modules & DOUBLE_CANOE != 0 and canoe == DOUBLE


@kernel
def has_room(s: State, modules: int, seat: int, canoe: int) -> bool:
    """Return whether a canoe has a free place (N-GEM-1, S-DOUBLE-1)."""
    cargo = s.cargo[seat, canoe]
    return cargo == NONE or (is_double(modules, canoe) and cargo < PAIR)


@kernel
def slack_of(s: State, modules: int) -> int:
    """Return the points that the canoe in motion may leave unused (S-CARD-3, S-WHIRL-3)."""
    return wide(s.slack) if modules & (SPIRIT_CARDS | WHIRLPOOL) else 0


@kernel
def gems_at(s: State, site: int) -> int:
    """Count the gems of all colours on a deposit."""
    total = 0
    for gem in range(5):
        total += wide(s.deposit[site, gem])
    return total


@kernel
def can_spend(s: State, modules: int, seat: int, canoe: int, place: int, points: int) -> bool:
    """Return whether cargo work at a place just reached can use up these points (N-MOVE-6, N-GEM-2, -4, -5, -6).

    This means all of them, or with a 1/2/3 card all but `slack` (S-CARD-3).
    """
    if points <= slack_of(s, modules):
        return True
    site = wide(SITE[place])
    return site != NONE and can_spend_at(s, modules, seat, canoe, site, points)


@kernel
def can_spend_at(s: State, modules: int, seat: int, canoe: int, site: int, points: int) -> bool:
    """Return whether work at a deposit can use up points that a canoe may not leave unused (see `can_spend`)."""
    slack = slack_of(s, modules)
    cargo = wide(s.cargo[seat, canoe])
    if is_double(modules, canoe):
        return can_complete(s, site, cargo, wide(0), wide(points), wide(0))
    if cargo == NONE:
        return WORK <= points <= WORK + slack and gems_at(s, site) > 0
    if points <= WORK + slack:
        return points >= WORK
    return 2 * WORK <= points <= 2 * WORK + slack and gems_at(s, site) > s.deposit[site, cargo]


@kernel
def legal_work(s: State, modules: int, seat: int, canoe: int, points: int, out: Grid, count: int) -> int:
    """Append what a canoe may load or unload where it is; after its move, only what can be completed there."""
    site = wide(SITE[s.place[seat, canoe]])
    if site == NONE or points < WORK:
        return count
    if is_double(modules, canoe):
        return legal_double_work(s, seat, canoe, points, out, count)
    cargo = wide(s.cargo[seat, canoe])
    if cargo == NONE:
        there = 0
        for gem in range(5):
            there |= wide(s.deposit[site, gem] > 0) << gem
        return append(there & ~wide(s.worked), wide(LOAD + 5 * canoe), out, wide(count))
    out[count] = UNLOAD + 5 * canoe + cargo
    count += s.worked & LOADING == 0
    return count


@kernel
def do_work(s: State, seat: int, canoe: int, gem: int, loads: bool) -> None:
    """Move one gem between canoe and deposit, and spend the points (N-GEM-2)."""
    site = wide(SITE[s.place[seat, canoe]])
    cargo = wide(s.cargo[seat, canoe])
    if loads:
        s.cargo[seat, canoe] = WITH[cargo + 1, gem]
        s.deposit[site, gem] -= 1
        s.worked |= LOADING
    else:
        s.cargo[seat, canoe] = WITHOUT[cargo + 1, gem]
        s.deposit[site, gem] += 1
        s.worked |= 1 << gem
    s.points -= WORK


# ---- the double canoe ---------------------------------------------------------------------------------------------


@routine
def legal_double_work(s: State, seat: int, canoe: int, points: int, out: Grid, count: int) -> int:
    """Append a double canoe's work: unload first, then load, no colour both ways (S-DOUBLE-2)."""
    site = wide(SITE[s.place[seat, canoe]])
    cargo = wide(s.cargo[seat, canoe])
    worked = wide(s.worked)
    left = points - WORK
    arrived = s.stage == Stage.WORKING_AFTER
    if cargo < PAIR:
        for gem in range(5):
            if s.deposit[site, gem] > 0 and not worked >> gem & 1:
                after = wide(WITH[cargo + 1, gem])
                if not arrived or can_complete(s, site, after, worked | LOADING, left, wide(1)):
                    out[count] = LOAD + 5 * canoe + gem
                    count += 1
    if not worked & LOADING:
        for gem in range(5):
            if HOLDS[cargo + 1, gem] > 0:
                after = wide(WITHOUT[cargo + 1, gem])
                if not arrived or can_complete(s, site, after, worked | 1 << gem, left, wide(0)):
                    out[count] = UNLOAD + 5 * canoe + gem
                    count += 1
    return count


@routine
def can_complete(s: State, site: int, cargo: int, worked: int, points: int, taken: int) -> bool:
    """Return whether a double canoe can use up these points at a deposit, having just loaded `taken` gems there."""
    pieces = 0
    while WORK * pieces <= points:
        if points - WORK * pieces <= s.slack and can_work(s, site, cargo, worked, pieces, taken):
            return True
        pieces += 1
    return False


@kernel
def can_work(s: State, site: int, cargo: int, worked: int, pieces: int, taken: int) -> bool:
    """Return whether a double canoe can do exactly `pieces` more pieces of work, unloading first."""
    for first in range(-1, 5):
        for second in range(first, 5):
            laid = worked
            rest = cargo
            unloads = 0
            possible = True
            for gem in (first, second):
                if gem >= 0:
                    possible = possible and rest != NONE and HOLDS[rest + 1, gem] > 0 and not worked & LOADING
                    if possible:
                        rest = wide(WITHOUT[rest + 1, gem])
                        laid |= 1 << gem
                        unloads += 1
            loads = pieces - unloads
            if possible and 0 <= loads <= 2 - LOADED[rest + 1] and loads <= gems_but(s, site, laid) - taken:
                return True
    return False


@kernel
def gems_but(s: State, site: int, laid: int) -> int:
    """Count the gems on a deposit, except the colours unloaded there in this turn."""
    total = 0
    for gem in range(5):
        if not laid >> gem & 1:
            total += wide(s.deposit[site, gem])
    return total
