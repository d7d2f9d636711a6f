"""Keep what a run has done in a folder, so that it goes on where it was stopped, however it was stopped.

Every file is written whole and then renamed. The work of a stage is cut into parts; chance in each part depends only on
the run's seed, the stage and the part, so an interrupted run computes what an uninterrupted one does.
"""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from typing import TYPE_CHECKING, TypeAlias

import msgspec
import numpy as np

from eddyline.engine.records import Grid

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Arrays: TypeAlias = dict[str, Grid]
"""What a part of a stage leaves, by name."""
NAME = "run.json"
PARTS = "parts"
"""Folder of what is only needed to go on; the rest is the result."""


class TrainingError(Exception):
    """Report a folder that cannot be used."""


class Stopped(Exception):  # noqa: N818 - not an error
    """Signal that the run was to stop; the same run goes on in the same folder."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """Identify what a folder is for; its first file."""

    game: str
    recipe: str
    seed: int
    digest: str
    """Of the recipe, the seed included."""
    code: str
    """Of the code that it is carried out with."""


class Folder:
    """Hold the stages of one run."""

    def __init__(self, path: Path, run: Run, watch: Callable[[str, int, int], bool]) -> None:
        """Begin a run, or go on with it; `watch(stage, done, total)` is told every step, and returns True to stop.

        Raises TrainingError if the folder holds another run, and OSError.
        """
        self.path = path
        self.run = run
        self._watch = watch
        path.mkdir(parents=True, exist_ok=True)
        known = path / NAME
        if known.exists():
            try:
                found = msgspec.json.decode(known.read_bytes(), type=Run)
            except msgspec.DecodeError as error:
                raise TrainingError(f"{known}: {error}") from None
            if found != run:
                raise TrainingError(f"{path} holds {_told(found)}; this is {_told(run)}: choose another folder")
        elif any(path.iterdir()):
            raise TrainingError(f"{path} is not empty, and holds no run: choose another folder")
        else:
            write(known, msgspec.json.encode(run))
        self._parts = path / PARTS
        self._parts.mkdir(exist_ok=True)

    def dice(self, stage: str, part: int) -> np.random.Generator:
        """Return the chance of one part of a stage."""
        return np.random.default_rng([self.run.seed, part, *stage.encode()])

    def collect(self, stage: str, parts: int, make: Callable[[int], Arrays]) -> Arrays:
        """Make all parts, each of which is kept, and join their arrays by name."""
        made = [self._part(stage, number, parts, make) for number in range(parts)]
        self._tell(stage, parts, parts)
        return {name: np.concatenate([part[name] for part in made]) for name in made[0]}

    def advance(
        self, stage: str, rounds: int, begin: Callable[[], Arrays], step: Callable[[int, Arrays], Arrays]
    ) -> Arrays:
        """Take a state through all rounds; the last state is kept."""
        file = self._parts / f"{stage}.npz"
        state = begin() | {"round": np.array(0)} if (found := read(file)) is None else found
        for number in range(int(state["round"]), rounds):
            self._tell(stage, number, rounds)
            state = step(number, state) | {"round": np.array(number + 1)}
            write(file, packed(state))
        self._tell(stage, rounds, rounds)
        return state

    def _part(self, stage: str, number: int, parts: int, make: Callable[[int], Arrays]) -> Arrays:
        self._tell(stage, number, parts)
        file = self._parts / f"{stage}-{number:05}.npz"
        made = read(file)
        if made is None:
            made = make(number)
            write(file, packed(made))
        return made

    def _tell(self, stage: str, done: int, total: int) -> None:
        if self._watch(stage, done, total):
            raise Stopped


def packed(arrays: Arrays) -> bytes:
    """Pack arrays as NumPy's `.npz`, compressed."""
    packing = io.BytesIO()
    np.savez_compressed(packing, allow_pickle=False, **arrays)
    return packing.getvalue()


def read(file: Path) -> Arrays | None:
    """Read arrays; None if there are none. Raises TrainingError for a file that was damaged."""
    try:
        with np.load(io.BytesIO(file.read_bytes())) as arrays:
            return dict(arrays)
    except FileNotFoundError:
        return None
    except (ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise TrainingError(f"{file} is damaged ({error}): delete it, and it is made anew") from None


def write(file: Path, content: bytes) -> None:
    """Replace a file by another content, wholly or not at all."""
    new = file.with_name(f".{file.name}.new")
    with new.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    new.replace(file)


def _told(run: Run) -> str:
    return f"{run.game}, recipe {run.recipe}, seed {run.seed}, digest {run.digest}, code {run.code}"
