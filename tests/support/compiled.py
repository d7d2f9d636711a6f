"""Compile what the tests need, once, before the workers of pytest-xdist begin: all of them would compile the same.

`conftest.py` asks for it, and `make test` earlier, by `python -m support.compiled`. What has been compiled leaves a
mark in the cache, named after the kernels it is made of.
"""

from __future__ import annotations

import fcntl
import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from eddyline.bots import BOTS, play_turn
from eddyline.bots.registry import OWN
from eddyline.cli.compiling import Stage
from eddyline.engine.batch import Batch
from eddyline.engine.cache_folder import located
from eddyline.engine.kernel import CHECKED
from eddyline.engine.match import Match
from eddyline.engine.perft import perft
from eddyline.engine.registry import GAMES, game
from eddyline.engine.sources import kernels_digest

if TYPE_CHECKING:
    from collections.abc import Iterator


def rules(game_id: str) -> None:
    """Go through all doors of a game that lead to one position."""
    match = Match.new(game(game_id), players=3, seed=1)
    doors, bot = match.game.doors, BOTS[game_id]["random"](1)
    seen = np.empty(match.game.observation_size, np.int8)
    while not match.over and match.game.round_number(match.states) < 3:
        seat = min(match.waiting)
        doors.observe(match.states, 0, seat, seen)
        doors.resample(match.states.copy(), 0, seat, 1)
        doors.ranking(match.states, 0, np.empty(3, np.int16))
        match.view(None)
        match.game.set_up(msgspec.to_builtins(match.game.position(match.states)))
        match.commit(seat, play_turn(bot, match, seat))
    doors.playout(match.states.copy(), 0, 1, 1)
    perft(match.game, match.states, 1)


def batches(game_id: str) -> None:
    """Play many games at once."""
    batch = Batch(game(game_id), players=3, games=2)
    batch.step(batch.sample())


def thinking_bots(game_id: str) -> None:
    Stage(game_id, "thinking").compile()


def self_play(game_id: str) -> None:
    """Let quick bots play whole games in compiled code, where a game has any."""
    if OWN[game_id]:
        list(import_module(f"support.{game_id}_games").play_games(1, 3, 0b111))


def rules_and_quick_bots(game_id: str) -> None:
    rules(game_id)
    Stage(game_id, "quick").compile()


FIRST, THEN = (rules, ()) if CHECKED else (rules_and_quick_bots, (thinking_bots, self_play, batches))
"""What is compiled for a game, then what is made of that; the longest first. Bounds are checked in the rules alone."""


def compile_all() -> None:
    """Compile for every game what comes `FIRST`, `THEN` the rest: in as many processes as there are cores."""
    with _alone():
        _compile([game_id for game_id in GAMES if not _mark(game_id).exists()])


@contextmanager
def _alone() -> Iterator[None]:
    """Let runs of other clones wait that want the same, which is then there."""
    lock = located("marks/tests.lock")
    assert lock is not None, "the tests need a folder for compiled code, see EDDYLINE_CACHE"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _compile(ahead: list[str]) -> None:
    if not ahead:
        return
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        first = {pool.submit(FIRST, game_id): game_id for game_id in ahead}
        then = {}
        for done in as_completed(first):
            done.result()
            then[first[done]] = [pool.submit(step, first[done]) for step in THEN]
        for game_id, steps in then.items():
            for done in steps:
                done.result()
            _mark(game_id).touch()


def _mark(game_id: str) -> Path:
    modules = [GAMES[game_id], "eddyline.engine.batch", *(bot.module for bot in OWN.get(game_id, {}).values())]
    asked = sha256(Path(__file__).read_bytes()).hexdigest()[:8]
    mark = located(f"marks/{game_id}-tests-{asked}-{kernels_digest(*modules)}")
    assert mark is not None
    return mark


if __name__ == "__main__":
    compile_all()
