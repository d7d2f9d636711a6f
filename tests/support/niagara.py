"""Set positions of Niagara up in a few words and look at everything a seat could do there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from eddyline.engine.match import IllegalAction, Match
from eddyline.engine.registry import game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NIAGARA = game("niagara")
PLAIN = os.environ.get("EDDYLINE_PLAIN") == "1"
"""Uncompiled rules are about fifty times slower; tests that walk far walk less far then."""

GEMS = ("amethyst", "diamond", "amber", "sapphire", "ruby")
CARDS = ("cloud", "1", "2", "3", "4", "5", "6", "7", "123", "rope")


def player(a: str = "dock", b: str = "dock", stash: str = "", **more: Any) -> dict[str, Any]:
    """Describe a player: a canoe is `"3"`, `"6L ruby"`, `"lost"` or `"lost sits_out"`, a stash `"ruby ruby amber"`."""
    return {"canoes": [_canoe(a), _canoe(b)], "stash": count(stash), **more}


def _canoe(words: str) -> dict[str, Any]:
    place, *rest = words.split()
    canoe: dict[str, Any] = {"place": place}
    cargo = [word for word in rest if word != "sits_out"]
    if cargo:
        canoe["cargo"] = cargo
    if "sits_out" in rest:
        canoe["sits_out"] = True
    return canoe


def count(words: str) -> dict[str, int]:
    """Count the words."""
    return {word: words.split().count(word) for word in words.split()}


def position(*players: dict[str, Any], options: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Describe a position; two idle players join a single one. Hands are as full as the round asks.

    By default it is the first round of the third cycle: anything may have happened by then, and all hands are full.
    """
    seats = list(players)
    while len(seats) < 3:
        seats.append(player())
    cards = CARDS if (options or {}).get("spirit_cards") else CARDS[:7]
    out = (more.setdefault("round", 2 * len(cards) + 1) - 1) % len(cards)
    for seat in seats:
        seat.setdefault("hand", list(cards[out:]))
    return {"players": seats, "options": options or {}, **more}


def match(*players: dict[str, Any], **more: Any) -> Match:
    """Begin a match in a position, by default before the cards of a round."""
    return Match.from_position(NIAGARA, position(*players, **more))


def paddling(card: str, *players: dict[str, Any], others: str | Sequence[str] = "6", **more: Any) -> Match:
    """Begin a match with the first player's turn of phase 2, the card just revealed; the others have cards, too."""
    m = match(*players, **more)
    first = more.get("first", 0)
    cards = [others] * m.players if isinstance(others, str) else [*others[:first], card, *others[first:]]
    cards[first] = card
    play_cards(m, *cards)
    return m


def dry(card: str, a: str, b: str = "lost", **more: Any) -> Match:
    """Begin a match with a turn in a game whose deposits are empty, so that canoes do nothing but paddle."""
    more["options"] = {"gems_per_deposit": 1, **more.get("options", {})}
    ashore = player("lost", "lost", "amethyst diamond amber"), player("lost", "lost", "sapphire ruby")
    return paddling(card, player(a, b), *ashore, **more)


def flow(cards: Sequence[str], *players: dict[str, Any], **more: Any) -> tuple[Match, tuple[Any, ...]]:
    """Begin a match when the players have had their turns with these cards, and let the river flow.

    One more player, in the last seat, ties up two canoes that lie at the dock; returns the events of that turn.
    """
    options = {"spirit_cards": True, **more.pop("options", {})}
    seats = [*players, player(), *[player()] * (len(players) < 2)]
    last = len(seats) - 1
    for seat, card in zip(range(last + 1), [*cards, "rope", "rope"], strict=False):
        seats[seat] = seats[seat] | {"card": card, "hand": [other for other in CARDS if other != card]}
    m = match(*seats, options=options, phase="paddling", turn={"seat": last, "taken": last}, **more)
    return m, turn(m, last, "tie")


def play_cards(m: Match, *cards: str) -> tuple[Any, ...]:
    """Choose all cards of a round; returns the events."""
    events: tuple[Any, ...] = ()
    for seat, card in enumerate(cards):
        events = turn(m, seat, f"card {card}")
    return events


def turn(m: Match, seat: int, *texts: str) -> tuple[Any, ...]:
    """Commit a whole turn."""
    return m.commit(seat, [NIAGARA.parse_action(text) for text in texts])


def legal(m: Match, seat: int, *texts: str) -> set[str]:
    """List what the seat may do after some decisions."""
    draft = m.draft(seat, [NIAGARA.parse_action(text) for text in texts])
    return {NIAGARA.actions[action].text for action in draft.legal()}


def plans(m: Match, seat: int) -> set[tuple[str, ...]]:
    """List every whole turn of the seat."""
    return {texts for texts, _ in walk(m.states, seat)}


def walk(states: Any, seat: int) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Give every whole turn of the seat and the record after it."""
    out = np.empty(NIAGARA.max_legal, np.int16)
    doors = NIAGARA.doors

    def below(now: Any, texts: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
        if not doors.to_act(now, 0) >> seat & 1:
            yield texts, now
            return
        number = doors.legal(now, 0, seat, out)
        assert number > 0, f"dead end after {texts}"
        for action in [int(action) for action in out[:number]]:
            after = now.copy()
            doors.decide(after, 0, seat, action)
            yield from below(after, (*texts, NIAGARA.actions[action].text))

    yield from below(states, ())


def refused(m: Match, seat: int, *texts: str, rule: str) -> None:
    """Demand that the last of these decisions is refused with that rule, in a sentence, and that nothing happens."""
    draft = m.draft(seat, [NIAGARA.parse_action(text) for text in texts[:-1]])
    before = draft.states.tobytes()
    with pytest.raises(IllegalAction) as refusal:
        draft.decide(NIAGARA.parse_action(texts[-1]))
    assert refusal.value.rule == rule, str(refusal.value)
    assert refusal.value.message.endswith((".", "!"))
    assert draft.states.tobytes() == before


def canoe(m: Match, seat: int, name: str = "a") -> str:
    """Tell where a canoe is and what it carries, in the words of `player`."""
    for part in m.view(None).players[seat].canoes:
        if part.name == name:
            return " ".join([part.place, *(["sits_out"] if part.sits_out else []), *part.cargo])
    raise ValueError(name)


def stash(m: Match, seat: int) -> dict[str, int]:
    """Count the gems that a player has ashore."""
    return m.view(None).players[seat].stash


def deposit(m: Match, disc: int) -> dict[str, int]:
    """Count the gems beside a disc."""
    return m.view(None).deposits[disc - 3]


def kinds(events: Sequence[Any]) -> list[str]:
    """Name the kinds of some events."""
    return [type(event).__struct_config__.tag for event in events]


def stand_still(m: Match) -> tuple[Any, ...]:
    """Let everybody who still has a turn in phase 2 do the first thing offered; returns the events of the last turn."""
    events: tuple[Any, ...] = ()
    number = m.view(None).round
    while not m.over and m.view(None).phase == "paddling" and m.view(None).round == number:
        seat = min(m.waiting)
        draft = m.draft(seat)
        while not draft.complete:
            draft.decide(draft.legal()[0])
        events = m.commit(seat, draft.decisions)
    return events
