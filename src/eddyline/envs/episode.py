"""Play a game on behalf of an environment: seats, decisions, chance and rewards, without framework types."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.batch import first_states
from eddyline.engine.checks import check_action
from eddyline.engine.random import words
from eddyline.engine.registry import game
from eddyline.engine.rewards import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from eddyline.engine.options import OptionValue


class Episode:
    """Play successive games with the same options. Decisions may be public or secret; seats see only what they may."""

    def __init__(
        self,
        game_id: str,
        *,
        preset: str | None = None,
        players: int | None = None,
        reward: str = "ranking",
        position: object = None,
        **options: OptionValue,
    ) -> None:
        """Choose the game; a `position` has its own options and players.

        Raises UnknownGameError, OptionError, PositionError, and ValueError for an unknown reward.
        """
        self.game = game(game_id)
        kind_of(reward)
        self._reward = reward
        self._position = position
        if position is None:
            self.players = 4 if players is None else players
            self._options = self.game.parse_options(preset, options, self.players)
            self.states = self.game.new(self._options, self.players, 0)
        else:
            if preset is not None or players is not None or options:
                raise ValueError("expected a position or a preset, players and options, got both")
            self.states = first_states(self.game, position)
            self.players = self.game.seats(self.states)
        self._chance: Iterator[int] = words(secrets.randbits(64))

    def begin(self, seed: int | None = None) -> None:
        """Start the next game; with a 64-bit seed, all chance from here on is derived from it.

        Raises TypeError for a seed that is not an integer, ValueError for one out of range.
        """
        if seed is not None:
            self._chance = words(seed)
        if self._position is None:
            self.states = self.game.new(self._options, self.players, next(self._chance))
        else:
            self.states = self.game.set_up(self._position)
        self.game.settle(self.states, self._chance.__next__)

    @property
    def waiting(self) -> list[int]:
        """Return the seats that owe a decision, lowest first."""
        return sorted(self.game.to_act(self.states))

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.game.is_over(self.states)

    @property
    def rewards(self) -> list[float]:
        """Return the rewards by seat; all 0 while the game is running."""
        return [float(reward) for reward in self.game.rewards(self.states, self._reward)]

    def observe(self, seat: int) -> npt.NDArray[np.int8]:
        """Return a seat's observation; raises the errors of `check_seat`."""
        return self.game.observe(self.states, seat)

    def observe_all(self) -> npt.NDArray[np.int8]:
        """Return the concatenated observations of all seats, including secrets."""
        return np.concatenate([self.observe(seat) for seat in range(self.players)])

    def mask(self, seat: int, *, noop: bool = False) -> npt.NDArray[np.int8]:
        """Return 1 for every legal action of the seat; with `noop`, one more entry is 1 if there are none.

        Raises the errors of `check_seat`.
        """
        legal = self.game.legal(self.states, seat)
        mask = np.zeros(len(self.game.actions) + noop, np.int8)
        mask[list(legal)] = 1
        mask[len(self.game.actions) :] = not legal
        return mask

    def check(self, seat: object, action: object) -> tuple[int, int]:
        """Return a seat and its action as plain ints if the action is legal now.

        Raises TypeError if one is not an integer, and ValueError with the reason if the action is not legal.
        """
        asked, chosen = self.game.seat(self.states, seat), check_action(action, len(self.game.actions))
        if chosen not in self.game.legal(self.states, asked):
            raise ValueError(self.why_not(asked, chosen))
        return asked, chosen

    def decide(self, seat: int, action: int) -> None:
        """Carry out a decision; the seat must owe one. Raises the errors of `check`, before changing anything."""
        self.game.doors.decide(self.states, 0, *self.check(seat, action))
        self.game.settle(self.states, self._chance.__next__)

    def why_not(self, seat: int, action: int) -> str:
        """Explain in a sentence why a seat may not choose an action, using only what it knows.

        Raises the errors of `check_seat` and `check_action`.
        """
        seat = self.game.seat(self.states, seat)
        text = self.game.actions[check_action(action, len(self.game.actions))].text
        if seat not in self.waiting:
            return f"seat {seat}: {text!r}: it owes no decision; waiting for {self.waiting}"
        refusal = self.game.why_not(self.game.redact(self.states, seat), seat, action)
        return f"seat {seat}: {text!r}: {refusal.message}"
