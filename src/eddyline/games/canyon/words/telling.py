"""Tell what happened: positions -> events."""

from __future__ import annotations

from eddyline.engine.telling import Telling
from eddyline.engine.writer import Words
from eddyline.games.canyon.rules import steps, telling
from eddyline.games.canyon.rules.actions import CARDS
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.paths import MOST_CELLS
from eddyline.games.canyon.rules.showing import Room
from eddyline.games.canyon.rules.state import SEATS
from eddyline.games.canyon.words.events import CELLS, Cell, Event
from eddyline.games.canyon.words.view import WRITER

TELLING: Telling[Event] = Telling(
    Event,
    telling.Event,
    most={
        "events": telling.MOST_EVENTS,
        "path": MOST_CELLS,
        **dict.fromkeys(("bids", "cards", "players", "chain"), SEATS),
    },
    words={str: Words(CARDS), Cell: CELLS},
    kernels=(steps.tell_start, steps.tell_decision, steps.tell_advance),
    room=Room.dtype,
    after=WRITER.plan,
    fixed=lambda sheet: (SHELF.table, sheet.room),
)
