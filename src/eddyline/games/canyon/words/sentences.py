"""Say in English what an event means: for the terminal; the browser has its own words in four languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.events import GameOver
from eddyline.games.canyon.words import events as e

if TYPE_CHECKING:
    from collections.abc import Sequence


def sentence(event: e.Event, names: Sequence[str]) -> str:
    """Tell one event; `names` are the players by seat."""
    match event:
        case e.Dealt():
            dealt = f"{names[event.dealer]} deals {_count(event.cards, 'card')} each"
            return f"Round {event.number}: {dealt} and turns up the {event.trump}."
        case e.BidsShown():
            bids = ", ".join(f"{name} {bid}" for name, bid in zip(names, event.bids, strict=True))
            return f"All show their bids: {bids}."
        case e.RoundSettled():
            return f"The tricks are over: {', '.join(_worth(player, names) for player in event.players)}."
        case e.CanoesDrifted():
            return f"{names[event.seat]} missed the bid: {', '.join(_drift(part, names) for part in event.chain)}."
        case e.MarkerMoved():
            return f"The marker is on space {event.space} of the track, and {names[event.dealer]} deals."
        case GameOver():
            won = " and ".join(names[seat] for seat in event.winners)
            return f"The game is over: {won} {'wins' if len(event.winners) == 1 else 'win'}." if won else "Nobody wins."
        case _:
            return f"{names[event.seat]} {_deed(event)}."


def _deed(
    event: e.JettyChosen
    | e.BidMade
    | e.CardPlayed
    | e.TrickWon
    | e.CanoeMoved
    | e.CanoeBlocked
    | e.CanoeStays
    | e.TurnLost
    | e.CanoeArrived,
) -> str:
    match event:
        case e.JettyChosen():
            return f"begins at the jetty {_at(e.Cell(event.column, event.row))}"
        case e.BidMade():
            return f"bids {event.tricks}"
        case e.CardPlayed():
            return f"plays the {event.card}"
        case e.TrickWon():
            return f"wins the trick and has {_count(event.tricks, 'trick')}"
        case e.CanoeMoved():
            return f"paddles {_count(event.used, 'step')} to {_at(event.path[-1])}"
        case e.CanoeBlocked():
            return f"cannot come any nearer and lets {_count(event.lapsed, 'point')} lapse"
        case e.CanoeStays():
            return "stays where the canoe is"
        case e.TurnLost():
            return "has been pushed over the waterfall and does not move in this round"
        case e.CanoeArrived():
            return f"has reached the village with {_count(event.left, 'point')} left"


def _worth(player: e.Settled, names: Sequence[str]) -> str:
    made = "made it" if player.bid == player.tricks else f"bid {player.bid}"
    return f"{names[player.seat]} {_count(player.tricks, 'trick')} ({made}), {_count(player.points, 'point')}"


def _drift(part: e.Drift, names: Sequence[str]) -> str:
    if part.fell:
        return f"{names[part.seat]} goes over the waterfall, from {_at(part.start)} to the gangway"
    return f"{names[part.seat]} drifts from {_at(part.start)} to {_at(part.end)}"


def _at(cell: e.Cell) -> str:
    return f"[{cell.column},{cell.row}]"


def _count(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number or 'no'} {thing}s"
