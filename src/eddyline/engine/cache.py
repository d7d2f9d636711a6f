"""Cache compiled code on disk: one folder per module, named after a digest of all sources of its kernels.

Numba's own cache checks only the file of the cached function, not the files of the functions that it calls, and the
name includes the path of the file. Here a change recompiles exactly what depends on it, and checkouts with the same
rules share their code.
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
    """Tell Numba where the code of a function is stored, and how to check that it is up to date."""

    def __init__(self, module: str, file: Path, function: str) -> None:
        """Name the folder after the module, for readability, and after the digest of its sources."""
        self._py_file = str(file)  # read by Numba for a warning
        self._digest = digest(file)
        self._folder = cache_folder() / f"{module.removeprefix('eddyline.')}-{self._digest}"
        self._function = function

    @classmethod
    def from_function(cls, function: Callable[..., object], file: str) -> Self | None:
        """Locate a function's code; None if it was not read from a file, for example in a notebook."""
        # A template's function made for a game belongs to the game: its globals, not its source, determine the code.
        home = Path(function.__globals__.get("__file__", file))
        return cls(function.__module__, home, function.__name__) if home.is_file() else None

    def get_cache_path(self) -> str:
        """Return the folder's path."""
        return str(self._folder)

    def ensure_cache_path(self) -> None:
        """Create the folder."""
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        """Return the digest that up-to-date code must have."""
        return self._digest

    def get_disambiguator(self) -> str:
        """Return nothing: within a module, functions are identified by name."""
        return ""


class _Files(CompileResultCacheImpl):
    # Numba's own locators as a fallback, for functions defined in a notebook.
    _locator_classes = [Locator, *CompileResultCacheImpl._locator_classes]  # type: ignore[list-item] # noqa: RUF012, SLF001


class SharedCache(FunctionCache):
    """Extend Numba's cache of one function, so that several processes may write to it at the same time.

    Numba reads a function's index, adds an entry and writes it back: two processes that compile it for different types
    would use the same name for different code.
    """

    _impl_class = _Files

    def save_overload(self, sig: Any, data: Any) -> None:  # noqa: ANN401 - Numba's own types
        """Save the code compiled for a signature."""
        with _alone(Path(self.cache_path)):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call] # Numba's own


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock a folder against other processes while writing; not on Windows, where Numba's own handling must suffice."""
    if sys.platform == "win32":
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
