"""Write a view of Canyon as text: the map with the canoes on it, and a line for each player."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from eddyline.games.canyon.words.view import CanyonView, PlayerView, TrickCard


def write(view: CanyonView, names: Sequence[str]) -> str:
    """Write the whole table; canoes are the numbers of their seats, `names` the players' names by seat."""
    return "\n".join([*_head(view, names), *_map(view), *_players(view, names), *_cards(view, names)])


def _head(view: CanyonView, names: Sequence[str]) -> Iterator[str]:
    yield f"Round {view.round}, {view.phase}; space {view.space}: {view.cards} cards each, {names[view.dealer]} deals"
    yield f"trump {view.trump or '–'}"
    yield ""


def _map(view: CanyonView) -> Iterator[str]:
    """Number columns and rows as actions do."""
    rows = [list(row) for row in view.board.rows]
    for player in view.players:
        if player.cell is not None:
            rows[player.cell.row][player.cell.column] = str(player.seat)
    numbers = [f"{column:>2}" for column in range(len(rows[0]))]
    for digit in (0, 1):
        yield f"   {''.join(number[digit] for number in numbers)}".rstrip()
    for number, row in enumerate(rows):
        yield f"{number:>2} {''.join(row)}"
    yield ""


def _players(view: CanyonView, names: Sequence[str]) -> Iterator[str]:
    width = max(map(len, names))
    for player in view.players:
        rank = f"; rank {view.ranking[player.seat]}" if view.ranking else ""
        yield f"{player.seat} {names[player.seat]:<{width}}  {_player(player)}{rank}"


def _player(player: PlayerView) -> str:
    bid = "–" if player.bid is None else player.bid
    way = "arrived" if player.arrived else f"{player.distance} to go"
    return f"{way}; bid {bid}, tricks {player.tricks}; cards {player.hand_size}"


def _cards(view: CanyonView, names: Sequence[str]) -> Iterator[str]:
    if view.trick:
        yield f"on the table: {_trick(view.trick, names)}"
    if view.last_trick is not None:
        yield f"last trick: {_trick(view.last_trick.cards, names)}; {names[view.last_trick.winner]} took it"
    if view.you is not None:
        yield f"{names[view.you]} holds {', '.join(view.hand) or 'no card'}"


def _trick(cards: Sequence[TrickCard], names: Sequence[str]) -> str:
    return ", ".join(f"{names[each.seat]} {each.card}" for each in cards)
