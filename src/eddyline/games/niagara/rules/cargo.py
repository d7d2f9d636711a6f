"""Number the possible cargoes: nothing, a gem, or two gems in a double canoe (N-GEM-1, S-DOUBLE-1).

Each canoe has one small number: NONE, the gem itself (0–4), or an unordered pair (5–19).
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from eddyline.games.niagara.rules.board import GEMS
from eddyline.games.niagara.rules.state import NONE

PAIR = len(GEMS)
"""The first number of a pair; a canoe with this number or a higher one is full."""

CARGOES: tuple[tuple[int, ...], ...] = (
    (),
    *((gem,) for gem in range(len(GEMS))),
    *combinations_with_replacement(range(len(GEMS)), 2),
)
"""The gems of every cargo. Here and in the tables below NONE comes first: a cargo's row is its number + 1."""


def number(gems: tuple[int, ...]) -> int:
    """Return the number of a cargo of at most two gems."""
    return CARGOES.index(tuple(sorted(gems))) - 1


def _with(cargo: tuple[int, ...], gem: int) -> int:
    return number((*cargo, gem)) if len(cargo) < 2 else NONE


def _without(cargo: tuple[int, ...], gem: int) -> int:
    rest = list(cargo)
    if gem in rest:
        rest.remove(gem)
    return number(tuple(rest))


HOLDS = np.array([[cargo.count(gem) for gem in range(len(GEMS))] for cargo in CARGOES], np.int8)
"""Number of gems of a colour in a cargo: [cargo + 1, gem]."""

LOADED = np.array([len(cargo) for cargo in CARGOES], np.int8)
"""Number of gems in a cargo: [cargo + 1]."""

WITH = np.array([[_with(cargo, gem) for gem in range(len(GEMS))] for cargo in CARGOES], np.int8)
"""Cargo after loading a gem: [cargo + 1, gem]; for cargoes with a free place."""

WITHOUT = np.array([[_without(cargo, gem) for gem in range(len(GEMS))] for cargo in CARGOES], np.int8)
"""Cargo after removing a gem: [cargo + 1, gem]; for cargoes that contain it."""
