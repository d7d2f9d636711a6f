"""Define what a game is: the contract between the rules of a game and everything that uses them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

import numpy as np

from eddyline.engine.checks import check_action, check_integer, check_seat, check_word
from eddyline.engine.doors import CHANCE, SEATS_IN
from eddyline.engine.maps import unchanged
from eddyline.engine.messages import shown
from eddyline.engine.offers import Offers
from eddyline.engine.options import check_players, combine, describe
from eddyline.engine.plain import PLAIN_MESSAGES
from eddyline.engine.redaction import Redaction
from eddyline.engine.rewards import kind_of, reward

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from eddyline.engine.doors import Doors
    from eddyline.engine.families import Family
    from eddyline.engine.maps import Maps
    from eddyline.engine.measuring import Measure
    from eddyline.engine.options import Implied, Need, OptionInfo
    from eddyline.engine.outcomes import GameOutcomes
    from eddyline.engine.pieces import Piece
    from eddyline.engine.positions import Positions
    from eddyline.engine.records import Grid, States
    from eddyline.engine.refusal import Refusal
    from eddyline.engine.words import Messages, Words


T = TypeVar("T")


class ActionError(ValueError):
    """Report a text that is not an action of the game."""


class ActionLike(Protocol):
    """Define what every action of every game has."""

    @property
    def id(self) -> int:
        """Return the number of the action in the game's list of actions."""

    @property
    def text(self) -> str:
        """Return the text form; `Game.parse_action` reads it back."""


def _never(states: States, seat: int) -> bool:
    del states, seat
    return False


def _nothing_ahead(states: States, seat: int) -> tuple[tuple[int, ...], ...]:
    del states, seat
    return ()


def _max_rounds(options: Any) -> int:
    return options.max_rounds  # type: ignore[no-any-return]


