"""Say in English what an event means: for the terminal; the browser has its own words in four languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.events import GameOver
from eddyline.games.niagara.rules.board import SITES
from eddyline.games.niagara.words import events as e

if TYPE_CHECKING:
    from collections.abc import Sequence

GOALS: dict[e.GoalName, str] = {
    "four_alike": "four gems of one colour",
    "five_colours": "all five colours",
    "seven": "seven gems",
}


CARDS: dict[str, str] = {"cloud": "the cloud", "123": "the 1/2/3 card", "rope": "the rope"}
OTHERS = {"whirlpool": "the whirlpool", "beaver": "the beaver", "joe": "Diamond Joe"}


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
            return f"{names[event.seat]} plays {CARDS.get(event.card, f'a {event.card}')}."
        case e.WeatherMoved():
            return f"{names[event.seat]} moves the weather from {_signed(event.before)} to {_signed(event.after)}."
        case e.NothingToMove():
            return f"{names[event.seat]} has no canoe to move."
        case e.CanoeSwept() if event.end == "lost":
            return f"The whirlpool takes {names[event.seat]}'s canoe {event.canoe} over the falls{_with(event.gems)}."
        case e.CanoeSwirled() | e.CanoeSwept():
            return f"The whirlpool takes {names[event.seat]}'s canoe {event.canoe} from {event.start} to {event.end}."
        case e.BeaverJumped():
            return f"The beaver jumps on disc {event.place}."
        case e.BeaverFell():
            return "The beaver goes over the falls; the weather is 0."
        case e.JoeFell() | e.JoeRestarted() | e.JoeLoaded() | e.JoePaddled():
            return f"Diamond Joe {_joe(event)}."
        case e.TiedUp() | e.MooseTaken() | e.MooseFreed() | e.JoeGave() | e.JoeGot() | e.JoeSwapped():
            return f"{names[event.seat]}{_module_deed(event)}."
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


def _joe(event: e.JoeFell | e.JoeRestarted | e.JoeLoaded | e.JoePaddled) -> str:
    match event:
        case e.JoeFell():
            return f"goes over the falls{_with((event.gem,) if event.gem else ())}"
        case e.JoeRestarted():
            return f"begins again on disc {event.place}"
        case e.JoeLoaded():
            return f"loads {_a(event.gem)} beside disc {SITES[event.site]}"
        case e.JoePaddled():
            return f"paddles from {event.start} to {event.end}"


def _module_deed(
    event: e.TiedUp | e.MooseTaken | e.MooseFreed | e.JoeGave | e.JoeGot | e.JoeSwapped,
) -> str:
    match event:
        case e.TiedUp():
            return " ties both canoes to the bank"
        case e.MooseTaken():
            return f" takes the moose into canoe {event.canoe}"
        case e.MooseFreed():
            return f"'s canoe {event.canoe} has the moose no longer"
        case e.JoeGave():
            return f" takes {_a(event.gem)} from Diamond Joe"
        case e.JoeGot():
            return f" gives Diamond Joe {_a(event.gem)}"
        case e.JoeSwapped():
            return f" gives Diamond Joe {_a(event.gem)} for {_a(event.joe_gem)}"


def _with(gems: Sequence[str]) -> str:
    return f" with {' and '.join(_a(gem) for gem in gems)}" if gems else ""


def _moves(event: e.Pushed, names: Sequence[str]) -> str:
    drifting = "".join(f"; {OTHERS[other.what]} to {other.place}" for other in event.others)
    if not event.canoes:
        return f"no canoe moves{drifting}"
    moves = ", ".join(
        f"{names[canoe.seat]}'s {canoe.canoe} "
        + (f"to {canoe.place}" if canoe.place != "lost" else f"over the falls{_with(canoe.gems)}")
        for canoe in event.canoes
    )
    return moves + drifting


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _a(gem: str) -> str:
    return f"an {gem}" if gem.startswith("a") else f"a {gem}"
