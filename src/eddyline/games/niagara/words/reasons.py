"""List the reasons why a decision is not legal, and make refusals from them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from eddyline.engine.refusal import Refusal
from eddyline.games.niagara.words.wording import say

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
    "arrived",
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
    "no_such_card",
    "rope_played",
    "no_rope",
    "no_moose",
    "moose_taken",
    "moose_place",
    "joe_elsewhere",
    "joe_after_theft",
    "joe_has_nothing",
    "joe_has_gem",
    "joe_no_room",
    "joe_same_colour",
    "must_go_on",
    "arm_first",
    "no_arm_to_choose",
    "whirlpool_stay",
    "whirlpool_upstream",
    "one_canoe",
    "unload_first",
    "robbed_once",
]
"""Every reason has its message, `niagara_why_…`, in all languages."""


def no(rule: str, reason: Reason, **values: str | int) -> Refusal:
    """Make a refusal."""
    message = say(f"why_{reason}", values, "seat {}".format)
    return Refusal(message[0].upper() + message[1:], rule, reason, values)
