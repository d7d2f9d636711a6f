"""Decide turns from what a server tells about a position."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from eddyline.bots.bot import finish
from eddyline.bots.random import RandomBot
from eddyline.engine.draft import Draft, IllegalAction
from eddyline.engine.options import OptionError
from eddyline.engine.positions import PositionError
from eddyline.engine.wire import from_wire
from eddyline.remote.errors import RemoteError

if TYPE_CHECKING:
    from eddyline.bots import Bot
    from eddyline.engine.game import Game
    from eddyline.remote.messages import Sync

_log = logging.getLogger(__name__)


def decide(game: Game, bot: Bot, seat: int, sync: Sync) -> tuple[str, ...]:
    """Let a bot decide the turn that its seat owes; return the texts of all its decisions.

    When it fails, chance decides, so that nobody waits. Raises RemoteError for a position that cannot be read.
    """
    try:
        # Held as long as the bot thinks: a map that somebody has drawn is loaded with them.
        options = game.hold(game.parse_options(sync.table.preset, sync.table.options))
        states = from_wire(game, sync.record, options)
    except (OptionError, PositionError) as error:
        raise RemoteError(f"the server plays {game.name} in a way that this version does not know: {error}") from None
    try:
        return game.texts(finish(bot, Draft(game, states, seat)))
    except IllegalAction as error:
        _log.warning("the bot planned what the rules do not allow, so chance decides: %s", error)
    except Exception:  # noqa: BLE001 - a bot may fail in any way
        _log.exception("the bot failed, so chance decides")
    return game.texts(finish(RandomBot(game.id, sync.version), Draft(game, states, seat)))
