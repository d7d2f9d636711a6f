"""Save games and replay them; `eddyline.record.file` describes the format.

>>> match = eddyline.new("niagara", players=3, seed=7, names=["Ann", "Bo", "Cy"])
>>> events = [match.play(seat, "card 3") for seat in range(3)]
>>> match.save("evening.jsonl")
>>> saved = read("evening.jsonl")
>>> [entry.seat for entry, events, match in replay(saved)]
[0, 1, 2]
>>> print(next(story(saved)))
Niagara, 3 players: Ann, Bo, Cy
"""

from eddyline.record.file import Header, Origin, Record, RecordError, dump, load, read, write
from eddyline.record.replay import Step, begin, replay
from eddyline.record.story import story

__all__ = [
    "Header",
    "Origin",
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
