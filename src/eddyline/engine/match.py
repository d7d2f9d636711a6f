"""Play a game through the friendly door: everything checked, explained and recorded."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, overload

import msgspec

from eddyline.engine.checks import check_names, check_seat, check_seed, check_word
from eddyline.engine.doors import CHANCE, SEATS_IN
from eddyline.engine.draft import ActionT, Draft, EventT, IllegalAction, ViewT, refuse
from eddyline.engine.game import ActionError
from eddyline.engine.log import Deal, Moment, Turn
from eddyline.engine.messages import shown
from eddyline.engine.random import derived, words
from eddyline.engine.records import copied
from eddyline.engine.refusal import name_seats

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.records import States
    from eddyline.record.file import FilePath, Record


class Match(Generic[ViewT, ActionT, EventT]):
    """One game from its set-up to its end.

    `waiting` says who owes a decision, `legal` which ones there are, `play` takes one, `view` shows what a seat sees.
    A turn may take several decisions; until the last of them it is a draft that nobody else sees anything of.

    Where several seats choose in secret their turns wait in `pending`, apart from the position, until the last one is
    in; until then each may be replaced. So nothing that is computed from `states` can give a secret away.

    Where a game draws something in its middle the match takes the next word of its own chance; without any
    (`chance_due`), whoever drives the match brings one to `deal`.
    """

    def __init__(
        self, game: Game, states: States, *, chance: Iterator[int] | None = None, names: Sequence[str] = ()
    ) -> None:
        """Begin with any position of the game; `new` begins with the set-up, `from_position` reads one from JSON.

        `chance` gives the words for what is dealt later. Players without `names` are called by their seats.
        """
        self.game = game
        # Looked at once, here: what follows reads and writes it without checks, and leaves the caller's array alone.
        self.states = copied(game.record(states)[:1])
        self.players = game.seats(self.states)
        self.start = game.position(self.states)
        self.preset: str | None = None
        """Preset that the options came from, where it is known."""
        self.seed: int | None = None
        """Seed that its chance is drawn from; None where words come from outside."""
        self.word: int | None = None
        """Word of chance that set the game up; None for a game that began with a position."""
        self._given: Any = None
        """Options that it was set up with: they may hold a map (see `Game.hold`), and copies hold it, too."""
        self.log: list[Turn[int] | Deal[int]] = []
        self.shown = 0
        """Length of `log` when last nothing was hidden from anybody: so much of it everybody may read."""
        self._names = check_names(names, self.players)
        self._pending: dict[int, tuple[int, ...]] = {}
        self._drafts: dict[int, Draft[ActionT]] = {}
        self._past: list[Moment] = []
        self._chance = chance
        self._again: list[int] = []
        """Words of deals that were taken back: they come before those of `_chance`."""
        self.chance_due: bool
        """Nobody decides before a word has been dealt."""
        self._acting: frozenset[int]
        """Seats that owe a decision or have committed a secret one; asked once for every position, by `_look`."""
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
        """Set a game up, with options of `Game.parse_options` or those of the preset.

        `seed` (64 bits) decides the set-up and all later deals. Who keeps a log of every word of chance brings them
        instead: `word` for the set-up, and later ones by `chance` or `deal`.
        Raises OptionError for a number of players that the game does not offer.
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
    ) -> Match[ViewT, ActionT, EventT]:
        """Begin with a position in its JSON form; raises PositionError. `seed` decides what is dealt later."""
        if seed is not None:
            chance = words(derived(check_seed(seed), "chance"))
        match = cls(game, game.set_up(position), chance=chance, names=names)
        match.seed = seed
        return match

    def __repr__(self) -> str:
        """Say what is played, how far it is, and who is next or has won."""
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
        """Draw the table as a spectator sees it: what notebooks show of a match."""
        return self.game.picture(self.game.redact(self.states, None), None)

    @property
    def options(self) -> Any:
        """Options the game is played with."""
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
        return self._acting - self._pending.keys() if self._pending else self._acting

    @property
    def pending(self) -> Mapping[int, tuple[int, ...]]:
        """Secret turns committed in this simultaneous phase."""
        return MappingProxyType(self._pending)

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return not self._acting and bool(self.game.doors.is_over(self.states, 0))

    @property
    def hides(self) -> bool:
        """Tell whether anything is hidden from anybody now."""
        return bool(self._pending) or self.game.hides(self.states)

    @property
    def ranking(self) -> tuple[int, ...] | None:
        """Return each seat's rank, 1 the best, or None while the game runs."""
        return self.game.ranking(self.states, self.players) if self.over else None

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that have won."""
        return self.game.winners(self.states)

    def copy(self, *, seed: int | None = None) -> Match[ViewT, ActionT, EventT]:
        """Return an independent match in the same position with the same log, and without the words to come.

        So a copy never knows what will be dealt: with a seed it deals by itself, otherwise it waits for `deal`.
        """
        # Not by __init__, which writes down the position: a server copies a match for every thought of a bot.
        twin = type(self).__new__(type(self))
        chance = None if seed is None else words(derived(check_seed(seed), "chance"))
        drafts = {seat: self._begin(seat, draft.decisions) for seat, draft in self._drafts.items()}
        log, past, pending = list(self.log), list(self._past), dict(self._pending)
        twin.__dict__.update(self.__dict__ | {"states": copied(self.states), "seed": seed, "log": log})
        twin.__dict__.update({"_chance": chance, "_again": [], "_drafts": drafts, "_past": past, "_pending": pending})
        if chance is not None and twin.chance_due:
            twin.deal(next(chance))
        return twin

    def legal(self, seat: int | None = None) -> tuple[ActionT, ...]:
        """Return the actions with which a seat's turn may go on after the decisions it has `play`ed.

        Of the only seat that waits, where none is named; empty where a seat owes nothing.
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
        """Take one decision, as its id, its text or itself; the decision that completes the turn commits it.

        `play(seat, action)`, or `play(action)` while exactly one seat waits. Returns the public events, () until the
        turn is complete and for a secret turn before the last one is in. Raises IllegalAction with the reason,
        ActionError for a text that is no action, TypeError or ValueError for what is no seat or no action; then nothing
        has changed.
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
        return self._take(seat, draft) if draft.complete else ()

    def commit(self, seat: int, decisions: Iterable[int | str | ActionT] | Draft[ActionT]) -> tuple[EventT, ...]:
        """Make a whole turn final and return the public events that follow from it.

        A secret turn is only noted, and brings no events, until the last seat has committed. Raises what `play` raises,
        and IllegalAction for a turn that is not complete; the match is then as it was. A draft of the seat that began
        in this very position has checked its decisions already; any other turn is checked here.
        """
        seat = check_seat(seat, self.players)
        draft = self._begin(seat, decisions)
        if not draft.complete:
            raise refuse("turn_incomplete", f"This turn is not complete: {len(draft.legal())} decisions are open.")
        self._past.append(self._moment())
        return self._take(seat, draft)

    def undo(self) -> None:
        """Take back the last `play` or `commit`, and what followed from it; raises ValueError where there is none.

        After a `play` that completed a turn of several decisions, the others of the turn stay played. A secret turn
        that was only noted is owed again, or is again the one that it replaced; where the last one showed them all, the
        others stay committed. What was dealt since is dealt again, word for word: nobody can ask chance twice. Words
        that a driver brought by `deal` are due again.
        """
        if not self._past:
            raise ValueError("there is nothing to take back: nobody has decided anything yet")
        then = self._past.pop()
        if self._chance is not None:
            self._again[:0] = [entry.word for entry in self.log[then.settled :] if isinstance(entry, Deal)]
        self.states, self.shown, self._pending = then.states, then.shown, dict(then.pending)
        self._look()
        self.log[then.settled :] = [Turn(seat, decisions) for seat, decisions in then.pending.items()]
        self._drafts = {seat: self._begin(seat, decisions) for seat, decisions in then.drafts.items()}

    def view(self, seat: int | None, draft: Draft[ActionT] | None = None) -> ViewT:
        """Describe what a seat (None: a spectator) sees; with a draft of its own, the position after it.

        Raises TypeError or ValueError for what is no seat of this match.
        """
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
        view: ViewT = self.game.view(self.game.redact(states, seat), seat)
        return view

    def redacted(self, seat: int | None) -> States:
        """Return the state as a seat may know it: what a bot is given."""
        return self.game.redact(self.states, None if seat is None else check_seat(seat, self.players))

    def draft(self, seat: int, decisions: Iterable[int | str | ActionT] | Draft[ActionT] = ()) -> Draft[ActionT]:
        """Begin a turn of a seat that owes one, or a new one for a secret turn, apart from the match.

        Where the decisions are a draft of the seat that began in this very position, that draft is returned.
        Raises what `play` raises.
        """
        return self._begin(check_seat(seat, self.players), decisions)

    def not_to_act(self, seat: int | None) -> IllegalAction:
        """Make the error that says why a seat which owes nothing, or nobody at all (None), may decide."""
        if self.over:
            return refuse("game_over", "The game is over.")
        if self.chance_due:
            return refuse("deal_due", "Nobody decides anything before the next deal.")
        return refuse("not_your_turn", f"It is not seat {shown(seat)}'s turn; waiting for {name_seats(self.waiting)}.")

    def deal(self, word: int) -> tuple[EventT, ...]:
        """Let chance have its way and return the public events that follow; raises ValueError when none is due."""
        if not self.chance_due:
            raise ValueError("no deal is due")
        return tuple(self._deal(check_word(word)) + self._advance())

    def record(self, *, public: bool = False) -> Record:
        """Write the game down, ready for `eddyline.record.dump`: how it was set up, who plays, every turn and deal.

        With `public` a running game is written down as far as everybody may know it: up to the last moment when nothing
        was hidden. Without, it is whole, secrets and all: for nobody who plays. A match begun from a position is saved
        with that position, and with the cards that lay face down in it.
        """
        from eddyline.record.file import FORMAT, Header, Record  # noqa: PLC0415 - stands above engine

        header = Header(
            eddyline=FORMAT,
            game=self.game.id,
            rules_version=self.game.rules_version,
            preset=self.preset,
            options=msgspec.to_builtins(self.options),
            players=self.names,
            word=self.word,
            position=msgspec.to_builtins(self.start) if self.word is None else None,
        )
        return Record(header, tuple(self.log[: self.shown] if public and not self.over else self.log), self.ranking)

    def save(self, path: FilePath, *, public: bool = False) -> None:
        """Write the game to a file, as `record` does; `eddyline.load` reads it back. Raises OSError."""
        from eddyline.record.file import write  # noqa: PLC0415 - see `record`

        write(self.record(public=public), path)

    def _look(self) -> frozenset[int]:
        """See who acts in a position that the match has come to."""
        waiting = self.game.doors.to_act(self.states, 0)
        self._acting, self.chance_due = SEATS_IN[waiting & (CHANCE - 1)], bool(waiting & CHANCE)
        return self._acting

    def _only(self, waiting: frozenset[int]) -> int | None:
        """Return the only seat that waits, or None where nobody does; raises ValueError where several do."""
        if len(waiting) > 1:
            raise ValueError(f"expected a seat, for {name_seats(waiting)} owe a decision")
        return next(iter(waiting), None)

    def _moment(self) -> Moment:
        """Keep what `undo` goes back to. The position is not copied: a match never changes one that it has been in."""
        drafts = {seat: draft.decisions for seat, draft in self._drafts.items() if draft.decisions}
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
        """Take a complete turn; where others still choose in secret it waits for theirs."""
        told: list[EventT] = []
        if len(self._acting) == 1:
            self.log.append(Turn(seat, draft.decisions))
            for before, action in zip(draft.positions, draft.decisions, strict=False):
                told += self.game.words.tell_decision(before, seat, action)
            self.states = draft.states
        else:
            settled = len(self.log) - len(self._pending)
            self._drafts.pop(seat, None)
            self._pending.pop(seat, None)
            self._pending[seat] = draft.decisions
            self.log[settled:] = [Turn(other, decisions) for other, decisions in self._pending.items()]
            if len(self._pending) < len(self._acting):
                return ()
            self.states = copied(self.states)
            for other, decisions in sorted(self._pending.items()):
                for action in decisions:
                    told += self.game.words.tell_decision(self.states, other, action)
                    self.game.doors.decide(self.states, 0, other, action)
            self._pending = {}
        # Of all seats: a new draft of a secret turn that was committed before has lost its position, too.
        self._drafts = {}
        return tuple(told + self._advance())

    def _deal(self, word: int) -> list[EventT]:
        before, self.states = self.states, copied(self.states)
        self.game.doors.deal(self.states, 0, word)
        self.log.append(Deal(word))
        return self.game.tell_advance(before, self.states)

    def _advance(self) -> list[EventT]:
        """Let happen what needs nobody's decision, and return its events."""
        events: list[EventT] = []
        while not self._look():
            if self.chance_due:
                if self._again:
                    events += self._deal(self._again.pop(0))
                elif self._chance is not None:
                    events += self._deal(check_word(next(self._chance)))
                else:
                    break
            elif self.over:
                break
            else:
                before, self.states = self.states, copied(self.states)
                self.game.doors.advance(self.states, 0)
                events += self.game.tell_advance(before, self.states)
        if not self.hides:
            self.shown = len(self.log)
        return events


__all__ = ["ActionError", "Deal", "Draft", "IllegalAction", "Match", "Turn"]
