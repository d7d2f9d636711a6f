"""Play a game through a safe interface: everything is checked, explained and recorded."""

from __future__ import annotations

from copy import deepcopy
from types import GeneratorType, MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Self, overload

from eddyline.engine.checks import check_seat, check_seed, check_word
from eddyline.engine.copying import Parcel
from eddyline.engine.doors import CHANCE, SEATS_IN
from eddyline.engine.draft import ActionT, Draft, EventT, IllegalAction, ViewT, refuse
from eddyline.engine.game import ActionError
from eddyline.engine.kept import Kept
from eddyline.engine.log import Deal, Entry, Moment, Resample, Turn
from eddyline.engine.messages import shown
from eddyline.engine.names import check_names
from eddyline.engine.random import derived, words
from eddyline.engine.records import copied
from eddyline.engine.refusal import name_seats

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.notes import Note
    from eddyline.engine.records import States


class Match(Kept, Generic[ViewT, ActionT, EventT]):
    """Play one game from its set-up to its end.

    `waiting` lists the seats that owe a decision, `legal` their choices; `play` makes one, `view` shows what a seat
    sees. A turn may take several decisions; until the last one it is a draft that nobody else can see. `states` is the
    position, one record of the `game`: a new array after every change. `log` has all turns and deals, pending ones too.

    If several seats choose in secret, their turns are kept in `pending`, apart from the position, until the last one is
    in; until then each may be replaced. So nothing that is computed from `states` can reveal a secret.

    If a game draws something after its set-up, the match takes the next word of its own chance; if it has none
    (`chance_due`), the caller passes one to `deal`.

    Use a match in one thread at a time; copies share nothing that changes.

    >>> match = eddyline.new("canyon", players=3, seed=7)
    >>> [action.text for action in match.legal()]
    ['to 4,7', 'to 4,8', 'to 4,9', 'to 4,10', 'to 4,11', 'to 4,12']
    >>> match.play("to 4,7")
    (JettyChosen(seat=1, column=4, row=7),)
    """

    def __init__(
        self, game: Game, states: States, *, chance: Iterator[int] | None = None, names: Sequence[str] = ()
    ) -> None:
        """Begin with any position of the game; `new` begins with the set-up, `from_position` reads one from JSON.

        `chance` yields the words for later deals. Players without `names` are named after their seats.
        """
        self.game = game
        # Checked only here; from now on a copy is read and written without checks, so the caller's array is untouched.
        self.states = copied(game.record(states)[:1])
        self.players = game.seats(self.states)
        self._first = self.states
        self.preset: str | None = None
        """Preset that the options came from, if known."""
        self.seed: int | None = None
        """Seed of its chance; None if the caller supplies the words."""
        self.word: int | None = None
        """Word of chance for the set-up; None for a game that began with a position."""
        self._given: Any = None
        """Options of the set-up; they may keep a map loaded (see `Game.hold`), and so do copies of the match."""
        self.log: list[Entry[int]] = []
        self.shown = 0
        """Length of `log` when last nothing was hidden from anybody: everybody may read this much of it."""
        self._names = check_names(names, self.players)
        self._notes: list[Note] = []
        self._pending: dict[int, tuple[int, ...]] = {}
        self._drafts: dict[int, Draft[ActionT]] = {}
        self._past: list[Moment] = []
        self._chance = chance
        self._again: list[int] = []
        """Words of deals that were undone; used before those of `_chance`."""
        self.chance_due: bool
        """True if nobody can decide before the next `deal`."""
        self.over: bool
        """Whether the game has ended."""
        self._acting: frozenset[int]
        """Seats that owe a decision or have committed a secret one; computed once for every position, by `_look`."""
        self._advance()

    @classmethod
    def new(
        cls,
        game: Game,
        options: Any = None,
        *,
        players: int,
        seed: int | None = None,
        word: int | None = None,
        chance: Iterator[int] | None = None,
        preset: str | None = None,
        names: Sequence[str] = (),
    ) -> Match[ViewT, ActionT, EventT]:
        """Set a game up, with options from `Game.parse_options` or those of the preset.

        `seed` (64 bits) determines the set-up and all later deals. Callers that log every word of chance pass the words
        instead: `word` for the set-up, later ones by `chance` or `deal`.
        Raises OptionError for a number of players that the game does not support, ValueError unless one of the two is
        given.
        """
        if (seed is None) == (word is None):
            raise ValueError("expected either a seed or a word for the set-up")
        if seed is not None:
            word = derived(check_seed(seed), "set-up")
            chance = chance or words(derived(seed, "chance"))
        set_up = check_word(word)
        if options is None:
            options = game.parse_options(preset, {}, players)
        game.check_players(players, options)
        match = cls(game, game.new(options, players, set_up), chance=chance, names=names)
        match.preset, match.seed, match.word, match._given = preset, seed, set_up, options
        return match

    @classmethod
    def from_position(
        cls,
        game: Game,
        position: object,
        *,
        seed: int | None = None,
        chance: Iterator[int] | None = None,
        names: Sequence[str] = (),
        hold: bool = False,
    ) -> Match[ViewT, ActionT, EventT]:
        """Begin with a position in its JSON form; raises PositionError. `seed` determines all later deals.

        With `hold`, its map stays loaded only while the match or a copy of it exists (see `Game.hold`).
        """
        if seed is not None:
            chance = words(derived(check_seed(seed), "chance"))
        states, held = game.set_up_held(position) if hold else (game.set_up(position), None)
        match = cls(game, states, chance=chance, names=names)
        match.seed, match._given = seed, held
        return match

    def __repr__(self) -> str:
        """Describe the match: the game, the round, and who is next or has won."""
        number = self.game.round_number(self.states)
        if self.over:
            end = f"won by {name_seats(self.winners)}" if self.winners else "nobody has won"
            how = f"over after round {number}, {end}"
        elif self.chance_due:
            how = f"round {number}, a deal is due"
        else:
            how = f"round {number}, waiting for {name_seats(self.waiting)}"
        return f"<Match: {self.game.name}, {self.players} players, {how}>"

    def _repr_svg_(self) -> str:
        """Draw the table as a spectator sees it, for notebooks."""
        return self.game.picture(self.game.redact(self.states, None), None)

    @property
    def start(self) -> Any:
        """Position that the match began with, in the form that `from_position` reads."""
        return self.game.position(self._first)

    @property
    def options(self) -> Any:
        """Options of the game: a struct of its own type, such as `eddyline.games.niagara.rules.options.Options`."""
        return self.game.options(self.states)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players by seat; may be set."""
        return self._names

    @names.setter
    def names(self, names: Sequence[str]) -> None:
        self._names = check_names(names, self.players)

    @property
    def waiting(self) -> frozenset[int]:
        """Seats that owe a turn and have not committed one; empty when chance is due or the game is over."""
        return self._acting.difference(self._pending) if self._pending else self._acting

    @property
    def pending(self) -> Mapping[int, tuple[int, ...]]:
        """Secret turns committed in this simultaneous phase: by seat, the ids of its decisions."""
        return MappingProxyType(self._pending)

    @property
    def hides(self) -> bool:
        """Tell whether anything is currently hidden from anybody."""
        return bool(self._pending) or self.game.conceals(self.states)

    @property
    def ranking(self) -> tuple[int, ...] | None:
        """Return each seat's rank, 1 the best, or None while the game runs."""
        return self.game.ranking(self.states, self.players) if self.over else None

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that have won; empty while the game runs and if nobody has won."""
        return self.game.winners(self.states)

    def copy(self, *, seed: int | None = None) -> Self:
        """Return an independent match in the same position with the same log, but without the words of later deals.

        So a copy never knows what will be dealt: with a seed it deals by itself, otherwise it waits for `deal`. The
        module `copy` and a pickle copy the words, too: the same will be dealt.
        """
        chance = None if seed is None else words(derived(check_seed(seed), "chance"))
        twin = self._twin(chance, [])
        twin.seed = seed
        if chance is not None and twin.chance_due:
            twin.deal(next(chance))
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        self._check_chance()
        return self._twin(deepcopy(self._chance, memo), list(self._again))

    def _twin(self, chance: Iterator[int] | None, again: list[int]) -> Self:
        # __init__ would check the position; a server copies a match every time a bot thinks.
        twin = type(self).__new__(type(self))
        drafts = {seat: self._begin(seat, draft.decisions) for seat, draft in self._drafts.items()}
        log, past, pending, notes = list(self.log), list(self._past), dict(self._pending), list(self._notes)
        twin.__dict__.update(self.__dict__ | {"states": copied(self.states), "log": log, "_pending": pending})
        twin.__dict__.update({"_chance": chance, "_again": again, "_drafts": drafts, "_past": past, "_notes": notes})
        return twin

    def _check_chance(self) -> None:
        if isinstance(self._chance, GeneratorType):
            raise TypeError("expected chance that can be copied, such as engine.random.words(seed), got a generator")

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle holds; positions that several moments share go in once."""
        self._check_chance()
        positions = {id(states): states for states in (self._first, self.states, *(then.states for then in self._past))}
        places = dict(zip(positions, range(len(positions)), strict=True))
        return self.__dict__ | {
            "_positions": Parcel.of(self.game, self._given, *positions.values()),
            "_first": places[id(self._first)],
            "states": places[id(self.states)],
            "_past": [(places[id(then.states)], *then[1:]) for then in self._past],
            "_drafts": {seat: draft.decisions for seat, draft in self._drafts.items()},
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        found = state.pop("_positions").open()
        positions = [found[place : place + 1] for place in range(len(found))]
        self.__dict__.update(state)
        self._first, self.states = positions[state["_first"]], positions[state["states"]]
        self._past = [Moment(positions[place], *rest) for place, *rest in state["_past"]]
        self._drafts = {seat: self._begin(seat, decisions) for seat, decisions in state["_drafts"].items()}

    def legal(self, seat: int | None = None) -> tuple[ActionT, ...]:
        """Return the legal next actions of a seat, after the decisions it has already `play`ed in this turn.

        Without `seat`, use the only seat that owes a turn. Empty if the seat owes nothing. Raises ValueError without a
        seat while several owe a turn, TypeError or ValueError for an invalid one.
        """
        waiting = self.waiting
        seat = self._only(waiting) if seat is None else check_seat(seat, self.players)
        if seat not in waiting:
            return ()
        actions: Sequence[Any] = self.game.actions
        return tuple([actions[action] for action in self._open_draft(seat).legal()])

    @overload
    def play(self, action: int | str | ActionT, /) -> tuple[EventT, ...]: ...
    @overload
    def play(self, seat: int, action: int | str | ActionT, /) -> tuple[EventT, ...]: ...
    def play(self, *given: Any) -> tuple[EventT, ...]:
        """Make one decision, given as an id, a text or an action; the decision that completes the turn commits it.

        `play(seat, action)`, or `play(action)` while exactly one seat owes a turn. Returns the public events: () until
        the turn is complete, and for a secret turn unless it is the last one. Raises IllegalAction with the reason,
        ActionError for a text that is not an action, TypeError or ValueError for an invalid seat or action; the match
        is then unchanged.

        >>> eddyline.new("niagara", players=3, seed=7).play(1, "paddle a 3")
        Traceback (most recent call last):
        eddyline.engine.draft.IllegalAction: Everybody chooses a card first; canoes move after that. (N-ROUND-1)
        """
        if not 1 <= len(given) <= 2:
            raise TypeError(f"expected a seat and an action, or an action alone, got {len(given)} arguments")
        *asked, action = given
        seat = check_seat(asked[0], self.players) if asked else self._only(self.waiting)
        if seat is None:
            raise self.not_to_act(None)
        draft = self._open_draft(seat)
        before = self._moment()
        draft.decide(action)
        self._past.append(before)
        return () if draft.legal() else self._take(seat, draft)

    def commit(self, seat: int, decisions: Iterable[int | str | ActionT] | Draft[ActionT]) -> tuple[EventT, ...]:
        """Commit a whole turn and return the public events that follow from it.

        A secret turn is only stored, without events, until the last seat has committed. Raises what `play` raises, and
        IllegalAction for an incomplete turn; the match is then unchanged. A draft of the seat that began in the current
        position has already checked its decisions; any other turn is checked here.
        """
        seat = check_seat(seat, self.players)
        draft = self._begin(seat, decisions)
        if not draft.complete:
            raise refuse("turn_incomplete", f"This turn is not complete: {len(draft.legal())} decisions are open.")
        self._past.append(self._moment())
        return self._take(seat, draft)

    def undo(self) -> None:
        """Take back the last `play` or `commit` and what followed from it; raises ValueError if there is none.

        After a `play` that completed a turn of several decisions, the earlier ones of the turn stay played. A secret
        turn that was only stored is owed again, or restored to the one it replaced; if the last secret turn revealed
        them all, the others stay committed. Later deals are repeated with the same words, so undo cannot be used to
        draw again. Words that the caller passed to `deal` are due again.
        """
        if not self._past:
            raise ValueError("there is nothing to take back: nobody has decided anything yet")
        then = self._past.pop()
        if self._chance is not None:
            self._again[:0] = [entry.word for entry in self.log[then.settled :] if isinstance(entry, Deal)]
        self.states, self.shown, self._pending = then.states, then.shown, dict(then.pending)
        self._look()
        self._rewrite(then.settled, [Turn(seat, decisions) for seat, decisions in then.pending.items()])
        self._drafts = {seat: self._begin(seat, decisions) for seat, decisions in then.drafts.items()}

    def view(self, seat: int | None, draft: Draft[ActionT] | None = None) -> ViewT:
        """Describe what a seat (None: a spectator) sees; with a draft of that seat, the position after it.

        Raises TypeError or ValueError for an invalid seat.
        """
        view: ViewT = self.game.view(self.known(seat, draft), seat)
        return view

    def fate(self, seat: int | None, draft: Draft[ActionT] | None = None) -> Any:
        """Foretell what may come, as far as a seat can know; with a draft of that seat, after its decisions.

        None if there is nothing to tell. Raises what `view` raises.
        """
        return self.game.fate(self.known(seat, draft), seat)

    def known(self, seat: int | None, draft: Draft[ActionT] | None = None) -> States:
        """Return the state that `view` shows, with a seat's own secret turn or draft carried out, redacted for it."""
        if seat is not None:
            seat = check_seat(seat, self.players)
        if draft is not None:
            given: object = draft
            if not isinstance(given, Draft):
                raise TypeError(f"expected a draft of the seat or None, got {type(given).__name__}")
            if draft.seat != seat:
                message = f"a draft of seat {draft.seat} is not for {seat}"
                raise ValueError(message)
            states = draft.states
        elif seat in self._pending:
            states = self.draft(seat, self._pending[seat]).states
        else:
            states = self.states
        return self.game.redact(states, seat)

    def redacted(self, seat: int | None) -> States:
        """Return the state redacted for a seat (None: a spectator), as it is given to bots: one record, a new array."""
        return self.game.redact(self.states, None if seat is None else check_seat(seat, self.players))

    def draft(self, seat: int, decisions: Iterable[int | str | ActionT] | Draft[ActionT] = ()) -> Draft[ActionT]:
        """Begin a turn of a seat that owes one, or the replacement of a secret turn, without changing the match.

        A draft of the seat that began in the current position is returned as it is. Raises what `play` raises.
        """
        return self._begin(check_seat(seat, self.players), decisions)

    def not_to_act(self, seat: int | None) -> IllegalAction:
        """Return the error that explains why this seat, or any seat (None), cannot decide now."""
        if self.over:
            return refuse("game_over", "The game is over.")
        if self.chance_due:
            return refuse("deal_due", "Nobody decides anything before the next deal.")
        return refuse("not_your_turn", f"It is not seat {shown(seat)}'s turn; waiting for {name_seats(self.waiting)}.")

    def deal(self, word: int) -> tuple[EventT, ...]:
        """Carry out the deal that is due and return the public events that follow; raises ValueError if none is due."""
        if not self.chance_due:
            raise ValueError("no deal is due")
        return tuple(self._deal(check_word(word)) + self._advance())

    def resample(self, seat: int, word: int) -> None:
        """Deal anew all that a seat cannot know, drawn from a 64-bit word, so that its past fits any such deal.

        Secret turns that others have committed are owed again, and so are drafts. Later deals are not those that were
        undone before. Raises TypeError or ValueError for an invalid seat or word.

        >>> match = eddyline.new("canyon", players=3, seed=7)
        >>> match.resample(0, 2026)
        """
        seat, word = check_seat(seat, self.players), check_word(word)
        self._past.append(self._moment())
        settled, own = len(self.log) - len(self._pending), self._pending.get(seat)
        self.states = copied(self.states)
        self.game.doors.resample(self.states, 0, seat, word)
        self._pending = {} if own is None else {seat: own}
        self._rewrite(settled, [Resample(seat, word), *(Turn(*turn) for turn in self._pending.items())])
        self._drafts, self._again = {}, []
        self._look()

    def _look(self, waiting: int | None = None) -> None:
        """Update who acts, after the position has changed; `waiting` is what `Doors.to_act` returns, if known."""
        if waiting is None:
            waiting = self.game.doors.to_act(self.states, 0)
        self._acting, self.chance_due = SEATS_IN[waiting & (CHANCE - 1)], bool(waiting & CHANCE)
        self.over = not self._acting and bool(self.game.doors.is_over(self.states, 0))

    def _only(self, waiting: frozenset[int]) -> int | None:
        """Return the only seat that owes a turn, or None if nobody does; raises ValueError if several do."""
        if len(waiting) > 1:
            raise ValueError(f"expected a seat, for {name_seats(waiting)} owe a decision")
        return next(iter(waiting), None)

    def _moment(self) -> Moment:
        """Return the point that `undo` returns to. The position need not be copied: a match never changes old ones."""
        drafts = {seat: made for seat, draft in self._drafts.items() if (made := draft.decisions)}
        return Moment(self.states, len(self.log) - len(self._pending), dict(self._pending), drafts, self.shown)

    def _open_draft(self, seat: int) -> Draft[ActionT]:
        if seat not in self._drafts:
            self._drafts[seat] = self._begin(seat, ())
        return self._drafts[seat]

    def _begin(self, seat: int, decisions: Iterable[int | str | ActionT] | Draft[ActionT]) -> Draft[ActionT]:
        if seat not in self._acting:
            raise self.not_to_act(seat)
        if isinstance(decisions, Draft):
            if (decisions.game, decisions.seat) == (self.game, seat) and decisions.positions[0] is self.states:
                return decisions
            decisions = decisions.decisions
        draft: Draft[ActionT] = Draft(self.game, self.states, seat)
        for action in decisions:
            draft.decide(action)
        return draft

    def _take(self, seat: int, draft: Draft[ActionT]) -> tuple[EventT, ...]:
        """Take a complete turn; while others still choose in secret, only store it."""
        told: list[EventT] = []
        if len(self._acting) == 1:
            self.log.append(Turn(seat, draft.decisions))
            for before, action in zip(draft.positions, draft.decisions, strict=False):
                told += self.game.words.tell_decision(before, seat, action)
            self.states, waiting = draft.states, draft.waiting
        else:
            settled = len(self.log) - len(self._pending)
            self._drafts.pop(seat, None)
            self._pending.pop(seat, None)
            self._pending[seat] = draft.decisions
            self._rewrite(settled, [Turn(other, decisions) for other, decisions in self._pending.items()])
            if len(self._pending) < len(self._acting):
                return ()
            self.states, waiting = copied(self.states), None
            for other, decisions in sorted(self._pending.items()):
                for action in decisions:
                    told += self.game.words.tell_decision(self.states, other, action)
                    waiting = self.game.doors.decide(self.states, 0, other, action)
            self._pending = {}
        # All seats' drafts are dropped: one that was to replace a committed secret turn has lost its position, too.
        self._drafts = {}
        return tuple(told + self._advance(waiting))

    def _deal(self, word: int) -> list[EventT]:
        before, self.states = self.states, copied(self.states)
        waiting = self.game.doors.deal(self.states, 0, word)
        self.log.append(Deal(word))
        return self._tell(before, waiting)

    def _tell(self, before: States, waiting: int) -> list[EventT]:
        """Look at the position, and return the events of an `advance` or a `deal` that led there."""
        self._look(waiting)
        ended = (self.game.ranking(self.states, self.players), self.winners) if self.over else ((), ())
        return self.game.words.tell_advance(before, self.states, *ended)

    def _advance(self, waiting: int | None = None) -> list[EventT]:
        """Carry out everything that needs no decision, and return its events; `waiting` is as for `_look`."""
        events: list[EventT] = []
        self._look(waiting)
        while not self._acting and not self.over:
            if not self.chance_due:
                before, self.states = self.states, copied(self.states)
                waiting = self.game.doors.advance(self.states, 0)
                events += self._tell(before, waiting)
            elif self._again:
                events += self._deal(self._again.pop(0))
            elif self._chance is not None:
                events += self._deal(check_word(next(self._chance)))
            else:
                break
        if not self.hides:
            self.shown = len(self.log)
        return events


__all__ = ["ActionError", "Deal", "Draft", "IllegalAction", "Match", "Resample", "Turn"]
