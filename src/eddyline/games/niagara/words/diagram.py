"""Write a view of Niagara as text: a line for every place of the river, and one for each player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.games.niagara.rules.board import PLACES, SITE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from eddyline.games.niagara.rules.board import GemName, PlaceName
    from eddyline.games.niagara.words.view import NiagaraView, PlayerView


def write(view: NiagaraView, names: Sequence[str]) -> str:
    """Write the whole table; `names` are the players' names by seat."""
    return "\n".join([*_head(view, names), *_river(view, names), *_players(view, names)])


def _head(view: NiagaraView, names: Sequence[str]) -> Iterator[str]:
    weather = f"{view.weather:+d}" if view.weather else "0"
    yield f"Round {view.round} ({view.cycle_round} of {view.cycle_length}), {view.phase}; weather {weather}"
    yield f"{names[view.first]} has the life preserver; the next push moves arm {view.next_arm}"
    yield ""


def _river(view: NiagaraView, names: Sequence[str]) -> Iterator[str]:
    """List the places, with deposits beside the first of their discs."""
    beside = dict(zip(SITE[::-1].tolist(), PLACES[::-1], strict=True))
    there: dict[PlaceName, list[str]] = {place: [] for place in PLACES}
    for player in view.players:
        for canoe in player.canoes:
            there[canoe.place].append(f"{names[player.seat]} {canoe.name}{_cargo(canoe.cargo)}")
    joe = None if view.joe is None else view.joe.place
    for what, place in (("whirlpool", view.whirlpool), ("beaver", view.beaver), ("Diamond Joe", joe)):
        if place is not None:
            there[place].append(what)
    for site, gems in enumerate(view.deposits):
        there[beside[site]].append(f"[{_gems(gems) or 'no gems'}]")
    for place in PLACES:
        yield f"{place:>5}  {'  '.join(there[place])}".rstrip()
    yield ""


def _players(view: NiagaraView, names: Sequence[str]) -> Iterator[str]:
    width = max(map(len, names))
    for player in view.players:
        rank = f"; rank {view.ranking[player.seat]}" if view.ranking else ""
        yield f"{names[player.seat]:<{width}}  {_player(player)}{rank}"
    if view.you is not None:
        yield f"{names[view.you]} holds {', '.join(view.hand) or 'no card'}"


def _player(player: PlayerView) -> str:
    stash = f"{_gems(player.stash) or 'no gems'}; value {player.value}"
    return f"card {player.card or '–'}; played {' '.join(player.played) or '–'}; {stash}"


def _gems(gems: Mapping[GemName, int]) -> str:
    return ", ".join(f"{count} {gem}" for gem, count in gems.items())


def _cargo(cargo: Sequence[GemName]) -> str:
    return f" ({', '.join(cargo)})" if cargo else ""
