"""List what is compiled to WebAssembly, and tell whether what lies there is up to date; nothing is compiled here.

Each game with kernels is a module, and so are what tells its fate and each of its bots that can decide alone. A module
lies beside the Python module that it is made of: `game.wasm` beside `game.py`, and so does a game's `fate.wasm`. It
says of which sources it was made; so it is committed and shipped, and whoever only plays compiles nothing.
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
from eddyline.wasm.declared import secrets_of, setup_of
from eddyline.wasm.linking import ACTIONS, LinkingError, about

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from eddyline.bots.bot import Alone
    from eddyline.engine.doors import Kernels
    from eddyline.engine.fate import Fate
    from eddyline.engine.game import ActionLike
    from eddyline.engine.records import Grid
    from eddyline.engine.refusing import Refusing
    from eddyline.engine.showing import Showing
    from eddyline.engine.telling import Telling
    from eddyline.engine.writer import Plan, Writer

FATE = "fate"
"""Part of a game that tells what may come."""
BOARDS = "boards"
"""Memory that whoever uses a module may exchange."""
TELLERS = ("tell_start", "tell_decision", "tell_advance")
"""Names of the kernels that tell of events."""
MAKERS = ("eddyline.wasm.retarget", "eddyline.wasm.linking")


class Target(NamedTuple):
    """A module that can be made: the rules of a game, what tells its fate, or one of its bots."""

    game: str
    part: str | None = None
    """FATE, or the name of a bot."""

    def __str__(self) -> str:
        """Name it: `niagara`, `niagara/fate`, `niagara/paddler`."""
        return self.game if self.part is None else f"{self.game}/{self.part}"

    @property
    def bot(self) -> str | None:
        """Return the name of the bot, if it is one."""
        return None if self.part == FATE else self.part

    @property
    def home(self) -> str:
        """Name the Python module that it is made of."""
        return GAMES[self.game] if self.bot is None else OWN[self.game][self.bot].module

    @property
    def file(self) -> Path:
        """Return where it lies."""
        found = import_module(self.home).__file__
        assert found is not None
        return Path(found).with_name(f"{self.part or 'game'}.wasm")

    @property
    def alone(self) -> Alone:
        """Return how the bot decides without Python."""
        assert self.bot is not None
        found: Alone = OWN[self.game][self.bot].kind.alone  # type: ignore[attr-defined]
        return found

    @property
    def kernels(self) -> Mapping[str, Callable[..., Any]]:
        """Return the kernels by the names under which they are exported."""
        if self.bot is not None:
            return self.alone.kernels
        if self.fate:
            return {"tell_fate": self.fate.kernel, "write": write}
        kernels = {**self._of_game.by_name}
        if self.showing:
            kernels |= {"show": self.showing.kernel, "write": write}
        if self.telling:
            kernels |= dict(zip(TELLERS, self.telling.kernels, strict=True))
        if self.refusing:
            kernels |= {"refuse": self.refusing.kernel}
        return kernels

    @property
    def memory(self) -> Mapping[str, Any]:
        """Return what the kernels work with besides what the caller gives: arrays, settings, or tuples of these."""
        if self.bot is not None:
            return self.alone.memory()
        memory = dict(self._of_game.memory())
        if self.writers:
            # Plans come one after another; the last one has those before it.
            first, *_ = self.writers.values()
            *_, last = self.writers.values()
            memory |= memory_of(first, last.plan)
        maps = game(self.game).maps
        # Maps that players have brought into this process come after ours.
        return memory | {BOARDS: memory[BOARDS][: len(maps.texts) if maps else None]}

    @property
    def given(self) -> Mapping[str, Grid]:
        """Return arrays like those for which the caller gives an address."""
        rules = game(self.game)
        numbers = np.zeros(rules.max_legal, np.int16)
        states = np.zeros(1, rules.dtype)
        arrays = {"states": states, "out": numbers, "ranks": numbers, "before": states, "after": states}
        arrays |= {name: np.zeros(1, writer.plan.dtype) for name, writer in self.writers.items()}
        most = max((longest_of(writer) for writer in self.writers.values()), default=0)
        return arrays | {"numbers": np.zeros(1, np.int16), "written": np.zeros(most, np.uint8)}

    @property
    def showing(self) -> Showing[Any] | None:
        """Return what makes the game's views, if its module does."""
        return game(self.game).words.showing if self.part is None else None

    @property
    def telling(self) -> Telling[Any] | None:
        """Return what tells the game's events, if its module does."""
        return game(self.game).words.telling if self.part is None else None

    @property
    def refusing(self) -> Refusing | None:
        """Return what says why something is not legal, if the game's module does."""
        return game(self.game).words.refusing if self.part is None else None

    @property
    def fate(self) -> Fate[Any] | None:
        """Return what tells what may come, if this module does."""
        return game(self.game).words.fate if self.part == FATE else None

    @property
    def writers(self) -> Mapping[str, Writer[Any]]:
        """Return what writes messages, by the names of the records that kernels fill."""
        found = {"shown": self.showing, "told": self.telling or self.fate, "why": self.refusing}
        return {name: each.writer for name, each in found.items() if each is not None}

    @property
    def _of_game(self) -> Kernels:
        found = game(self.game).doors.kernels
        assert found is not None
        return found

    @property
    def sections(self) -> Mapping[str, bytes]:
        """Return what else the module says: of a game whose positions it shows, all actions."""
        if self.showing is None:
            return {}
        return {ACTIONS: msgspec.json.encode(columns_of(game(self.game).actions))}

    def about(self) -> dict[str, object]:
        """Say what the module is, and of which sources it is made."""
        rules, memory = game(self.game), arrays_in(self.memory)
        homes = {kernel.__module__ for kernel in self.kernels.values()}
        total = hashlib.sha256(code_digest(*homes, *MAKERS).encode())
        for name in sorted(memory):
            array = memory[name]
            total.update(f"{name} {layout_digest(array.dtype)} {len(array)} ".encode() + array.tobytes())
        for name, content in self.sections.items():
            total.update(name.encode() + content)
        placed = {name: memory[name].dtype.itemsize for name in self.placed}
        said: dict[str, object] = {
            "game": self.game,
            "bot": self.bot,
            "sources": total.hexdigest()[:16],
            "state": layout_digest(rules.dtype),
            "size": rules.dtype.itemsize,
            "most": rules.max_legal,
            "chunk": self.alone.chunk if self.bot else 0,
            "placed": placed,
            "written": self._about_writers(),
        }
        return said | ({"setup": setup_of(rules), "secret": secrets_of(rules)} if self.part is None else {})

    def _about_writers(self) -> dict[str, object]:
        """Say of each message the length of its record and of its longest JSON, where its plan begins, what is null."""
        return {
            name: {
                "record": writer.plan.dtype.itemsize,
                "longest": longest_of(writer),
                "first": writer.plan.first,
                "given": [*writer.given],
            }
            for name, writer in self.writers.items()
        }

    @property
    def placed(self) -> tuple[str, ...]:
        """Name the memory for which the caller may give an address: boards, if the game has any."""
        boards = self.memory.get(BOARDS)
        return () if boards is None or boards.dtype == NOTHING.dtype else (BOARDS,)


