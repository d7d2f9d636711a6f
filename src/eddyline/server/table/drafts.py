"""Keep the turns that seats are still deciding: they can be undone, and are never stored or shown to others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from eddyline.engine.match import ActionError, IllegalAction
from eddyline.engine.refusal import Refusal
from eddyline.protocol import table as protocol
from eddyline.protocol.refusal import RefusalError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from eddyline.engine.match import Draft, Match
    from eddyline.protocol.games import Action, View


ALLOWED = Refusal("You may do that now.", None, "legal")


@dataclass(slots=True)
class Drafting:
    """Hold a draft, and whether it is the secret turn that its seat has confirmed and not changed since."""

    draft: Draft
    confirmed: bool


class Drafts:
    """Hold one draft per seat, for one position of a match."""

    def __init__(self, match: Match, shown: int, confirmed: Mapping[int, int]) -> None:
        """Begin with the version that first `shown` the position, and those of secret turns `confirmed` in it."""
        self._match = match
        self._shown = shown
        self._basis = dict(confirmed)
        self._drafts: dict[int, Drafting] = {}
        self._forced: dict[int, Draft | None] = {}
        """By seat: the turn that it owes if that leaves no choice."""

    def confirmed(self, seat: int, version: int) -> None:
        """Record that a seat has confirmed a secret turn; the other seats keep their drafts."""
        self._basis[seat] = version
        self._drafts.pop(seat, None)

    def basis(self, seat: int) -> int:
        """Return the earliest version that shows this seat the position it decides on."""
        return self._basis.get(seat, self._shown)

    def of(self, seat: int) -> Drafting:
        """Return the seat's draft, creating it on first use with forced decisions made (N-ROUND-7)."""
        if seat not in self._drafts:
            turn = self._match.pending.get(seat)
            draft = self._fresh(seat) if turn is None else self._match.draft(seat, turn)
            self._drafts[seat] = Drafting(draft, confirmed=turn is not None)
        return self._drafts[seat]

    def check_owed(self, seat: int, version: int, current: int) -> None:
        """Raise RefusalError unless a seat decides on the position at `version`."""
        if not self.basis(seat) <= version <= current:
            raise RefusalError("stale", f"That was meant for version {version}; the table is at version {current}.")
        if seat not in self._match.waiting and seat not in self._match.pending:
            raise RefusalError("not_yours", "It is not your turn.")

    def kept(self, seat: int) -> Drafting | None:
        """Return a seat's draft; None if it has not begun one here and confirmed none, as who drafts at home."""
        return self.of(seat) if seat in self._drafts or seat in self._match.pending else None

    def decide(self, seat: int, step: int, action: int) -> None:
        """Add a decision, and the forced ones after it. Raises RefusalError."""
        drafting = self.of(seat)
        self._check_step(drafting, step)
        # Deciding after a confirmed secret turn begins a new draft; the confirmed turn counts until that is confirmed.
        draft = self._fresh(seat) if drafting.confirmed else drafting.draft
        try:
            draft.decide(action)
        except IllegalAction as error:
            raise RefusalError.illegal(error) from None
        draft.fill_forced()
        self._drafts[seat] = Drafting(draft, confirmed=False)

    def why_not(self, seat: int, asked: protocol.WhyNot, action: int, current: int) -> Refusal:
        """Explain why a decision may not come next for a seat, or that it may.

        Raises RefusalError as `owed` does, and for decisions of the sender's own that are not possible.
        """
        self.check_owed(seat, asked.version, current)
        drafting = self._asked_about(seat, self.of(seat), asked.decisions)
        self._check_step(drafting, asked.step)
        draft = self._fresh(seat) if drafting.confirmed else drafting.draft
        return ALLOWED if action in draft.legal() else draft.illegal(action).refusal

    def after(self, seat: int, decisions: tuple[int, ...] | None, action: int | None) -> Draft | None:
        """Return a seat's draft with one more decision, or begun anew with it; None if it is not possible.

        The draft consists of these `decisions`; None: it is the one kept here, which is not changed. Raises
        RefusalError for decisions that are not possible.
        """
        drafting = self._asked_about(seat, self.of(seat), decisions)
        if action is None:
            return drafting.draft
        drafts = [self._fresh(seat)]
        if not drafting.confirmed:
            drafts.insert(0, self._match.draft(seat, drafting.draft.decisions))
        for draft in drafts:
            if action in draft.legal():
                draft.decide(action)
                draft.fill_forced()
                return draft
        return None

    def _asked_about(self, seat: int, kept: Drafting, decisions: tuple[int, ...] | None) -> Drafting:
        """Return the draft that a question is about: the one `kept` here, or one of the sender's own."""
        if decisions is None or decisions == kept.draft.decisions:
            return kept
        try:
            return Drafting(self._match.draft(seat, decisions), confirmed=False)
        except IllegalAction as error:
            raise RefusalError.illegal(error) from None

    def _check_step(self, drafting: Drafting, step: int) -> None:
        length = len(drafting.draft.decisions)
        if step != length:
            raise RefusalError("stale", f"You chose after decision {step}, but your turn is at decision {length}.")

    def whole(self, seat: int, texts: Sequence[str]) -> Draft:
        """Parse a whole turn and fill in forced decisions; the seat's draft is not changed. Raises RefusalError."""
        draft = self._match.draft(seat)
        try:
            for action in map(self._match.game.parse_action, texts):
                if action not in draft.legal():
                    draft.fill_forced()
                draft.decide(action)
        except IllegalAction as error:
            raise RefusalError.illegal(error) from None
        except ActionError as error:
            raise RefusalError("bad_message", f"{error}.") from None
        draft.fill_forced()
        return draft

    def undo(self, seat: int, *, everything: bool) -> None:
        """Undo the last free decision, or all of them."""
        drafting = self.of(seat)
        if everything or drafting.confirmed:
            self._drafts[seat] = Drafting(self._fresh(seat), confirmed=False)
        else:
            drafting.draft.undo()
            drafting.draft.fill_forced()

    def asks(self, seat: int) -> bool:
        """Return whether a seat has something to decide, or a secret turn that it may change."""
        # A forced turn is played automatically, so the seat is not asked.
        return seat in self._match.pending or (seat in self._match.waiting and self._forced_turn(seat) is None)

    def show(self, seat: int, version: int, view: View) -> protocol.Draft:
        """Describe the draft of a seat that the table `asks`, for that seat.

        `view` is the seat's view without a draft; it serves as the preview until the draft changes it.
        """
        drafting = self.of(seat)
        draft = drafting.draft
        legal = self._fresh(seat).legal() if drafting.confirmed else draft.legal()
        as_it_is = drafting.confirmed or (not draft.decisions and seat not in self._match.pending)
        actions = cast("Sequence[Action]", self._match.game.actions)
        return protocol.Draft(
            version=version,
            seat=seat,
            step=len(draft.decisions),
            decisions=tuple(actions[action] for action in draft.decisions),
            legal=tuple(actions[action] for action in legal),
            complete=draft.complete,
            confirmed=drafting.confirmed,
            can_undo=draft.free > 0,
            view=view if as_it_is else self._match.view(seat, draft),
        )

    def held(self) -> dict[int, tuple[int, ...]]:
        """Return the decisions so far of every seat in the middle of a turn."""
        return {
            seat: drafting.draft.decisions
            for seat, drafting in self._drafts.items()
            if not drafting.confirmed and drafting.draft.free
        }

    def take_up(self, held: Mapping[int, tuple[int, ...]]) -> None:
        """Restore drafts that `held` returned in this same position."""
        for seat, decisions in held.items():
            self._drafts[seat] = Drafting(self._match.draft(seat, decisions), confirmed=False)

    def forced(self) -> Draft | None:
        """Find a turn that everybody can see leaves no choice (N-ROUND-7).

        A turn that is forced only by a hidden hand is not played automatically: the quick answer would reveal the hand.
        """
        turns = (self._forced_turn(seat) for seat in sorted(self._match.waiting))
        return next((turn for turn in turns if turn is not None), None)

    def _forced_turn(self, seat: int) -> Draft | None:
        """Return the turn that a seat owes if even a spectator knows that it leaves no choice; None if it does not."""
        if seat not in self._forced:
            draft = self._fresh(seat)
            self._forced[seat] = draft if self._is_forced(draft) else None
        return self._forced[seat]

    def _is_forced(self, draft: Draft) -> bool:
        """Return whether a fresh draft is a whole turn, and even a spectator knows that there is no other."""
        if not draft.complete or draft.free > 0:
            return False
        game, states = self._match.game, self._match.redacted(None)
        for action in draft.decisions:
            if not game.one_left(states, draft.seat) and game.legal(states, draft.seat) != (action,):
                return False
            game.doors.decide(states, 0, draft.seat, action)
        return True

    def _fresh(self, seat: int) -> Draft:
        draft = self._match.draft(seat)
        draft.fill_forced()
        return draft
