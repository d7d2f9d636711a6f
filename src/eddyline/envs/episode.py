"""Play a game on behalf of an environment: seats, decisions, chance and rewards, without framework types."""

from __future__ import annotations

import secrets
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from eddyline.engine.batch import first_states
from eddyline.engine.checks import check_action
from eddyline.engine.copying import Independent, Parcel
from eddyline.engine.random import words
from eddyline.engine.records import copied
from eddyline.engine.refusal import name_seats
from eddyline.engine.registry import game
from eddyline.engine.rewards import kind_of
from eddyline.envs.rendering import check_render_mode, render, view_as_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy.typing as npt

    from eddyline.engine.options import OptionValue
    from eddyline.engine.records import States


FORFEIT = -1.0
"""Reward of a seat that chose an illegal action; the others get 0."""


class Episode(Independent):
    """Play successive games with the same options. Decisions may be public or secret; seats see only what they may.

    Use an episode, and the environment that holds it, in one thread at a time.
    """

    def __init__(
        self,
        game_id: str,
        *,
        preset: str | None = None,
        players: int | None = None,
        reward: str = "ranking",
        position: object = None,
        render_mode: str | None = None,
        **options: OptionValue,
    ) -> None:
        """Choose the game; a `position` has its own options and players.

        Raises UnknownGameError, OptionError, PositionError, and ValueError for an unknown reward or render mode.
        """
        self.game = game(game_id)
        self.render_mode = check_render_mode(render_mode)
        kind_of(reward)
        self._reward = reward
        self._start: States | None = None
        if position is None:
            self.players = 4 if players is None else players
            self._options = self.game.parse_options(preset, options, self.players)
            self.states = self.game.new(self._options, self.players, 0)
        else:
            if preset is not None or players is not None or options:
                raise ValueError("expected a position or a preset, players and options, got both")
            self._start = first_states(self.game, position)
            self.states = copied(self._start)
            self.players = self.game.seats(self.states)
        self._chance: Iterator[int] = words(secrets.randbits(64))
        self.forfeits: Mapping[int, str] = {}
        """The seats that have ended the game by an illegal action, each with the reason why it was illegal."""

    def __repr__(self) -> str:
        """Describe the game, and who is next."""
        how = "over" if self.over else f"waiting for {name_seats(self.waiting)}"
        return f"<{type(self).__name__}: {self.game.name}, {self.players} players, {how}>"

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__, states=copied(self.states), _chance=deepcopy(self._chance, memo))
        return twin

    def __getstate__(self) -> dict[str, Any]:
        packed = Parcel.of(self.game, None, self.states, self.states if self._start is None else self._start)
        return self.__dict__ | {"states": packed, "_start": self._start is not None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        found = state["states"].open()
        self.__dict__.update(state, states=found[:1], _start=found[1:] if state["_start"] else None)

    def begin(self, seed: int | None = None) -> None:
        """Start the next game; with a 64-bit seed, all chance from here on is derived from it.

        Raises TypeError for a seed that is not an integer, ValueError for one out of range.
        """
        if seed is not None:
            self._chance = words(seed)
        self.forfeits = {}
        if self._start is None:
            self.states = self.game.new(self._options, self.players, next(self._chance))
        else:
            self.states = copied(self._start)
        self.game.settle(self.states, self._chance.__next__)

    @property
    def waiting(self) -> list[int]:
        """Return the seats that owe a decision, lowest first."""
        return [] if self.forfeits else sorted(self.game.to_act(self.states))

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return bool(self.forfeits) or self.game.is_over(self.states)

    @property
    def rewards(self) -> list[float]:
        """Return the rewards by seat; all 0 while the game is running."""
        if self.forfeits:
            return [FORFEIT if seat in self.forfeits else 0.0 for seat in range(self.players)]
        return [float(reward) for reward in self.game.rewards(self.states, self._reward)]

    def observe(self, seat: int) -> npt.NDArray[np.int8]:
        """Return a seat's observation; raises the errors of `check_seat`."""
        return self.game.observe(self.states, seat)

    def observe_all(self) -> npt.NDArray[np.int8]:
        """Return the concatenated observations of all seats, including secrets."""
        return np.concatenate([self.observe(seat) for seat in range(self.players)])

    def mask(self, seat: int, *, noop: bool = False) -> npt.NDArray[np.int8]:
        """Return 1 for every legal action of the seat; with `noop`, one more entry is 1 if there are none.

        Once the game is over, all entries are 1: no action makes a difference, and some may be drawn by the mask.
        Raises the errors of `check_seat`.
        """
        legal = self.game.legal(self.states, seat)
        mask = np.full(len(self.game.actions) + noop, self.over, np.int8)
        if not self.over:
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

    def play(self, actions: Mapping[int, object], *, noop: bool = False) -> None:
        """Carry out an action of each of several seats; a seat whose action is illegal forfeits the game instead.

        Then nothing is carried out, the game is over, and `forfeits` tells why. With `noop`, one more action is the
        only one of seats that owe no decision. Raises TypeError for an action that is not an integer and ValueError for
        one that the game does not have, before changing anything.
        """
        nothing = len(self.game.actions)
        chosen = {seat: check_action(action, nothing + noop) for seat, action in actions.items()}
        self.forfeits = {
            seat: self.why_not(seat, action) if action < nothing else f"seat {seat}: doing nothing: it owes a decision"
            for seat, action in chosen.items()
            if action not in (self.game.legal(self.states, seat) or [nothing] * noop)
        }
        if self.forfeits:
            return
        for seat, action in sorted(chosen.items()):
            if action != nothing:
                self.decide(seat, action)

    def render(self, seat: int | None = None) -> str | None:
        """Show what a seat sees, or a spectator: return the text, or print it, depending on the render mode."""
        if self.render_mode is None:
            return None
        return render(self.render_mode, view_as_text(self.game.view(self.game.redact(self.states, seat), seat)))

    def show(self, seat: int | None = None) -> None:
        """Print what `render` prints, if the render mode is `human`: environments do so whenever something changes."""
        if self.render_mode == "human":
            self.render(seat)

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
