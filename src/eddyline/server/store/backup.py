"""Write a backup of a store, also while a server uses it, and check what was written."""

from __future__ import annotations

import os
import sqlite3
import sys
from typing import TYPE_CHECKING

from eddyline.server.store.chain import Logs
from eddyline.server.store.checking import Finding, check
from eddyline.server.store.contract import StoreError
from eddyline.server.store.opening import explained, reading
from eddyline.server.store.places import FilePlace
from eddyline.server.store.rescue import copy_into

if TYPE_CHECKING:
    from pathlib import Path


def back_up(path: Path, target: Path, *, overwrite: bool) -> list[Finding]:
    """Save the store at `path` as the one file `target`; return how every table in it is.

    What was confirmed before the call is in it, or the table's finding says that it is missing. Raises StoreError;
    `target` is then as it was.
    """
    if target.exists() and (target.is_dir() or not overwrite or target.samefile(path)):
        raise StoreError(f"{target} exists already; name another file, or overwrite a backup with --force")
    heads = FilePlace(path).heads()
    new = target.with_name(f"{target.name}.part")
    with reading(path) as connection:
        try:
            new.unlink(missing_ok=True)
            copy_into(connection, new)
            with reading(new) as copy:
                findings = list(check(Logs(copy), heads, FilePlace(path).forgotten))
            new.replace(target)
            sync_folder(target.parent)
        except (sqlite3.Error, OSError) as error:
            raise explained(target, error) from error
        finally:
            new.unlink(missing_ok=True)
    return findings


def sync_folder(folder: Path) -> None:
    """Make the names of the files in a folder durable; Windows does so by itself."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
