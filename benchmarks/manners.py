"""Tell whether the characters play differently and equally well: `python benchmarks/manners.py [--games 400]`.

Every two characters meet at one table, two seats each, in every order around it and each time with the same luck.
Prints JSON: for every pair the share of the wins that the first has, and how far the trait by which each is known sets
it apart from the other, in standard errors.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.bots.canyon import voyageur
from eddyline.bots.canyon.manners import take_after as canyon_manner
from eddyline.bots.canyon.scratch import new_scratch as canyon_scratch
from eddyline.bots.niagara.lone_canoe import solve_lone_canoe
from eddyline.bots.niagara.manners import take_after as niagara_manner
from eddyline.bots.niagara.planning import choose
from eddyline.bots.niagara.scratch import new_scratch as niagara_scratch
from eddyline.characters import CHARACTERS, number_of
from eddyline.engine.random import derived, words
from eddyline.engine.registry import game
from eddyline.games.canyon.rules.actions import PLAY, VALUES
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.state import Phase as CanyonPhase
from eddyline.games.canyon.rules.tricks import led_suit, trick_winner
from eddyline.games.niagara.rules.actions import LOAD, SPARE, STEAL
from eddyline.games.niagara.rules.board import DEPTH, DRIFT, LOST
from eddyline.games.niagara.rules.state import CLOUD
from eddyline.games.niagara.rules.state import Phase as NiagaraPhase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from eddyline.engine.records import States

SEATS = 4
ORDERS = ("AABB", "ABBA", "BBAA", "BAAB", "ABAB", "BABA")
"""All orders of two times two: in each block of so many games the luck is the same."""
SEED = 29
RISKY = 4
"""Pushes at which a canoe that would go over the falls was risked."""

KNOWN_FOR: Mapping[str, Mapping[str, tuple[str, int]]] = {
    "niagara": {
        "magpie": ("thefts", 1),
        "heron": ("falls", -1),
        "otter": ("falls", 1),
        "squirrel": ("gems", 1),
        "owl": ("colours", 1),
        "bear": ("thefts", -1),
        "hare": ("early_pace", 1),
        "fox": ("worse_weather", 1),
    },
    "canyon": {
        "magpie": ("snatched", 1),
        "heron": ("bid", -1),
        "otter": ("trumps_led", 1),
        "squirrel": ("trumps_kept", 1),
        "owl": ("exact", 1),
        "bear": ("bid", 1),
        "hare": ("high_first", 1),
        "fox": ("zero_bids", 1),
    },
}
"""By game and character: the trait, and whether it has more of it or less."""

Tally = defaultdict[str, list[float]]


def play(game_id: str, seats: Sequence[str | None], block: int) -> tuple[tuple[int, ...], list[Tally]]:
    """Play a game; return the winners, and for each seat what it did, by trait."""
    rules, doors = game(game_id), game(game_id).doors
    seed = derived(SEED, game_id, block)
    states = rules.new(rules.parse_options(None, {}, SEATS), SEATS, derived(seed, "set-up"))
    chance = words(derived(seed, "chance"))
    tallies: list[Tally] = [defaultdict(list) for _ in seats]
    decide = DECIDERS[game_id](seats, [derived(seed, "bot", seat) & 0xFFFF_FFFF for seat in range(SEATS)])
    before = states.copy()
    while not doors.is_over(states, 0):
        before[:] = states
        waiting = rules.settle(states, chance.__next__)
        NOTE_STEPS[game_id](before, states, tallies)
        for seat in range(SEATS):
            if waiting >> seat & 1:
                for action in decide(states, seat):
                    NOTE_DECISION[game_id](states, seat, action, tallies[seat])
                    doors.decide(states, 0, seat, action)
    NOTE_END[game_id](states, tallies)
    return rules.winners(states), tallies


# ---- Niagara ----


def paddlers(seats: Sequence[str | None], seeds: Sequence[int]) -> Callable[[States, int], list[int]]:
    """Decide for paddlers, each in its manner."""
    scratches, stack = niagara_scratch()
    solutions = solve_lone_canoe(SEATS)

    def decide(states: States, seat: int) -> list[int]:
        niagara_manner(number_of(seats[seat]), scratches)
        length = choose(states, 0, seat, seeds[seat], solutions, scratches, stack)
        return [int(action) for action in scratches[0]["turn_plan"][:length]]

    return decide


def note_river(before: States, after: States, tallies: list[Tally]) -> None:
    """Count the canoes that the river might have taken, and those that it took, when it has flowed."""
    one, other = before[0], after[0]
    if one["phase"] != NiagaraPhase.PADDLING or other["phase"] == NiagaraPhase.PADDLING:
        return
    for seat, tally in enumerate(tallies):
        for place, then in zip(one["place"][seat], other["place"][seat], strict=True):
            if place != LOST:
                tally["risked"].append(float(DRIFT[one["arm"], RISKY, place] == LOST))
                tally["falls"].append(float(then == LOST))


def note_paddling(states: States, seat: int, action: int, tally: Tally) -> None:
    """Count thefts, and how the weather is turned; note the first cards of a hand."""
    s = states[0]
    if s["phase"] == NiagaraPhase.CARDS and action != CLOUD:
        held = int(s["hand"][seat]).bit_count()
        if held > s["cycle"] / 2:
            tally["early_pace"].append(float(action))
    elif s["phase"] == NiagaraPhase.PADDLING:
        tally["thefts"].append(float(STEAL <= action < SPARE))
        if LOAD <= action < STEAL:
            places = s["place"][seat]
            tally["depth"].append(float(DEPTH[places[(action - LOAD) // 5]]))
        if s["card"][seat] == CLOUD:
            tried = states.copy()
            game("niagara").doors.decide(tried, 0, seat, action)
            tally["worse_weather"].append(float(tried[0]["weather"] > s["weather"]))


def note_stash(states: States, tallies: list[Tally]) -> None:
    """Note what was carried home; counts of a game instead of decisions."""
    for seat, tally in enumerate(tallies):
        stash = states[0]["stash"][seat]
        tally["gems"] = [float(stash.sum())]
        tally["colours"] = [float((stash > 0).sum())]
        tally["alike"] = [float(stash.max())]
        tally["thefts"] = [sum(tally["thefts"])]


# ---- Canyon ----


def voyageurs(seats: Sequence[str | None], seeds: Sequence[int]) -> Callable[[States, int], list[int]]:
    """Decide for voyageurs, each in its manner."""
    scratches, stack = canyon_scratch()

    def decide(states: States, seat: int) -> list[int]:
        canyon_manner(number_of(seats[seat]), scratches)
        return [int(voyageur.choose(SHELF.table, states, 0, seat, seeds[seat], scratches, stack))]

    return decide


def note_tricks(before: States, after: States, tallies: list[Tally]) -> None:
    """Note, when the tricks of a round are over, the bids and who has made them."""
    if before[0]["phase"] != CanyonPhase.TRICKS or after[0]["phase"] != CanyonPhase.MOVING:
        return
    bid, taken = after[0]["bid"], after[0]["tricks"]
    for seat, tally in enumerate(tallies):
        tally["bid"].append(float(bid[seat]))
        tally["zero_bids"].append(float(bid[seat] == 0))
        tally["exact"].append(float(taken[seat] == bid[seat]))


def note_card(states: States, seat: int, action: int, tally: Tally) -> None:
    """Note when trumps and high cards are played."""
    s = states[0]
    if s["phase"] == CanyonPhase.TRICKS:
        card, legal = action - PLAY, LEGAL[: game("canyon").doors.legal(states, 0, seat, LEGAL)] - PLAY
        numbers = legal % VALUES
        if numbers.min() < numbers.max():
            tally["high_first"].append(float((card % VALUES - numbers.min()) / (numbers.max() - numbers.min())))
        trumps = legal // VALUES == s["trump"] // VALUES
        if trumps.any() and not trumps.all():
            kept = float(card // VALUES != s["trump"] // VALUES)
            tally["trumps_kept"].append(kept)
            if led_suit(s) < 0:
                tally["trumps_led"].append(1 - kept)
        if led_suit(s) >= 0:
            best = s["played"][s["trick"], trick_winner(s)]
            trumps_it = legal // VALUES == s["trump"] // VALUES
            wins = np.where(legal // VALUES == best // VALUES, legal > best, trumps_it)
            if wins.any() and not wins.all():
                tally["snatched"].append(float(wins[legal == card][0]))


def nothing(_states: States, _tallies: list[Tally]) -> None:
    """Note nothing at the end."""


LEGAL = np.empty(game("canyon").max_legal, np.int16)
DECIDERS = {"niagara": paddlers, "canyon": voyageurs}
NOTE_STEPS = {"niagara": note_river, "canyon": note_tricks}
NOTE_DECISION = {"niagara": note_paddling, "canyon": note_card}
NOTE_END = {"niagara": note_stash, "canyon": nothing}


def compare(game_id: str, one: str, other: str | None, games: int) -> dict[str, Any]:
    """Let two characters meet; return the share of the first, and what sets them apart."""
    won = [0.0, 0.0]
    done: tuple[Tally, Tally] = (defaultdict(list), defaultdict(list))
    blocks = -(-games // len(ORDERS))
    for block in range(blocks):
        for order in ORDERS:
            sitting = ["AB".index(letter) for letter in order]
            winners, tallies = play(game_id, [(one, other)[each] for each in sitting], block)
            for seat in winners:
                won[sitting[seat]] += 1 / len(winners)
            for each, tally in zip(sitting, tallies, strict=True):
                for trait, values in tally.items():
                    done[each][trait] += values
    found: dict[str, Any] = {"pair": [one, other], "games": blocks * len(ORDERS), "share": round(won[0] / sum(won), 3)}
    for character in (one, other):
        if character is not None:
            trait, sign = KNOWN_FOR[game_id][character]
            mine, theirs = done if character == one else reversed(done)
            found[character] = apart(trait, sign, mine[trait], theirs[trait])
    return found


def apart(trait: str, sign: int, mine: Sequence[float], theirs: Sequence[float]) -> dict[str, Any]:
    """Return the means of a trait, and by how many standard errors they differ in the direction it is known for."""
    error = math.hypot(*(np.std(each) / math.sqrt(len(each)) for each in (mine, theirs)))
    means = [float(np.mean(mine)), float(np.mean(theirs))]
    apart_by = sign * (means[0] - means[1]) / error if error else 0.0
    return {"trait": trait, "own": round(means[0], 3), "other": round(means[1], 3), "apart": round(apart_by, 1)}


def main() -> None:
    """Let every two characters meet, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="games of each pair, in whole blocks of six")
    parser.add_argument("--game", choices=sorted(KNOWN_FOR), help="one game only")
    parser.add_argument("--plain", action="store_true", help="let each meet a bot without a manner instead")
    asked = parser.parse_args()
    for game_id in [asked.game] if asked.game else KNOWN_FOR:
        began = time.process_time()
        pairs = [(each, None) for each in CHARACTERS] if asked.plain else list(itertools.combinations(CHARACTERS, 2))
        met = [compare(game_id, one, other, asked.games) for one, other in pairs]
        told = {
            "game": game_id,
            "games": met[0]["games"],
            "farthest_from_fair": max(abs(each["share"] - 0.5) for each in met),
            "least_apart": min(each[name]["apart"] for each in met for name in each["pair"] if name),
            "cpu_seconds": round(time.process_time() - began),
            "pairs": met,
        }
        print(json.dumps(told))


if __name__ == "__main__":
    main()
