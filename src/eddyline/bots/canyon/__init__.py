"""Bots that know Canyon."""

from eddyline.bots.bot import Listed

BOTS = {
    "voyageur": Listed("eddyline.bots.canyon.voyageur", "Voyageur", manners=True),
    "drifter": Listed("eddyline.bots.canyon.easygoing", "Drifter", manners=True),
    "camper": Listed("eddyline.bots.canyon.easygoing", "Camper", manners=True),
    "paddler": Listed("eddyline.bots.canyon.easygoing", "Paddler", manners=True),
    "scout": Listed("eddyline.bots.canyon.guide", "Scout", board_bound=True),
    "guide": Listed("eddyline.bots.canyon.guide", "Guide", board_bound=True),
}
"""By name, the recommended one first."""
