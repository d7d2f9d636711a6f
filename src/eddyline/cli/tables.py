"""Look after the tables of a server: `eddyline tables`."""

from __future__ import annotations

import contextlib
import getpass
import json
import os
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from eddyline.cli.compiling import missing
from eddyline.cli.console import counted, err, json_option, out, print_json, run_uncompiled
from eddyline.cli.keeping import place_of, store_option
from eddyline.cli.serve import data_option
from eddyline.engine.extras import extra

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from eddyline.server.store.places import Place
    from eddyline.server.table.part import Part
    from eddyline.server.web.admin import Listed
    from eddyline.server.web.moderating import Deed

DAY = 86_400.0
STATUSES = ("open", "running", "over", "damaged", "other_rules")
_status = click.option(
    "--status", "statuses", multiple=True, type=click.Choice(STATUSES), help="Only these. May be repeated."
)
_older = click.option(
    "--older-than", type=click.FloatRange(0), metavar="DAYS", help="Only tables that nobody has changed for this long."
)


class Tables(click.Group):
    """Find the commands below, and those by which the operator takes parts of tables away.

    The parts are asked for late: they lie beside the rules, which are to be loaded as `explained` says.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names of all commands."""
        return sorted([*super().list_commands(ctx), *_parts()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name."""
        found = super().get_command(ctx, cmd_name)
        return found or (_removing(part) if (part := _parts().get(cmd_name)) else None)


def _parts() -> dict[str, Part[Any]]:
    """List the parts of tables by the commands that take them away."""
    with explained():
        from eddyline.server.table.parts import PARTS  # noqa: PLC0415
    return {part.removal.command: part for part in PARTS}


def _removing(part: Part[Any]) -> click.Command:
    """Make the command that takes a part of a table away."""

    @click.command(part.removal.command, help=part.removal.about)
    @click.argument("table")
    @data_option
    @store_option
    def remove(table: str, data: Path | None, store: str | None) -> None:
        with explained():
            from eddyline.server.web import moderating  # noqa: PLC0415

            there = moderating.remove_part(place_of(data, store), table, part, deed())
        out.print(part.removal.done if there else part.removal.nothing, markup=False)

    return remove


@click.group(cls=Tables)
def tables() -> None:
    """List, look at, close and delete tables, moderate chats, export a person's data; also while the server runs.

    The server notices within about a second. Nothing here shows more than everybody at a table may know.
    """


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Load what folds tables, with compiled rules if there are any; show what is refused as an error."""
    with extra("serve"):
        import litestar  # noqa: F401, PLC0415 - fail now if it is missing
    if missing("quick"):
        run_uncompiled()
    from eddyline.protocol.refusal import RefusalError  # noqa: PLC0415
    from eddyline.server.store import StoreError  # noqa: PLC0415

    try:
        yield
    except (StoreError, RefusalError) as error:
        raise click.ClickException(str(error)) from None


def operator() -> str:
    """Return the name of whoever runs the command on this machine: behind sudo, whose password that asked for."""
    try:
        return os.environ.get("SUDO_USER") or getpass.getuser()
    except (KeyError, OSError):  # a container where the user has no name
        return f"user {os.getuid()}" if hasattr(os, "getuid") else "somebody"


def deed(why: str | None = None) -> Deed:
    """Say for the log of the operators who does now what this command does."""
    from eddyline.server.web.moderating import Deed  # noqa: PLC0415

    return Deed(operator(), time.time(), why)


def _chosen(
    place: Place,
    statuses: tuple[str, ...],
    older_than: float | None,
    by: str | None = None,
    since: datetime | None = None,
) -> list[Listed]:
    from eddyline.server.web.admin import list_tables  # noqa: PLC0415

    before = None if older_than is None else time.time() - older_than * DAY
    after = None if since is None else since.replace(tzinfo=UTC).timestamp()
    return [each for each in list_tables(place, before, by, after) if not statuses or each.status in statuses]


def minute(seconds: float | None) -> str:
    """Write a time to the minute, in UTC."""
    return "unknown" if seconds is None else time.strftime("%Y-%m-%d %H:%M", time.gmtime(seconds))


@tables.command("list")
@data_option
@store_option
@_status
@_older
@json_option
def list_(
    data: Path | None, store: str | None, statuses: tuple[str, ...], older_than: float | None, *, as_json: bool
) -> None:
    """List tables: id, status, game, entries, when they were opened and last changed (UTC), and who sits there.

    Tables that cannot be opened are listed with the reason.
    """
    with explained():
        found = _chosen(place_of(data, store), statuses, older_than)
        if as_json:
            print_json(found)
            return
        if not found:
            out.print("There are no such tables." if statuses or older_than is not None else "There are no tables.")
            return
        ids = max(len(listed.id) for listed in found)
        out.print(
            f"{'TABLE':<{ids}}  {'STATUS':<13}{'GAME':<9}{'ENTRIES':>7}  {'OPENED':<18}{'CHANGED':<18}PLAYERS",
            markup=False,
        )
        for listed in found:
            about = listed.trouble or ", ".join(listed.players)
            status = f"closed ({listed.status})" if listed.ended == "closed" else listed.status
            out.print(
                f"{listed.id:<{ids}}  {status:<13}{listed.game or '?':<9}{listed.version:>7}  "
                f"{minute(listed.opened):<18}{minute(listed.changed):<18}{about}",
                markup=False,
            )


@tables.command()
@click.argument("table")
@data_option
@store_option
@json_option
def look(table: str, data: Path | None, store: str | None, *, as_json: bool) -> None:
    """Show a table as everybody there may see it: seats, and the story of the game in English.

    Only the server knows who is connected and how much time is left.
    """
    with explained():
        from eddyline.server.web.admin import look_at  # noqa: PLC0415

        found = look_at(place_of(data, store), table)
        if as_json:
            print_json([found])
            return
        info = found.table
        ended = f", {info.ended}" if info.ended else ""
        out.print(f"{info.id}: {info.game}, {info.status}{ended}, opened {info.created}", markup=False)
        if info.notice:
            out.print(f"The operator said: {info.notice}", markup=False)
        for seat in info.seats:
            who = seat.name or "free"
            bot = f", the bot {seat.bot} plays" if seat.bot else ""
            out.print(f"{seat.seat}: {who}{bot}{', to play' if seat.thinking else ''}", markup=False)
        for told in found.story:
            for sentence in told.sentences:
                out.print(f"{told.version:>6}  {sentence}", markup=False)


@tables.command()
@click.argument("table")
@data_option
@store_option
@click.option("--why", metavar="TEXT", help="Message shown to everybody at the table.")
def close(table: str, data: Path | None, store: str | None, why: str | None) -> None:
    """End a table for good. Nobody can join, start or play it any more; its log stays."""
    with explained():
        from eddyline.server.web import moderating  # noqa: PLC0415

        moderating.close_table(place_of(data, store), table, deed(why))
    out.print(f"Table {table} is closed.", markup=False)


@tables.command()
@click.argument("table", nargs=-1)
@data_option
@store_option
@_status
@_older
@click.option("--by", metavar="NAME", help="Only tables that somebody of this name, or one that looks like it, opened.")
@click.option(
    "--since",
    type=click.DateTime(["%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"]),
    help="Only tables that were opened then or later, in UTC.",
)
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(
    table: tuple[str, ...],
    data: Path | None,
    store: str | None,
    statuses: tuple[str, ...],
    older_than: float | None,
    by: str | None,
    since: datetime | None,
    *,
    yes: bool,
) -> None:
    """Delete the named tables, or all that the options select together. Earlier backups still contain them."""
    if bool(table) == bool(statuses or older_than is not None or by is not None or since is not None):
        raise click.UsageError("expected either ids of tables, or --by, --since, --older-than and --status")
    place = place_of(data, store)
    with explained():
        from eddyline.server.web.admin import last_versions  # noqa: PLC0415
        from eddyline.server.web.moderating import delete_tables  # noqa: PLC0415

        if table:
            going = last_versions(place, table)
            if unknown := set(table) - going.keys():
                raise click.ClickException(f"there is no table {', '.join(sorted(unknown))}; nothing was deleted")
        else:
            going = {listed.id: listed.version for listed in _chosen(place, statuses, older_than, by, since)}
        if not going:
            out.print("No tables selected.")
            return
        if not yes:
            click.confirm(f"Delete {counted(len(going), 'table')} for good: {', '.join(going)}?", abort=True, err=True)
        deleted: list[str] = []
        try:
            delete_tables(place, going, deed(), deleted)
        finally:
            out.print(f"{counted(len(deleted), 'table was', 'tables were')} deleted.")
    if kept := going.keys() - set(deleted):
        err.print(f"Kept, because they changed in the meantime: {', '.join(sorted(kept))}", markup=False)
        raise click.exceptions.Exit(1)


@tables.command()
@click.argument("chat")
@click.argument("number", type=click.IntRange(min=1))
@data_option
@store_option
def unsay(chat: str, number: int, data: Path | None, store: str | None) -> None:
    """Remove a message from a chat: CHAT is a table's id, tournament.ID, or lobby; the number is in `reports look`."""
    with explained():
        from eddyline.server.web import moderating  # noqa: PLC0415

        removed = moderating.remove_line(place_of(data, store), chat, number, deed())
    out.print(f"Message {number} is removed." if removed else f"Message {number} was removed before.", markup=False)


@tables.command()
@click.argument("chat")
@click.argument("name")
@data_option
@store_option
@click.option("--lift", is_flag=True, help="Let them write again.")
def mute(chat: str, name: str, data: Path | None, store: str | None, *, lift: bool) -> None:
    """Let the person of a name write nothing more in a chat: CHAT is a table's id, tournament.ID, or lobby."""
    with explained():
        from eddyline.server.web import moderating  # noqa: PLC0415

        whom, changed = moderating.mute(place_of(data, store), chat, name, deed(), muted=not lift)
    now = "can write" if lift else "is muted"
    out.print(f"{whom} {now} at {chat}{'' if changed else ', as before'}.", markup=False)


@tables.command()
@data_option
@store_option
@click.option("--name", required=True, help="The name as shown at the tables, or one that looks like it.")
@click.option("--table", metavar="ID", help="Only what belongs to this table.")
def export(data: Path | None, store: str | None, name: str, table: str | None) -> None:
    """Print everything that the store has about the people with this name, one JSON object per line.

    That is: when they joined, their own words, their turns, when bots played for them, when they resigned, and what
    they wrote in chats. Of a running game, what is not public yet is left out. Several guests may have used one name,
    or names that look alike.
    """
    with explained():
        from eddyline.server.web.admin import personal  # noqa: PLC0415

        for line in personal(place_of(data, store), name, table):
            click.echo(json.dumps(line, ensure_ascii=False))
