"""List the features of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.server.web import health
from eddyline.server.web.live import chat
from eddyline.server.web.routes import (
    accounts,
    announcements,
    beginnings,
    bots,
    friends,
    history,
    lobby,
    moderation,
    note,
    notices,
    passkeys,
    past,
    previews,
    privacy,
    ratings,
    reports,
    tables,
    tournaments,
    vacations,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.server.web.feature import Feature

FEATURES: Sequence[Feature] = [
    module.FEATURE
    for module in (
        *(health, announcements, accounts, passkeys, bots, vacations),
        *(tables, note, history, lobby, ratings, notices, tournaments, friends, chat, reports, moderation),
        *(past, beginnings, previews, privacy),
    )
]
"""All features; one that builds on another comes after it.

An account's data are exported in this order, and deleted in the opposite one.
"""
