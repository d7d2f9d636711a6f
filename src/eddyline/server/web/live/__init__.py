"""Carry messages over WebSockets."""

from eddyline.server.web.live.chat import chat
from eddyline.server.web.live.lobby import watch_lobby
from eddyline.server.web.live.socket import talk
from eddyline.server.web.live.tournaments import watch_tournament

HANDLERS = [talk, watch_lobby, watch_tournament, chat]
"""All that goes over WebSockets."""
