"""Let bots of this machine play at tables of an Eddyline server anywhere: `play_remotely`, and `eddyline bot`."""

from eddyline.remote.errors import RemoteError
from eddyline.remote.player import NewTables, play_remotely

__all__ = ["NewTables", "RemoteError", "play_remotely"]
