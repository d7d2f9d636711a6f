"""Look at ratings and compute them again: `eddyline ratings`."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import click

from eddyline.cli.console import counted, err, json_option, out
from eddyline.cli.keeping import place_of, store_option
from eddyline.cli.serve import data_option
from eddyline.cli.tables import explained

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from eddyline.ratings.counting import Reason
    from eddyline.ratings.model import Rating

WHY: Mapping[Reason, str] = {
    "practice": "the table was opened for practice, or before games were rated",
    "house_rules": "its options belong to no family of rules",
    "unmeasured_bot": "a bot played whose strength was never measured",
    "nobody": "only bots played",
    "guest": "somebody played without an account",
    "twice": "somebody had two seats, or played at a table with their own bot",
    "same_address": "two people played from one address",
    "stopped": "its players agreed to stop it, or the operator of the server closed it",
    "short": "it was over within a minute",
}
"""Why a game is not rated, in English."""


@click.group()
def ratings() -> None:
    """Show ratings, explain them, and compute them again from the tables' logs; also while the server runs."""


def _shown(rating: Rating) -> str:
    return f"{rating.points} ± {rating.margin}"


@ratings.command("list")
@click.argument("game")
@click.argument("family")
@data_option
@store_option
@json_option
def list_(game: str, family: str, data: Path | None, store: str | None, *, as_json: bool) -> None:
    """List the people rated in a family of rules, established ones first, by points minus margin.

    For each: rank, id and name of the account, points and margin, and how many games were finished without a bot.
    """
    with explained():
        from eddyline.server.ratings import recomputing  # noqa: PLC0415
        from eddyline.server.ratings.results import families  # noqa: PLC0415

        if (game, family) not in families():
            known = ", ".join(" ".join(each) for each in families())
            raise click.BadParameter(f"expected one of {known}, got {game} {family}", param_hint="GAME FAMILY")
        standings, names = recomputing.standings(place_of(data, store), game, family)
    leaders = standings.leaders()
    ranked = {person: rank for rank, (person, _) in enumerate(leaders, start=1)}
    others = sorted(
        ((person, standing) for person, standing in standings.people.items() if person not in ranked),
        key=lambda each: (each[1].rating.margin - each[1].rating.points, each[0]),
    )
    for person, standing in [*leaders, *others]:
        rating = standing.rating
        if as_json:
            told = {"rank": ranked.get(person), "account": person, "name": names.get(person)}
            games = {"games": standing.games, "finished": standing.games - standing.left}
            click.echo(
                json.dumps(told | {"points": rating.points, "margin": rating.margin} | games, ensure_ascii=False)
            )
            continue
        rank = ranked.get(person, "provisional")
        finished = f"{standing.games - standing.left} of {counted(standing.games, 'game')} finished"
        out.print(
            f"{rank:>11}  {person}  {names.get(person, '(deleted)')}  {_shown(rating)}  {finished}",
            markup=False,
        )
    if not (standings.people or as_json):
        out.print("Nobody has been rated here yet.")


@ratings.command()
@data_option
@store_option
@click.option("--check", is_flag=True, help="Write nothing; count games that have not been rated as differences.")
def recompute(data: Path | None, store: str | None, *, check: bool) -> None:
    """Compute all ratings again from the tables' logs, and compare them, bit for bit, with those that were saved.

    Games that count and were not rated are rated, after all others. What was rated before is never changed; the exit
    status is 1 when it differs.
    """
    with explained():
        from eddyline.server.ratings import recomputing  # noqa: PLC0415

        found = recomputing.recompute(place_of(data, store), now=time.time(), write=not check)
    out.print(f"{found.results} results were computed again, {found.deleted} of them of tables deleted since.")
    for difference in found.differences:
        err.print(difference, markup=False)
    if found.missing:
        what, console = ("Not rated yet", err) if check else ("Rated now", out)
        console.print(f"{what}: {', '.join(found.missing)}", markup=False)
    if found.differences or (check and found.missing):
        raise click.exceptions.Exit(1)


@ratings.command()
@click.argument("table")
@data_option
@store_option
def explain(table: str, data: Path | None, store: str | None) -> None:
    """Say why a table's game is or is not rated, its weight for each player, and what it changed."""
    with explained():
        from eddyline.server.ratings import recomputing  # noqa: PLC0415

        found = recomputing.explain(place_of(data, store), table)
    state = found.state
    family = state.facts.family or "no family of rules"
    out.print(f"{table}: {state.opened.game}, {family}, {state.status}", markup=False)
    if found.reason is not None:
        out.print(f"Not rated ({found.reason}): {WHY[found.reason]}.", markup=False)
    elif found.changes is None:
        over = "It counts, but has not been rated yet; `eddyline ratings recompute` rates it, and so does the server."
        out.print(over if state.status == "over" else "It will be rated when it is over.", markup=False)
    result = state.facts.result
    for seat, change in enumerate(found.changes or ()):
        player = None if result is None else result.players[seat]
        who = state.seats[seat].name
        place = "" if player is None else f"place {player.rank}{', left' if player.left else ''}"
        if change is None:
            anchor = (
                "" if player is None or player.anchor is None else f"the bot {player.bot}, fixed at mu {player.anchor}"
            )
            out.print(f"{seat}: {who}, {anchor}, {place}", markup=False)
        else:
            moved = f"{_shown(change.before)} → {_shown(change.after)}"
            provisional = ", provisional" if change.provisional else ""
            out.print(f"{seat}: {who}, {place}, weight {change.weight:.3g}: {moved}{provisional}", markup=False)
