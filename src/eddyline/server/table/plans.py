"""Keep what seats have decided in advance: used when the decision opens, and only if it is legal then.

A plan is in the table's log, so that it lasts, and shown to nobody but its owner. That somebody has decided something
in advance is no secret, as it is none that somebody has chosen: the table goes on by a version. What becomes of a plan
follows from the log alone, in every process that reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from eddyline.engine.game import ActionError
from eddyline.protocol.ahead import Ahead, Dropped, Why
from eddyline.protocol.refusal import RefusalError
from eddyline.server.table import entries

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.match import Draft, Match
    from eddyline.engine.records import States
    from eddyline.protocol.table_info import Status
    from eddyline.server.table.known import Known


class Player(Protocol):
    """Define what matters here of a seat."""

    token: str | None

    @property
    def played_by_human(self) -> bool:
        """Return whether a human decides for this seat."""


class Playing(Protocol):
    """Define what matters here of a table."""

    rules: Game
    match: Match | None
    known: Known

    @property
    def seats(self) -> Sequence[Player]:
        """Return the seats."""

    @property
    def status(self) -> Status:
        """Return whether the table is open, running or over."""

    @property
    def to_play(self) -> frozenset[int]:
        """Return the seats that owe a turn."""


class Plans:
    """Hold the plans of all seats of a table: a part of the fold over its log."""

    def __init__(self) -> None:
        self._planned: dict[int, tuple[int, ...]] = {}
        self._dropped: dict[int, tuple[tuple[int, Why], ...]] = {}
        self._choices = _Choices()
        self._told: dict[int, tuple[object, Ahead]] = {}
        """By seat: what it was told last, and of what that was made."""

    def of(self, seat: int) -> tuple[int, ...]:
        """Return what a seat has planned."""
        return self._planned.get(seat, ())

    def note(self, state: Playing, entry: entries.Entry[int]) -> None:
        """Take note of an entry after it was applied: a plan is made, done, kept or dropped."""
        if isinstance(entry, entries.Planned):
            self._planned[entry.seat] = tuple(map(state.rules.parse_action, entry.actions))
            self._dropped.pop(entry.seat, None)
        elif isinstance(entry, entries.Turn):
            self._planned[entry.seat] = _without(self.of(entry.seat), entry.decisions)
            if entry.id is not None:
                self._dropped.pop(entry.seat, None)
        for seat in [seat for seat, planned in self._planned.items() if planned]:
            self._look(state, seat)

    def _look(self, state: Playing, seat: int) -> None:
        planned, kept = self._planned[seat], self._kept(state, seat)
        self._planned[seat] = kept
        told = [(action, why) for action in _without(planned, kept) if (why := _why(state, seat, action)) is not None]
        if told:
            self._dropped[seat] = tuple(told)

    def _kept(self, state: Playing, seat: int) -> tuple[int, ...]:
        """Return what of a seat's plan can be done now, or may still be."""
        if not _plays(state, seat):
            return ()
        turn = self._turn(state, seat)
        possible = {action for group in self.choices(state, seat) for action in group}
        possible |= {*turn.decisions} if turn is not None and turn.complete else set()
        return tuple(action for action in self.of(seat) if action in possible)

    def _turn(self, state: Playing, seat: int) -> Draft | None:
        """Return the turn that a seat owes as far as it is planned; None if it owes none, or nothing of it is."""
        if state.match is None or seat not in state.to_play or not _plays(state, seat):
            return None
        draft, planned = state.match.draft(seat), self.of(seat)
        draft.fill_forced()
        while not draft.complete and (found := [action for action in planned if action in draft.legal()]):
            draft.decide(found[0])
            draft.fill_forced()
        return draft if {*draft.decisions} & {*planned} else None

    def due(self, state: Playing) -> Draft | None:
        """Return a turn that was decided in advance and may be played now; None if there is none."""
        turns = (self._turn(state, seat) for seat, planned in sorted(self._planned.items()) if planned)
        return next((turn for turn in turns if turn is not None and turn.complete), None)

    def choices(self, state: Playing, seat: int) -> tuple[tuple[int, ...], ...]:
        """Return by decision to come what a seat may choose now; nothing of what it has to decide at once."""
        match = state.match
        if match is None or match.chance_due or seat in match.pending:
            return ()
        return self._choices.of(match, state.known, seat)

    def parse(self, state: Playing, seat: int, texts: Sequence[str]) -> tuple[int, ...]:
        """Return the actions that a seat may choose in advance now. Raises RefusalError."""
        try:
            actions = tuple(map(state.rules.parse_action, texts))
        except ActionError as error:
            raise RefusalError("bad_message", f"{error}.") from None
        groups = self.choices(state, seat)
        for action, text in zip(actions, texts, strict=True):
            group = next((group for group in groups if action in group), None)
            if group is None:
                raise RefusalError("illegal", f"expected a decision that can be made in advance now, got {text!r}.")
            if len(both := [other for other in actions if other in group]) > 1:
                named = " and ".join(state.rules.texts(both))
                raise RefusalError("illegal", f"expected one action for each decision, got {named}.")
        return actions

    def show(self, state: Playing, seat: int) -> Ahead | None:
        """Describe to a seat what it has decided in advance, and what it may; None when there is neither."""
        possible = self.choices(state, seat) if _plays(state, seat) else ()
        dropped = self._dropped.get(seat, ()) if state.status == "running" else ()
        planned = self.of(seat)
        if not possible and not planned and not dropped:
            return None
        said = possible, planned, dropped
        # Seldom anything else than after the turn before.
        if seat not in self._told or self._told[seat][0] != said:
            self._told[seat] = said, _ahead(state.rules, *said)
        return self._told[seat][1]


