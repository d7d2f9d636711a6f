"""Find a folder for compiled code that can be read, and one that can be written.

Loading compiled code means running whatever is in a file. So a folder counts only if nobody but this user and root can
have put anything there (see `private`).
"""

from __future__ import annotations

import logging
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from eddyline.engine.private import doubt, make_folder

_log = logging.getLogger(__name__)

VARIABLE = "EDDYLINE_CACHE"

unsaved: list[str] = []
"""Why compiled code could not be saved."""
_told: list[str] = []


class _Folder(NamedTuple):
    path: Path | None
    why: str = ""
    """Why there is none, or why it is not the one that is configured."""


def located(part: str) -> Path | None:
    """Return where a part of the compiled code is, otherwise where it can be written; None: it cannot be kept."""
    ready = _wanted().path
    if ready is not None and (ready / part).exists():
        return ready / part
    folder = cache_folder()
    return None if folder is None else folder / part


def cache_folder() -> Path | None:
    """Return the folder where new compiled code is written, creating it if necessary; None: nowhere.

    Its location is `EDDYLINE_CACHE`, by default the system's cache folder; /dev/null stands for none. If that cannot be
    used, it is a folder of this user in the system's folder for temporary files. Bounds-checked runs have a separate
    one.
    """
    return _writable().path


def tell_saved() -> None:
    """Say, once, that compiled code was not saved where it should be, if so."""
    folder, why = _writable()
    if why and folder is not None:
        _tell(f"compiled rules are kept in {folder}, because {why}; set {VARIABLE} to choose another folder")


def tell_unsaved(why: str = "") -> None:
    """Note that compiled code could not be saved, and say so once."""
    unsaved.append(why or _writable().why)
    _tell(
        f"compiled rules are not kept and have to be compiled anew each time, because {unsaved[-1]}; "
        f"set {VARIABLE} to a folder that this user can write, or to {os.devnull} if that is all right"
    )


@cache
def _writable() -> _Folder:
    folder, why = _wanted()
    if folder is not None:
        if os.access(folder, os.W_OK):
            return _Folder(folder)
        why = f"{folder} cannot be written"
    if _is_unwanted():
        return _Folder(None, f"{VARIABLE} is {os.devnull}")
    name = f"eddyline-{os.getuid()}" if os.name == "posix" else "eddyline"
    try:
        instead = _in(Path(tempfile.gettempdir()) / name)
    except OSError as error:
        instead = _Folder(None, f"there is no folder for temporary files ({error.strerror or error})")
    return _Folder(None, f"{why}, and {instead.why}") if instead.path is None else _Folder(instead.path, why)


@cache
def _wanted() -> _Folder:
    """Return the folder that is configured, if it is there or can be created, and can be believed."""
    home = os.environ.get(VARIABLE) or os.environ.get("XDG_CACHE_HOME")
    try:
        base = Path(home) if home else Path.home() / ".cache"
    except RuntimeError:
        return _Folder(None, "this user has no home folder (HOME)")
    return _in(base)


def _in(base: Path) -> _Folder:
    folder = base / "eddyline" / ("checked" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else "compiled")
    try:
        make_folder(folder)
        why = doubt(folder)
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        return _Folder(None, f"{folder} cannot be used ({getattr(error, 'strerror', None) or error})")
    return _Folder(None, why) if why else _Folder(folder.resolve())


def _is_unwanted() -> bool:
    return os.environ.get(VARIABLE) == os.devnull


def _tell(what: str) -> None:
    """Say one thing, and let processes that are begun from here do the same as this one in silence."""
    if _told or _is_unwanted():
        return
    _told.append(what)
    _log.warning("%s", what)
    folder = cache_folder()
    os.environ[VARIABLE] = os.devnull if folder is None else str(folder.parents[1])
