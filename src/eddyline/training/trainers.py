"""Find what trains a game's bots: each folder beside this module is one game's."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import msgspec

from eddyline.training.folder import Folder, Run
from eddyline.training.recipe import Recipe, recipe_digest, recipes, training_digest
from eddyline.training.weights import about, save

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from eddyline.training.folder import Arrays

PACKAGE = "eddyline.training"


class Trained(NamedTuple):
    """Hold what came of a run."""

    weights: Arrays
    """As the bot loads them."""
    figures: dict[str, Any]
    """Measured on held-out data, of these weights and of those that the package ships."""


class Trainer(NamedTuple):
    """Say how one game's weights are made; every folder has one as `TRAINER`."""

    recipe: type[Recipe]
    train: Callable[[Folder, Any], Trained]
    """Carry a recipe out in a folder."""
    shipped: Path
    """The file that the package ships."""
    rebuilt: str
    """A bot that plays with the file named by EDDYLINE_WEIGHTS, as an import path."""
    rival: str
    """The bot that plays with the shipped file."""


def trained_games() -> tuple[str, ...]:
    """List the games whose bots have weights."""
    return tuple(sorted(each.name for each in files(PACKAGE).iterdir() if each.joinpath("recipes.toml").is_file()))


def trainer(game_id: str) -> Trainer:
    """Load a game's trainer, which needs the extra `train`."""
    return cast("Trainer", import_module(f"{PACKAGE}.{game_id}.trainer").TRAINER)


def listed(game_id: str) -> Mapping[str, Recipe]:
    """Read a game's recipes by name."""
    return recipes(f"{PACKAGE}.{game_id}", trainer(game_id).recipe)


def begun(
    game_id: str, name: str, seed: int | None, path: Path, watch: Callable[[str, int, int], bool]
) -> tuple[Folder, Recipe]:
    """Open the folder of a run; raises TrainingError if it holds another one."""
    recipe = listed(game_id)[name]
    if seed is not None:
        recipe = msgspec.structs.replace(recipe, seed=seed)
    code = training_digest(f"{PACKAGE}.{game_id}.trainer")
    run = Run(game=game_id, recipe=name, seed=recipe.seed, digest=recipe_digest(recipe), code=code)
    return Folder(path, run, watch), recipe


def carried_out(folder: Folder, recipe: Recipe) -> tuple[Path, dict[str, Any]]:
    """Carry a recipe out, or the rest of it; return the file of weights, and what was measured."""
    how = trainer(folder.run.game)
    made = how.train(folder, recipe)
    file = folder.path / how.shipped.name
    save(file, made.weights, folder.run, msgspec.to_builtins(recipe), made.figures)
    return file, made.figures


def origin(game_id: str) -> tuple[str, bool]:
    """Say what the shipped weights come from, and return whether the recipe in this tree makes them."""
    file = trainer(game_id).shipped
    told = about(file)
    if told is None:
        return f"{file.name}: older than the recipes; it does not say what it comes from", False
    run = told.run
    text = f"{file.name}: recipe {run.recipe}, seed {run.seed}, digest {run.digest}, build {told.build}"
    now = listed(game_id).get(run.recipe)
    if now is None or recipe_digest(msgspec.structs.replace(now, seed=run.seed)) != run.digest:
        return f"{text}; the recipe in this tree is another", False
    if training_digest(f"{PACKAGE}.{game_id}.trainer") != run.code:
        return f"{text}; the recipe in this tree is the same, its code has changed", False
    return f"{text}; the recipe in this tree", True
