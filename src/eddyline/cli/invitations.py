"""Invite people to a server that does not let everybody make an account: `eddyline invitations`."""

from __future__ import annotations

import time
from datetime import UTC
from typing import TYPE_CHECKING

import click

from eddyline.cli.console import counted, json_option, moment, out, print_json
from eddyline.cli.keeping import place_of, store_option
from eddyline.cli.serve import data_option
from eddyline.cli.tables import explained, minute, operator

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

STATUS = {"open": "open", "ended": "ended", "used_up": "used up", "revoked": "revoked"}


@click.group()
def invitations() -> None:
    """Make, list and revoke links by which people may make an account; also while the server runs.

    A server needs them that was started with `--accounts invite`.
    """


@invitations.command()
@data_option
@store_option
@click.option(
    "--uses", default=1, show_default=True, type=click.IntRange(1, 10_000), help="How many people may use it."
)
@click.option("--until", type=moment, help="End, in UTC; without it, until it is used up or revoked.")
@click.option("--note", metavar="TEXT", help="For whom it is; only operators see that.")
@click.option(
    "--link",
    envvar="EDDYLINE_MAIL_LINK",
    metavar="URL",
    help="Where people open this server, such as https://games.example.org.",
)
def make(
    data: Path | None, store: str | None, uses: int, until: datetime | None, note: str | None, link: str | None
) -> None:
    """Make an invitation and print its link, this one time: the store keeps only a hash of it."""
    with explained():
        from eddyline.server.web import inviting  # noqa: PLC0415

        end = None if until is None else until.replace(tzinfo=UTC).timestamp()
        code, made = inviting.make(place_of(data, store), uses, end, note, operator(), time.time())
    ends = "" if made.until is None else f", until {minute(made.until)} UTC"
    out.print(f"Invitation {made.id}, for {counted(uses, 'person', 'people')}{ends}:", markup=False)
    out.print(f"{(link or 'https://YOUR-SERVER').rstrip('/')}/invited#{code}", markup=False)


@invitations.command("list")
@data_option
@store_option
@click.option("--open", "only_open", is_flag=True, help="Only those that still let people in.")
@json_option
def list_(data: Path | None, store: str | None, *, only_open: bool, as_json: bool) -> None:
    """List all invitations, the oldest first. Times are UTC."""
    with explained():
        from eddyline.server.web import inviting  # noqa: PLC0415

        found = [
            each
            for each in inviting.invitations(place_of(data, store), time.time())
            if each.status == "open" or not only_open
        ]
    if as_json:
        print_json(found)
        return
    if not found:
        out.print("No invitation is open." if only_open else "There are no invitations.")
        return
    out.print(f"{'ID':<10}{'MADE':<18}{'UNTIL':<18}{'USED':<9}{'STATUS':<9}NOTE", markup=False)
    for each in found:
        until = "-" if each.until is None else minute(each.until)
        used = f"{each.uses - each.left}/{each.uses}"
        about = each.note or ""
        out.print(
            f"{each.id:<10}{minute(each.made):<18}{until:<18}{used:<9}{STATUS[each.status]:<9}{about}".rstrip(),
            markup=False,
        )


@invitations.command()
@click.argument("invitation")
@data_option
@store_option
def revoke(invitation: str, data: Path | None, store: str | None) -> None:
    """Let nobody in by an invitation any more: INVITATION is its id, or its code. Accounts made by it stay."""
    with explained():
        from eddyline.server.web import inviting  # noqa: PLC0415

        found, held = inviting.revoke(place_of(data, store), invitation, operator(), time.time())
    out.print(f"Invitation {found} {'is revoked' if held else 'let nobody in any more'}.", markup=False)