@dataclass(kw_only=True, eq=False)
class Game:
    """Bundle the rules of one game: its manifest. It holds no state of any match.

    States are arrays of one or more of the game's records; the functions here use record 0. They check their arguments,
    and raise TypeError for anything but an integer or an array of the game's records, ValueError for a seat that the
    game does not have or an empty array. They do not check the contents of a record: whoever writes one is responsible
    for it.

    >>> rules = eddyline.game("niagara")
    >>> rules
    <Game: Niagara, for 3, 4, 5 players>
    >>> len(rules.actions), rules.observation_size
    (146, 231)
    >>> states = rules.new(rules.parse_options(None, {}), players=3, word=7)
    >>> rules.legal(states, 0)
    (0, 1, 2, 3, 4, 5, 6)
    """

    id: str
    """Name of the game's folder or module; what `eddyline.game` and saved games call it."""
    name: str
    """What people call it."""
    rules_version: int
    """Increases whenever an old saved game would replay differently."""
    reads: frozenset[int] = frozenset()
    """Earlier versions of the rules whose games all replay and go on as they would have."""
    players: tuple[int, ...]
    """Numbers of players that the game is made for."""
    house_players: tuple[int, ...] = ()
    """Further numbers of players, offered as a house rule."""

    option_type: type[Any]
    """Struct with a field for each option."""
    presets: Mapping[str, Any]
    """Options of each named set of rules."""
    default_preset: str
    write_options: Callable[[Any, Any], None]
    """(options, record) -> None: write options into a record."""
    read_options: Callable[[Any], Any]
    """(record) -> the options in it."""
    check_options: Callable[[Any], Any] = unchanged
    """(options) -> the options to use, after checks that types cannot express, as for maps; raises OptionError."""
    implied: tuple[Implied, ...] = ()
    """Options set by numbers of players; if two entries set the same option, the later wins."""
    needs: tuple[Need, ...] = ()
    """Further numbers of players, each offered only while one of certain options is on."""
    bundles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Switches that are chosen together, such as those of an expansion, by the name of the bundle."""
    families: tuple[Family, ...] = ()
    """What shares one scale of ratings, the first that fits; a game without any is not rated."""
    maps: Maps | None = None
    """Set if an option takes a map."""

    state: type[Any]
    """Record type of a position, with `seats` and `round_number`; its fields declare who may read them."""
    actions: Sequence[ActionLike]
    """All actions; an action's id is its index."""
    max_legal: int
    """Maximum number of legal decisions of a seat in any position."""
    pieces: tuple[Piece, ...]
    """Parts of an observation, in order."""
    measures: tuple[Measure, ...] = ()
    """What tells how a seat stands, in order."""
    doors: Doors
    """The compiled rules, without any checks."""
    words: Words
    """Texts and pictures; `plain_words` makes them for a game without its own board."""
    messages: Messages = PLAIN_MESSAGES
    """Message types; the default is for a game without its own board and texts in the browser."""
    positions: Positions
    """Converts positions to and from JSON; `positions_of` makes it for a game whose record is written unchanged."""
    most_decisions: int
    """Maximum number of decisions of a seat in a round."""
    last_round: Callable[[Any], int] = _max_rounds
    """(options) -> the highest possible round number."""
    most_deals: int = 1
    """Maximum number of deals in a round, after the set-up; 0: the game deals nothing."""
    outcomes: GameOutcomes | None = None
    """Outcomes of deals, step by step; None: the game deals nothing after its set-up."""
    hides_more: Callable[[States], bool] | None = None
    """(states) -> whether something outside the record is hidden, such as the rest of a deck; see `hides`."""
    one_left: Callable[[States, int], bool] = _never
    """(states redacted for a spectator, seat) -> whether everybody can see that the seat which decides has one option
    only, although not which, such as a last card in a hidden hand."""

    ahead: Callable[[States, int], tuple[tuple[int, ...], ...]] = _nothing_ahead
    """(states redacted for a seat, seat) -> by decision to come, the actions from which the seat may choose one now:
    nothing that happens until then changes whether they are legal, or what they mean."""

    def __repr__(self) -> str:
        """Name the game and its numbers of players."""
        return f"<Game: {self.name}, for {', '.join(map(str, self.players))} players>"

    def __deepcopy__(self, memo: object) -> Self:
        """Return the game itself: it never changes, and everything made of it refers to it."""
        return self

    def __copy__(self) -> Self:
        return self

    def plays(self, rules_version: int) -> bool:
        """Return whether games of that version of the rules can be replayed and go on."""
        return rules_version == self.rules_version or rules_version in self.reads

    def new(self, options: Any, players: int, word: int) -> States:
        """Set a game up; one word (64 bits) determines every chance event of the set-up.

        Later draws use the words given to `Doors.deal`, so a state never contains the future. Raises OptionError for a
        number of players that the game does not support, and what `check_word` raises.
        """
        states = self.fresh(options, players)
        self.doors.begin(states, 0, check_word(word))
        return states

    def fresh(self, options: Any, players: int) -> States:
        """Return a record with its options and its number of players, before the set-up; raises OptionError."""
        self.check_players(players, options)
        states = np.zeros(1, self.dtype)
        states["seats"] = players
        self.write_options(options, states[0])
        return states

    def view(self, redacted: States, seat: int | None) -> Any:
        """Describe a redacted state as a message for clients."""
        redacted = self.record(redacted)
        viewer = None if seat is None else check_seat(seat, self.seats(redacted))
        return self.words.view(redacted, viewer, *self._end(redacted, None))

    def given(self, redacted: States) -> dict[str, Any]:
        """Return the fields of a view that no kernel fills, by name: what browsers that show positions are told."""
        redacted = self.record(redacted)
        return {} if self.words.showing is None else self.words.showing.given(redacted, *self._end(redacted, None))

    def picture(self, redacted: States, seat: int | None) -> str:
        """Draw a redacted state as SVG, for notebooks."""
        return self.words.picture(self.view(redacted, seat))

    def diagram(self, redacted: States, seat: int | None, names: Sequence[str]) -> str:
        """Write a redacted state as lines of text, for terminals; `names` are the players' names by seat."""
        return self.words.diagram(self.view(redacted, seat), names)

    def tell_start(self, states: States) -> list[Any]:
        """List the public events at the beginning of a game."""
        return self.words.tell_start(self.record(states))

    def tell_advance(self, before: States, after: States) -> list[Any]:
        """List the public events of one `advance` or one `deal`."""
        return self.words.tell_advance(self.record(before), after, *self._end(after, ()))

    def _end(self, states: States, running: T) -> tuple[tuple[int, ...] | T, tuple[int, ...]]:
        """Return the ranking and winners of a game that is over; otherwise `running` and no winners. Checks nothing."""
        if not self.doors.is_over(states, 0):
            return running, ()
        return self.ranking(states, self.seats(states)), self.winners(states)

    def sentence(self, event: Any, names: Sequence[str]) -> str | None:
        """Describe an event in English; None if another event covers it. `names` are the players' names by seat."""
        return self.words.sentence(event, names)

    def why_not(self, redacted: States, seat: int, action: int) -> Refusal:
        """Explain to a seat that owes a decision why this action is not legal, from a state redacted for that seat."""
        return self.words.why_not(redacted, self.seat(redacted, seat), check_action(action, len(self.actions)))

    def fate(self, redacted: States, seat: int | None) -> Any:
        """Foretell what may come of a redacted state, as a message for clients; None if there is nothing to tell.

        It never depends on anything that the seat cannot know.
        """
        redacted, told = self.record(redacted), self.words.fate
        seat = self.viewer(redacted, seat)
        return None if told is None else told.of(redacted, seat)

    def position(self, states: States) -> Any:
        """Return a position as a message, which `set_up` reads back into an equal record."""
        return self.positions.write(self.record(states))

    def set_up(self, position: object) -> States:
        """Build the record of a position; raises PositionError naming the place and the problem."""
        return self.positions.read(position)

    def set_up_held(self, position: object) -> tuple[States, Any]:
        """Do the same, and return the position's options, too, which hold its map (see `hold`); None without maps."""
        if self.maps is None:
            return self.set_up(position), None
        held: list[Any] = []

        def hold(options: Any) -> Any:
            held.append(self.hold(options))
            return held[-1]

        states = self.positions.read(position, hold)
        return states, held[-1]

    def seats(self, states: States) -> int:
        """Return the number of players."""
        return int(states["seats"][0])

    def round_number(self, states: States) -> int:
        """Return the number of the round, counting from 1."""
        return int(states["round_number"][0])

    def options(self, states: States) -> Any:
        """Return the options of a state."""
        return self.read_options(self.record(states)[0])

    def parse_options(self, preset: str | None, overrides: Mapping[str, object], players: int | None = None) -> Any:
        """Combine a preset (None: the default) with single options, which override it; raises OptionError.

        With `players`, the options `implied` by that number also override the preset. A bundle's name sets all its
        options.

        >>> eddyline.game("niagara").parse_options("rulebook", {"whirlpool": True}, players=4).whirlpool
        True
        """
        return self.check_options(combine(self, preset, overrides, players))

    def most_words(self, options: Any) -> int:
        """Return how many words of chance a game with these options uses at most, one for the set-up among them."""
        return 1 + self.most_deals * self.last_round(options)

    def hold(self, options: Any) -> Any:
        """Return the same options, with their map loaded now and unloaded some time after they are garbage-collected.

        For programs that play on ever new maps, such as a server. A match that `Match.new` makes with them holds a
        reference, and so do its copies; callers that keep only states must keep the options, too. A map that was ever
        used with options that were not held stays loaded forever. Raises OptionError if there is no room for another
        map.
        """
        return self.maps.hold(options) if self.maps else options

    def option_infos(self) -> tuple[OptionInfo, ...]:
        """Describe every option, in the order in which clients show them."""
        return describe(self)

    def parse_action(self, text: str) -> int:
        """Return the id of an action from its text form; raises ActionError, and TypeError for anything but a str.

        >>> eddyline.game("niagara").parse_action("card 3")
        3
        """
        if not isinstance(text, str):
            raise TypeError(f"expected the text of an action, got {shown(text)}")
        if text not in self._ids:
            message = f"{shown(text)} is no action of {self.name}; expected something like {self.actions[0].text!r}"
            raise ActionError(message)
        return self._ids[text]

    def texts(self, actions: Iterable[int]) -> tuple[str, ...]:
        """Return the text forms of actions, which `parse_action` reads back; raises what `check_action` raises."""
        return tuple([self.actions[check_action(action, len(self.actions))].text for action in actions])

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {action.text: action.id for action in self.actions}

    def check_players(self, players: object, chosen: Any) -> None:
        """Raise OptionError for a number of players that the game does not support with these options."""
        check_players(self, players, chosen)

    def record(self, states: Any) -> States:
        """Return an array whose record 0 kernels may read: the same one, or a copy of that record if it is read-only.

        Raises TypeError for anything but an array of this game's records, ValueError for an empty one.
        """
        if not isinstance(states, np.ndarray) or states.dtype != self.dtype or states.ndim != 1:
            raise TypeError(f"expected an array of states of {self.name}, got {type(states).__name__}")
        if not len(states):
            raise ValueError(f"expected an array of one state of {self.name} or more, got an empty one")
        # Numba would compile everything again for arrays that are read-only or have another memory layout.
        whole: States = states if states.flags.carray else states[:1].copy()
        return whole

    def seat(self, states: States, seat: object) -> int:
        """Return a seat of this game as a plain int; raises what `check_seat` raises."""
        return check_seat(seat, self.seats(self.record(states)))

    def viewer(self, states: States, seat: object) -> int | None:
        """Return a seat of this game as `seat` does, or None for a spectator."""
        return None if seat is None else self.seat(states, seat)

    @cached_property
    def boards(self) -> Mapping[str, tuple[str, ...]]:
        """Built-in boards by name, as rows of text."""
        texts = self.maps.texts if self.maps else {}
        return {name: tuple(text.rstrip("\n").split("\n")) for name, text in texts.items()}

    @property
    def player_counts(self) -> tuple[int, ...]:
        """All supported numbers of players, including those that need certain options."""
        return tuple(sorted({*self.players, *self.house_players, *(need.players for need in self.needs)}))

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """NumPy type of the game's records."""
        dtype: np.dtype[Any] = self.state.dtype
        return dtype

    @cached_property
    def _redaction(self) -> Redaction:
        return Redaction(self.state, self.doors.hidden)

    def redact(self, states: States, seat: int | None) -> States:
        """Return a copy with only what `seat` (None: a spectator) may know."""
        states = self.record(states)
        return self._redaction(states, self.viewer(states, seat))

    def hides(self, states: States) -> bool:
        """Tell whether anything is currently hidden from anybody."""
        return self.conceals(self.record(states))

    def conceals(self, states: States) -> bool:
        """Tell the same as `hides`, without checks: for callers that have already checked the states."""
        return self._redaction.hides(states) or (self.hides_more is not None and self.hides_more(states))

    def to_act(self, states: States) -> frozenset[int]:
        """Return the seats that owe a decision."""
        return SEATS_IN[self.doors.to_act(self.record(states), 0) & (CHANCE - 1)]

    def chance_due(self, states: States) -> bool:
        """Tell whether `Doors.deal` is due, and no decision."""
        return bool(self.doors.to_act(self.record(states), 0) & CHANCE)

    def settle(self, states: States, word: Callable[[], int] | None = None) -> int:
        """Carry out everything that needs no decision, in place in record 0; return the result of `Doors.to_act` then.

        This is a bit mask of the seats that decide, 0 if the game is over, or CHANCE if a deal is due and `word`, which
        returns the next word of chance, is None.
        """
        settle = self.doors.settle
        while (waiting := settle(states, 0)) == CHANCE and word is not None:
            self.doors.deal(states, 0, word())
        return waiting

    def legal(self, states: States, seat: int) -> tuple[int, ...]:
        """Return the ids of the seat's legal decisions in ascending order; empty if it owes none."""
        states = self.record(states)
        seat = check_seat(seat, self.seats(states))
        return self.offered(states, seat)

    def offered(self, states: States, seat: int) -> tuple[int, ...]:
        """Return the same as `legal`, without checks: for callers that have already checked the states and the seat."""
        return tuple(self.offers.read(states, seat))

    @cached_property
    def offers(self) -> Offers:
        """What lists legal decisions without checks, as `offered` does."""
        return Offers(self.doors.legal, self.max_legal)

    @cached_property
    def observation_size(self) -> int:
        """Length of an observation."""
        return sum(piece.size for piece in self.pieces)

    def observe(self, states: States, seat: int) -> Grid:
        """Return what a seat may know as int8[observation_size]; `pieces` describes the numbers.

        A full state and one redacted for that seat give the same result.
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
        """Return each seat's rank, 1 the best; ties share a rank, and the following ranks are skipped.

        Raises ValueError if the state has another number of players, TypeError for anything but an integer.
        """
        states = self.record(states)
        seats = self.seats(states)
        check_integer(players, "the number of players of the game", seats, seats)
        return tuple(self._ranks(states).tolist())

    def winners(self, states: States) -> tuple[int, ...]:
        """List the seats that have won; empty while the game runs and if nobody has won."""
        states = self.record(states)
        if not self.doors.is_over(states, 0):
            return ()
        mask = self.doors.winners(states, 0, self._ranks(states))
        return tuple(seat for seat in range(self.seats(states)) if mask >> seat & 1)

    def score(self, states: States) -> dict[str, Grid]:
        """Return how all seats stand, by the name of the measure, each int32[players]; see `measures`."""
        states = self.record(states)
        out = np.zeros((self.seats(states), len(self.measures)), np.int32)
        self.doors.measure(states, 0, out)
        return {measure.name: out[:, i] for i, measure in enumerate(self.measures)}

    def rewards(self, states: States, kind: str = "ranking") -> Grid:
        """Return every seat's reward for the whole game as float32[players]; all 0 while it runs.

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
