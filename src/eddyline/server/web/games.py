"""Describe the games to clients, with their options and bots."""

from __future__ import annotations

import msgspec

from eddyline.bots import BOTS
from eddyline.bots.levels import levels, offered
from eddyline.engine.options import seatings
from eddyline.engine.registry import GAMES
from eddyline.engine.registry import game as game_by_id
from eddyline.protocol import table as protocol
from eddyline.server.table.bot_choice import quick_bot, thinks


def describe_games() -> list[protocol.GameInfo]:
    """Describe all games."""
    return [_describe(game_id) for game_id in GAMES]


def _describe(game_id: str) -> protocol.GameInfo:
    game = game_by_id(game_id)
    return protocol.GameInfo(
        id=game.id,
        name=game.name,
        rules_version=game.rules_version,
        players=game.players,
        house_players=game.house_players,
        presets={name: msgspec.to_builtins(options) for name, options in game.presets.items()},
        default_preset=game.default_preset,
        options=game.option_infos(),
        seatings=seatings(game),
        bundles=dict(game.bundles),
        boards=dict(game.boards),
        bots=offered(game_id),
        levels=tuple(
            protocol.LevelInfo(bot=level.bot, ahead=level.step.ahead if level.step else None)
            for level in levels(game_id)
        ),
        stand_in=quick_bot(game_id),
        thinkers=tuple(name for name in BOTS[game_id] if thinks(game_id, name)),
        board_bound=tuple(name for name, bot in BOTS[game_id].items() if bot.board_bound),
    )
