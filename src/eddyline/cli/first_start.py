"""Let nobody wait for the compiler: what a server compiles and loads while people play already."""

from __future__ import annotations

import os
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING

from eddyline.cli.compiling import Compiler, compile_all, missing, names_of, rehearse
from eddyline.cli.console import run_uncompiled
from eddyline.engine.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

CAN_SUCCEED = os.name == "posix"
"""Whether a process can become another program and keep its sockets; elsewhere everything is compiled beforehand."""


class Preparation:
    """Hold what goes on behind the server, and tell when bots that think can play."""

    def __init__(self, compilers: list[Compiler], *, rules: bool) -> None:
        """Watch over processes that compile the `rules`, or that compile bots that think."""
        self.thinkers: dict[str, Future[None]] = {game_id: Future() for game_id in GAMES}
        """Done for a game when its bots that think can play; a failure when they never will."""
        for future in self.thinkers.values():
            future.set_running_or_notify_cancel()  # a server that stops gives up waiting, and cancels nothing
        self.compiled = False
        """Set when rules that were missing have been compiled, so that the server can make way."""
        self._compilers = compilers
        self._rules = rules

    def tell(self) -> str:
        """Say what people will notice; nothing if they will not notice anything."""
        if self._rules:
            return "The rules are being compiled, this first time only. You can play; it gets faster in a minute."
        if self._compilers:
            return "Bots that think are still being compiled; in a minute or so they play, too."
        return ""

    def when_compiled(self, make_way: Callable[[], None]) -> None:
        """Call once all missing rules have been compiled, from another thread; never, if none were missing."""
        if self._rules:
            threading.Thread(target=self._wait, args=(make_way,), daemon=True).start()

    def _wait(self, make_way: Callable[[], None]) -> None:
        try:
            for compiler in self._compilers:
                compiler.done.result()
        except RuntimeError as error:
            # People play on with uncompiled rules; for bots that think others play.
            for future in self.thinkers.values():
                future.set_exception(error)
        else:
            self.compiled = True
            make_way()

    def load_thinkers(self) -> None:
        """Load the bots of each game in a thread, the moment they are compiled, so that no thought begins late."""
        compilers = {compiler.stage.game: compiler for compiler in self._compilers}
        for game_id, done in self.thinkers.items():
            threading.Thread(target=_load, args=(game_id, compilers.get(game_id), done), daemon=True).start()

    def end(self) -> None:
        """Stop what is being compiled; the next start goes on with it."""
        for compiler in self._compilers:
            compiler.end()


def _load(game_id: str, compiler: Compiler | None, done: Future[None]) -> None:
    try:
        rehearse(game_id, names_of(game_id, "quick"))
        if compiler:
            compiler.done.result()
        rehearse(game_id, names_of(game_id, "thinking"))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told to whoever waits for the bots
        done.set_exception(error)
    else:
        done.set_result(None)


def prepare() -> Preparation:
    """Load the compiled rules; where there are none yet, let the server begin without, and compile behind its back."""
    if os.environ.get("EDDYLINE_PLAIN") == "1":
        preparation = Preparation([], rules=False)
        for done in preparation.thinkers.values():
            done.set_result(None)
        return preparation
    ahead = missing("quick")
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
