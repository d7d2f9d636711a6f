"""Bundle Niagara for the engine."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.checks import check_action, check_integer, check_word
from eddyline.engine.game import Game
from eddyline.engine.records import unpacked
from eddyline.games.niagara.positions import form, read
from eddyline.games.niagara.rules import door
from eddyline.games.niagara.rules.actions import ACTIONS
from eddyline.games.niagara.rules.observation import PIECES
from eddyline.games.niagara.rules.options import (
    DEFAULT_PRESET,
    IMPLIED,
    NEEDS,
    PRESETS,
    RULES_VERSION,
    SPIRITS,
    Options,
    write_options,
)
from eddyline.games.niagara.rules.state import SEATS, State
from eddyline.games.niagara.words import narration, picture, refusals, sentences, view
from eddyline.games.niagara.words.events import Event, RoundBegan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.records import States
    from eddyline.engine.refusal import Refusal


class Niagara(Game):
    """Niagara with its expansions: see rules.md beside this file."""

    id = "niagara"
    name = "Niagara"
    rules_version = RULES_VERSION
    players = (3, 4, 5)
    house_players = (2,)
    presets = PRESETS
    default_preset = DEFAULT_PRESET
    implied = IMPLIED
    needs = NEEDS
    bundles = MappingProxyType({"spirits": SPIRITS})
    option_type = Options
    state = State
    actions = ACTIONS
    max_legal = door.MAX_LEGAL
    pieces = PIECES
    doors = door.DOORS

    def new(self, options: Options, players: int, word: int) -> States:
        """Set up; the low half of the word draws the first player, bit 63 the first arm (N-SET-7, N-SET-8)."""
        self.check_players(players, options)
        players = check_integer(players, "a number of players", 1, SEATS)
        word = check_word(word)
        states = np.zeros(1, State.dtype)
        states[0].seats = players
        write_options(options, states[0])
        door.DOORS.begin(states, 0, word)
        return states

    def view(self, redacted: States, seat: int | None) -> view.NiagaraView:
        """See `view.view`."""
        seat = self.viewer(redacted, seat)
        ranking = self.ranking(redacted, int(redacted[0].seats)) if self.is_over(redacted) else None
        return view.view(unpacked(redacted[0]), seat, ranking, self.winners(redacted))

    def picture(self, redacted: States, seat: int | None) -> str:
        """See `picture.draw`."""
        return picture.draw(self.view(redacted, seat))

    def tell_start(self, states: States) -> list[Event]:
        """Tell who has the life preserver (N-SET-7)."""
        return [RoundBegan(number=self.round_number(states), first=int(states[0].first))]

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
        return refusals.why_not(redacted[0], self.seat(redacted, seat), check_action(action, len(self.actions)))

    def position(self, states: States) -> form.Position:
        """See `form.write`."""
        return form.write(unpacked(states[0]))

    def set_up(self, position_message: object) -> States:
        """See `read.read`."""
        return read.read(position_message)

    def seats(self, states: States) -> int:
        """Return the number of players."""
        return int(states["seats"][0])

    def round_number(self, states: States) -> int:
        """Return the number of the round."""
        return int(states[0].round_number)


GAME = Niagara()
