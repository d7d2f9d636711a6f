"""Say what the log of a page must tell, from the events of a replayed record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

from eddyline.games.niagara.rules.actions import CANOES
from eddyline.games.niagara.words import events as e
from eddyline.record import begin, load, replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def events_of(record: str) -> list[Any]:
    """Replay a record; return all its events."""
    loaded = load(record)
    start = begin(loaded.header)
    return [*start.game.tell_start(start.states), *(event for step in replay(loaded) for event in step.events)]


def heard(frames: Iterable[str]) -> list[Any]:
    """Collect the events that a page was told, by version; what was told twice must have been told alike."""
    told: dict[int, Any] = {}
    for frame in frames:
        message = json.loads(frame)
        for update in message.get("updates", ()):
            assert told.setdefault(update["version"], update) == update
    assert sorted(told) == list(range(1, len(told) + 1)), "a version is missing"
    return [event for _, update in sorted(told.items()) for event in update["events"]]


def plain(events: Iterable[Any]) -> list[Any]:
    """Turn events into what JSON has for them."""
    return json.loads(msgspec.json.encode(list(events)))


def canoe_number(canoe: str) -> int:
    """Give the number under which pages name a canoe."""
    return CANOES.index(canoe) + 1


def check_log(lines: Sequence[str], events: Iterable[Any], names: Sequence[str]) -> None:
    """Assert that a log tells these events, each once and in their order; whoever has no name is called "you" there."""
    expected = [words for event in events if (words := words_of(event, names))]
    assert len(lines) == len(expected), f"{len(lines)} lines for {len(expected)} events"
    for line, words in zip(lines, expected, strict=True):
        assert all(word.lower() in line.lower() for word in words), f"{words} in {line!r}"


def words_of(event: Any, names: Sequence[str]) -> list[str]:
    """List words that the sentence of an event has in it; none for an event without a sentence."""
    who = [names[event.seat]] if hasattr(event, "seat") else []
    match event:
        case e.RoundBegan():
            return [names[event.first], "life preserver"]
        case e.CardRevealed():
            return [*who, "play", event.card]
        case e.CanoePaddled():
            return [
                *who,
                f"canoe {canoe_number(event.canoe)}",
                "home" if event.end == "dock" else f"disc {event.end[0]}",
            ]
        case e.GemLoaded() | e.GemUnloaded() | e.GemBanked():
            return [*who, event.gem]
        case e.GemStolen():
            return [*who, "steal", event.gem, names[event.victim]]
        case e.CanoeRescued():
            return [*who, "back", event.gem or "free"]
        case e.RiverFlows():
            return ["river", {0: "still", 1: "pushes once"}.get(event.pushes, f"pushes {event.pushes} times")]
        case e.Pushed():
            return [names[canoe.seat] for canoe in event.canoes if canoe.place == "lost"]
        case e.PreserverPassed():
            return []
        case e.CardsReturned():
            return ["back"]
        case e.GameOver():
            return [names[seat] for seat in event.winners] or ["nobody"]
        case _:
            return who
