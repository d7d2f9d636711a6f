"""Save games and replay them; see `record.file` for the format."""

from eddyline.record.file import DealLine, Header, Record, RecordError, TurnLine, dump, load, read, write
from eddyline.record.replay import Step, begin, replay
from eddyline.record.story import story

__all__ = [
    "DealLine",
    "Header",
    "Record",
    "RecordError",
    "Step",
    "TurnLine",
    "begin",
    "dump",
    "load",
    "read",
    "replay",
    "story",
    "write",
]
