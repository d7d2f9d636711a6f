"""Make folders and files that are this user's alone, and tell whether others could have changed what is in them."""

from __future__ import annotations

import os
import stat
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

STICKY = stat.S_ISVTX
WRITABLE_TO_GROUP, WRITABLE_TO_ALL = stat.S_IWGRP, stat.S_IWOTH
ENTERED_BY_OTHERS = stat.S_IXGRP | stat.S_IXOTH


def make_folder(folder: Path) -> None:
    """Create a folder, and what is missing above it, for this user alone; one that exists stays as it is.

    Raises OSError.
    """
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except FileNotFoundError:
        if folder.parent == folder:
            raise
        make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def make_file(path: Path) -> None:
    """Create an empty file for this user alone; one that exists stays as it is. Raises OSError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))


def make_file_of_folder(path: Path) -> None:
    """Create an empty file for the owner of its folder alone; one that exists stays as it is. Raises OSError.

    That is this user, but where root runs a command beside the server of another user, who has to be able to go on.
    """
    try:
        # Never through a link: whoever owns the folder must not be given what it leads to.
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    try:
        if os.name == "posix" and os.geteuid() == 0:
            folder = path.parent.stat()
            os.fchown(file, folder.st_uid, folder.st_gid)
    finally:
        os.close(file)


def shown_to_others(folder: Path, pattern: str) -> list[Path]:
    """Return the files of a folder that others than this user can read or write; none where nobody enters it.

    A folder that others cannot enter, such as a home, keeps them from all that is below it.
    """
    if os.name != "posix":
        return []
    real = folder.resolve(strict=True)
    entered = ENTERED_BY_OTHERS
    for each in (real, *real.parents):
        entered &= each.stat().st_mode
    use = entered << 2 | entered << 1  # whoever may enter, the group or everybody, and then read or write
    return sorted(each for each in folder.glob(pattern) if each.stat().st_mode & use)


def doubt(folder: Path) -> str | None:
    """Say why others than this user and root could have put something into a folder; None if they could not.

    Others could if they own the folder, one above it or anything in it, or may write there. In a folder such as /tmp,
    where nobody can rename what belongs to others, it is enough that the next one is this user's. Raises OSError. On
    Windows, where folders in a user's own are closed to others, nothing is doubted.
    """
    if os.name != "posix":
        return None
    whole, real = folder.absolute(), folder.resolve(strict=True)
    for each in dict.fromkeys((whole, *whole.parents, real, *real.parents)):
        found = each.lstat()
        if _is_foreign(found):
            return f"{each} belongs to another user"
        if _is_open(found) and (each == real or not found.st_mode & STICKY):
            return f"others can write to {each}"
    if real.stat().st_mode & ENTERED_BY_OTHERS:
        for each in real.rglob("*"):
            try:
                found = each.stat()
            except FileNotFoundError:  # another process has just renamed or replaced it
                continue
            if _is_foreign(found) or _is_open(found):
                return f"others can write to {each}"
    return None


def _is_foreign(found: os.stat_result) -> bool:
    return found.st_uid not in {0, os.geteuid()}


def _is_open(found: os.stat_result) -> bool:
    """Return whether others may write; the modes of links mean nothing."""
    if stat.S_ISLNK(found.st_mode):
        return False
    by_group = bool(found.st_mode & WRITABLE_TO_GROUP) and not _is_own_group(found.st_gid)
    return by_group or bool(found.st_mode & WRITABLE_TO_ALL)


@cache
def _is_own_group(group: int) -> bool:
    """Return whether nobody else is in a group: many systems make one for each user, of the same name.

    Numbers without a name, such as a container's, have groups of the same number.
    """
    import grp  # noqa: PLC0415 - missing on Windows
    import pwd  # noqa: PLC0415

    try:
        name, found = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(group)
    except KeyError:
        return group == os.geteuid()
    return found.gr_name == name and {*found.gr_mem} <= {name}
