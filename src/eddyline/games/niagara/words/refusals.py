"""Explain why a decision is not legal: one sentence, the rule behind it, and a key for translations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.games.niagara.rules.actions import (
    ACTIONS,
    CANOES,
    CARDS,
    Action,
    ChooseCard,
    Decline,
    GiveToJoe,
    Load,
    MoveWeather,
    Paddle,
    RescueCanoe,
    Spare,
    Steal,
    Stop,
    SwapWithJoe,
    Sweep,
    TakeFromJoe,
    TakeMoose,
    TieUp,
    Unload,
)
from eddyline.games.niagara.rules.board import DOCK, GEMS, LOST
from eddyline.games.niagara.rules.rescue import gems_left, returns_free
from eddyline.games.niagara.rules.state import CLOUD, MOOSE, NONE, ROPE, Phase, Todo
from eddyline.games.niagara.words.move_refusals import no_deal, no_move, no_theft
from eddyline.games.niagara.words.reasons import Reason, no

if TYPE_CHECKING:
    from eddyline.engine.records import States
    from eddyline.engine.refusal import Refusal
    from eddyline.games.niagara.rules.state import State

__all__ = ["Reason", "why_not"]


def why_not(states: States, seat: int, action_id: int) -> Refusal:
    """Explain why this action is not legal for a seat that owes a decision."""
    s: State = states[0]
    action = ACTIONS[action_id]
    if s.phase == Phase.CARDS:
        if not isinstance(action, ChooseCard):
            return no("N-ROUND-1", "cards_first")
        if CARDS.index(action.card) >= s.cycle:
            return no("S-CARD-1", "no_such_card", card=action.card)
        return no("N-ROUND-4", "card_played", card=action.card)
    if s.phase == Phase.RESCUE:
        return _no_rescue(s, seat, action)
    if s.phase == Phase.RIVER:
        return no("S-WHIRL-7", "arm_first")
    if isinstance(action, ChooseCard | RescueCanoe | Decline):
        return no("N-ROUND-1", "begins_round")
    if isinstance(action, TakeMoose):
        return _no_moose(s, action)
    if s.card[seat] == CLOUD:
        return _no_cloud(action)
    if s.card[seat] == ROPE:
        return no("S-CARD-4", "rope_played")
    if isinstance(action, MoveWeather):
        return no("N-CLOUD-1", "no_cloud", card=CARDS[s.card[seat]])
    if isinstance(action, Paddle | Load | Unload):
        return no_move(s, seat, action)
    if isinstance(action, Steal):
        return no_theft(s, seat, action)
    if isinstance(action, TieUp):
        return no("S-CARD-4", "no_rope")
    if isinstance(action, Sweep):
        return no("S-WHIRL-7", "no_arm_to_choose")
    if isinstance(action, TakeFromJoe | GiveToJoe | SwapWithJoe):
        return no_deal(s, seat, action)
    if isinstance(action, Stop):
        return no("N-MOVE-6", "must_go_on")
    if isinstance(action, Spare):
        return no("N-STEAL-1", "nobody_to_spare")
    if s.canoe != NONE:
        return no("N-MOVE-6", "canoe_moving", canoe=CANOES[s.canoe])
    if any(s.todo[canoe] == Todo.MUST and s.place[seat, canoe] != DOCK for canoe in range(2)):
        return no("N-MOVE-3", "water_must_move")
    return no("N-MOVE-4", "must_launch")


def _no_rescue(s: State, seat: int, action: Action) -> Refusal:
    if isinstance(action, Decline):
        if returns_free(s, seat):
            return no("N-LOST-3", "free_always")
        return no("N-LOST-5", "must_buy")
    if not isinstance(action, RescueCanoe):
        return no("N-ROUND-1", "rescue_first")
    canoe = CANOES.index(action.canoe)
    if s.place[seat, canoe] != LOST or s.rescue[seat, canoe] != NONE:
        return no("N-LOST-2", "not_lost", canoe=action.canoe)
    if returns_free(s, seat):
        return no("N-LOST-3", "free_first")
    if action.gem is None:
        return no("N-LOST-3", "not_free")
    if gems_left(s, seat, GEMS.index(action.gem)) < 1:
        return no("N-LOST-2", "no_price", gem=action.gem)
    return no("N-LOST-2", "lost_alike")


def _no_cloud(action: Action) -> Refusal:
    if isinstance(action, MoveWeather):
        return no("N-CLOUD-1", "weather_end")
    return no("N-CLOUD-1", "cloud_played")


def _no_moose(s: State, action: TakeMoose) -> Refusal:
    if not s.modules & MOOSE:
        return no("S-MOOSE-1", "no_moose")
    if s.moose != NONE:
        return no("S-MOOSE-2", "moose_taken")
    return no("S-MOOSE-1", "moose_place", canoe=action.canoe)
