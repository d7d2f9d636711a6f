"""Play a game through the friendly door: everything checked, explained and recorded."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from eddyline.engine.game import ActionError
from eddyline.engine.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.records import States
    from eddyline.engine.refusal import CommonReason


class IllegalAction(ValueError):  # noqa: N818 - the field's word, like python-chess's IllegalMoveError is for moves
    """Refuse a decision or a turn; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep what is to be said about it."""
        super().__init__(refusal.message if refusal.rule is None else f"{refusal.message} ({refusal.rule})")
        self.refusal = refusal
        self.message = refusal.message
        self.rule = refusal.rule


def _refuse(reason: CommonReason, message: str) -> IllegalAction:
    return IllegalAction(Refusal(message, None, reason))


@dataclass(frozen=True)
class Deal:
    """A word of chance: it set the next cards, whatever the game draws in its middle."""

    word: int


@dataclass(frozen=True)
class Turn:
    """One seat's decisions in one go: a card, the rescues of a phase 1, a whole turn of phase 2."""

    seat: int
    decisions: tuple[int, ...]


class Draft:
    """A turn in the making, on a copy of the position: free to undo and to throw away."""

    def __init__(self, game: Game, states: States, seat: int) -> None:
        """Begin an empty draft of `seat` in the position `states`."""
        self.game = game
        self.seat = seat
        self._base = states
        self.states = states.copy()
        self._decisions: list[int] = []
        self._free: list[int] = []

    @property
    def decisions(self) -> tuple[int, ...]:
        """Decisions so far, the forced ones among them."""
        return tuple(self._decisions)

    @property
    def free(self) -> int:
        """Count the decisions that were not forced."""
        return len(self._free)

    @property
    def complete(self) -> bool:
        """Tell whether the seat owes nothing more in this turn."""
        return self.seat not in self.game.to_act(self.states)

    def legal(self) -> tuple[int, ...]:
        """Return the ids of the decisions that may come next; empty when the turn is complete."""
        return self.game.legal(self.states, self.seat)

    def decide(self, action: int) -> None:
        """Add one decision; raises IllegalAction with the reason."""
        legal = self.legal()
        if action not in legal:
            raise self.illegal(action)
        if len(legal) > 1:
            self._free.append(len(self._decisions))
        self._decisions.append(action)
        self.game.doors.decide(self.states, 0, self.seat, action)

    def illegal(self, action: int) -> IllegalAction:
        """Make the error that says why a decision which is not legal may not come next."""
        if not 0 <= action < len(self.game.actions):
            return _refuse("unknown_action", f"expected an action from 0 to {len(self.game.actions) - 1}, got {action}")
        if self.complete:
            return _refuse("turn_complete", "This turn is complete; there is nothing left to decide.")
        # Of what the seat may know only: nothing that is said can give anything away.
        return IllegalAction(self.game.why_not(self.game.redact(self.states, self.seat), self.seat, action))

    def fill_forced(self) -> None:
        """Make the decisions that leave no choice (N-ROUND-7)."""
        while len(legal := self.legal()) == 1:
            self.decide(legal[0])

    def undo(self) -> None:
        """Take back the last decision that was a choice, and what followed from it."""
        keep = self._decisions[: self._free[-1]] if self._free else []
        self.states = self._base.copy()
        self._decisions, self._free = [], []
        for action in keep:
            self.decide(action)


