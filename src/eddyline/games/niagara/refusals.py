"""Explain why a decision is not legal: one sentence and the rule that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.games.niagara.actions import (
    ACTIONS,
    CANOES,
    CARDS,
    Action,
    ChooseCard,
    Decline,
    Load,
    MoveWeather,
    Paddle,
    RescueCanoe,
    Spare,
    Steal,
    Unload,
)
from eddyline.games.niagara.board import AT, DEPTH, DOCK, GEMS, LEFT, LOST, PLACES, SITE
from eddyline.games.niagara.paddling import WORK, gems_at
from eddyline.games.niagara.rescue import gems_left, returns_free
from eddyline.games.niagara.state import CLOUD, NONE, Phase, Stage, Todo

if TYPE_CHECKING:
    from eddyline.games.niagara.state import State

Refusal = tuple[str, str]


def why_not(s: State, seat: int, action_id: int) -> Refusal:
    """Say why this action is not legal for a seat that owes a decision: (sentence, rule id)."""
    action = ACTIONS[action_id]
    if s.phase == Phase.CARDS:
        if not isinstance(action, ChooseCard):
            return "Everybody chooses a card first; canoes move after that.", "N-ROUND-1"
        return f"The card {action.card} is played already; it comes back when the cycle ends.", "N-ROUND-4"
    if s.phase == Phase.RESCUE:
        return _no_rescue(s, seat, action)
    if isinstance(action, ChooseCard | RescueCanoe | Decline):
        return "That belongs to the beginning of the round; now it is your turn on the river.", "N-ROUND-1"
    if s.card[seat] == CLOUD:
        return _no_cloud(action)
    if isinstance(action, MoveWeather):
        return f"You played a {CARDS[s.card[seat]]}; only a cloud moves the weather.", "N-CLOUD-1"
    if isinstance(action, Paddle | Load | Unload):
        return _no_move(s, seat, action)
    if isinstance(action, Steal):
        return _no_theft(s, seat, action)
    if isinstance(action, Spare):
        return "There is nobody here you could rob, so nobody to spare.", "N-STEAL-1"
    if s.canoe != NONE:
        return f"Canoe {CANOES[s.canoe]} is in the middle of its move.", "N-MOVE-6"
    if any(s.todo[canoe] == Todo.MUST and s.place[seat, canoe] != DOCK for canoe in range(2)):
        return "A canoe in the water must move.", "N-MOVE-3"
    return "You have no canoe in the water: one must launch.", "N-MOVE-4"


def _no_rescue(s: State, seat: int, action: Action) -> Refusal:
    if isinstance(action, Decline):
        if returns_free(s, seat):
            return "One of your canoes comes back free, always.", "N-LOST-3"
        return "You have no canoe left and a gem to pay with: you must buy one back.", "N-LOST-5"
    if not isinstance(action, RescueCanoe):
        return "First decide about your lost canoes.", "N-ROUND-1"
    canoe = CANOES.index(action.canoe)
    if s.place[seat, canoe] != LOST or s.rescue[seat, canoe] != NONE:
        return f"Canoe {action.canoe} is not lost.", "N-LOST-2"
    if returns_free(s, seat):
        return "Both canoes are lost: first one of them comes back free.", "N-LOST-3"
    if action.gem is None:
        return "A canoe comes back free only to a player who has lost both and has no gem.", "N-LOST-3"
    if gems_left(s, seat, GEMS.index(action.gem)) < 1:
        return f"You have no {action.gem} ashore to pay with.", "N-LOST-2"
    return "Both canoes are lost alike; name the first.", "N-LOST-2"


def _no_cloud(action: Action) -> Refusal:
    if isinstance(action, MoveWeather):
        return "The weather is at the end of its track; it can only move inwards.", "N-CLOUD-1"
    return "You played the cloud: it moves the weather and no canoe.", "N-CLOUD-1"


def _no_move(s: State, seat: int, action: Paddle | Load | Unload) -> Refusal:
    canoe = CANOES.index(action.canoe)
    if s.canoe not in (NONE, canoe):
        return f"Canoe {CANOES[s.canoe]} has begun; it finishes before canoe {action.canoe} moves.", "N-MOVE-5"
    if s.stage == Stage.ROBBING:
        return "You have used all points; rob a canoe here or spare them.", "N-STEAL-1"
    if s.place[seat, canoe] == LOST:
        return f"Canoe {action.canoe} has gone over the falls.", "N-LOST-1"
    if s.todo[canoe] == Todo.NOTHING:
        if s.place[seat, canoe] == DOCK:
            return "Only one canoe may launch in a turn, and one that docks stays ashore.", "N-MOVE-4"
        return f"Canoe {action.canoe} has moved already.", "N-MOVE-1"
    if isinstance(action, Paddle):
        return _no_way(s, seat, canoe, action)
    return _no_work(s, seat, canoe, action)


def _no_theft(s: State, seat: int, action: Steal) -> Refusal:
    if s.stage != Stage.ROBBING:
        return (
            "You can steal only at the end of a move upstream, empty, with all points used, on the victim's disc.",
            "N-STEAL-1",
        )
    if action.victim == seat:
        return "You cannot rob yourself.", "N-STEAL-3"
    return f"There is no canoe of seat {action.victim} with {_a(action.gem)} on your disc.", "N-STEAL-1"


def _no_work(s: State, seat: int, canoe: int, action: Load | Unload) -> Refusal:
    place, cargo, gem = int(s.place[seat, canoe]), int(s.cargo[seat, canoe]), GEMS.index(action.gem)
    site = int(SITE[place])
    verb = "load" if isinstance(action, Load) else "unload"
    if site == NONE:
        where = "the dock" if place == DOCK else f"disc {PLACES[place]}"
        return f"You can't {verb} here: no deposit beside {where}.", "N-GEM-6"
    if s.points < WORK:
        return f"Loading and unloading cost {WORK} points each; {s.points} left.", "N-GEM-2"
    if isinstance(action, Unload):
        if cargo == NONE:
            return f"Canoe {action.canoe} is empty.", "N-GEM-6"
        if cargo != gem:
            return f"Canoe {action.canoe} carries {_a(GEMS[cargo])}, not {_a(action.gem)}.", "N-GEM-6"
        return "A gem loaded in this turn may not be unloaded in it.", "N-GEM-4"
    if cargo != NONE:
        return f"Canoe {action.canoe} carries a gem already.", "N-GEM-1"
    if s.unloaded == gem:
        return f"You have just unloaded {_a(action.gem)} here: load another colour.", "N-GEM-4"
    if gems_at(s, site) == 0:
        return "This deposit is empty.", "N-GEM-6"
    return f"There is no {action.gem} on this deposit.", "N-GEM-5"


def _no_way(s: State, seat: int, canoe: int, action: Paddle) -> Refusal:
    start, end, points = int(s.place[seat, canoe]), PLACES.index(action.to), int(s.points)
    distance = abs(int(DEPTH[end]) - int(DEPTH[start]))
    both_in_arms = start > AT[LEFT, 5] and end > AT[LEFT, 5]
    if start == end:
        return "A canoe may stay on its disc only when cargo work uses up all points.", "N-MOVE-10"
    if both_in_arms and (start > AT[LEFT, 7]) != (end > AT[LEFT, 7]):
        return "A canoe cannot leave one arm and go down the other in one move.", "N-MOVE-7"
    if distance > points:
        return f"That is {distance} discs away; canoe {action.canoe} has {_points(points)}.", "N-MOVE-1"
    if s.stage == Stage.WORKING_AFTER:
        return "Cargo work comes before the move or after it; this canoe has moved.", "N-GEM-3"
    if s.stage == Stage.WORKING_BEFORE:
        return f"All {_points(points)} must be used, and this canoe has done its cargo work.", "N-GEM-3"
    return f"{_points(points - distance).capitalize()} would be left, and no cargo work there uses them up.", "N-MOVE-6"


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def _a(gem: str) -> str:
    return f"an {gem}" if gem.startswith("a") else f"a {gem}"
