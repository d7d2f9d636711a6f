"""Measure the bots: do their games end, do they beat random play, how fast do they decide? Prints JSON.

The paddler plays Niagara's base game a thousand times, and each expansion module, all together, and six players a
hundred times; the voyageur plays Canyon on both boards and with both options. Seats rotate. Then the search bots think
for a second about each of several turns, and all bots are opponents in the Gymnasium environment.
"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from eddyline.bots import BOTS, Budget, Thinker, play_turn
from eddyline.bots.canyon import scratch as canyon_scratch
from eddyline.bots.canyon import voyageur
from eddyline.bots.niagara import paddler
from eddyline.bots.niagara import scratch as niagara_scratch
from eddyline.bots.niagara.lone_canoe import solve_lone_canoe
from eddyline.engine.match import Match
from eddyline.engine.registry import game
from eddyline.envs.gymnasium import SeatEnv
from eddyline.games.canyon.rules.board import SHELF

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 1000
HOUSE_GAMES = 100
PLAYERS = 4
MIDDLE = 8
"""A round in the middle of a game."""
NIAGARA, CANYON = game("niagara"), game("canyon")
MODULES = ("double_canoe", "whirlpool", "spirit_cards", "beaver", "moose", "diamond_joe")
HOUSES: dict[str, dict[str, object]] = {
    "canyon": {},
    "board whirlpool": {"board": "whirlpool"},
    "skip_brown": {"skip_brown": True},
    "secret_bids": {"secret_bids": True},
}


class Played(NamedTuple):
    """Record the result of one game."""

    decisions: int
    rounds: int
    winners: tuple[int, ...]
    bids: int = 0
    met: int = 0


def on_niagara(entropy: int, players: int, bots: int, options: dict[str, object]) -> Played:
    """Play one game of Niagara: paddlers in the seats of the mask `bots`, random play in the others."""
    states = NIAGARA.new(NIAGARA.parse_options(None, options, players), players, entropy | (entropy & 1) << 63)
    scratches, stack = niagara_scratch.new_scratch()
    decisions = paddler.self_play(states, 0, entropy, bots, solve_lone_canoe(players), scratches, stack)
    return Played(decisions, NIAGARA.round_number(states), NIAGARA.winners(states))


def in_canyon(entropy: int, players: int, bots: int, options: dict[str, object]) -> Played:
    """Play one game of Canyon in the same way, with voyageurs."""
    states = CANYON.new(CANYON.parse_options(None, options, players), players, entropy)
    scratches, stack = canyon_scratch.new_scratch()
    decisions, bids, met = voyageur.self_play(SHELF.table, states, 0, entropy, bots, scratches, stack)
    return Played(decisions, CANYON.round_number(states), CANYON.winners(states), bids, met)


def among_themselves(
    play: Callable[..., Played], games: int, players: int, options: dict[str, object]
) -> dict[str, object]:
    """Let bots of one kind play each other; return how their games end and how fast they decide."""
    began = time.process_time()
    played = [play(entropy, players, (1 << players) - 1, options) for entropy in range(games)]
    seconds = time.process_time() - began
    rounds = [one.rounds for one in played]
    decisions = sum(one.decisions for one in played)
    bids = sum(one.bids for one in played)
    told: dict[str, object] = {
        "games": games,
        "finished": sum(bool(one.winners) for one in played),
        "rounds": {
            "mean": round(float(np.mean(rounds)), 1),
            "median": int(np.median(rounds)),
            "5%": int(np.percentile(rounds, 5)),
            "95%": int(np.percentile(rounds, 95)),
            "most": max(rounds),
        },
        "wins_by_seat": [sum(seat in one.winners for one in played) for seat in range(players)],
        "decisions_per_game": round(decisions / games, 1),
        "decisions_per_second": round(decisions / seconds),
    }
    return told | ({"bids_met": round(sum(one.met for one in played) / bids, 3)} if bids else {})


def against_chance(
    play: Callable[..., Played], games: int, players: int, options: dict[str, object]
) -> dict[str, object]:
    """Let one bot play against random players, equally often in every seat."""
    played = [
        (seat, play(entropy, players, 1 << seat, options))
        for entropy in range(games // players)
        for seat in range(players)
    ]
    rounds = [one.rounds for _, one in played]
    return {
        "games": len(played),
        "won": sum(one.winners == (seat,) for seat, one in played),
        "rounds": {"median": int(np.median(rounds)), "most": max(rounds)},
    }


def both(play: Callable[..., Played], games: int, players: int, options: dict[str, object]) -> dict[str, object]:
    """Measure a bot in one kind of game, among its own and against random play."""
    return {
        "among_themselves": among_themselves(play, games, players, options),
        "one_against_random": against_chance(play, games, players, options),
    }


def rollouts_a_second(game_id: str, name: str) -> dict[str, int]:
    """Let a search bot think for a second about the turns of a game's first round, and of one in its middle."""
    match = Match.new(game(game_id), players=PLAYERS, seed=1)
    quick = next(iter(BOTS[game_id].values()))(1)
    bot = BOTS[game_id][name](1, Budget(seconds=1.0))
    assert isinstance(bot, Thinker)
    speeds: dict[int, list[float]] = {1: [], MIDDLE: []}
    while not match.over and (number := match.game.round_number(match.states)) <= MIDDLE:
        seat = min(match.waiting)
        if number in speeds:
            thought = bot.think(match.redacted(seat), seat)
            if thought.rollouts:
                speeds[number].append(thought.rollouts / thought.seconds)
        match.commit(seat, play_turn(quick, match, seat))
    return {f"round {number}": int(np.median(found)) for number, found in speeds.items() if found}


def milliseconds_a_step(game_id: str, name: str) -> float:
    """Return what a step of `SeatEnv` costs against three bots of a kind, with their own number of rollouts."""
    alone = SeatEnv(game_id, players=PLAYERS, opponent=name, max_rounds=MIDDLE)
    dice, spent = np.random.default_rng(1), []
    for seed in range(3):
        seen, over = alone.reset(seed=seed)[0], False
        while not over:
            action = dice.choice(np.flatnonzero(seen["action_mask"]))
            began = time.process_time()
            seen, _, over, _, _ = alone.step(action)
            spent.append(time.process_time() - began)
    return round(1000 * float(np.mean(spent)), 2)


def main() -> None:
    """Compile, play, print."""
    sys.stderr.write("compiling, when this is the first time …\n")
    on_niagara(0, PLAYERS, 1, {})
    in_canyon(0, PLAYERS, 1, {})
    everything: dict[str, object] = dict.fromkeys(MODULES, True)
    told = {
        "paddler": {
            "base": both(on_niagara, GAMES, PLAYERS, {}),
            "all modules": both(on_niagara, HOUSE_GAMES, PLAYERS, everything),
            "all modules, 6 players": both(on_niagara, HOUSE_GAMES, 6, everything),
            **{module: both(on_niagara, HOUSE_GAMES, PLAYERS, {module: True}) for module in MODULES},
        },
        "voyageur": {name: both(in_canyon, HOUSE_GAMES, PLAYERS, options) for name, options in HOUSES.items()},
        "rollouts_per_second": {
            f"{game_id} {name}": rollouts_a_second(game_id, name)
            for game_id, bots in BOTS.items()
            for name in bots
            if isinstance(bots[name](1), Thinker)
        },
        "milliseconds_per_step_as_opponents": {
            f"{game_id} {name}": milliseconds_a_step(game_id, name) for game_id, bots in BOTS.items() for name in bots
        },
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
