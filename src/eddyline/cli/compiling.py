"""Compile games in advance: `eddyline compile`, and in the background of the server.

A *stage* is compiled as a unit: a game's rules with its quick bots, or its thinking bots. A compiled stage leaves a
marker file in the cache, named after a digest of all its kernels.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, as_completed
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import click

from eddyline.cli.console import err, out
from eddyline.engine.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Kind: TypeAlias = Literal["quick", "thinking"]
KINDS: tuple[Kind, ...] = ("quick", "thinking")


class Stage(NamedTuple):
    """Identify a unit of compilation."""

    game: str
    kind: Kind

    @property
    def is_compiled(self) -> bool:
        """Return whether the stage is completely compiled."""
        mark = self._mark()
        return mark is not None and mark.exists()

    def compile(self) -> None:
        """Compile or load all kernels by playing with every bot of this kind; raises OSError if they are not saved."""
        from eddyline.engine.cache_folder import unsaved  # noqa: PLC0415
        from eddyline.engine.private import make_folder  # noqa: PLC0415

        mark = self._mark()
        if mark is None:
            raise OSError("there is no folder for compiled code; name one with EDDYLINE_CACHE")
        rehearse(self.game, names_of(self.game, self.kind))
        if unsaved:
            raise OSError(unsaved[0])
        make_folder(mark.parent)
        mark.touch()

    def _mark(self) -> Path | None:
        from eddyline.bots.registry import OWN  # noqa: PLC0415
        from eddyline.engine.cache_folder import located  # noqa: PLC0415
        from eddyline.engine.sources import kernels_digest  # noqa: PLC0415

        modules = [GAMES[self.game], *(bot.module for bot in OWN.get(self.game, {}).values())]
        return located(f"marks/{self.game}-{self.kind}-{kernels_digest(*modules)}")


def missing(kind: Kind) -> list[Stage]:
    """List the stages of a kind that have not been compiled."""
    return [stage for stage in (Stage(game_id, kind) for game_id in GAMES) if not stage.is_compiled]


def program(*arguments: str, module: str = "eddyline") -> list[str]:
    """Return the command that runs this program, or another module of it, with other arguments.

    It finds modules where this process does: by itself, `python -m` looks for all of them in the current folder first,
    which may be one, such as /tmp, where anybody can put some.
    """
    here = [] if {"", str(Path.cwd())} & {*sys.path} else ["-P"]
    return [sys.executable, *here, "-m", module, *arguments]


class Compiler:
    """Compile one stage in a separate process of low priority.

    A thread would hold the GIL for a minute.
    """

    def __init__(self, stage: Stage) -> None:
        """Start compiling; the future `done` reports the end, or RuntimeError on failure."""
        self.stage = stage
        self.done: Future[None] = Future()
        self.done.set_running_or_notify_cancel()
        environment = {name: value for name, value in os.environ.items() if name != "EDDYLINE_PLAIN"}
        command = program("compile", stage.game, "--bots", stage.kind)
        # A separate session: Ctrl-C goes to the server only, which then ends this process.
        self._process = subprocess.Popen(  # noqa: S603 - this very program
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
        )
        threading.Thread(target=self._wait, daemon=True).start()

    def end(self) -> None:
        """Stop compiling; kernels compiled so far are kept."""
        # SIGTERM might not work: a process started while signals are blocked inherits the mask.
        self._process.kill()

    def _wait(self) -> None:
        status = self._process.wait()
        if status == 0:
            self.done.set_result(None)
        else:
            what = f"compiling the {self.stage.kind} bots of {self.stage.game} ended with status {status}"
            self.done.set_exception(RuntimeError(what))


def compile_all(stages: Sequence[Stage]) -> None:
    """Compile stages, each in a separate process, and print progress; raises RuntimeError."""
    if not stages:
        return
    began = time.monotonic()
    with err.status("Compiling (first time only) …"):
        compilers = {(compiler := Compiler(stage)).done: compiler for stage in stages}
        try:
            for number, done in enumerate(as_completed(compilers), start=1):
                done.result()
                game, kind = compilers[done].stage
                taken = time.monotonic() - began
                err.print(f"Compiled {game}, {kind} bots ({number} of {len(stages)}, {taken:.0f} s so far).")
        finally:
            for compiler in compilers.values():
                compiler.end()


@click.command("compile")
@click.argument("games", nargs=-1, type=click.Choice(tuple(GAMES)), metavar="[GAME]...")
@click.option(
    "--bots",
    "kinds",
    multiple=True,
    type=click.Choice(KINDS),
    help="Only these kinds of bots; may be repeated.  [default: all]",
)
def compile_(games: tuple[str, ...], kinds: tuple[Kind, ...]) -> None:
    """Compile rules and bots in advance.

    GAMEs are ids such as niagara; the default is all games. Compiled code is stored in the cache and used by every
    command; it is compiled again when rules or bots change.
    """
    stages = [Stage(game_id, kind) for game_id in games or GAMES for kind in kinds or KINDS]
    ahead = [stage for stage in stages if not stage.is_compiled]
    try:
        if len(ahead) == 1:
            if hasattr(os, "nice"):
                os.nice(10)
            ahead[0].compile()
        else:
            compile_all(ahead)
    except (OSError, RuntimeError) as error:
        raise click.ClickException(f"not everything could be compiled and saved: {error}") from None
    out.print("Compiled." if ahead else "Everything is already compiled.")


def names_of(game_id: str, kind: Kind) -> list[str]:
    """List a game's bots of a kind."""
    from eddyline.bots import BOTS, Thinker  # noqa: PLC0415

    return [name for name, make in BOTS[game_id].items() if isinstance(make(1), Thinker) == (kind == "thinking")]


def rehearse(game_id: str, names: Iterable[str]) -> None:
    """Let each bot play a few rounds on its own, which calls every compiled function that a server uses.

    One simulation a turn calls as many as a long thought would, and a server thinks at every start.
    """
    import numpy as np  # noqa: PLC0415 - slow to import, and rarely needed

    from eddyline.bots import BOTS, Budget, play_turn  # noqa: PLC0415
    from eddyline.engine.match import Match  # noqa: PLC0415
    from eddyline.engine.registry import game  # noqa: PLC0415

    rules = game(game_id)
    for name in names:
        bot = BOTS[game_id][name](1, Budget(rollouts=1))
        match = Match.new(rules, players=rules.players[0], seed=1)
        while not match.over and rules.round_number(match.states) <= 3:
            seat = min(match.waiting)
            match.view(seat)
            match.fate(seat)
            match.commit(seat, play_turn(bot, match, seat))
        # What a game needs when it ends, which most have not by now.
        ranks = np.array(rules.ranking(match.states, match.players), np.int16)
        rules.doors.winners(match.states, 0, ranks)