class _Choices:
    """Remember what may be chosen in advance in one position."""

    def __init__(self) -> None:
        self._states: States | None = None
        """The position, which a match never changes: a change makes another array."""
        self._by_seat: dict[int, tuple[tuple[int, ...], ...]] = {}

    def of(self, match: Match, known: Known, seat: int) -> tuple[tuple[int, ...], ...]:
        """Return by decision to come what a seat that has not chosen in secret may choose now."""
        if match.states is not self._states:
            self._states, self._by_seat = match.states, {}
        if seat not in self._by_seat:
            owed = match.draft(seat).legal() if seat in match.waiting else ()
            groups = match.game.ahead(known.redacted(match, seat), seat)
            self._by_seat[seat] = tuple(group for group in groups if group and not set(group) & set(owed))
        return self._by_seat[seat]


def _ahead(
    rules: Game, choices: tuple[tuple[int, ...], ...], planned: tuple[int, ...], dropped: tuple[tuple[int, Why], ...]
) -> Ahead:
    actions = rules.actions
    return Ahead(
        choices=tuple(tuple(actions[action] for action in group) for group in choices),
        planned=tuple(actions[action] for action in planned),
        dropped=tuple(Dropped(action=actions[action], why=why) for action, why in dropped),
    )


def _plays(state: Playing, seat: int) -> bool:
    """Return whether a seat's owner decides for it; whose account was deleted cannot come back."""
    player = state.seats[seat]
    return state.status == "running" and player.played_by_human and player.token is not None


def _why(state: Playing, seat: int, action: int) -> Why | None:
    """Return why an action was dropped; None when its decision has not come, so that nobody need know."""
    if not state.seats[seat].played_by_human:
        return "bot"
    if state.match is None or seat not in state.match.waiting:
        return None
    legal = state.match.draft(seat).legal()
    if action in legal:
        return "unfinished"
    kinds = {type(state.rules.actions[other]) for other in legal}
    return "impossible" if type(state.rules.actions[action]) in kinds else None


def _without(actions: tuple[int, ...], others: Iterable[int]) -> tuple[int, ...]:
    return tuple(action for action in actions if action not in others)
