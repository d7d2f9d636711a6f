"""Play a game on behalf of an environment: seats, decisions, chance and rewards, without framework types."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from eddyline.engine.batch import first_states
from eddyline.engine.checks import check_action, check_seed
from eddyline.engine.copying import Independent, Parcel
from eddyline.engine.doors import SEATS_IN
from eddyline.engine.messages import shown
from eddyline.engine.pieces import nothing_seen
from eddyline.engine.random import below, blended, seeded, stir
from eddyline.engine.records import copied
from eddyline.engine.refusal import name_seats
from eddyline.engine.registry import game
from eddyline.engine.rewards import SHAPED, kind_of
from eddyline.engine.solo import NOTHING
from eddyline.envs.rendering import check_render_mode, render

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    import numpy.typing as npt

    from eddyline.engine.options import OptionValue
    from eddyline.engine.records import States
    from eddyline.envs.rendering import Shown


FORFEIT = -1.0
"""Reward of a seat that lost by an illegal action; the others get 0."""
ILLEGAL = ("lose", "raise", "replace")
"""What may come of an illegal action: the seat loses, an error is raised, or a random legal action is carried out."""
SORTED_SEATS = tuple(sorted(seats) for seats in SEATS_IN)


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
        score: bool = False,
        position: object = None,
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: OptionValue,
    ) -> None:
        """Choose the game; a `position` has its own options and players.

        With `score` the environment tells in `info` how all seats stand, see `Game.score`. `illegal` says what comes of
        an action that is not legal, see `play`. Raises UnknownGameError, OptionError,
        PositionError, and ValueError for an unknown reward, render mode or value of `illegal`.
        """
        self.game = game(game_id)
        self.render_mode = check_render_mode(render_mode)
        if illegal not in ILLEGAL:
            raise ValueError(f"expected illegal to be one of {', '.join(map(repr, ILLEGAL))}, got {shown(illegal)}")
        self._illegal = illegal
        kind = kind_of(reward)
        self.shaped = kind == SHAPED
        """Whether there are rewards before the end of a game."""
        self.scored = score
        """Whether `info` tells how the seats stand."""
        self._set_up = position is None
        """Whether chance sets every game up; otherwise each begins with the position."""
        if position is None:
            players = 4 if players is None else players
            self._start = self.game.fresh(self.game.parse_options(preset, options, players), players)
        else:
            if preset is not None or players is not None or options:
                raise ValueError("expected a position or a preset, players and options, got both")
            self._start = first_states(self.game, position)
        self.players = self.game.seats(self._start)
        solo = np.zeros(1, self.game.doors.solo(len(self.game.actions)))
        solo["kind"] = kind
        solo["seen"] = nothing_seen(self.game.pieces, 1)
        self._lay_out(solo)
        self._begin(0)
        solo["chance"] = seeded(np.uint64(secrets.randbits(64)))  # type: ignore[arg-type]

    def _lay_out(self, solo: States) -> None:
        """Keep the record of the game, and the parts of it that are read again and again."""
        self._solo = solo
        self.states: States = solo["states"][0]
        self._seat: memoryview = solo["seat"].data
        self._mask: npt.NDArray[np.int8] = solo["masks"][0, 0]
        self._legal: memoryview = self._mask.data
        self._seen: npt.NDArray[np.int8] = solo["seen"][0].view(np.int8)

    def __repr__(self) -> str:
        """Describe the game, and who is next."""
        how = "over" if self.over else f"waiting for {name_seats(self.waiting)}"
        return f"<{type(self).__name__}: {self.game.name}, {self.players} players, {how}>"

    def __deepcopy__(self, memo: object) -> Self:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._lay_out(copied(self._solo))  # noqa: SLF001 - of the same class
        return twin

    def __getstate__(self) -> dict[str, Any]:
        views = ("states", "_seat", "_mask", "_legal", "_seen")
        kept = {name: value for name, value in self.__dict__.items() if name not in views}
        packed = Parcel.of(self.game, None, self.states, self._start)
        return kept | {"_solo": self._solo.tobytes(), "_start": packed}

    def __setstate__(self, state: dict[str, Any]) -> None:
        states = state["_start"].open()
        self.__dict__.update(state, _start=states[1:])
        solo = np.frombuffer(bytearray(state["_solo"]), self.game.doors.solo(len(self.game.actions)))
        self._lay_out(solo)
        self.states[:] = states[:1]

    def seat_learner(self, seat: int, asked: Collection[int]) -> None:
        """Ask this seat first when several choose in secret; all others but those `asked` play at random."""
        self._solo["first"] = 1 << seat
        self._solo["random"] = sum(1 << other for other in range(self.players) if other != seat and other not in asked)

    def begin(self, seed: int | None = None) -> None:
        """Start the next game; with a 64-bit seed, all chance from here on is derived from it.

        Raises TypeError for a seed that is not an integer, ValueError for one out of range.
        """
        chance = self._solo["chance"].item(0) if seed is None else int(seeded(np.uint64(check_seed(seed))))  # type: ignore[arg-type]
        self._begin(int(stir(np.uint64(chance))) if self._set_up else chance)

    def _begin(self, chance: int) -> None:
        self.states[:] = self._start
        if self._set_up:
            self.game.doors.begin(self.states, 0, chance)
        self._solo["chance"] = chance
        self._solo["dice"] = blended(np.uint64(stir(np.uint64(chance))))  # type: ignore[arg-type]
        self.refusals: Mapping[int, str] = {}
        """The seats whose last action was illegal, each with the reason."""
        self.lost = False
        """Whether this has ended the game."""
        self._paid = [0.0] * self.players
        self._go(0, NOTHING)

    def _go(self, seat: int, action: int) -> None:
        """Carry out a legal decision, or nothing, and what follows until somebody is asked."""
        self._owing = self.game.doors.take(self._solo, seat, action)
        self.seat = self._seat[0]
        """The seat that is asked next: the lowest of those that owe a decision, or the learner's."""
        self.over = not self._owing
        """Whether the game has ended."""

    @property
    def waiting(self) -> list[int]:
        """Return the seats that owe a decision, lowest first."""
        return [] if self.over else list(SORTED_SEATS[self._owing])

    @property
    def returns(self) -> list[float]:
        """Return by seat the sum of all rewards of this game so far."""
        if self.lost:
            return [FORFEIT if seat in self.refusals else 0.0 for seat in range(self.players)]
        paid: list[float] = self._solo["paid"][0, : self.players].tolist()
        return paid

    def pay(self) -> list[float]:
        """Return the rewards by seat since the last call, or since the beginning of the game."""
        before, self._paid = self._paid, self.returns
        return [now - then for now, then in zip(self._paid, before, strict=True)]

    def score(self) -> dict[str, npt.NDArray[np.int32]]:
        """Return how all seats stand, as `info` tells it: by the name of the measure, a number for each seat."""
        return self.game.score(self.states)

    def seen(self) -> dict[str, npt.NDArray[np.int8]]:
        """Return the observation and the mask of the seat that is asked, in a running game."""
        return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}

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
        self._go(*self.check(seat, action))

    def turn(self, action: object) -> None:
        """Carry out an action of the seat that is asked, like `play`, in a running game."""
        chosen = check_action(action, len(self._legal))
        if not self._legal[chosen]:
            self.play({self.seat: chosen})
            return
        if self.refusals:
            self.refusals = {}
        self._go(self.seat, chosen)

    def play(self, actions: Mapping[int, object], *, noop: bool = False) -> None:
        """Carry out an action of each of several seats. With `noop`, one more action is that of seats that owe nothing.

        A seat whose action is illegal loses: nothing is carried out, the game is over, and `refusals` tells why. Or, as
        `illegal` says, ValueError is raised with the reason, before changing anything; or a legal action, drawn at
        random, is carried out instead, and `refusals` tells why.
        Raises TypeError for an action that is not an integer and ValueError for one that the game does not have, before
        changing anything.
        """
        nothing = len(self.game.actions)
        chosen = {seat: check_action(action, nothing + noop) for seat, action in actions.items()}
        legal = {seat: self.game.legal(self.states, seat) or (nothing,) * noop for seat in chosen}
        refused = {
            seat: self.why_not(seat, action) if action < nothing else f"seat {seat}: doing nothing: it owes a decision"
            for seat, action in chosen.items()
            if action not in legal[seat]
        }
        if refused and self._illegal == "raise":
            raise ValueError("; ".join(refused.values()))
        self.refusals = refused
        if refused and self._illegal == "lose":
            self.lost = self.over = True
            return
        chosen |= {seat: self._drawn(legal[seat]) for seat in refused}
        for seat, action in sorted(chosen.items()):
            if action != nothing:
                self._go(seat, action)

    def _drawn(self, legal: Sequence[int]) -> int:
        """Draw one of the legal actions; this does not affect the game's chance."""
        dice = np.uint64(stir(np.uint64(self._solo["dice"].item(0))))
        self._solo["dice"] = dice
        return legal[int(below(dice, len(legal)))]

    def render(self, seat: int | None = None) -> Shown | None:
        """Show what a seat sees, or a spectator: return it as text or as a picture, or print it; see `rendering`."""
        return render(self.render_mode, self.game, self.states, seat)

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
