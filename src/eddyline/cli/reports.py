"""Look after what people report: `eddyline reports`."""

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

    from eddyline.server.reports.log import Matter

_number = click.argument("number", type=click.IntRange(min=1))
OUTCOMES = ("removed", "muted", "renamed", "suspended", "closed", "nothing")


@click.group()
def reports() -> None:
    """List and look at what people have reported, and note how it was handled; also while the server runs.

    Whoever has reported something with an account is told that it was handled, not how.
    """


@reports.command("list")
@data_option
@store_option
@click.option("--all", "every", is_flag=True, help="Also what was handled.")
@json_option
def list_(data: Path | None, store: str | None, *, every: bool, as_json: bool) -> None:
    """List what nobody has handled yet, the oldest first. Times are UTC."""
    with explained():
        from eddyline.server.web import reported  # noqa: PLC0415

        found = [each for each in reported.matters(place_of(data, store)) if every or each.handled is None]
    if as_json:
        print_json(found)
        return
    if not found:
        out.print("Nothing was reported." if every else "No report is open.")
        return
    out.print(f"{'NUMBER':>6}  {'SINCE':<18}{'WHERE':<14}{'REPORTS':>7}  WHAT", markup=False)
    for matter in found:
        handled = "" if matter.handled is None else f"; {_handled(matter)}"
        about = f"{minute(matter.filed[0].at / 1000):<18}{matter.place or '-':<14}{len(matter.filed):>7}"
        out.print(f"{matter.number:>6}  {about}  {_what(matter)}: {_why(matter)}{handled}", markup=False)


@reports.command()
@_number
@data_option
@store_option
@json_option
def look(number: int, data: Path | None, store: str | None, *, as_json: bool) -> None:
    """Show who has reported what and why, the messages around it, and how the person played their last games."""
    with explained():
        from eddyline.server.web import reported  # noqa: PLC0415

        found = reported.look(place_of(data, store), number)
    if as_json:
        print_json([found])
        return
    matter = found.matter
    account = "a guest" if matter.account is None else matter.account
    out.print(f"Report {matter.number}: {_what(matter)} ({account})", markup=False)
    if matter.place:
        out.print(f"at {matter.place}", markup=False)
    for filed in matter.filed:
        note = f": {filed.note}" if filed.note else ""
        out.print(f"{minute(filed.at / 1000)}  {filed.by}, {filed.reason}{note}", markup=False)
    for line in found.around:
        mark = ">" if line.number == matter.line else " "
        text = "(removed)" if line.text is None else line.text
        out.print(f"{mark}{line.number:>6}  {minute(line.at / 1000)}  {line.name}: {text}", markup=False)
    if (conduct := found.conduct) is not None:
        out.print(
            f"Of the last {counted(conduct.games, 'game')} that {matter.name} began: resigned {conduct.resigned}, "
            f"a bot had to play in {conduct.replaced}",
            markup=False,
        )
    if matter.handled is not None:
        out.print(_handled(matter), markup=False)


@reports.command()
@click.argument("number", type=click.IntRange(min=1), nargs=-1, required=True)
@data_option
@store_option
@click.option("--with", "what", required=True, type=click.Choice(OUTCOMES), help="What was done.")
@click.option("--why", metavar="TEXT", help="For the operators; the others are not told.")
def handle(number: tuple[int, ...], data: Path | None, store: str | None, what: str, why: str | None) -> None:
    """Note what was done about one or several reports, which this command itself does not do."""
    with explained():
        from eddyline.server.web import reported  # noqa: PLC0415

        for each in dict.fromkeys(number):
            done = reported.handle(place_of(data, store), each, what, why, operator(), time.time())  # type: ignore[arg-type]
            out.print(f"Report {each} is handled." if done else f"Report {each} was handled before.", markup=False)


def _what(matter: Matter) -> str:
    if matter.about == "message":
        text = "(removed)" if matter.text is None else matter.text
        return f"message {matter.line} of {matter.name}: {text}"
    return f"the name {matter.name}" if matter.about == "name" else f"the player {matter.name}"


def _why(matter: Matter) -> str:
    return ", ".join(dict.fromkeys(filed.reason for filed in matter.filed))


def _handled(matter: Matter) -> str:
    if (done := matter.handled) is None:
        return ""
    why = "" if done.why is None else f": {done.why}"
    return f"handled by {done.who} at {minute(matter.handled_at / 1000)}, {done.what}{why}"