def arrays_in(memory: Mapping[str, Any]) -> dict[str, Grid]:
    """Name the arrays in what kernels work with; one that stands there twice is listed once, by its first name."""
    found = [(name, value) for each in memory.items() for name, value in _within(*each)]
    first = {id(value): name for name, value in reversed(found)}
    return {name: value for name, value in found if first[id(value)] == name}


def _within(name: str, value: Any) -> Iterator[tuple[str, Grid]]:  # noqa: ANN401 - an array, a number, or a tuple of these
    if isinstance(value, np.ndarray):
        yield name, value
    elif isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from _within(f"{name}.{number}", each)


def memory_of(writer: Writer[Any], plan: Plan) -> dict[str, Grid]:
    """Return the arrays with which messages are filled and written; for all that is handed over they say null."""
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


def longest_of(writer: Writer[Any]) -> int:
    """Return the bytes of the longest JSON of a message, with null for all that is handed over."""
    return writer.plan.longest + len(b"null") * len(writer.given)


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
    """List all modules that can be made: the games, what tells their fates, and bots."""
    compiled = [game_id for game_id in GAMES if game(game_id).doors.kernels is not None]
    found = [Target(game_id) for game_id in compiled]
    found += [Target(game_id, FATE) for game_id in compiled if game(game_id).words.fate]
    return found + [
        Target(game_id, name)
        for game_id in compiled
        for name, bot in OWN[game_id].items()
        if hasattr(bot.kind, "alone")
    ]


def layout_digest(dtype: np.dtype[Any]) -> str:
    """Hash names, types and places of a record's fields: who reads it must agree."""
    return hashlib.sha256(repr(dtype.descr).encode()).hexdigest()[:8]
