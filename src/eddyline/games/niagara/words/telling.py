"""Tell what happened: positions -> events."""

from __future__ import annotations

from eddyline.engine.telling import Telling
from eddyline.games.niagara.rules import steps, telling
from eddyline.games.niagara.rules.showing import Room
from eddyline.games.niagara.rules.state import SEATS
from eddyline.games.niagara.words.events import Event
from eddyline.games.niagara.words.view import WRITER

TELLING: Telling[Event] = Telling(
    Event,
    telling.Event,
    most={
        "events": telling.MOST_EVENTS,
        "canoes": 2 * SEATS,
        "others": 3,
        "gems": 2,
    },
    words={},
    kernels=(steps.tell_start, steps.tell_decision, steps.tell_advance),
    room=Room.dtype,
    after=WRITER.plan,
    fixed=lambda sheet: (sheet.room,),
)
