"""Find finished games for every way in which Niagara can end, with players who want that ending."""

from __future__ import annotations

import random
from itertools import count
from typing import TYPE_CHECKING

from eddyline.engine.match import Match
from eddyline.games.niagara.rules import options
from eddyline.games.niagara.rules.board import DEPTH, SITE
from eddyline.games.niagara.rules.cargo import CARGOES
from eddyline.games.niagara.rules.state import Phase
from support.niagara import GEMS, NIAGARA

if TYPE_CHECKING:
    from eddyline.record import Record

NAMES = ("Ada", "Ben", "Cleo", "Dev", "Eve", "Fay")
ENDINGS = ("four_alike", "five_colours", "seven", "together", "tie_break", "max_rounds")
"""One seat reaches that goal and no other, several reach a goal and win together, the gem value decides among several,
nobody reaches any.
"""
MODULES = {"all_modules_4": 4, "all_modules_6": 6}
"""Games with every expansion module, by the number of players, however they end but by the limit of rounds."""

PATIENCE = 40
"""Games that go on for so many rounds are given up: nobody wants to read them."""


def endings_of(preset: str) -> tuple[str, ...]:
    """List the endings that are possible with a preset: only one of the two for several who reach the goal."""
    other = "together" if NIAGARA.presets[preset].tie_break == "gem_value" else "tie_break"
    return (*(ending for ending in ENDINGS if ending != other), *(MODULES if preset == "brettspielwelt" else ()))


def ending(match: Match) -> str:
    """Tell how a finished match ended, in the words of `ENDINGS`."""
    if all(getattr(match.game.options(match.states), module) for module in options.MODULES):
        return f"all_modules_{match.players}"
    goals = [player.goals.reached for player in match.view(None).players if player.goals.reached]
    if not goals:
        return "max_rounds"
    if len(goals) > 1:
        return "together" if len(match.winners) == len(goals) else "tie_break"
    return goals[0][0] if len(goals[0]) == 1 else "several goals"


def overrides(wanted: str) -> dict[str, object]:
    """See `support.endings`."""
    if wanted in MODULES:
        return dict.fromkeys(options.MODULES, True)
    return {"max_rounds": 8} if wanted == "max_rounds" else {}


def find(preset: str, wanted: str) -> Record:
    """Play until a game ends as wanted; the same game every time as long as the rules stay the same."""
    players = MODULES.get(wanted, 4 if wanted in {"together", "tie_break"} else 3)
    chosen = NIAGARA.parse_options(preset, overrides(wanted), players)
    for number in count():
        chance = random.Random(f"{preset} {wanted} {number}")
        entropy = chance.getrandbits(64)
        match = Match.new(NIAGARA, chosen, players=players, word=entropy, preset=preset, names=NAMES[:players])
        while not match.over and match.view(None).round < PATIENCE:
            seat = min(match.waiting)
            match.commit(seat, _turn(match, seat, chance, wanted))
        if match.over and ending(match) == wanted:
            return match.record()
    raise AssertionError("unreachable")


def _turn(match: Match, seat: int, chance: random.Random, wanted: str) -> tuple[int, ...]:
    """Choose the most promising of some random turns."""
    tries = []
    for _ in range(24):
        draft = match.draft(seat)
        while not draft.complete:
            draft.decide(chance.choice(draft.legal()))
        tries.append((_promise(draft.states[0], seat, wanted) + 2 * chance.random(), draft.decisions))
    return max(tries)[1]


def _promise(s, seat: int, wanted: str) -> float:
    """Say how well a seat stands that longs for that ending."""
    stash = s.stash[seat].tolist()
    total = 0.0
    for gem in range(5):
        for number in range(stash[gem]):
            had = [*stash[:gem], number, *stash[gem + 1 :]]
            total += 40 + 20 * _longing(had, gem, wanted)
    for place, cargo in zip(s.place[seat].tolist(), s.cargo[seat].tolist(), strict=True):
        depth = int(DEPTH[place])
        if cargo >= 0:
            total += sum(8 * _longing(stash, gem, wanted) + 12 - depth for gem in CARGOES[cargo + 1])
        elif SITE[place] >= 0:
            total += 1 + _longing(stash, int(SITE[place]), wanted)
        total -= 4 * (depth > 5)
    card = int(s.card[seat])
    loaded = [int(DEPTH[place]) for place, cargo in zip(s.place[seat], s.cargo[seat], strict=True) if cargo >= 0]
    if s.phase == Phase.CARDS and loaded:
        total += 3 if min(loaded) <= card else 0
    return total


def _longing(stash: list[int], gem: int, wanted: str) -> float:
    """Say how much one more gem of a colour helps towards the ending, from 0 to 3."""
    if wanted == "five_colours":
        return 3.0 if stash[gem] == 0 else 0.0
    if wanted == "seven":
        colours = sum(number > 0 for number in stash)
        spoils = stash[gem] >= 3 or (stash[gem] == 0 and colours >= 4)
        return 0.0 if spoils or gem == len(GEMS) - 1 else 3.0 - stash[gem] / 2
    return float(min(stash[gem], 3))
