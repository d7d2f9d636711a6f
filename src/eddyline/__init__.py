"""Play canoe games: rules, saved games and bots for Niagara and Canyon.

>>> import eddyline
>>> match = eddyline.new("niagara", players=3, seed=7)
>>> match
<Match: Niagara, 3 players, round 1, waiting for seats 0, 1 and 2>
>>> events = match.play(0, "card 3")
>>> bot = eddyline.bot("niagara", "paddler", seed=match.seed)
>>> events = match.commit(1, eddyline.play_turn(bot, match, 1))
>>> match.save("evening.jsonl")
>>> match = eddyline.load("evening.jsonl")

`games()` lists the games. `new` starts a match, `load` and `loads` read a saved one; all return a `Match`, which checks
every decision and explains refusals. `bot` makes a bot, `play_turn` lets it decide a turn. `game` returns the rules
themselves: options, actions, positions, and compiled functions for training bots.

Further packages are `eddyline.envs` (Gymnasium, PettingZoo, OpenSpiel), `eddyline.arena` (tournaments) and the server;
`python -m eddyline` is the command line. ARCHITECTURE.md describes how they fit together.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eddyline.bots.bot import Bot, Budget, play_turn
    from eddyline.bots.registry import UnknownBotError
    from eddyline.engine.draft import IllegalAction
    from eddyline.engine.game import ActionError
    from eddyline.engine.match import Match
    from eddyline.engine.notes import Comment, Variation
    from eddyline.engine.options import OptionError
    from eddyline.engine.registry import UnknownGameError, game, games
    from eddyline.front_door import bot, load, loads, new
    from eddyline.record.file import RecordError

    __version__: str

__all__ = [
    "ActionError",
    "Bot",
    "Budget",
    "Comment",
    "IllegalAction",
    "Match",
    "OptionError",
    "PositionError",
    "RecordError",
    "UnknownBotError",
    "UnknownGameError",
    "Variation",
    "__version__",
    "bot",
    "game",
    "games",
    "load",
    "loads",
    "new",
    "play_turn",
]

_WHERE = {
    "ActionError": "engine.game",
    "Bot": "bots.bot",
    "Budget": "bots.bot",
    "Comment": "engine.notes",
    "IllegalAction": "engine.draft",
    "Match": "engine.match",
    "OptionError": "engine.options",
    "PositionError": "engine.positions",
    "RecordError": "record.file",
    "UnknownBotError": "bots.registry",
    "UnknownGameError": "engine.registry",
    "Variation": "engine.notes",
    "bot": "front_door",
    "game": "engine.registry",
    "load": "front_door",
    "loads": "front_door",
    "new": "front_door",
    "play_turn": "bots.bot",
}
"""Module of each name, imported on first use: importing the rules and their compiler takes a second."""

if not TYPE_CHECKING:  # type checkers read the imports above, and should report unknown names

    def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever is asked for
        if name == "__version__":
            from importlib.metadata import version  # noqa: PLC0415 - slower to import than all of this module

            found: Any = version("eddyline")
        elif name == "games":
            found = import_module("eddyline.games")  # a callable package: it shares the name of the function
        elif name in _WHERE:
            found = getattr(import_module(f"eddyline.{_WHERE[name]}"), name)
        else:
            message = f"module 'eddyline' has no attribute {name!r}"
            raise AttributeError(message)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
