"""Parse entrants: a built-in bot or your own, with a budget."""

from __future__ import annotations

import re
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from eddyline.arena.response import MANNERS, adviser_of, respond
from eddyline.bots import Budget
from eddyline.bots.bot import DEFAULT, BotError, make_bot
from eddyline.bots.levels import bot_of
from eddyline.bots.registry import UnknownBotError
from eddyline.bots.registry import maker as bot_maker
from eddyline.characters import CHARACTERS
from eddyline.engine.messages import shown
from eddyline.engine.registry import game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.bots import Bot
    from eddyline.bots.bot import Maker

BUDGET = re.compile(r"(?P<number>\d+(\.\d+)?)(?P<unit>ms|s|)")
RESPONSE = re.compile(r"(?P<manner>\w+)\((?P<frozen>.+)\)")
"""What plays against copies of a bot, which it knows (see `response`)."""
EXPECTED = (
    "a bot's name or module:Class, and if you like a character or a budget: "
    "guide, guide@0.2s, guide@800, paddler/otter, my_bots:MyBot@50ms"
)


class SpecError(ValueError):
    """Report an invalid entrant, naming what was expected."""


class Entrant(NamedTuple):
    """Identify a participant, of which several copies may sit at one table."""

    name: str
    """A bot of the game (`paddler`) or a level (`hard`), perhaps as a character (`paddler/otter`), or an import path
    (`my_bots:MyBot`)."""
    budget: Budget | None = None
    """None: the bot's own number of rollouts."""

    def __str__(self) -> str:
        """Return the entrant in the form that `parse` reads."""
        if self.budget is None:
            return self.name
        return f"{self.name}@{self.budget.rollouts or f'{self.budget.seconds:g}s'}"


def parse(spec: str) -> Entrant:
    """Parse an entrant: `paddler`, `guide@0.2s`, `guide@200ms`, `guide@800` (rollouts); raises SpecError."""
    within, closed, after = spec.rpartition(")")
    name, at, text = (after if closed else spec).partition("@")
    if closed:
        name = _response(within + closed + name)
    if not name:
        raise SpecError(f"expected {EXPECTED}; got {spec!r}")
    if not at:
        return Entrant(name)
    budget = BUDGET.fullmatch(text)
    if budget is None or not float(budget["number"]) or (not budget["unit"] and not budget["number"].isdecimal()):
        raise SpecError(f"expected a budget such as 0.2s, 200ms or 800 (rollouts) after the @ in {spec!r}")
    if not budget["unit"]:
        return Entrant(name, Budget(seconds=None, rollouts=int(budget["number"])))
    return Entrant(name, Budget(seconds=float(budget["number"]) * (0.001 if budget["unit"] == "ms" else 1)))


def _response(name: str) -> str:
    """Check the name of a response, and write the bot that it answers as `Entrant` does; raises SpecError."""
    found = RESPONSE.fullmatch(name)
    if found is None or found["manner"] not in MANNERS:
        expected = " or ".join(f"{manner}(guide@100)" for manner in MANNERS)
        raise SpecError(f"expected a response such as {expected}; got {name!r}")
    return f"{found['manner']}({parse(found['frozen'])})"


def maker(game_id: str, entrant: Entrant) -> Callable[[int], Bot]:
    """Return the function that makes the entrant from a seed; raises SpecError if there is no such bot.

    What has an import path is imported when a bot is made, and not before: whoever asks may not be the one who can
    survive it. `find` tells whether it is there.
    """
    budget = entrant.budget or DEFAULT
    if response := RESPONSE.fullmatch(entrant.name):
        rules, manner = game(game_id), MANNERS[response["manner"]]
        if adviser_of(game_id) is None:
            raise SpecError(f"{rules.name} has no bot that thinks, so nobody can advise {entrant.name}")
        return partial(respond, rules, manner, maker(game_id, parse(response["frozen"])), budget=budget)
    if is_imported(entrant.name):
        return lambda seed: make_bot(_imported(entrant.name), seed, budget)
    try:
        make = _own(game_id, entrant.name)
    except UnknownBotError as error:
        raise SpecError(f"{error}. Expected {EXPECTED}") from None
    return partial(make_bot, make, budget=budget)


def is_imported(name: str) -> bool:
    """Return whether an entrant is somebody's own, as opposed to a bot of the game."""
    return ":" in name


def find(entrant: Entrant) -> None:
    """Raise SpecError if there is no such module; packages are searched without being imported."""
    if response := RESPONSE.fullmatch(entrant.name):
        find(parse(response["frozen"]))
        return
    path = entrant.name
    module = path.partition(":")[0]
    _look_here()
    folders: Sequence[str] | None = None
    name = ""
    for part in module.split("."):
        within, name = name, f"{name}.{part}" if name else part
        if name in sys.modules:
            folders = getattr(sys.modules[name], "__path__", None)
            continue
        searched = part and (folders is not None or not within)
        found = next((spec for each in sys.meta_path if searched and (spec := each.find_spec(name, folders))), None)
        if found is None:
            raise SpecError(f"cannot import {path}: there is no module {shown(name)}")
        folders = found.submodule_search_locations


def check(game_id: str, entrant: Entrant) -> None:
    """Make the bot once in this process, to report errors before its first game; raises SpecError."""
    if is_imported(entrant.name):
        find(entrant)
    make = maker(game_id, entrant)
    try:
        make(1)
    except BotError as error:
        raise SpecError(f"{entrant}: {error}") from None
    except Exception as error:
        raise SpecError(f"{entrant} cannot be made: {type(error).__name__}: {error}") from error


def _own(game_id: str, name: str) -> Maker:
    """Return what makes a bot of the game, as a character if one is named; raises UnknownBotError and SpecError."""
    bot, slash, character = name.partition("/")
    make = bot_maker(game_id, bot_of(game_id, bot))
    if not slash:
        return make
    if not make.manners:
        raise SpecError(f"{bot} plays in nobody's manner; got {name!r}")
    if character not in CHARACTERS:
        raise SpecError(f"expected a character, which is one of {', '.join(CHARACTERS)}; got {name!r}")
    return lambda seed, budget: make(seed, budget, character)


def _look_here() -> None:
    if "" not in sys.path and (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)


def _imported(path: str) -> Maker:
    module, _, attribute = path.partition(":")
    _look_here()
    try:
        found = getattr(import_module(module), attribute)
    except Exception as error:
        raise SpecError(f"cannot import {path}: {type(error).__name__}: {error}") from error
    return cast("Maker", found)
