"""Measure the bots: do their games end, does the paddler beat chance, how fast does it decide? Prints JSON."""

from __future__ import annotations

import json
import sys
import time

import numpy as np

from eddyline.bots.niagara.desk import new_desk
from eddyline.bots.niagara.outlook import outlook
from eddyline.bots.niagara.paddler import self_play
from eddyline.engine.registry import game

GAMES = 1000
PLAYERS = 4
EVERYBODY = 0b1111
NIAGARA = game("niagara")


def play(entropy: int, paddlers: int) -> tuple[int, int, tuple[int, ...]]:
    """Play one game of the default preset; return its decisions, its rounds and the seats that won."""
    states = NIAGARA.new(NIAGARA.parse_options(None, {}), PLAYERS, entropy | (entropy & 1) << 63)
    decisions = self_play(states, 0, entropy, paddlers, outlook(PLAYERS), *new_desk())
    return decisions, NIAGARA.round_number(states), NIAGARA.winners(states)


def among_paddlers() -> dict[str, object]:
    """Let four paddlers play, and tell how their games end and how fast they decide."""
    began = time.process_time()
    played = [play(entropy, EVERYBODY) for entropy in range(GAMES)]
    seconds = time.process_time() - began
    rounds = [number for _, number, _ in played]
    decisions = sum(count for count, _, _ in played)
    return {
        "games": GAMES,
        "finished": sum(bool(winners) for _, _, winners in played),
        "rounds": {
            "mean": round(float(np.mean(rounds)), 1),
            "median": int(np.median(rounds)),
            "5%": int(np.percentile(rounds, 5)),
            "95%": int(np.percentile(rounds, 95)),
            "most": max(rounds),
        },
        "wins_by_seat": [sum(seat in winners for _, _, winners in played) for seat in range(PLAYERS)],
        "decisions_per_game": round(decisions / GAMES, 1),
        "decisions_per_second": round(decisions / seconds),
    }


def against_chance() -> dict[str, object]:
    """Seat one paddler among three who play at random, in every seat as often."""
    played = [(seat, *play(entropy, 1 << seat)) for entropy in range(GAMES // PLAYERS) for seat in range(PLAYERS)]
    rounds = [number for _, _, number, _ in played]
    return {
        "games": len(played),
        "won": sum(winners == (seat,) for seat, _, _, winners in played),
        "rounds": {"median": int(np.median(rounds)), "most": max(rounds)},
    }


def main() -> None:
    """Compile, play, print."""
    sys.stderr.write("compiling, when this is the first time …\n")
    play(0, EVERYBODY)
    print(json.dumps({"paddlers": among_paddlers(), "paddler_against_three_random": against_chance()}))


if __name__ == "__main__":
    main()
