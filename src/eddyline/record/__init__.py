"""Save games and replay them; see `record.file` for the format."""

from eddyline.record.file import Header, Record, RecordError, dump, load, read, write
from eddyline.record.replay import Step, begin, replay
from eddyline.record.story import story

__all__ = [
    "Header",
    "Record",
    "RecordError",
    "Step",
    "begin",
    "dump",
    "load",
    "read",
    "replay",
    "story",
    "write",
]
