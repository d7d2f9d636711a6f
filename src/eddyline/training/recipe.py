"""Read a game's recipes: how many games, how many steps, which seed."""

from __future__ import annotations

import hashlib
import tomllib
from importlib.resources import files
from typing import TypeVar

import msgspec

from eddyline.engine.sources import code_digest


class Recipe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hold everything that determines the weights, besides the code; each game adds numbers of its own."""

    seed: int
    """Seed of all chance."""


RecipeT = TypeVar("RecipeT", bound=Recipe)


def recipes(package: str, kind: type[RecipeT]) -> dict[str, RecipeT]:
    """Read the recipes that lie in a package, by name."""
    return msgspec.convert(tomllib.loads(files(package).joinpath("recipes.toml").read_text("utf-8")), dict[str, kind])  # type: ignore[valid-type]


def recipe_digest(recipe: Recipe) -> str:
    """Hash a recipe: it changes with every number in it."""
    return hashlib.sha256(msgspec.json.encode(recipe, order="deterministic")).hexdigest()[:16]


def training_digest(package: str) -> str:
    """Hash the code that turns a recipe into weights: training, rules and bots, without comments."""
    return code_digest("eddyline.training.fitting", "eddyline.training.folder", package)
