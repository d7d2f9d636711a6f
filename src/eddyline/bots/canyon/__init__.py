"""Bots that know Canyon."""

from eddyline.bots.bot import Listed

BOTS = {
    "voyageur": Listed("eddyline.bots.canyon.voyageur", "Voyageur"),
    "scout": Listed("eddyline.bots.canyon.guide", "Scout"),
    "guide": Listed("eddyline.bots.canyon.guide", "Guide"),
}
"""By name, the recommended one first."""
BOARD_BOUND = ("scout", "guide")
"""Those that know more of a board than the rules do: in browsers, of our own boards only."""
