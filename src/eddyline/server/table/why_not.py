"""Explain why a seat may not choose an action now."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from eddyline.engine.game import ActionError
from eddyline.engine.refusal import Refusal
from eddyline.protocol import table as protocol
from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.direction import isolated

if TYPE_CHECKING:
    from eddyline.protocol.games import Reason
    from eddyline.server.table.drafts import Drafts
    from eddyline.server.table.state import TableState


def because(state: TableState, drafts: Drafts | None, seat: int, asked: protocol.WhyNot) -> protocol.Because:
    """Explain it using only what the seat may know; changes nothing. Raises RefusalError for an invalid action."""
    if state.match is None or drafts is None:
        raise RefusalError("wrong_time", "The game has not started yet: there is nothing to decide.")
    try:
        action = state.match.game.parse_action(asked.action)
    except ActionError as error:
        raise RefusalError("bad_message", str(error)) from None
    found = _reason(state, drafts, seat, asked, action)
    reason = cast("Reason", found.reason)
    return protocol.Because(
        action=asked.action, message=found.message, rule=found.rule, reason=reason, values=found.values
    )


def _reason(state: TableState, drafts: Drafts, seat: int, asked: protocol.WhyNot, action: int) -> Refusal:
    match = state.match
    assert match is not None
    if seat not in match.game.to_act(match.states):
        refusal = match.not_to_act(seat).refusal
        if refusal.reason != "not_your_turn":
            return refusal
        names = [isolated(state.seats[other].name) for other in sorted(match.waiting)]
        values: dict[str, str | int] = {"names": ", ".join(names)}
        return Refusal(f"It is not your turn: we are waiting for {' and '.join(names)}.", None, "not_your_turn", values)
    if state.seats[seat].bot is not None:
        return Refusal("A bot plays for you; come back first.", None, "bot_plays")
    return drafts.why_not(seat, asked, action, state.version)
