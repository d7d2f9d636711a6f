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

from eddyline.engine.notes import Comment, Variation
from eddyline.record.file import Header, Origin, Record, RecordError, dump, load, read, write
from eddyline.record.forms import as_document, canonical, from_document, game_hash
from eddyline.record.replay import begin, played, replay
from eddyline.record.scrubber import Scrubber
from eddyline.record.story import story
from eddyline.record.walk import Fork, Step, walk

__all__ = [
    "Comment",
    "Fork",
    "Header",
    "Origin",
    "Record",
    "RecordError",
    "Scrubber",
    "Step",
    "Variation",
    "as_document",
    "begin",
    "canonical",
    "dump",
    "from_document",
    "game_hash",
    "load",
    "played",
    "read",
    "replay",
    "story",
    "walk",
    "write",
]
