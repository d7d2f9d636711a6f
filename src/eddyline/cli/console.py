"""Print results and progress, and find games, compiled first where that has not been done."""

from __future__ import annotations

import functools
import os
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import TYPE_CHECKING

import click
from rich.console import Console

if TYPE_CHECKING:
    from eddyline.engine.game import Game

out = Console(highlight=False, soft_wrap=True)
"""Results."""
err = Console(highlight=False, soft_wrap=True, stderr=True)
"""Progress and complaints: they stay out of pipes."""


@functools.cache
def warm_up() -> None:
    """Load the compiled rules and quick bots, or compile them the first time, so that no player waits for it."""
    from eddyline.engine.kernel import COMPILED_BEFORE  # noqa: PLC0415
    from eddyline.engine.registry import GAMES, game  # noqa: PLC0415

    if not COMPILED_BEFORE:
        began = time.perf_counter()
        # Each game in a process of its own, on a core of its own; what they compile is found in the cache afterwards.
        with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
            games = {pool.submit(_play_quickly, game_id): game_id for game_id in GAMES}
            with err.status(f"Compiling {len(games)} games – only the first time, less than a minute …"):
                for number, done in enumerate(as_completed(games), start=1):
                    done.result()
                    taken = time.perf_counter() - began
                    err.print(f"Compiled {game(games[done]).name} ({number} of {len(games)}, {taken:.0f} s so far).")
        err.print("The next start takes a second or two.")
    for game_id in GAMES:
        _play_quickly(game_id)


def warm_up_thinkers() -> dict[str, Future[None]]:
    """Load the bots that think; the first time compile them behind the server's back, and tell for each game when done.

    In processes of their own: compiling in a thread would keep the GIL from everybody else for a minute.
    """
    from eddyline.engine.kernel import COMPILED_BEFORE  # noqa: PLC0415
    from eddyline.engine.registry import GAMES  # noqa: PLC0415

    if not COMPILED_BEFORE:
        return {game_id: _compile_behind(game_id) for game_id in GAMES}
    for game_id in GAMES:
        _play_once(game_id, thinking=True)
    return {}


def _compile_behind(game_id: str) -> Future[None]:
    done: Future[None] = Future()
    # A daemon: it ends with the server.
    process = get_context("spawn").Process(target=_play_once_behind, args=(game_id,), daemon=True)
    process.start()

    def wait() -> None:
        process.join()
        if process.exitcode == 0:
            done.set_result(None)
        else:
            done.set_exception(RuntimeError(f"compiling the bots of {game_id} ended with {process.exitcode}"))

    threading.Thread(target=wait, daemon=True).start()
    return done


def _play_quickly(game_id: str) -> None:
    _play_once(game_id, thinking=False)


def _play_once_behind(game_id: str) -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    _play_once(game_id, thinking=True)


def _play_once(game_id: str, *, thinking: bool) -> None:
    """Let every bot of a game that thinks, or that does not, play a few rounds: that goes through every door."""
    from eddyline.bots import BOTS, Budget, Thinker, play_turn  # noqa: PLC0415
    from eddyline.engine.match import Match  # noqa: PLC0415
    from eddyline.engine.random import words  # noqa: PLC0415
    from eddyline.engine.registry import game  # noqa: PLC0415

    rules = game(game_id)
    for factory in BOTS[game_id].values():
        match = Match.new(rules, players=rules.players[0], entropy=1, chance=words(1))
        bot = factory(1, Budget(seconds=0.01))
        if isinstance(bot, Thinker) != thinking:
            continue
        while not match.over and rules.round_number(match.states) <= 3:
            seat = min(match.waiting)
            match.commit(seat, play_turn(bot, match, seat))
            match.view(None)


def find_game(name: str) -> Game:
    """Find a game; compile it first, with a word about it, where that has not been done."""
    from eddyline.engine.kernel import COMPILED_BEFORE  # noqa: PLC0415
    from eddyline.engine.registry import UnknownGameError, game  # noqa: PLC0415

    try:
        found = game(name)
    except UnknownGameError as error:
        raise click.BadParameter(str(error), param_hint="GAME") from None
    if not COMPILED_BEFORE:
        warm_up()
    return found
