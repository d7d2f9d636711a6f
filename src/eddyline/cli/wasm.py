"""Compile rules and bots to WebAssembly: `eddyline wasm`."""

from __future__ import annotations

import gzip
import os
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from eddyline.cli.compiling import program
from eddyline.cli.console import out

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.wasm.targets import Target


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write modules to this folder.  [default: each beside the Python module that it is made of]",
)
@click.option("--check", is_flag=True, help="Compile nothing, and fail if a module is not up to date.")
def wasm(names: tuple[str, ...], folder: Path | None, *, check: bool) -> None:
    """Compile rules and bots to WebAssembly, for browsers.

    NAMEs are games, such as niagara, or bots, such as niagara/paddler; the default is all that can be compiled. What is
    up to date is not compiled again. Nothing has to be installed for it.
    """
    from eddyline.wasm.targets import is_made_of, targets  # noqa: PLC0415 - loads the games

    known = {str(target): target for target in targets()}
    if unknown := [name for name in names if name not in known]:
        raise click.ClickException(f"there is no {unknown[0]!r} to compile; expected some of: {', '.join(known)}")
    chosen = {known[name]: _place(known[name], folder) for name in names or known}
    stale = {target: file for target, file in chosen.items() if not is_made_of(file, target)}
    if check and stale:
        names = tuple(map(str, stale))
        raise click.ClickException(f"not up to date: {', '.join(names)}; run: eddyline wasm {' '.join(names)}")
    if hasattr(os, "nice"):
        os.nice(10)
    by_game = sorted(stale, key=lambda target: target.game)
    for _, group in groupby(by_game, key=lambda target: target.game):
        _compile({target: stale[target] for target in group})
    if not stale:
        out.print("Everything is up to date.")


def _compile(files: Mapping[Target, Path]) -> None:
    """Compile targets of one game."""
    from eddyline.wasm.building import build  # noqa: PLC0415 - loads the games

    try:
        for file in files.values():
            file.parent.mkdir(parents=True, exist_ok=True)
        build(program(*(str(each) for pair in files.items() for each in pair), module="eddyline.wasm.building"))
    except (OSError, RuntimeError) as error:
        raise click.ClickException(f"{', '.join(map(str, files))} could not be compiled: {error}") from None
    for target, file in files.items():
        made = file.read_bytes()
        out.print(f"Compiled {target}: {len(made) / 1000:.1f} kB, {len(gzip.compress(made)) / 1000:.1f} kB gzipped.")


def _place(target: Target, folder: Path | None) -> Path:
    return target.file if folder is None else folder / f"{str(target).replace('/', '-')}.wasm"
