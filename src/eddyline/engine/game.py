"""Say what a game is: the contract between the rules of a game and everything that uses them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import numpy as np

from eddyline.engine.checks import check_action, check_integer, check_seat, check_word
from eddyline.engine.doors import CHANCE, SEATS_IN
from eddyline.engine.messages import shown
from eddyline.engine.options import check_players, combine, describe
from eddyline.engine.plain import PLAIN_MESSAGES
from eddyline.engine.redaction import Redaction
from eddyline.engine.rewards import kind_of, reward

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from eddyline.engine.doors import Doors
    from eddyline.engine.options import Implied, Need, OptionInfo
    from eddyline.engine.outcomes import GameOutcomes
    from eddyline.engine.pieces import Piece
    from eddyline.engine.positions import Positions
    from eddyline.engine.records import Grid, States
    from eddyline.engine.refusal import Refusal
    from eddyline.engine.words import Messages, Words


T = TypeVar("T")


class ActionError(ValueError):
    """Refuse a text that is no action of the game."""


class ActionLike(Protocol):
    """What every action of every game has."""

    @property
    def id(self) -> int:
        """Number of the action in the game's alphabet."""

    @property
    def text(self) -> str:
        """Text form; `Game.parse_action` reads it back."""


def _as_they_are(options: Any) -> Any:
    return options


class Maps(NamedTuple):
    """Let players bring maps of their own, as texts."""

    texts: Mapping[str, str]
    """Boards of the project by name: values of the option that takes a map."""
    check: Callable[[str], Sequence[str]]
    """(text) -> what is wrong with a map, a sentence each, with the place in it."""
    describe: Callable[[str], Sequence[str]]
    """(text of a map with nothing wrong) -> what there is to say about it, a line each."""
    hold: Callable[[Any], Any] = _as_they_are
    """(options) -> the same, whose map is loaded for as long as they exist; raises OptionError (see `Game.hold`)."""


def _max_rounds(options: Any) -> int:
    return options.max_rounds  # type: ignore[no-any-return]


