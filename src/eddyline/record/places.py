"""Tell a saved game in English as a replay shows it: the beginning, and then every turn with what it led to."""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice
from typing import TYPE_CHECKING

from eddyline.engine.log import Deal, Turn
from eddyline.engine.notes import Comment
from eddyline.record.walk import Fork, Step, check_end, noted, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.log import Entry
    from eddyline.engine.match import Match
    from eddyline.record.file import Record


def places(record: Record, match: Match, seat: int | None = None) -> Iterator[list[str]]:
    """Play a record in a match that it began; yield lines on the beginning, then on each turn and what it led to.

    While they are looked at, the match is in that place. With a `seat`, only what it saw; see `story`. Raises
    RecordError.
    """
    game, names = match.game, record.header.players
    after = sorted(note.after for note in noted(record.notes, len(record.turns)))
    turns = [place for place, entry in enumerate(record.turns) if isinstance(entry, Turn)]
    steps = walk(match, record.turns, record.notes)
    lines, done, secret = list(_told(game, game.tell_start(match.states), names)), 0, _secret(match)
    for end in (*turns, len(record.turns)):
        wanted = end + bisect_right(after, end)
        for each in islice(steps, wanted - done):
            lines += _lines(each, game, names) if seat is None else _seen(each, game, names, seat, secret=secret)
            secret = _secret(match)
        yield lines
        lines, done = [], wanted
    check_end(record, match)


def _lines(each: Step | Comment | Fork, game: Game, names: Sequence[str]) -> list[str]:
    """Tell a step, a comment or a variation; notes are indented."""
    if isinstance(each, Comment):
        return [f"    # {line}" for line in each.text.split("\n")]
    if isinstance(each, Fork):
        told = [line for inside in each.walk() for line in _lines(inside, game, names)]
        return ["", "    Instead:", *(f"    {line}" if line else "" for line in told)]
    return ["", headed(each.entry, game, names), *(f"    {told}" for told in _told(game, each.events, names))]


def _secret(match: Match) -> bool:
    """Tell whether the next turn is a secret one: several seats owe theirs, or did until others committed."""
    return len(match.waiting) + len(match.pending) > 1


def _seen(each: Step | Comment | Fork, game: Game, names: Sequence[str], seat: int, *, secret: bool) -> list[str]:
    """Tell what a seat saw of a step, which may be a `secret` turn, and nothing of a note."""
    if isinstance(each, Fork):
        each.check()
    if not isinstance(each, Step):
        return []
    blank, head, *told = _lines(each, game, names)
    if secret and isinstance(each.entry, Turn) and each.entry.seat != seat:
        head = f"{names[each.entry.seat]}: in secret"
    return [blank, head, *told]


def headed(entry: Entry[int], game: Game, names: Sequence[str]) -> str:
    """Say in a line what an entry is."""
    if isinstance(entry, Turn):
        return f"{names[entry.seat]}: {', '.join(game.texts(entry.decisions))}"
    return "chance" if isinstance(entry, Deal) else f"Here all that {names[entry.seat]} could not know was dealt anew."


def _told(game: Game, events: Iterable[object], names: Sequence[str]) -> Iterator[str]:
    sentences = (game.sentence(event, names) for event in events)
    return (sentence for sentence in sentences if sentence is not None)
