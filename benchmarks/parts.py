"""Measure where the time of Niagara's compiled rules goes, in random play with four players, by phase.

Prints one JSON object. The same games are played again and again: as they are, and with one thing done twice – listing
a seat's legal decisions, or, on a copy of the position, carrying a decision out or taking a step that needs none. What
the game then takes longer is what that thing takes where it is used, inlined as it is there; copying is measured by
itself and taken off. Nanoseconds are medians of rounds in turns; `share` is the part of the time of a decision. The
rest is drawing, and looking whose turn it is.

    python benchmarks/parts.py
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
from typing import Any

import numba
import numpy as np

from eddyline.engine.opening import LOWEST_SEAT
from eddyline.engine.random import below, seeded, stir
from eddyline.engine.registry import game
from eddyline.games.niagara.rules import phases
from eddyline.games.niagara.rules.state import Phase

PLAYERS = 4
NOTHING, LEGAL, COPY, DECIDE, COPY_STEP, STEP = range(6)
"""What is done twice."""
DECIDING = (Phase.CARDS, Phase.PADDLING, Phase.RESCUE)

rules: Any = phases


@numba.njit(error_model="numpy")
def play(states, copies, offers, seed, rounds, twice, phase):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN201
    """Play at random; return the numbers of decisions and steps, and of what was done twice."""
    s = states[0]
    random = seeded(seed)
    decisions = steps = again = played = 0
    while played < rounds:
        waiting = rules.to_act(s)
        if rules.is_over(s):
            random = stir(random)
            rules.begin(s, random)
            played += 1
        elif waiting == 0:
            if twice >= COPY_STEP:
                copies[0] = s
                again += 1
            if twice == STEP:
                rules.advance(copies[0])
            number = s.round_number
            rules.advance(s)
            played += s.round_number - number
            steps += 1
        else:
            seat = np.int64(LOWEST_SEAT[waiting])
            here = s.phase == phase
            if here and twice == LEGAL:
                again += rules.legal(s, seat, offers) > 0
            count = rules.legal(s, seat, offers)
            random = stir(random)
            action = np.int64(offers[below(random, count)])
            if here and COPY <= twice <= DECIDE:
                copies[0] = s
                again += 1
            if here and twice == DECIDE:
                rules.decide(copies[0], seat, action)
            rules.decide(s, seat, action)
            decisions += 1
    return decisions, steps, again


def measure(rounds: int, times: int) -> dict[str, Any]:
    """Play with each thing done twice, in turns."""
    niagara = game("niagara")
    begun = niagara.new(niagara.parse_options(None, {}, PLAYERS), PLAYERS, 1)
    offers, copies = np.empty(niagara.max_legal, np.int16), begun.copy()
    each = [(what, int(phase)) for what in (LEGAL, COPY, DECIDE) for phase in DECIDING]
    modes = [(NOTHING, -1), *each, (COPY_STEP, -1), (STEP, -1)]
    spent: dict[tuple[int, int], list[float]] = {mode: [] for mode in modes}
    counts: dict[tuple[int, int], tuple[int, int, int]] = {}
    for number in range(times + 1):  # the first compiles
        for mode in modes:
            states = begun.copy()
            began = time.process_time_ns()
            counts[mode] = play(states, copies, offers, np.uint64(7), rounds, *mode)
            if number:
                spent[mode].append(time.process_time_ns() - began)
    taken = {mode: statistics.median(each) for mode, each in spent.items()}
    decisions, steps, _ = counts[NOTHING, -1]

    def part(mode: tuple[int, int], less: tuple[int, int]) -> dict[str, float]:
        often, more = counts[mode][2], taken[mode] - taken[less]
        return {
            "per_decision": round(often / decisions, 3),
            "ns": round(more / often, 1),
            "share": round(more / taken[NOTHING, -1], 3),
        }

    found = {"step without a decision": part((STEP, -1), (COPY_STEP, -1))}
    for phase in DECIDING:
        found[f"legal, {phase.name.lower()}"] = part((LEGAL, phase), (NOTHING, -1))
        found[f"decide, {phase.name.lower()}"] = part((DECIDE, phase), (COPY, phase))
    return {
        "decisions": decisions,
        "ns_per_decision": round(taken[NOTHING, -1] / decisions, 1),
        "steps_per_decision": round(steps / decisions, 3),
        "parts": found,
        "rest": round(1 - sum(each["share"] for each in found.values()), 3),
    }


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=400_000, help="rounds of Niagara that are played each time")
    parser.add_argument("--times", type=int, default=7)
    asked = parser.parse_args()
    found = measure(asked.rounds, asked.times)
    print(json.dumps({"benchmark": "parts", "machine": platform.machine(), **found}, indent=2))


if __name__ == "__main__":
    main()
