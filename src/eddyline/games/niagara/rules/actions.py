"""List Niagara's decisions: id <-> fields <-> text.

The ids, in blocks; canoes are a and b, seats count from 0:

    id        text                       decision
    0–9       card cloud, card 1 … 7,    choose this round's card (N-ROUND-5, S-CARD-1)
              card 123, card rope
    10        decline                    buy back no (further) canoe (N-LOST-2)
    11–20     rescue a ruby              buy a canoe back with a gem of that colour (N-LOST-2)
    21–22     rescue a                   take a canoe back free (N-LOST-3, N-LOST-5)
    23–24     weather down, weather up   move the weather one step (N-CLOUD-1)
    25        tie                        tie both canoes to the bank (S-CARD-4)
    26–27     moose a                    take the moose into a canoe (S-MOOSE-1)
    28–47     paddle a 6L                paddle to a place (N-MOVE-1)
    48–57     unload a ruby              lay a gem on the deposit beside the canoe (N-GEM-2)
    58–67     load a ruby                take a gem from the deposit beside the canoe (N-GEM-2)
    68–127    steal 3b ruby              take a gem from seat 3's canoe b (N-STEAL-1)
    128       spare                      steal nothing (N-STEAL-1)
    129       joe take                   take Diamond Joe's gem (J-JOE-4)
    130–134   joe give ruby              give Diamond Joe a gem (J-JOE-4)
    135–139   joe swap ruby              give Diamond Joe a gem for his (J-JOE-4)
    140       stop                       end this canoe's turn here (S-CARD-3, S-WHIRL-3, J-JOE-4)
    141       stay                       leave the canoe at the dock where it is (N-MOVE-3)
    142–145   swept a 6L                 choose the arm for a roped canoe in the whirlpool (S-WHIRL-7)
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from eddyline.games.niagara.rules.board import GEMS, PLACES, GemName, PlaceName

CardName = Literal["cloud", "1", "2", "3", "4", "5", "6", "7", "123", "rope"]
CanoeName = Literal["a", "b"]
ArmStart = Literal["6L", "6R"]

CARDS: tuple[CardName, ...] = get_args(CardName)
CANOES: tuple[CanoeName, ...] = get_args(CanoeName)

CARD = 0
DECLINE = 10
RESCUE = 11
RESCUE_FREE = 21
WEATHER_DOWN = 23
WEATHER_UP = 24
TIE = 25
TAKE_MOOSE = 26
PADDLE = 28
UNLOAD = 48
LOAD = 58
STEAL = 68
SPARE = 128
JOE_TAKE = 129
JOE_GIVE = 130
JOE_SWAP = 135
STOP = 140
STAY = 141
SWEEP = 142
ACTION_COUNT = 146


class Decision(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Have what every action has."""

    id: int
    """Index in `ACTIONS`: what bots return and environments take."""
    text: str
    """How people and saved games write it; `Game.parse_action` reads it back."""


class ChooseCard(Decision, tag="card", frozen=True, kw_only=True):
    """Choose the card of this round (N-ROUND-5)."""

    card: CardName


class Decline(Decision, tag="decline", frozen=True, kw_only=True):
    """Buy no (further) canoe back (N-LOST-2)."""


class RescueCanoe(Decision, tag="rescue", frozen=True, kw_only=True):
    """Bring a lost canoe back to the dock (N-LOST-2, N-LOST-3)."""

    canoe: CanoeName
    gem: GemName | None
    """Price; None is free."""


class MoveWeather(Decision, tag="weather", frozen=True, kw_only=True):
    """Move the weather one step (N-CLOUD-1)."""

    step: Literal[-1, 1]


class Paddle(Decision, tag="paddle", frozen=True, kw_only=True):
    """Paddle a canoe to a place (N-MOVE-1)."""

    canoe: CanoeName
    to: PlaceName


class Unload(Decision, tag="unload", frozen=True, kw_only=True):
    """Lay a gem on the deposit beside the canoe (N-GEM-2)."""

    canoe: CanoeName
    gem: GemName


class Load(Decision, tag="load", frozen=True, kw_only=True):
    """Take a gem from the deposit beside the canoe (N-GEM-2)."""

    canoe: CanoeName
    gem: GemName


class Steal(Decision, tag="steal", frozen=True, kw_only=True):
    """Take a gem from an opposing canoe on the same disc (N-STEAL-1)."""

    victim: int
    """Seat of the robbed player."""
    canoe: CanoeName
    """The robbed canoe."""
    gem: GemName


class Spare(Decision, tag="spare", frozen=True, kw_only=True):
    """Steal nothing, although it is possible (N-STEAL-1)."""


class TieUp(Decision, tag="tie", frozen=True, kw_only=True):
    """Tie both canoes to the bank (S-CARD-4)."""


class TakeMoose(Decision, tag="moose", frozen=True, kw_only=True):
    """Take the moose into a canoe (S-MOOSE-1)."""

    canoe: CanoeName


class TakeFromJoe(Decision, tag="joe_take", frozen=True, kw_only=True):
    """Take Diamond Joe's gem (J-JOE-4)."""


class GiveToJoe(Decision, tag="joe_give", frozen=True, kw_only=True):
    """Give Diamond Joe a gem (J-JOE-4)."""

    gem: GemName


class SwapWithJoe(Decision, tag="joe_swap", frozen=True, kw_only=True):
    """Swap a gem with Diamond Joe's (J-JOE-4)."""

    gem: GemName
    """The gem given away."""


class Stop(Decision, tag="stop", frozen=True, kw_only=True):
    """End this canoe's turn here, although it could do more (S-CARD-3, S-WHIRL-3, J-JOE-4)."""


class Stay(Decision, tag="stay", frozen=True, kw_only=True):
    """Leave the canoe at the dock (N-MOVE-3)."""


class Sweep(Decision, tag="swept", frozen=True, kw_only=True):
    """Choose the arm into which the whirlpool takes a roped canoe from disc 5 (S-WHIRL-7)."""

    canoe: CanoeName
    to: ArmStart


Action: TypeAlias = (
    ChooseCard
    | Decline
    | RescueCanoe
    | MoveWeather
    | TieUp
    | TakeMoose
    | Paddle
    | Unload
    | Load
    | Steal
    | Spare
    | TakeFromJoe
    | GiveToJoe
    | SwapWithJoe
    | Stop
    | Stay
    | Sweep
)


def _alphabet() -> tuple[Action, ...]:
    """List all actions in the order of their ids."""
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
    add(TieUp, "tie")
    for canoe in CANOES:
        add(TakeMoose, f"moose {canoe}", canoe=canoe)
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
    add(TakeFromJoe, "joe take")
    for gem in GEMS:
        add(GiveToJoe, f"joe give {gem}", gem=gem)
    for gem in GEMS:
        add(SwapWithJoe, f"joe swap {gem}", gem=gem)
    add(Stop, "stop")
    add(Stay, "stay")
    for canoe in CANOES:
        for to in get_args(ArmStart):
            add(Sweep, f"swept {canoe} {to}", canoe=canoe, to=to)
    return tuple(table)


ACTIONS = _alphabet()
"""Every action by id."""
