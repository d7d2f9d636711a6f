"""Describe a saved game in English, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.log import Deal, Turn
from eddyline.record.replay import begin, replay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.log import Entry
    from eddyline.record.file import Record


def story(record: Record) -> Iterator[str]:
    """Yield the description line by line: the players, every turn and its events, and the ranking.

    Raises RecordError at the first line that breaks the rules.
    """
    match, names = begin(record.header), record.header.players
    yield f"{match.game.name}, {len(names)} players: {', '.join(names)}"
    yield from _told(match.game, match.game.tell_start(match.states), names)
    texts = match.game.texts
    for entry, events, match in replay(record):
        yield ""
        yield _headed(entry, names, texts)
        for sentence in _told(match.game, events, names):
            yield f"    {sentence}"
    yield ""
    if match.ranking is None:
        yield "The game was still running here."
    else:
        yield ", ".join(f"{rank}. {name}" for rank, name in sorted(zip(match.ranking, names, strict=True)))


def _headed(entry: Entry[int], names: Sequence[str], texts: Callable[[Sequence[int]], Sequence[str]]) -> str:
    """Say in a line what an entry is."""
    if isinstance(entry, Turn):
        return f"{names[entry.seat]}: {', '.join(texts(entry.decisions))}"
    return "chance" if isinstance(entry, Deal) else f"Here all that {names[entry.seat]} could not know was dealt anew."


def _told(game: Game, events: Iterable[object], names: Sequence[str]) -> Iterator[str]:
    sentences = (game.sentence(event, names) for event in events)
    return (sentence for sentence in sentences if sentence is not None)
