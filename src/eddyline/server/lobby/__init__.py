"""Let people find each other: the list of open tables, live, and a seat for whoever wants one at once."""

from eddyline.server.lobby.lobby import Lobby

__all__ = ["Lobby"]
