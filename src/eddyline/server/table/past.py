"""Look back at a table's game turn by turn, as a seat saw it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from eddyline.engine.log import Turn
from eddyline.protocol.past import Then
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Position
from eddyline.record import begin, replay
from eddyline.server.table.known import Known
from eddyline.wasm.shipped import rules_for_browsers

if TYPE_CHECKING:
    from eddyline.engine.match import Match
    from eddyline.record import Record
    from eddyline.server.table.state import TableState


@dataclass(frozen=True)
class Looking:
    """Hold what is needed to look back; whoever makes it need not wait for `places`, which takes a while."""

    record: Record
    """With all secrets."""
    seat: int | None
    """Who looks; None: a spectator."""
    rules: str
    """As in `Position`."""
    before: int
    """Entries of another game, which this one goes on from: of that one this seat might have known something else."""

    @classmethod
    def at(cls, state: TableState, seat: int | None) -> Looking:
        """Look back at a table as it is now; raises RefusalError before the start, and for games without rules here."""
        if state.match is None:
            raise RefusalError("wrong_time", "The game has not started; there is nothing to look back at yet.")
        rules = rules_for_browsers(state.match.game.id)
        if rules is None:
            raise RefusalError("other_rules", "Pages have no rules for this game, so they cannot show its past.")
        origin = state.opened.origin
        before = 0 if origin is None else origin.entries + (origin.known is not None)
        return cls(state.match.record(), seat, rules, before)

    def places(self) -> tuple[Then, ...]:
        """Return what this seat could know at the beginning and after each turn."""
        match, known = begin(self.record.header, hold=True), Known()
        places = [self._then(known, match, None, match.game.tell_start(match.states))]
        for number, step in enumerate(replay(self.record, hold=True), start=1):
            entry, events, match = step
            if number < self.before:
                continue
            if number == self.before:
                places = [self._then(known, match, None, ())]
            elif isinstance(entry, Turn):
                places.append(self._then(known, match, entry.seat, events))
            else:
                # What is dealt belongs to the turn that led to it.
                last = places.pop()
                dealt = self._then(known, match, last.seat, events)
                places.append(replace(dealt, events=last.events + dealt.events))
        return tuple(places)

    def _then(self, known: Known, match: Match, seat: int | None, events: Any) -> Then:  # noqa: ANN401 - of any game
        written = known.written(match, self.seat)
        position = Position(
            rules=self.rules,
            record=written.record,
            board=written.board,
            given=written.given,
            turn=None if self.seat is None else match.pending.get(self.seat),
            asked=False,
        )
        return Then(
            seat=seat, events=tuple(events), position=position, waiting=tuple(sorted(match.waiting)), over=match.over
        )
