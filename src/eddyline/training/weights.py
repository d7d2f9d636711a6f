"""Write weights together with what they come from, and say what a file comes from."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from eddyline.build import build_id
from eddyline.training.folder import Run, packed, write

if TYPE_CHECKING:
    from pathlib import Path

    from eddyline.training.folder import Arrays

ABOUT = "about"
"""Name under which a file says what it comes from; whoever loads weights asks for arrays by other names."""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """Tell what a file of weights comes from."""

    run: Run
    recipe: dict[str, Any]
    """The recipe in full."""
    version: str
    build: str
    """The commit of the sources, if it is known."""
    figures: dict[str, Any]
    """What was measured on data that was not fitted to."""


def save(file: Path, arrays: Arrays, run: Run, recipe: dict[str, Any], figures: dict[str, Any]) -> None:
    """Write weights as bots load them, with what they come from."""
    about = About(run=run, recipe=recipe, version=version("eddyline"), build=build_id(), figures=figures)
    write(file, packed(arrays | {ABOUT: np.array(msgspec.json.encode(about))}))


def about(file: Path) -> About | None:
    """Tell what a file comes from; None for files that are older than this."""
    with np.load(file) as arrays:
        return msgspec.json.decode(arrays[ABOUT].item(), type=About) if ABOUT in arrays else None
