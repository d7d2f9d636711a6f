"""Make Canyon's rules callable from Python (see `engine.opening`)."""

from __future__ import annotations

import numpy as np

from eddyline.engine.opening import open_doors
from eddyline.games.canyon.rules import dealing, measures, observation, phases, secrets
from eddyline.games.canyon.rules.actions import SIDE
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.charting import MOST_SPACES
from eddyline.games.canyon.rules.state import State

MAX_LEGAL = MOST_SPACES
"""A move cannot have more ends than a board has spaces; no other phase offers more decisions."""
FLOOD = np.dtype((np.int64, (2, SIDE + 2)))
"""Scratch memory for floods (see `moving`)."""

DOORS = open_doors(
    globals(), State, phases, max_legal=MAX_LEGAL, observation=observation, secrets=secrets, deal=dealing.deal,
    measures=measures, boards=lambda: SHELF.table, own_scratch=FLOOD,
)  # fmt: skip
