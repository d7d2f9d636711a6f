"""Keep tables safe: `eddyline backup`, `check`, `restore`."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from eddyline.cli.console import counted, err, out
from eddyline.cli.serve import data_option, place_for
from eddyline.engine.extras import extra

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.server.store.checking import Finding
    from eddyline.server.store.places import Place

store_option = click.option(
    "--store", envvar="EDDYLINE_STORE", metavar="URL", help="PostgreSQL database where tables are saved instead."
)
_file = click.argument("file", type=click.Path(path_type=Path))


def _file_in(data: Path | None) -> Path:
    """Return the database in a folder, or in the default one; warn if others can read it."""
    from eddyline.server.store.names import DATABASE  # noqa: PLC0415

    return place_for(data) / DATABASE


def place_of(data: Path | None, store: str | None) -> Place:
    """Return the store at an address, or in a folder, or in the default one."""
    from eddyline.server.store.places import place_at  # noqa: PLC0415

    if not store:
        return place_at(_file_in(data))
    with extra("postgres"):
        return place_at(store)


def _refuse(store: str | None, program: str) -> None:
    """Raise ClickException for a database server, which has programs of its own for this."""
    if store:
        raise click.ClickException(
            f"tables in PostgreSQL are saved and restored by its own programs, not by Eddyline: use {program}"
        )


@click.command()
@_file
@data_option
@store_option
@click.option("--force", is_flag=True, help="Overwrite FILE.")
def backup(file: Path, data: Path | None, store: str | None, *, force: bool) -> None:
    """Save all tables in FILE, also while the server runs.

    Every turn confirmed before the command began is in FILE, which is checked before it gets its name. The exit status
    is 1 when tables are damaged; FILE then has them as they are. For PostgreSQL, use pg_dump.
    """
    _refuse(store, "pg_dump")
    with extra("serve"):
        from eddyline.server.store import StoreError  # noqa: PLC0415
        from eddyline.server.store.backup import back_up  # noqa: PLC0415
    try:
        findings = back_up(_file_in(data), file, overwrite=force)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    out.print(f"{file} has {_kinds(findings)}.", markup=False)
    _name_damage(findings)


@click.command()
@data_option
@store_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(data: Path | None, store: str | None, *, as_json: bool) -> None:
    """Read every entry of every table and list the damaged tables; also while the server runs.

    The exit status is 1 when there are any.
    """
    with extra("serve"):
        from eddyline.server.store import StoreError  # noqa: PLC0415
        from eddyline.server.store.checking import check_store  # noqa: PLC0415
    try:
        findings = check_store(place_of(data, store))
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    damaged = {found.table: found.damage for found in findings if found.damage is not None}
    if as_json:
        tables = sum(_kind(found) == TABLES for found in findings)
        kinds = Counter(map(_kind, findings))
        print(json.dumps({"tables": tables, "logs": kinds, "entries": _entries(findings), "damaged": damaged}))  # noqa: T201
    else:
        wrong = counted(len(damaged), "log is", "logs are") if damaged else "none is"
        out.print(f"{_kinds(findings)}; {wrong} damaged.")
    _name_damage(findings)


@click.command()
@_file
@data_option
@store_option
@click.option("--accept-loss", is_flag=True, help="Reopen tables even if confirmed entries are still missing.")
def restore(file: Path, data: Path | None, store: str | None, *, accept_loss: bool) -> None:
    """Restore tables from the backup FILE; the server must be stopped.

    For each table the longest intact log is kept, from the store or from FILE; tables that are in only one of them are
    kept, too. The old database gets another name. Without a backup, name the store's own file to keep what is intact in
    it. For PostgreSQL, use pg_restore.
    """
    _refuse(store, "pg_restore")
    with extra("serve"):
        from eddyline.server.store import StoreError  # noqa: PLC0415
        from eddyline.server.store.restore import restore as restore_store  # noqa: PLC0415
    try:
        done = restore_store(_file_in(data), file, accept_loss=accept_loss, at=time.time())
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    for each in done.tables:
        text = f"table {each.table}: {counted(each.versions, 'entry', 'entries')}, from the {each.origin}"
        if each.lost:
            text += f"; {each.confirmed} had been confirmed"
        out.print(text, markup=False)
    if done.aside is not None:
        out.print(f"The old database is now {done.aside}.", markup=False)
    lost = sum(each.lost for each in done.tables)
    if lost and accept_loss:
        out.print(f"Tables that continue without what they lost: {lost}.")
    elif lost:
        err.print(
            f"Tables that are missing confirmed entries and stay closed: {lost}. Restore from another backup, "
            "or open them as they are with --accept-loss."
        )
        raise click.exceptions.Exit(1)


TABLES = "tables"


def _kind(found: Finding) -> str:
    """Return of which kind a log is: a table's has no dot in its name, any other begins with its kind."""
    kind, dot, _ = found.table.partition(".")
    return kind if dot else TABLES


def _kinds(findings: Sequence[Finding]) -> str:
    """Count logs by kind, tables first, and all their entries."""
    kinds = Counter(map(_kind, findings))
    parts = [counted(kinds.pop(TABLES, 0), "table")]
    if kinds:
        others = ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items()))
        parts.append(f"{counted(kinds.total(), 'other log')} ({others})")
    return f"{' and '.join(parts)} with {counted(_entries(findings), 'entry', 'entries')}"


def _entries(findings: Sequence[Finding]) -> int:
    return sum(found.head.version for found in findings if found.head is not None)


def _name_damage(findings: Sequence[Finding]) -> None:
    """Name the damaged tables; ends with status 1 when there are any."""
    damaged = [found for found in findings if found.damage is not None]
    for found in damaged:
        err.print(f"table {found.table} is damaged: {found.damage}", markup=False)
    if damaged:
        raise click.exceptions.Exit(1)
