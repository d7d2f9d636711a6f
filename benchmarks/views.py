"""Measure views: microseconds until what a seat may see is JSON, for every seat after each decision of random games.

Prints a line of JSON for each game and number of players. Games with random presets, modules and boards are played side
by side, as on a server. `warm` describes every position, `Game.view` of the redacted record and its encoding, for all
seats one after the other, with whatever the program keeps of what it described before; `cold` forgets all of that
before every view. The peer in the same run is the encoding alone, by msgspec, of a finished view; a ratio says how many
times as long a view takes. Seconds are processor time.

    python benchmarks/views.py --games 20 --decisions 100
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from functools import _lru_cache_wrapper
from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.engine.match import Match
from eddyline.engine.registry import GAMES, game
from eddyline.server.base.outbox import encode

if TYPE_CHECKING:
    from eddyline.engine.game import Game
    from eddyline.engine.records import States

KEEPERS = ("eddyline.engine.", "eddyline.games.")
"""Packages whose functions keep what they described before."""


def played(rules: Game, players: int, games: int, decisions: int) -> list[tuple[States, int]]:
    """Play at random, a decision at every table in turn; return what each seat may know after each of them."""
    chance = np.random.default_rng(players)
    presets, maps = list(rules.presets), list(rules.boards)

    def begun(number: int) -> Match:
        own = {"board": maps[number % len(maps)]} if maps else {}
        own |= {each.name: bool(chance.integers(2)) for each in rules.option_infos() if each.kind == "switch"}
        own |= {each.any_of[0]: True for each in rules.needs if each.players == players}
        options = rules.parse_options(presets[number % len(presets)], own, players)
        return Match.new(rules, options, players=players, seed=number)

    matches = [begun(number) for number in range(games)]
    found = []
    for number in range(games * decisions):
        match = matches[number % games]
        if match.over:
            match = matches[number % games] = begun(number)
        seat = min(match.waiting)
        legal = match.legal(seat)
        match.play(seat, legal[chance.integers(len(legal))])
        found += [(match.known(seat), seat) for seat in range(players)]
    return found


def kept() -> list[Any]:
    """Find the functions of the games and the engine that keep their results."""
    return [
        each
        for each in gc.get_objects()
        if isinstance(each, _lru_cache_wrapper) and str(each.__module__).startswith(KEEPERS)
    ]


def measure(rules: Game, players: int, games: int, decisions: int) -> dict[str, float]:
    """Describe all positions of random games; return microseconds a view, and the size of one."""
    positions = played(rules, players, games, decisions)
    keepers = kept()
    view = rules.view
    view(*positions[0])  # compiles
    for each in keepers:
        each.cache_clear()
    began = time.process_time()
    for states, seat in positions:
        encode(view(states, seat))
    warm = time.process_time() - began
    cold = 0
    for states, seat in positions[::7]:
        for each in keepers:
            each.cache_clear()
        started = time.process_time_ns()
        encode(view(states, seat))
        cold += time.process_time_ns() - started
    views = [view(states, seat) for states, seat in positions[::7]]
    began = time.process_time()
    size = sum(len(encode(each)) for each in views)
    peer = time.process_time() - began
    warm_us, cold_us, peer_us = warm / len(positions) * 1e6, cold / len(views) / 1e3, peer / len(views) * 1e6
    return {
        "views": len(positions),
        "bytes": round(size / len(views)),
        "warm_us": round(warm_us, 1),
        "cold_us": round(cold_us, 1),
        "peer_us": round(peer_us, 1),
        "warm_to_peer": round(warm_us / peer_us, 2),
        "cold_to_peer": round(cold_us / peer_us, 2),
    }


def main() -> None:
    """Measure each number of players, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="games side by side (default: 20)")
    parser.add_argument("--decisions", type=int, default=100, help="decisions in each (default: 100)")
    parser.add_argument("--game", action="append", choices=GAMES, help="game to measure (default: all)")
    chosen = parser.parse_args()
    for game_id in chosen.game or GAMES:
        rules = game(game_id)
        for players in rules.player_counts:
            sys.stderr.write(f"{game_id}: views of {players} players …\n")
            found = measure(rules, players, chosen.games, chosen.decisions)
            print(json.dumps({"benchmark": "views", "game": game_id, "players": players} | found), flush=True)


if __name__ == "__main__":
    main()
