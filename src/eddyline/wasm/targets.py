"""List what is compiled to WebAssembly, and tell whether what lies there is up to date; nothing is compiled here.

Each game with kernels is a module, and so is each of its bots that can decide alone. A module lies beside the Python
module that it is made of: `game.wasm` beside `game.py`. It says of which sources it was made; so it is committed and
shipped, and whoever only plays compiles nothing.
"""

from __future__ import annotations

import hashlib
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from eddyline.bots.registry import OWN
from eddyline.engine.opening import NOTHING
from eddyline.engine.registry import GAMES, game
from eddyline.engine.sources import code_digest
from eddyline.wasm.linking import LinkingError, about

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from eddyline.bots.bot import Alone
    from eddyline.engine.doors import Kernels
    from eddyline.engine.records import Grid

BOARDS = "boards"
"""Memory that whoever uses a module may exchange, besides what has no contents yet."""
OWN_MEMORY = {"scratches", "stack"}
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
        return self._of_game.by_name if self.bot is None else {"choose": self.alone.kernel}

    @property
    def memory(self) -> Mapping[str, Grid]:
        """Return the arrays that the kernels work with besides those of the caller."""
        return self._of_game.memory() if self.bot is None else self.alone.memory()

    @property
    def _of_game(self) -> Kernels:
        found = game(self.game).doors.kernels
        assert found is not None
        return found

    def about(self) -> dict[str, object]:
        """Say what the module is, and of which sources it is made; ask where no map has been loaded besides ours."""
        rules, memory = game(self.game), self.memory
        total = hashlib.sha256(code_digest(self.kernels_home, *MAKERS).encode())
        for name in sorted(memory):
            array = memory[name]
            total.update(f"{name} {layout_digest(array.dtype)} {len(array)} ".encode() + array.tobytes())
        placed = {name: memory[name].dtype.itemsize for name in self.placed}
        return {
            "game": self.game,
            "bot": self.bot,
            "sources": total.hexdigest()[:16],
            "state": layout_digest(rules.dtype),
            "size": rules.dtype.itemsize,
            "most": rules.max_legal,
            "placed": placed,
        }

    @property
    def kernels_home(self) -> str:
        """Name the module in which the kernels stand: of a game the one with its doors, which imports no words."""
        kernel: Any = next(iter(self.kernels.values()))
        return str(kernel.__module__)

    @property
    def placed(self) -> tuple[str, ...]:
        """Name the memory for which the caller may give an address: boards, and what has no contents of its own."""
        memory = {name: array for name, array in self.memory.items() if name not in OWN_MEMORY}
        empty = {name for name, array in memory.items() if not array.view(np.uint8).any()}
        return tuple(name for name in sorted({BOARDS, *empty} & {*memory}) if memory[name].dtype != NOTHING.dtype)


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
