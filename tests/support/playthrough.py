"""Write a saved game down with every value the engine gives along the way, for people to compare line by line."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from eddyline.record import DealLine, begin

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from eddyline.engine.match import Match
    from eddyline.record import Record


def playthrough(record: Record) -> str:
    """Return the text; the same record gives the same text as long as nothing about the game changes."""
    return "".join(f"{line}\n" for line in _lines(record))


def _lines(record: Record) -> Iterator[str]:
    match = begin(record.header)
    game = match.game
    yield f"{game.name}, preset {record.header.preset}, rules version {game.rules_version}"
    yield f"options   {_json(game.options(match.states))}"
    yield f"players   {', '.join(record.header.players)}   entropy {record.header.entropy}"
    yield f"actions   {len(game.actions)}   record {game.dtype.itemsize} bytes"
    shown = 0
    for number, line in enumerate(record.turns, start=1):
        if game.round_number(match.states) != shown:
            shown = game.round_number(match.states)
            yield f"\n==== round {shown} ===="
            yield f"position  {_json(game.position(match.states))}"
        if isinstance(line, DealLine):
            yield f"\n[{number}] deal {line.deal}"
            yield from _events(match, record, match.deal(int(line.deal, 16)))
            yield from _state(match)
            continue
        yield f"\n[{number}] seat {line.seat}   waiting {_seats(match.waiting)}   pending {_seats(match.pending)}"
        draft = match.draft(line.seat)
        for text in line.turn:
            yield f"legal     {' | '.join(game.actions[action].text for action in draft.legal())}"
            yield f"takes     {text}"
            draft.decide(game.parse_action(text))
        yield f"preview   {_digest(draft.states.tobytes())}   free {draft.free}"
        yield from _events(match, record, match.commit(line.seat, draft.decisions))
        yield from _state(match)
    yield f"\nover {match.over}   ranking {match.ranking}   winners {match.winners}"
    yield f"position  {_json(game.position(match.states))}"
    yield f"view      {_json(match.view(None))}"


def _events(match: Match, record: Record, events: Iterable[Any]) -> Iterator[str]:
    for event in events:
        yield f"event     {_json(event)}"
        yield f"          {match.game.sentence(event, record.header.players)}"


def _state(match: Match) -> Iterator[str]:
    """Give what there is to see after a turn: digests of everything and of what each seat knows, and the open part."""
    who = [None, *range(match.players)]
    known = (f"{'all' if seat is None else seat} {_digest(match.redacted(seat).tobytes())}" for seat in who)
    seen = (f"{'all' if seat is None else seat} {_digest(_json(match.view(seat)).encode())}" for seat in who)
    yield f"state     {_digest(match.states.tobytes())}   over {match.over}   hides {match.hides}   shown {match.shown}"
    yield f"redacted  {'   '.join(known)}"
    yield f"views     {'   '.join(seen)}"
    view = msgspec.to_builtins(match.view(None))
    for name in ("phase", "turn", "speeds"):
        if name in view:
            yield f"{name:9} {_json(view[name])}"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _seats(seats: Any) -> str:
    return " ".join(str(seat) for seat in sorted(seats)) or "nobody"