@dataclass(kw_only=True, eq=False)
class Game:
    """Bundle the rules of one game: its manifest. It holds no state of any match.

    States are arrays of length 1 or more of the game's record; functions here look at record 0. They check the seats
    they are told, and raise TypeError for what is no integer or no array of the game's records, ValueError for a seat
    the game does not have or an array without a record. What a record holds they believe: who writes into one answers
    for it.
    """

    id: str
    name: str
    rules_version: int
    """Grows whenever an old saved game would replay differently."""
    players: tuple[int, ...]
    """Player counts the game is made for."""
    house_players: tuple[int, ...] = ()
    """Further counts offered as a house option."""

    option_type: type[Any]
    presets: Mapping[str, Any]
    default_preset: str
    write_options: Callable[[Any, Any], None]
    """(options, record): write options into a record."""
    read_options: Callable[[Any], Any]
    """(record) -> the options that were written into it."""
    check_options: Callable[[Any], Any] = _as_they_are
    """Refuse more than types can, such as a bad map, and return the options as they are kept; raises OptionError."""
    implied: tuple[Implied, ...] = ()
    """What numbers of players bring with them; the later of two that set the same option wins."""
    needs: tuple[Need, ...] = ()
    """Further counts, each offered only while one of some options is on."""
    bundles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Switches that are sold and chosen together, by the name of the bundle."""
    maps: Maps | None = None
    """Maps, where an option takes one."""

    state: type[Any]
    """Record type of a position, with `seats` and `round_number`; its fields declare who may read them."""
    actions: Sequence[ActionLike]
    """The whole alphabet; an action's id is its index."""
    max_legal: int
    """No position offers a seat more decisions than this."""
    pieces: tuple[Piece, ...]
    """What an observation is made of, in its order."""
    doors: Doors
    words: Words
    """Of a game with few words of its own: `plain_words`."""
    messages: Messages = PLAIN_MESSAGES
    """Left out by a game without a board and words of its own in the browser."""
    positions: Positions
    """Of a game whose record may be written as it is: `positions_of`."""
    most_decisions: int
    """No seat decides more often than this in a round."""
    last_round: Callable[[Any], int] = _max_rounds
    """(options) -> number of the last round that a game can have."""
    outcomes: GameOutcomes | None = None
    """How a deal is drawn step by step; None: the game deals nothing after its set-up."""
    hides_more: Callable[[States], bool] | None = None
    """Tell whether something is hidden that is in no record, such as the rest of a deck; see `hides`."""

    def new(self, options: Any, players: int, word: int) -> States:
        """Set a game up; every chance event of the set-up is drawn from one word (64 bits).

        What is drawn later is drawn from the words of `Doors.deal`: a state never contains the future. Raises
        OptionError for a number of players the game does not offer, and for the word what `check_word` does.
        """
        self.check_players(players, options)
        word = check_word(word)
        states = np.zeros(1, self.dtype)
        states["seats"] = players
        self.write_options(options, states[0])
        self.doors.begin(states, 0, word)
        return states

    def view(self, redacted: States, seat: int | None) -> Any:
        """Describe a redacted state as a message for clients."""
        redacted = self.record(redacted)
        return self.words.view(redacted, self.viewer(redacted, seat), *self._end(redacted, None))

    def picture(self, redacted: States, seat: int | None) -> str:
        """Draw a redacted state as SVG: what a notebook shows of a match."""
        return self.words.picture(self.view(redacted, seat))

    def tell_start(self, states: States) -> list[Any]:
        """List the public events with which a game begins."""
        return self.words.tell_start(self.record(states))

    def tell_decision(self, before: States, seat: int, action: int) -> list[Any]:
        """List the public events of one decision, taken in the position `before`."""
        before = self.record(before)
        return self.words.tell_decision(before, self.seat(before, seat), check_action(action, len(self.actions)))

    def tell_advance(self, before: States, after: States) -> list[Any]:
        """List the public events of one `advance` or one `deal`."""
        return self.words.tell_advance(self.record(before), after, *self._end(after, ()))

    def _end(self, states: States, running: T) -> tuple[tuple[int, ...] | T, tuple[int, ...]]:
        """Return ranking and winners of a game that is over; else `running` and nobody."""
        if not self.is_over(states):
            return running, ()
        return self.ranking(states, self.seats(states)), self.winners(states)

    def sentence(self, event: Any, names: Sequence[str]) -> str | None:
        """Say in English what an event means, or None if another event says it; `names` are the players by seat."""
        return self.words.sentence(event, names)

    def why_not(self, redacted: States, seat: int, action: int) -> Refusal:
        """Explain to a seat that owes a decision why this one is not legal; reads a state redacted for that seat."""
        return self.words.why_not(redacted, self.seat(redacted, seat), check_action(action, len(self.actions)))

    def position(self, states: States) -> Any:
        """Write a position down as a message that `set_up` reads back into an equal record."""
        return self.positions.write(self.record(states))

    def set_up(self, position: object) -> States:
        """Build the record of a position; raises PositionError saying where and what is wrong."""
        return self.positions.read(position)

    def seats(self, states: States) -> int:
        """Return the number of players."""
        return int(states["seats"][0])

    def round_number(self, states: States) -> int:
        """Return the number of the round, from 1."""
        return int(states["round_number"][0])

    def options(self, states: States) -> Any:
        """Return the options a state is played with."""
        return self.read_options(self.record(states)[0])

    def parse_options(self, preset: str | None, overrides: Mapping[str, object], players: int | None = None) -> Any:
        """Combine a preset (None: the default one) with single options, which win; raises OptionError.

        With `players` given, what the preset says gives way to what is `implied` for that number. A bundle's name
        stands for all its options.
        """
        return self.check_options(combine(self, preset, overrides, players))

    def hold(self, options: Any) -> Any:
        """Return the same options; their map is loaded now, and unloaded some time after they are gone.

        For a program that plays on ever new maps, such as a server. A match that `Match.new` makes of them keeps them,
        and so do its copies; whoever keeps states alone must keep the options, too. A map that was ever played on with
        other options stays loaded for ever. Raises OptionError where there is no room for one more map.
        """
        return self.maps.hold(options) if self.maps else options

    def option_infos(self) -> tuple[OptionInfo, ...]:
        """Describe every option, in the order in which clients show them."""
        return describe(self)

    def parse_action(self, text: str) -> int:
        """Read an action's text form; raises ActionError, and TypeError for what is no text."""
        if not isinstance(text, str):
            raise TypeError(f"expected the text of an action, got {shown(text)}")
        if text not in self._ids:
            message = f"{shown(text)} is no action of {self.name}; expected something like {self.actions[0].text!r}"
            raise ActionError(message)
        return self._ids[text]

    def texts(self, actions: Iterable[int]) -> tuple[str, ...]:
        """Write actions down as `parse_action` reads them; raises what `check_action` does."""
        return tuple([self.actions[check_action(action, len(self.actions))].text for action in actions])

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {action.text: action.id for action in self.actions}

    def check_players(self, players: object, chosen: Any) -> None:
        """Refuse a number of players that the game does not offer with these options; raises OptionError."""
        check_players(self, players, chosen)

    def record(self, states: Any) -> States:
        """Return an array whose record 0 kernels may read: the same, or a copy of that record where it is read-only.

        Raises TypeError for what is no array of this game's records, ValueError for one without any.
        """
        if not isinstance(states, np.ndarray) or states.dtype != self.dtype or states.ndim != 1:
            raise TypeError(f"expected an array of states of {self.name}, got {type(states).__name__}")
        if not len(states):
            raise ValueError(f"expected an array of one state of {self.name} or more, got an empty one")
        # Numba would compile everything again for arrays that are read-only or lie otherwise in memory.
        whole: States = states if states.flags.carray else states[:1].copy()
        return whole

    def seat(self, states: States, seat: object) -> int:
        """Return a seat of this game as a plain int; raises what `check_seat` does."""
        return check_seat(seat, self.seats(self.record(states)))

    def viewer(self, states: States, seat: object) -> int | None:
        """Return a seat of this game as `seat` does, or None: a spectator."""
        return None if seat is None else self.seat(states, seat)

    @cached_property
    def boards(self) -> Mapping[str, tuple[str, ...]]:
        """Boards of the project by name, as rows of text."""
        texts = self.maps.texts if self.maps else {}
        return {name: tuple(text.rstrip("\n").split("\n")) for name, text in texts.items()}

    @property
    def player_counts(self) -> tuple[int, ...]:
        """Every number of players that is offered, be it with some options only."""
        return tuple(sorted({*self.players, *self.house_players, *(need.players for need in self.needs)}))

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """Type of the game's records."""
        dtype: np.dtype[Any] = self.state.dtype
        return dtype

    @cached_property
    def _redaction(self) -> Redaction:
        return Redaction(self.state, self.doors.hidden)

    def redact(self, states: States, seat: int | None) -> States:
        """Copy what `seat` (None: a spectator) may know; everything else is gone from the copy."""
        states = self.record(states)
        return self._redaction(states, self.viewer(states, seat))

    def hides(self, states: States) -> bool:
        """Tell whether anything is hidden from anybody now."""
        states = self.record(states)
        return self._redaction.hides(states) or (self.hides_more is not None and self.hides_more(states))

    def to_act(self, states: States) -> frozenset[int]:
        """Return the seats that owe a decision."""
        return SEATS_IN[self.doors.to_act(self.record(states), 0) & (CHANCE - 1)]

    def chance_due(self, states: States) -> bool:
        """Tell whether `Doors.deal` is due, and no decision."""
        return bool(self.doors.to_act(self.record(states), 0) & CHANCE)

    def settle(self, states: States, word: Callable[[], int] | None = None) -> int:
        """Let happen what needs nobody's decision, in record 0 of `states` itself; return what `to_act` says then.

        That is the bit mask of who decides, 0 when the game is over, and CHANCE where a deal is due and no `word` gives
        words to deal.
        """
        doors = self.doors
        while True:
            waiting = doors.to_act(states, 0)
            if waiting == CHANCE and word is not None:
                doors.deal(states, 0, word())
            elif waiting or doors.is_over(states, 0):
                return waiting
            else:
                doors.advance(states, 0)

    def legal(self, states: States, seat: int) -> tuple[int, ...]:
        """Return the ids of the seat's legal decisions in ascending order; empty when it owes none."""
        states = self.record(states)
        seat = check_seat(seat, self.seats(states))
        return self.offered(states, seat)

    def offered(self, states: States, seat: int) -> tuple[int, ...]:
        """Return the same as `legal`, and check nothing: for whoever has made sure of the states and the seat."""
        if not self.doors.to_act(states, 0) >> seat & 1:
            return ()
        out = np.empty(self.max_legal, np.int16)
        count = self.doors.legal(states, 0, seat, out)
        return tuple(sorted(out[:count].tolist()))

    @cached_property
    def observation_size(self) -> int:
        """Length of an observation."""
        return sum(piece.size for piece in self.pieces)

    def observe(self, states: States, seat: int) -> Grid:
        """Return what a seat may know as a row of small numbers, int8[observation_size]; `pieces` says what they mean.

        The same for a full state and for one redacted for that seat.
        """
        states = self.record(states)
        seat = check_seat(seat, self.seats(states))
        out = np.empty(self.observation_size, np.int8)
        self.doors.observe(states, 0, seat, out)
        return out

    def is_over(self, states: States) -> bool:
        """Tell whether the game has ended."""
        return bool(self.doors.is_over(self.record(states), 0))

    def ranking(self, states: States, players: int) -> tuple[int, ...]:
        """Return each seat's rank, 1 the best; equals share a rank and the next is skipped.

        Raises ValueError for another number of players than the state has, TypeError for what is no integer.
        """
        states = self.record(states)
        seats = self.seats(states)
        check_integer(players, "the number of players of the game", seats, seats)
        return tuple(self._ranks(states).tolist())

    def winners(self, states: States) -> tuple[int, ...]:
        """List the seats that have won; empty while the game runs and when nobody did."""
        states = self.record(states)
        if not self.doors.is_over(states, 0):
            return ()
        mask = self.doors.winners(states, 0, self._ranks(states))
        return tuple(seat for seat in range(self.seats(states)) if mask >> seat & 1)

    def rewards(self, states: States, kind: str = "ranking") -> Grid:
        """Return every seat's reward, float32[players]; all 0 while the game runs.

        Raises ValueError for a kind that is not in `rewards.REWARDS`.
        """
        states, number = self.record(states), kind_of(kind)
        made = np.zeros(self.seats(states), np.float32)
        if self.is_over(states):
            ranks, winners = self._ranks(states).astype(np.int8), sum(1 << seat for seat in self.winners(states))
            for seat in range(len(made)):
                made[seat] = reward(number, len(made), ranks, winners, seat)
        return made

    def _ranks(self, states: States) -> Grid:
        out = np.empty(self.seats(states), np.int16)
        self.doors.ranking(states, 0, out)
        return out
