"""Answer requests of the HTTP API: one module for each room that they ask."""

from eddyline.server.web.health import health
from eddyline.server.web.routes import (
    accounts,
    bots,
    friends,
    lobby,
    notices,
    passkeys,
    ratings,
    tables,
    tournaments,
    vacations,
)

ROOMS = (tables, accounts, passkeys, bots, friends, vacations, lobby, ratings, tournaments, notices)
HANDLERS = [health, *(handler for room in ROOMS for handler in room.HANDLERS)]
"""All that answers requests, except for the pages."""
