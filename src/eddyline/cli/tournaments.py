"""Look after the tournaments of a server: `eddyline tournaments`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from eddyline.cli.console import counted, json_option, out, print_json
from eddyline.cli.keeping import place_of, store_option
from eddyline.cli.serve import data_option
from eddyline.cli.tables import explained, minute, operator

if TYPE_CHECKING:
    from pathlib import Path

STATUSES = ("open", "running", "over")


@click.group()
def tournaments() -> None:
    """List, close and delete tournaments; also while the server runs."""


@tournaments.command("list")
@data_option
@store_option
@click.option("--status", "statuses", multiple=True, type=click.Choice(STATUSES), help="Only these. May be repeated.")
@json_option
def list_(data: Path | None, store: str | None, statuses: tuple[str, ...], *, as_json: bool) -> None:
    """List tournaments, the oldest first. Times are UTC."""
    with explained():
        from eddyline.server.web import overseeing  # noqa: PLC0415

        found = overseeing.tournaments(place_of(data, store))
        listed = [each for each in found if not statuses or each.status in statuses]
        if as_json:
            print_json(listed)
            return
    if not listed:
        out.print("There is no such tournament." if statuses else "There is no tournament.")
        return
    out.print(f"{'ID':<14}{'STATUS':<18}{'ANNOUNCED':<18}{'GAME':<9}  NAME", markup=False)
    for each in listed:
        status = f"closed ({each.status})" if each.closed else each.status
        about = f"{each.name}, {counted(each.entrants, 'entrant')}, organised by {each.organiser}"
        out.print(f"{each.id:<14}{status:<18}{minute(each.announced):<18}{each.game:<9}  {about}", markup=False)


@tournaments.command()
@click.argument("tournament")
@data_option
@store_option
@click.option("--why", metavar="TEXT", help="For the operators' log.")
def close(tournament: str, data: Path | None, store: str | None, why: str | None) -> None:
    """End a tournament before its time, as its organiser can. Tables that are played there go on."""
    with explained():
        from eddyline.server.web import overseeing  # noqa: PLC0415

        name = overseeing.close(place_of(data, store), tournament, why, operator(), time.time())
    out.print(f"{name} is closed.", markup=False)


@tournaments.command()
@click.argument("tournament", nargs=-1, required=True)
@data_option
@store_option
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(tournament: tuple[str, ...], data: Path | None, store: str | None, *, yes: bool) -> None:
    """Delete tournaments that are over. Their tables stay, and so do their ratings; backups still contain them."""
    if not yes:
        many = counted(len(tournament), "tournament")
        click.confirm(f"Delete {many} for good: {', '.join(tournament)}?", abort=True, err=True)
    with explained():
        from eddyline.server.web import overseeing  # noqa: PLC0415

        for each in tournament:
            name = overseeing.delete(place_of(data, store), each, operator(), time.time())
            out.print(f"{name} is deleted.", markup=False)
