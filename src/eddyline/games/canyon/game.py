"""Bundle Canyon for the engine."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from msgspec import structs

from eddyline.engine.checks import check_action, check_integer, check_word
from eddyline.engine.game import Game
from eddyline.games.canyon.positions import form, read
from eddyline.games.canyon.rules import door
from eddyline.games.canyon.rules.actions import ACTIONS
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.boards import MAPS
from eddyline.games.canyon.rules.observation import PIECES
from eddyline.games.canyon.rules.options import (
    DEFAULT_PRESET,
    PLAYERS,
    PRESETS,
    RULES_VERSION,
    Options,
    write_options,
)
from eddyline.games.canyon.rules.state import SEATS, State
from eddyline.games.canyon.words import narration, picture, refusals, sentences, view
from eddyline.games.canyon.words.events import Event, MarkerMoved

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from eddyline.engine.records import States
    from eddyline.engine.refusal import Refusal


class Canyon(Game):
    """Canyon: see rules.md beside this file."""

    id = "canyon"
    name = "Canyon"
    rules_version = RULES_VERSION
    players = PLAYERS
    house_players = ()
    presets = PRESETS
    default_preset = DEFAULT_PRESET
    boards = MappingProxyType({name: SHELF.lines[SHELF.number(name)] for name in MAPS})
    option_type = Options
    state = State
    actions = ACTIONS
    max_legal = door.MAX_LEGAL
    pieces = PIECES
    doors = door.DOORS

    def parse_options(self, preset: str | None, overrides: Mapping[str, object], players: int | None = None) -> Options:
        """See `Game.parse_options`; a board that cannot be played on is refused, too (C-BOARD-1)."""
        options: Options = super().parse_options(preset, overrides, players)
        return structs.replace(options, board=SHELF.text(SHELF.number(options.board)))

    def new(self, options: Options, players: int, word: int) -> States:
        """Set up; the word draws the first dealer (C-SET-1). Cards are dealt by `Doors.deal`, one word a round."""
        self.check_players(players, options)
        players = check_integer(players, "a number of players", 1, SEATS)
        word = check_word(word)
        states = np.zeros(1, State.dtype)
        states[0].seats = players
        write_options(options, states[0])
        door.DOORS.begin(states, 0, word)
        return states

    def hides(self, states: States) -> bool:
        """See `view.hides`."""
        return view.hides(states)

    def view(self, redacted: States, seat: int | None) -> view.CanyonView:
        """See `view.view`."""
        seat = self.viewer(redacted, seat)
        ranking = self.ranking(redacted, int(redacted[0].seats)) if self.is_over(redacted) else None
        return view.view(redacted, seat, ranking, self.winners(redacted))

    def picture(self, redacted: States, seat: int | None) -> str:
        """See `picture.draw`."""
        return picture.draw(self.view(redacted, seat))

    def tell_start(self, states: States) -> list[Event]:
        """Tell where the round marker is and who deals first (C-SET-1)."""
        return [MarkerMoved(space=int(states[0].space), dealer=int(states[0].dealer))]

    def tell_decision(self, before: States, seat: int, action: int) -> list[Event]:
        """See `narration.tell_decision`."""
        return narration.tell_decision(before, self.seat(before, seat), check_action(action, len(self.actions)))

    def tell_advance(self, before: States, after: States) -> list[Event]:
        """See `narration.tell_advance`."""
        if not self.is_over(after):
            return narration.tell_advance(before, after, (), ())
        return narration.tell_advance(before, after, self.ranking(after, self.seats(after)), self.winners(after))

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        """See `sentences.sentence`."""
        return sentences.sentence(event, names)

    def why_not(self, redacted: States, seat: int, action: int) -> Refusal:
        """See `refusals.why_not`."""
        return refusals.why_not(redacted, self.seat(redacted, seat), check_action(action, len(self.actions)))

    def position(self, states: States) -> form.Position:
        """See `form.write`."""
        return form.write(states[0])

    def set_up(self, position_message: object) -> States:
        """See `read.read`."""
        return read.read(position_message)

    def seats(self, states: States) -> int:
        """Return the number of players."""
        return int(states["seats"][0])

    def round_number(self, states: States) -> int:
        """Return the number of the round."""
        return int(states[0].round_number)


GAME = Canyon()
