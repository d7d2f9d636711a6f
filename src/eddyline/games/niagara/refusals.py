"""Explain why a decision is not legal: one sentence, the rule that says so, and a key for other languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from eddyline.engine.refusal import Refusal
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

Reason: TypeAlias = Literal[
    "cards_first",
    "card_played",
    "begins_round",
    "no_cloud",
    "nobody_to_spare",
    "canoe_moving",
    "water_must_move",
    "must_launch",
    "free_always",
    "must_buy",
    "rescue_first",
    "not_lost",
    "free_first",
    "not_free",
    "no_price",
    "lost_alike",
    "weather_end",
    "cloud_played",
    "other_canoe_moving",
    "rob_or_spare",
    "canoe_lost",
    "launch_once",
    "canoe_moved",
    "rob_yourself",
    "no_such_victim",
    "no_deposit",
    "work_costs",
    "canoe_empty",
    "other_cargo",
    "just_loaded",
    "canoe_full",
    "just_unloaded",
    "deposit_empty",
    "no_such_gem",
    "same_disc",
    "other_arm",
    "too_far",
    "works_after",
    "worked_before",
    "points_left",
    "no_theft",
]
"""Keys of the sentences below; clients keep them in other languages."""


def why_not(s: State, seat: int, action_id: int) -> Refusal:
    """Say why this action is not legal for a seat that owes a decision."""
    action = ACTIONS[action_id]
    if s.phase == Phase.CARDS:
        if not isinstance(action, ChooseCard):
            return _no("Everybody chooses a card first; canoes move after that.", "N-ROUND-1", "cards_first")
        return _no(
            f"The card {action.card} is played already; it comes back when the cycle ends.",
            "N-ROUND-4",
            "card_played",
            card=action.card,
        )
    if s.phase == Phase.RESCUE:
        return _no_rescue(s, seat, action)
    if isinstance(action, ChooseCard | RescueCanoe | Decline):
        return _no(
            "That belongs to the beginning of the round; now it is your turn on the river.", "N-ROUND-1", "begins_round"
        )
    if s.card[seat] == CLOUD:
        return _no_cloud(action)
    if isinstance(action, MoveWeather):
        return _no(
            f"You played a {CARDS[s.card[seat]]}; only a cloud moves the weather.",
            "N-CLOUD-1",
            "no_cloud",
            card=CARDS[s.card[seat]],
        )
    if isinstance(action, Paddle | Load | Unload):
        return _no_move(s, seat, action)
    if isinstance(action, Steal):
        return _no_theft(s, seat, action)
    if isinstance(action, Spare):
        return _no("There is nobody here you could rob, so nobody to spare.", "N-STEAL-1", "nobody_to_spare")
    if s.canoe != NONE:
        return _no(
            f"Canoe {CANOES[s.canoe]} is in the middle of its move.", "N-MOVE-6", "canoe_moving", canoe=CANOES[s.canoe]
        )
    if any(s.todo[canoe] == Todo.MUST and s.place[seat, canoe] != DOCK for canoe in range(2)):
        return _no("A canoe in the water must move.", "N-MOVE-3", "water_must_move")
    return _no("You have no canoe in the water: one must launch.", "N-MOVE-4", "must_launch")


def _no_rescue(s: State, seat: int, action: Action) -> Refusal:
    if isinstance(action, Decline):
        if returns_free(s, seat):
            return _no("One of your canoes comes back free, always.", "N-LOST-3", "free_always")
        return _no("You have no canoe left and a gem to pay with: you must buy one back.", "N-LOST-5", "must_buy")
    if not isinstance(action, RescueCanoe):
        return _no("First decide about your lost canoes.", "N-ROUND-1", "rescue_first")
    canoe = CANOES.index(action.canoe)
    if s.place[seat, canoe] != LOST or s.rescue[seat, canoe] != NONE:
        return _no(f"Canoe {action.canoe} is not lost.", "N-LOST-2", "not_lost", canoe=action.canoe)
    if returns_free(s, seat):
        return _no("Both canoes are lost: first one of them comes back free.", "N-LOST-3", "free_first")
    if action.gem is None:
        return _no("A canoe comes back free only to a player who has lost both and has no gem.", "N-LOST-3", "not_free")
    if gems_left(s, seat, GEMS.index(action.gem)) < 1:
        return _no(f"You have no {action.gem} ashore to pay with.", "N-LOST-2", "no_price", gem=action.gem)
    return _no("Both canoes are lost alike; name the first.", "N-LOST-2", "lost_alike")


def _no_cloud(action: Action) -> Refusal:
    if isinstance(action, MoveWeather):
        return _no("The weather is at the end of its track; it can only move inwards.", "N-CLOUD-1", "weather_end")
    return _no("You played the cloud: it moves the weather and no canoe.", "N-CLOUD-1", "cloud_played")


def _no_move(s: State, seat: int, action: Paddle | Load | Unload) -> Refusal:
    canoe = CANOES.index(action.canoe)
    if s.canoe not in (NONE, canoe):
        return _no(
            f"Canoe {CANOES[s.canoe]} has begun; it finishes before canoe {action.canoe} moves.",
            "N-MOVE-5",
            "other_canoe_moving",
            canoe=action.canoe,
            other=CANOES[s.canoe],
        )
    if s.stage == Stage.ROBBING:
        return _no("You have used all points; rob a canoe here or spare them.", "N-STEAL-1", "rob_or_spare")
    if s.place[seat, canoe] == LOST:
        return _no(f"Canoe {action.canoe} has gone over the falls.", "N-LOST-1", "canoe_lost", canoe=action.canoe)
    if s.todo[canoe] == Todo.NOTHING:
        if s.place[seat, canoe] == DOCK:
            return _no(
                "Only one canoe may launch in a turn, and one that docks stays ashore.", "N-MOVE-4", "launch_once"
            )
        return _no(f"Canoe {action.canoe} has moved already.", "N-MOVE-1", "canoe_moved", canoe=action.canoe)
    if isinstance(action, Paddle):
        return _no_way(s, seat, canoe, action)
    return _no_work(s, seat, canoe, action)


def _no_theft(s: State, seat: int, action: Steal) -> Refusal:
    if s.stage != Stage.ROBBING:
        return _no(
            "You can steal only at the end of a move upstream, empty, with all points used, on the victim's disc.",
            "N-STEAL-1",
            "no_theft",
        )
    if action.victim == seat:
        return _no("You cannot rob yourself.", "N-STEAL-3", "rob_yourself")
    return _no(
        f"There is no canoe of seat {action.victim} with {_a(action.gem)} on your disc.",
        "N-STEAL-1",
        "no_such_victim",
        seat=action.victim,
        gem=action.gem,
    )


def _no_work(s: State, seat: int, canoe: int, action: Load | Unload) -> Refusal:
    place, cargo, gem = int(s.place[seat, canoe]), int(s.cargo[seat, canoe]), GEMS.index(action.gem)
    site = int(SITE[place])
    verb = "load" if isinstance(action, Load) else "unload"
    if site == NONE:
        where = "the dock" if place == DOCK else f"disc {PLACES[place]}"
        return _no(
            f"You can't {verb} here: no deposit beside {where}.",
            "N-GEM-6",
            "no_deposit",
            work=verb,
            place=PLACES[place],
        )
    if s.points < WORK:
        return _no(
            f"Loading and unloading cost {WORK} points each; {s.points} left.",
            "N-GEM-2",
            "work_costs",
            cost=WORK,
            points=int(s.points),
        )
    if isinstance(action, Unload):
        if cargo == NONE:
            return _no(f"Canoe {action.canoe} is empty.", "N-GEM-6", "canoe_empty", canoe=action.canoe)
        if cargo != gem:
            return _no(
                f"Canoe {action.canoe} carries {_a(GEMS[cargo])}, not {_a(action.gem)}.",
                "N-GEM-6",
                "other_cargo",
                canoe=action.canoe,
                cargo=GEMS[cargo],
                gem=action.gem,
            )
        return _no("A gem loaded in this turn may not be unloaded in it.", "N-GEM-4", "just_loaded")
    if cargo != NONE:
        return _no(f"Canoe {action.canoe} carries a gem already.", "N-GEM-1", "canoe_full", canoe=action.canoe)
    if s.unloaded == gem:
        return _no(
            f"You have just unloaded {_a(action.gem)} here: load another colour.",
            "N-GEM-4",
            "just_unloaded",
            gem=action.gem,
        )
    if gems_at(s, site) == 0:
        return _no("This deposit is empty.", "N-GEM-6", "deposit_empty")
    return _no(f"There is no {action.gem} on this deposit.", "N-GEM-5", "no_such_gem", gem=action.gem)


def _no_way(s: State, seat: int, canoe: int, action: Paddle) -> Refusal:
    start, end, points = int(s.place[seat, canoe]), PLACES.index(action.to), int(s.points)
    distance = abs(int(DEPTH[end]) - int(DEPTH[start]))
    both_in_arms = start > AT[LEFT, 5] and end > AT[LEFT, 5]
    if start == end:
        return _no("A canoe may stay on its disc only when cargo work uses up all points.", "N-MOVE-10", "same_disc")
    if both_in_arms and (start > AT[LEFT, 7]) != (end > AT[LEFT, 7]):
        return _no("A canoe cannot leave one arm and go down the other in one move.", "N-MOVE-7", "other_arm")
    if distance > points:
        return _no(
            f"That is {distance} discs away; canoe {action.canoe} has {_points(points)}.",
            "N-MOVE-1",
            "too_far",
            distance=distance,
            canoe=action.canoe,
            points=points,
        )
    if s.stage == Stage.WORKING_AFTER:
        return _no("Cargo work comes before the move or after it; this canoe has moved.", "N-GEM-3", "works_after")
    if s.stage == Stage.WORKING_BEFORE:
        return _no(
            f"All {_points(points)} must be used, and this canoe has done its cargo work.",
            "N-GEM-3",
            "worked_before",
            points=points,
        )
    return _no(
        f"{_points(points - distance).capitalize()} would be left, and no cargo work there uses them up.",
        "N-MOVE-6",
        "points_left",
        points=points - distance,
    )


def _no(message: str, rule: str, reason: Reason, **values: str | int) -> Refusal:
    return Refusal(message, rule, reason, values)


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def _a(gem: str) -> str:
    return f"an {gem}" if gem.startswith("a") else f"a {gem}"
