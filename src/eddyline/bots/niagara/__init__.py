"""Bots that know Niagara."""

from eddyline.bots.bot import Listed

BOTS = {
    "paddler": Listed("eddyline.bots.niagara.paddler", "Paddler", manners=True),
    "drifter": Listed("eddyline.bots.niagara.easygoing", "Drifter", manners=True),
    "camper": Listed("eddyline.bots.niagara.easygoing", "Camper", manners=True),
    "scout": Listed("eddyline.bots.niagara.guide", "Scout"),
    "guide": Listed("eddyline.bots.niagara.guide", "Guide"),
}
"""By name, the recommended one first."""