class Match:
    """One game from its set-up to its end, turn by turn.

    Where several seats choose in secret their turns wait in `pending`, apart from the position, until the last one is
    in; until then each may be replaced. So nothing that is computed from `states` can give a secret away.

    Where a game draws something in its middle (`chance_due`) the match takes the next word of `chance`; without it,
    whoever drives the match brings one to `deal`.
    """

    def __init__(self, game: Game, states: States, players: int, chance: Iterator[int] | None = None) -> None:
        """Begin with any position; `new` begins with the set-up."""
        self.game = game
        self.players = players
        self.states = states
        self.start = game.position(states)
        """Position the match began with."""
        self.log: list[Turn | Deal] = []
        self.shown = 0
        """Length of `log` when last nothing was hidden from anybody: so much of it everybody may read."""
        self._pending: dict[int, tuple[int, ...]] = {}
        self._drafts: dict[int, Draft] = {}
        self._chance = chance
        self._advance()

    @classmethod
    def new(
        cls, game: Game, options: Any = None, *, players: int, entropy: int, chance: Iterator[int] | None = None
    ) -> Match:
        """Set a game up; raises OptionError for a number of players the game does not offer."""
        _check_word(entropy)
        if options is None:
            options = game.parse_options(None, {}, players)
        game.check_players(players, options)
        return cls(game, game.new(options, players, entropy), players, chance)

    @classmethod
    def from_position(cls, game: Game, position: object, chance: Iterator[int] | None = None) -> Match:
        """Begin with a position in its JSON form; raises PositionError."""
        states = game.set_up(position)
        return cls(game, states, game.seats(states), chance)

    @property
    def waiting(self) -> frozenset[int]:
        """Seats that owe a turn and have not committed one; empty when chance is due or the game is over."""
        return self.game.to_act(self.states) - self._pending.keys()

    @property
    def pending(self) -> Mapping[int, tuple[int, ...]]:
        """Secret turns committed in this simultaneous phase."""
        return MappingProxyType(self._pending)

    @property
    def chance_due(self) -> bool:
        """Tell whether nobody decides before a word has been dealt."""
        return self.game.chance_due(self.states)

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return self.game.is_over(self.states)

    @property
    def hides(self) -> bool:
        """Tell whether anything is hidden from anybody now."""
        return bool(self._pending) or self.game.hides(self.states)

    @property
    def ranking(self) -> tuple[int, ...] | None:
        """Return each seat's rank, or None while the game runs."""
        return self.game.ranking(self.states, self.players) if self.over else None

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that have won."""
        return self.game.winners(self.states)

    def copy(self) -> Match:
        """Return an independent match in the same position with the same log, and without the words to come."""
        # Not by __init__, which writes down the position: a server copies a match for every thought of a bot.
        twin = Match.__new__(Match)
        own = {
            "states": self.states.copy(),
            "log": list(self.log),
            "_pending": dict(self._pending),
            "_drafts": {},
            "_chance": None,
        }
        twin.__dict__.update(self.__dict__ | own)
        return twin

    def draft(self, seat: int, decisions: Sequence[int] = ()) -> Draft:
        """Begin a turn of a seat that owes one, or a new one for a secret turn; raises IllegalAction."""
        if seat not in self.game.to_act(self.states):
            raise self.not_to_act(seat)
        draft = Draft(self.game, self.states, seat)
        for action in decisions:
            draft.decide(action)
        return draft

    def not_to_act(self, seat: int) -> IllegalAction:
        """Make the error that says why a seat which owes nothing may not decide."""
        if self.over:
            return _refuse("game_over", "The game is over.")
        if self.chance_due:
            return _refuse("deal_due", "Nobody decides anything before the next deal.")
        waiting = ", ".join(map(str, sorted(self.waiting)))
        return _refuse("not_your_turn", f"It is not seat {seat}'s turn; waiting for seat {waiting}.")

    def view(self, seat: int | None, draft: Draft | None = None) -> Any:
        """Describe what a seat (None: a spectator) sees; with a draft of its own, the position after it."""
        if draft is not None:
            if draft.seat != seat:
                message = f"a draft of seat {draft.seat} is not for {seat}"
                raise ValueError(message)
            states = draft.states
        elif seat in self._pending:
            states = self.draft(seat, self._pending[seat]).states
        else:
            states = self.states
        return self.game.view(self.game.redact(states, seat), seat)

    def _repr_svg_(self) -> str:
        """Draw the table as a spectator sees it: what notebooks show of a match."""
        return self.game.picture(self.game.redact(self.states, None), None)

    def redacted(self, seat: int | None) -> States:
        """Return the state as a seat may know it: what a bot is given."""
        return self.game.redact(self.states, seat)

    def commit(self, seat: int, decisions: Sequence[int]) -> tuple[Any, ...]:
        """Make a whole turn final and return the public events that follow from it.

        A secret turn is only noted, and brings no events, until the last seat has committed. Raises IllegalAction
        for a turn that is not legal or not complete; the match is then as it was.
        """
        draft = self.draft(seat, decisions)
        if not draft.complete:
            open_decisions = len(draft.legal())
            raise _refuse("turn_incomplete", f"This turn is not complete: {open_decisions} decisions are open.")
        self._drafts.pop(seat, None)
        if seat in self._pending:
            del self.log[max(i for i, turn in enumerate(self.log) if isinstance(turn, Turn) and turn.seat == seat)]
        self.log.append(Turn(seat, draft.decisions))
        self._pending[seat] = draft.decisions
        if self.waiting:
            return ()
        events: list[Any] = []
        turns, self._pending = sorted(self._pending.items()), {}
        for turn_seat, turn in turns:
            for action in turn:
                events += self.game.tell_decision(self.states, turn_seat, action)
                self.game.doors.decide(self.states, 0, turn_seat, action)
        return tuple(events + self._advance())

    def deal(self, word: int) -> tuple[Any, ...]:
        """Let chance have its way and return the public events that follow; raises ValueError when none is due."""
        if not self.chance_due:
            raise ValueError("no deal is due")
        return tuple(self._deal(word) + self._advance())

    def _deal(self, word: int) -> list[Any]:
        _check_word(word)
        before = self.states.copy()
        self.game.doors.deal(self.states, 0, word)
        self.log.append(Deal(word))
        return self.game.tell_advance(before, self.states)

    def _advance(self) -> list[Any]:
        """Let happen what needs nobody's decision, and return its events."""
        events: list[Any] = []
        while not self.over and not self.game.to_act(self.states):
            if not self.chance_due:
                before = self.states.copy()
                self.game.doors.advance(self.states, 0)
                events += self.game.tell_advance(before, self.states)
            elif self._chance is not None:
                events += self._deal(next(self._chance))
            else:
                break
        if not self.hides:
            self.shown = len(self.log)
        return events

    def legal(self, seat: int) -> tuple[Any, ...]:
        """Return the actions with which the seat's turn may go on after the decisions it has `play`ed."""
        if seat not in self.waiting:
            return ()
        return tuple(self.game.actions[action] for action in self._open_draft(seat).legal())

    def play(self, seat: int, action: int | str) -> tuple[Any, ...]:
        """Take one decision, by id or text; the decision that completes the turn commits it.

        Returns the events, () until the turn is complete. Raises IllegalAction or ActionError.
        """
        draft = self._open_draft(seat)
        draft.decide(self.game.parse_action(action) if isinstance(action, str) else action)
        return self.commit(seat, draft.decisions) if draft.complete else ()

    def _open_draft(self, seat: int) -> Draft:
        if seat not in self._drafts:
            self._drafts[seat] = self.draft(seat)
        return self._drafts[seat]


def _check_word(word: int) -> None:
    if not 0 <= word < 1 << 64:
        raise ValueError(f"expected entropy of 64 bits (0 to 2**64 - 1), got {word}")


__all__ = ["ActionError", "Deal", "Draft", "IllegalAction", "Match", "Turn"]
