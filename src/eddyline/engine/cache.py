"""Keep compiled code on the disk: one folder for every module, named after all that its kernels are made of.

Numba's own cache looks at the file of the cached function only, not at the files of the functions that it calls, and
where the file lies is part of the name. Here a change recompiles what depends on it and nothing else, and checkouts
with the same rules share their code.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from numba.core.caching import CompileResultCacheImpl, FunctionCache

from eddyline.engine.sources import cache_folder, digest

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Locator:
    """Tell Numba where the code of a function lies, and by what it is known to be fresh."""

    def __init__(self, module: str, file: Path, function: str) -> None:
        """Name the folder after the module, so that people can read it, and after the digest of its sources."""
        self._py_file = str(file)  # read by Numba for a warning
        self._digest = digest(file)
        self._folder = cache_folder() / f"{module.removeprefix('eddyline.')}-{self._digest}"
        self._function = function

    @classmethod
    def from_function(cls, function: Callable[..., object], file: str) -> Self | None:
        """Find the function's place; None for what was not read from a file, such as a notebook's cell."""
        # What a template made for a game belongs to the game: its globals, not its source, say what it is made of.
        home = Path(function.__globals__.get("__file__", file))
        return cls(function.__module__, home, function.__name__) if home.is_file() else None

    def get_cache_path(self) -> str:
        """Name the folder."""
        return str(self._folder)

    def ensure_cache_path(self) -> None:
        """Make the folder."""
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        """Return what code must have been made of to be fresh."""
        return self._digest

    def get_disambiguator(self) -> str:
        """Return nothing: within a module a function is known by its name."""
        return ""


class _Files(CompileResultCacheImpl):
    # Numba's own ways as a last resort: for what was typed into a notebook.
    _locator_classes = [Locator, *CompileResultCacheImpl._locator_classes]  # type: ignore[list-item] # noqa: RUF012, SLF001


class SharedCache(FunctionCache):
    """Numba's cache of one function, into which several processes may write at the same time.

    Numba reads a function's index, adds an entry and writes it back: two processes that compile it for different types
    would take the same name for different code.
    """

    _impl_class = _Files

    def save_overload(self, sig: Any, data: Any) -> None:  # noqa: ANN401 - Numba's own types
        """Save what was compiled for a signature."""
        with _alone(Path(self.cache_path)):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call] # Numba's own


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other processes out while something is written in a folder; on Windows Numba's own care has to do."""
    if sys.platform == "win32":
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
