"""Say in English what an event means: for the terminal; the browser has its own words in four languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.events import GameOver
from eddyline.games.niagara import events as e
from eddyline.games.niagara.board import SITES

if TYPE_CHECKING:
    from collections.abc import Sequence

GOALS: dict[e.GoalName, str] = {
    "four_alike": "four gems of one colour",
    "five_colours": "all five colours",
    "seven": "seven gems",
}


def sentence(event: e.Event, names: Sequence[str]) -> str:
    """Tell one event; `names` are the players by seat."""
    match event:
        case e.RoundBegan():
            return f"Round {event.number}: {names[event.first]} begins."
        case e.CanoeRescued():
            price = f"for {_a(event.gem)}" if event.gem else "free"
            return f"{names[event.seat]} gets canoe {event.canoe} back {price}."
        case e.CanoeSitsOut():
            return f"{names[event.seat]}'s canoe {event.canoe} sits this round out."
        case e.CardRevealed():
            return f"{names[event.seat]} plays {'the cloud' if event.card == 'cloud' else f'a {event.card}'}."
        case e.WeatherMoved():
            return f"{names[event.seat]} moves the weather from {_signed(event.before)} to {_signed(event.after)}."
        case e.NothingToMove():
            return f"{names[event.seat]} has no canoe to move."
        case e.CanoePaddled() | e.GemUnloaded() | e.GemLoaded() | e.GemStolen() | e.GemBanked() | e.GoalReached():
            return f"{names[event.seat]} {_deed(event, names)}."
        case e.RiverFlows():
            return f"The river flows: {event.pushes} (lowest card {event.lowest}, weather {_signed(event.weather)})."
        case e.Pushed():
            return f"Push {event.number}, arm {event.arm}: {_moves(event, names)}."
        case e.PreserverPassed():
            return f"The life preserver goes to {names[event.seat]}."
        case e.CardsReturned():
            return "All take all cards back."
        case GameOver():
            won = " and ".join(names[seat] for seat in event.winners)
            return f"The game is over: {won} {'wins' if len(event.winners) == 1 else 'win'}." if won else "Nobody wins."


def _deed(
    event: e.CanoePaddled | e.GemUnloaded | e.GemLoaded | e.GemStolen | e.GemBanked | e.GoalReached,
    names: Sequence[str],
) -> str:
    match event:
        case e.CanoePaddled():
            return f"paddles canoe {event.canoe} from {event.start} to {event.end}"
        case e.GemUnloaded():
            return f"unloads {_a(event.gem)} from canoe {event.canoe} beside disc {SITES[event.site]}"
        case e.GemLoaded():
            return f"loads {_a(event.gem)} into canoe {event.canoe} beside disc {SITES[event.site]}"
        case e.GemStolen():
            return f"steals {_a(event.gem)} from {names[event.victim]}'s canoe {event.victim_canoe}"
        case e.GemBanked():
            return f"brings {_a(event.gem)} ashore"
        case e.GoalReached():
            return f"has {GOALS[event.goal]}"


def _moves(event: e.Pushed, names: Sequence[str]) -> str:
    if not event.canoes:
        return "no canoe moves"
    return ", ".join(
        f"{names[canoe.seat]}'s {canoe.canoe} "
        + (
            f"to {canoe.place}"
            if canoe.place != "lost"
            else "over the falls" + (f" with {_a(canoe.gem)}" if canoe.gem else "")
        )
        for canoe in event.canoes
    )


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _a(gem: str) -> str:
    return f"an {gem}" if gem.startswith("a") else f"a {gem}"
