"""List what is compiled to WebAssembly, and tell whether what lies there is up to date; nothing is compiled here.

Each game with kernels is a module, and so is each of its bots that can decide alone. A module lies beside the Python
module that it is made of: `game.wasm` beside `game.py`. It says of which sources it was made; so it is committed and
shipped, and whoever only plays compiles nothing.
"""

from __future__ import annotations

import hashlib
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from eddyline.bots.registry import OWN
from eddyline.engine.opening import NOTHING
from eddyline.engine.registry import GAMES, game
from eddyline.engine.sources import code_digest
from eddyline.engine.writer import Frame, joined, write
from eddyline.wasm.linking import ACTIONS, LinkingError, about

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from eddyline.bots.bot import Alone
    from eddyline.engine.doors import Kernels
    from eddyline.engine.game import ActionLike
    from eddyline.engine.records import Grid
    from eddyline.engine.showing import Showing
    from eddyline.engine.writer import Writer

BOARDS = "boards"
"""Memory that whoever uses a module may exchange, besides what has no contents yet."""
OWN_MEMORY = {"scratches", "stack", "rooms", "frames"}
"""Memory that begins empty."""
MAKERS = ("eddyline.wasm.retarget", "eddyline.wasm.linking")


class Target(NamedTuple):
    """A module that can be made: the rules of a game, or one of its bots."""

    game: str
    bot: str | None = None

    def __str__(self) -> str:
        """Name it: `niagara`, `niagara/paddler`."""
        return self.game if self.bot is None else f"{self.game}/{self.bot}"

    @property
    def home(self) -> str:
        """Name the Python module that it is made of."""
        return GAMES[self.game] if self.bot is None else OWN[self.game][self.bot].module

    @property
    def file(self) -> Path:
        """Return where it lies."""
        found = import_module(self.home).__file__
        assert found is not None
        return Path(found).with_suffix(".wasm")

    @property
    def alone(self) -> Alone:
        """Return how the bot decides without Python."""
        found: Alone = import_module(self.home).ALONE
        return found

    @property
    def kernels(self) -> Mapping[str, Callable[..., Any]]:
        """Return the kernels by the names under which they are exported."""
        if self.bot is not None:
            return {"choose": self.alone.kernel}
        shown: dict[str, Callable[..., Any]] = {}
        if self.showing:
            shown = {"show": self.showing.kernel, "write": write}
        return {**self._of_game.by_name, **shown}

    @property
    def memory(self) -> Mapping[str, Grid]:
        """Return the arrays that the kernels work with besides those of the caller."""
        if self.bot is not None:
            return self.alone.memory()
        memory = {**self._of_game.memory(), **(memory_of(self.showing.writer) if self.showing else {})}
        maps = game(self.game).maps
        # Maps that players have brought into this process come after ours.
        return memory | {BOARDS: memory[BOARDS][: len(maps.texts) if maps else None]}

    @property
    def given(self) -> Mapping[str, Grid]:
        """Return arrays like those for which the caller gives an address."""
        rules = game(self.game)
        numbers = np.zeros(rules.max_legal, np.int16)
        arrays = {"states": np.zeros(1, rules.dtype), "out": numbers, "ranks": numbers}
        if self.bot is not None or self.showing is None:
            return arrays
        plan = self.showing.writer.plan
        shown = np.zeros(1, plan.dtype)
        return {
            **arrays,
            "shown": shown,
            "numbers": shown.view(np.int16),
            "written": np.zeros(plan.longest + len(self.memory["given"]), np.uint8),
        }

    @property
    def showing(self) -> Showing[Any] | None:
        """Return what makes the game's views."""
        return game(self.game).words.showing

    @property
    def _of_game(self) -> Kernels:
        found = game(self.game).doors.kernels
        assert found is not None
        return found

    @property
    def sections(self) -> Mapping[str, bytes]:
        """Return what else the module says: of a game whose positions it shows, all actions."""
        if self.bot is not None or self.showing is None:
            return {}
        return {ACTIONS: msgspec.json.encode(columns_of(game(self.game).actions))}

    def about(self) -> dict[str, object]:
        """Say what the module is, and of which sources it is made."""
        rules, memory = game(self.game), self.memory
        homes = {kernel.__module__ for kernel in self.kernels.values()}
        total = hashlib.sha256(code_digest(*homes, *MAKERS).encode())
        for name in sorted(memory):
            array = memory[name]
            total.update(f"{name} {layout_digest(array.dtype)} {len(array)} ".encode() + array.tobytes())
        for name, content in self.sections.items():
            total.update(name.encode() + content)
        placed = {name: memory[name].dtype.itemsize for name in self.placed}
        return {
            "game": self.game,
            "bot": self.bot,
            "sources": total.hexdigest()[:16],
            "state": layout_digest(rules.dtype),
            "size": rules.dtype.itemsize,
            "most": rules.max_legal,
            "placed": placed,
            "shown": self._about_views(),
        }

    def _about_views(self) -> dict[str, object] | None:
        if self.bot is not None or self.showing is None:
            return None
        given = self.given
        return {
            "record": given["shown"].nbytes,
            "longest": given["written"].nbytes,
            "given": [*self.showing.writer.given],
        }

    @property
    def placed(self) -> tuple[str, ...]:
        """Name the memory for which the caller may give an address: boards, and what has no contents of its own."""
        memory = {name: array for name, array in self.memory.items() if name not in OWN_MEMORY}
        empty = {name for name, array in memory.items() if not array.view(np.uint8).any()}
        return tuple(name for name in sorted({BOARDS, *empty} & {*memory}) if memory[name].dtype != NOTHING.dtype)


def memory_of(writer: Writer[Any]) -> dict[str, Grid]:
    """Return the arrays with which views are filled and written; for all that is handed over they say null."""
    plan = writer.plan
    given, parts = joined([b"null"] * len(writer.given))
    return {
        "rooms": np.zeros(1, writer.room),
        "steps": plan.steps,
        "texts": plan.texts,
        "begins": plan.begins,
        "given": given,
        "parts": parts,
        "frames": np.zeros(plan.lists, Frame.dtype),
    }


def columns_of(actions: Sequence[ActionLike]) -> list[dict[str, Any]]:
    """Write actions, which are messages, by column: of all that follow one another and have the same fields.

    Column by column, the list is half as long once it is compressed.
    """
    rows: list[dict[str, Any]] = [msgspec.to_builtins(action) for action in actions]
    blocks = [list(block) for _, block in groupby(rows, key=lambda row: (row["kind"], [*row]))]
    return [
        {
            "kind": block[0]["kind"],
            "columns": {name: [row[name] for row in block] for name in block[0] if name not in {"kind", "id"}},
        }
        for block in blocks
    ]


def is_made_of(file: Path, target: Target) -> bool:
    """Return whether a file is the target's module, made of the current sources."""
    try:
        return about(file.read_bytes()) == target.about()
    except (OSError, LinkingError):
        return False


def targets() -> list[Target]:
    """List all modules that can be made, the games first."""
    compiled = [game_id for game_id in GAMES if game(game_id).doors.kernels is not None]
    found = [Target(game_id) for game_id in compiled]
    return found + [
        Target(game_id, name)
        for game_id in compiled
        for name, bot in OWN[game_id].items()
        if hasattr(import_module(bot.module), "ALONE")
    ]


def layout_digest(dtype: np.dtype[Any]) -> str:
    """Hash names, types and places of a record's fields: who reads it must agree."""
    return hashlib.sha256(repr(dtype.descr).encode()).hexdigest()[:8]
