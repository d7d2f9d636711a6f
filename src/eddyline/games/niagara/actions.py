"""List Niagara's decisions: id <-> fields <-> text.

The alphabet, block after block; canoes are a and b, seats count from 0:

    id        text                       decision
    0–6       card cloud, card 1 … 6     choose this round's card (N-ROUND-5)
    7         decline                    buy back no (further) canoe (N-LOST-2)
    8–17      rescue a ruby              buy a canoe back with a gem of that colour (N-LOST-2)
    18–19     rescue a                   take a canoe back free (N-LOST-3, N-LOST-5)
    20–21     weather down, weather up   move the weather one step (N-CLOUD-1)
    22–41     paddle a 6L                paddle to a place (N-MOVE-1)
    42–51     unload a ruby              lay a gem on the deposit beside the canoe (N-GEM-2)
    52–61     load a ruby                take a gem from the deposit beside the canoe (N-GEM-2)
    62–121    steal 3b ruby              take a gem from seat 3's canoe b (N-STEAL-1)
    122       spare                      steal nothing (N-STEAL-1)
    123       stay                       leave the canoe at the dock where it is (N-MOVE-3)
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from eddyline.games.niagara.board import GEMS, PLACES, GemName, PlaceName

CardName = Literal["cloud", "1", "2", "3", "4", "5", "6"]
CanoeName = Literal["a", "b"]

CARDS: tuple[CardName, ...] = get_args(CardName)
CANOES: tuple[CanoeName, ...] = get_args(CanoeName)

CARD = 0
DECLINE = 7
RESCUE = 8
RESCUE_FREE = 18
WEATHER_DOWN = 20
WEATHER_UP = 21
PADDLE = 22
UNLOAD = 42
LOAD = 52
STEAL = 62
SPARE = 122
STAY = 123
ACTION_COUNT = 124


class _Decision(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Base of all decisions."""

    id: int
    text: str


class ChooseCard(_Decision, tag="card", frozen=True, kw_only=True):
    """Choose the card of this round (N-ROUND-5)."""

    card: CardName


class Decline(_Decision, tag="decline", frozen=True, kw_only=True):
    """Buy no (further) canoe back (N-LOST-2)."""


class RescueCanoe(_Decision, tag="rescue", frozen=True, kw_only=True):
    """Bring a lost canoe back to the dock (N-LOST-2, N-LOST-3)."""

    canoe: CanoeName
    gem: GemName | None
    """Price; None is free."""


class MoveWeather(_Decision, tag="weather", frozen=True, kw_only=True):
    """Move the weather one step (N-CLOUD-1)."""

    step: Literal[-1, 1]


class Paddle(_Decision, tag="paddle", frozen=True, kw_only=True):
    """Paddle a canoe to a place (N-MOVE-1)."""

    canoe: CanoeName
    to: PlaceName


class Unload(_Decision, tag="unload", frozen=True, kw_only=True):
    """Lay a gem on the deposit beside the canoe (N-GEM-2)."""

    canoe: CanoeName
    gem: GemName


class Load(_Decision, tag="load", frozen=True, kw_only=True):
    """Take a gem from the deposit beside the canoe (N-GEM-2)."""

    canoe: CanoeName
    gem: GemName


class Steal(_Decision, tag="steal", frozen=True, kw_only=True):
    """Take a gem from an opposing canoe on the same disc (N-STEAL-1)."""

    victim: int
    """Seat of the robbed player."""
    canoe: CanoeName
    """The robbed canoe."""
    gem: GemName


class Spare(_Decision, tag="spare", frozen=True, kw_only=True):
    """Steal nothing, though one could (N-STEAL-1)."""


class Stay(_Decision, tag="stay", frozen=True, kw_only=True):
    """Leave the canoe that is ashore where it is (N-MOVE-3)."""


Action: TypeAlias = ChooseCard | Decline | RescueCanoe | MoveWeather | Paddle | Unload | Load | Steal | Spare | Stay


def _alphabet() -> tuple[Action, ...]:
    """Spell every action out, in the order of their ids."""
    table: list[Action] = []

    def add(kind: type[Action], text: str, **fields: object) -> None:
        table.append(kind(id=len(table), text=text, **fields))  # type: ignore[arg-type]

    for card in CARDS:
        add(ChooseCard, f"card {card}", card=card)
    add(Decline, "decline")
    for canoe in CANOES:
        for gem in GEMS:
            add(RescueCanoe, f"rescue {canoe} {gem}", canoe=canoe, gem=gem)
    for canoe in CANOES:
        add(RescueCanoe, f"rescue {canoe}", canoe=canoe, gem=None)
    add(MoveWeather, "weather down", step=-1)
    add(MoveWeather, "weather up", step=1)
    for canoe in CANOES:
        for place in PLACES[:-1]:
            add(Paddle, f"paddle {canoe} {place}", canoe=canoe, to=place)
    for canoe in CANOES:
        for gem in GEMS:
            add(Unload, f"unload {canoe} {gem}", canoe=canoe, gem=gem)
    for canoe in CANOES:
        for gem in GEMS:
            add(Load, f"load {canoe} {gem}", canoe=canoe, gem=gem)
    for victim in range(6):
        for canoe in CANOES:
            for gem in GEMS:
                add(Steal, f"steal {victim}{canoe} {gem}", victim=victim, canoe=canoe, gem=gem)
    add(Spare, "spare")
    add(Stay, "stay")
    return tuple(table)


ACTIONS = _alphabet()
"""Every action by id."""
