"""Print results and progress, find games, and choose whether to run compiled rules."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click
from rich.console import Console

if TYPE_CHECKING:
    from eddyline.engine.game import Game

out = Console(highlight=False, soft_wrap=True)
"""Results."""
err = Console(highlight=False, soft_wrap=True, stderr=True)
"""Progress and complaints: they stay out of pipes."""


def find_game(name: str) -> Game:
    """Find a game by its id; raises BadParameter."""
    from eddyline.engine.registry import UnknownGameError, game  # noqa: PLC0415

    try:
        return game(name)
    except UnknownGameError as error:
        raise click.BadParameter(str(error), param_hint="GAME") from None


def run_uncompiled() -> None:
    """Run the rules as they are written from here on, unless they are loaded already.

    For what is done before a compiler would be: a few hundred decisions take less than a second.
    """
    chosen = os.environ.get("EDDYLINE_PLAIN")
    os.environ["EDDYLINE_PLAIN"] = "1"
    import eddyline.engine.kernel  # noqa: F401, PLC0415 - reads the variable when it is imported

    # Not for processes that are started later.
    if chosen is None:
        del os.environ["EDDYLINE_PLAIN"]
    else:
        os.environ["EDDYLINE_PLAIN"] = chosen
