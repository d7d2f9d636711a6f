"""Compile and load rules and bots in the background while people are already playing."""

from __future__ import annotations

import os
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING

from eddyline.cli.compiling import Compiler, compile_all, missing, names_of, rehearse
from eddyline.cli.console import run_uncompiled
from eddyline.engine.cache_folder import cache_folder
from eddyline.engine.registry import GAMES, check_module

if TYPE_CHECKING:
    from collections.abc import Callable

CAN_SUCCEED = os.name == "posix"
"""Whether a process can exec another program and keep its sockets; otherwise everything is compiled at startup."""


class Preparation:
    """Track the server's background compilation, and report when thinking bots are available."""

    def __init__(self, compilers: list[Compiler], *, rules: bool) -> None:
        """Track processes that compile the `rules`, or otherwise thinking bots."""
        self.thinkers: dict[str, Future[None]] = {game_id: Future() for game_id in GAMES}
        """By game: done when its thinking bots are available; failed if they never will be."""
        for future in self.thinkers.values():
            future.set_running_or_notify_cancel()  # a server that stops waiting must not cancel it
        self.compiled = False
        """True when missing rules have been compiled, so that the server can restart with them."""
        self._compilers = compilers
        self._rules = rules
        self._given_up = False

    def tell(self) -> str:
        """Return a message about what users will notice; empty if nothing."""
        if self._given_up:
            return "The rules are not compiled: turns take a little longer, and quick bots replace the thinking ones."
        if self._rules:
            return "The rules are being compiled (first start only). You can already play; it gets faster in a minute."
        if self._compilers:
            return "Thinking bots are still being compiled; they will be available in about a minute."
        return ""

    def when_compiled(self, make_way: Callable[[], None]) -> None:
        """Call `make_way` from another thread when all missing rules are compiled; never if none were missing."""
        if self._rules:
            threading.Thread(target=self._wait, args=(make_way,), daemon=True).start()

    def _wait(self, make_way: Callable[[], None]) -> None:
        try:
            for compiler in self._compilers:
                compiler.done.result()
        except RuntimeError as error:
            self.give_up(error)
        else:
            self.compiled = True
            make_way()

    def give_up(self, error: Exception) -> None:
        """Let people continue with uncompiled rules; other bots replace the thinking ones."""
        self._given_up = True
        for future in self.thinkers.values():
            future.set_exception(error)

    def load_thinkers(self) -> None:
        """Load each game's bots in a thread as soon as they are compiled, so that their first turn is not delayed."""
        compilers = {compiler.stage.game: compiler for compiler in self._compilers}
        for game_id, done in self.thinkers.items():
            threading.Thread(target=_load, args=(game_id, compilers.get(game_id), done), daemon=True).start()

    def end(self) -> None:
        """Stop compiling; the next start resumes it."""
        for compiler in self._compilers:
            compiler.end()


def _load(game_id: str, compiler: Compiler | None, done: Future[None]) -> None:
    try:
        rehearse(game_id, names_of(game_id, "quick"))
        if compiler:
            compiler.done.result()
        rehearse(game_id, names_of(game_id, "thinking"))
    except Exception as error:  # noqa: BLE001 - any error is passed on to those waiting for the bots
        done.set_exception(error)
    else:
        done.set_result(None)


def prepare() -> Preparation:
    """Load the compiled rules; if there are none yet, start without them and compile in the background."""
    if os.environ.get("EDDYLINE_PLAIN") == "1":
        preparation = Preparation([], rules=False)
        for done in preparation.thinkers.values():
            done.set_result(None)
        return preparation
    # A further game that is not there is named before anything is compiled.
    for game_id in GAMES:
        check_module(game_id)
    ahead = missing("quick")
    if ahead and cache_folder() is None:
        run_uncompiled()
        preparation = Preparation([], rules=False)
        preparation.give_up(RuntimeError("compiled rules cannot be kept"))
        return preparation
    if ahead and not CAN_SUCCEED:
        compile_all(ahead)
    elif ahead:
        run_uncompiled()
        return Preparation([Compiler(stage) for stage in ahead], rules=True)
    for game_id in GAMES:
        rehearse(game_id, ("random",))
    preparation = Preparation([Compiler(stage) for stage in missing("thinking")], rules=False)
    preparation.load_thinkers()
    return preparation
