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

from llvmlite.binding import parse_bitcode
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache

from eddyline.engine.cache_folder import cache_folder, located, tell_saved, tell_unsaved
from eddyline.engine.private import make_folder
from eddyline.engine.sources import digest

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Locator:
    """Tell Numba where the code of a function is stored, and how to check that it is up to date."""

    def __init__(self, file: Path, folder: Path) -> None:
        """Tell where the code of functions in a file is."""
        self._py_file = str(file)  # read by Numba for a warning
        self._folder = folder

    @classmethod
    def from_function(cls, function: Callable[..., object], file: str) -> Self | None:
        """Locate a function's code.

        None if it was not read from a file, for example in a notebook, or if there is no folder for it.
        """
        # A template's function made for a game belongs to the game: its globals, not its source, determine the code.
        home = Path(function.__globals__.get("__file__", file))
        if not home.is_file():
            return None
        # The module, for readability, and the digest of its sources.
        folder = located(f"{function.__module__.removeprefix('eddyline.')}-{digest(home)}")
        return None if folder is None else cls(home, folder)

    def get_cache_path(self) -> str:
        """Return the folder's path."""
        return str(self._folder)

    def ensure_cache_path(self) -> None:
        """Create the folder."""
        make_folder(self._folder)

    def get_source_stamp(self) -> str:
        """Return the digest that up-to-date code must have."""
        return digest(Path(self._py_file))

    def get_disambiguator(self) -> str:
        """Return nothing: within a module, functions are identified by name."""
        return ""


class _Files(CompileResultCacheImpl):
    # None of Numba's own: they load code from folders whose owner nobody has checked.
    _locator_classes = [Locator]  # noqa: RUF012


class SharedCache(FunctionCache):
    """Extend Numba's cache of one function, so that several processes may write to it, and none of them needs it.

    Numba reads a function's index, adds an entry and writes it back: two processes that compile it for different types
    would use the same name for different code. And it lets every error of the disk through to whoever calls the
    function.
    """

    _impl_class = _Files

    def load_overload(self, sig: Any, target_context: Any) -> Any:  # noqa: ANN401 - Numba's own types
        """Load the code compiled for a signature; None if there is none that can be read."""
        try:
            loaded = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call] # Numba's own
        except OSError:
            return None
        except Exception:  # noqa: BLE001 - a file that was cut short can raise anything
            with contextlib.suppress(OSError), _alone(Path(self.cache_path)):
                self.flush()  # type: ignore[no-untyped-call] # otherwise the index could not be added to, either
            return None
        if loaded is not None:
            _put_away(loaded.library)
        return loaded

    def save_overload(self, sig: Any, data: Any) -> None:  # noqa: ANN401 - Numba's own types
        """Save the code compiled for a signature, if possible."""
        try:
            with _alone(Path(self.cache_path)):
                super().save_overload(sig, data)  # type: ignore[no-untyped-call] # Numba's own
        except OSError as error:
            tell_unsaved(f"{self.cache_path} cannot be written ({error.strerror or error})")
        else:
            tell_saved()


def _put_away(library: Any) -> None:  # noqa: ANN401 - Numba's own types
    """Keep what other kernels would inline of a loaded one as bitcode, and unfold it when one of them is compiled.

    Unfolded, that of all rules and bots takes 30 MB, and a server whose kernels are all compiled needs none of it.
    """
    unfolded = library._shared_module  # noqa: SLF001 - Numba has no other way to it
    bitcode = unfolded.as_bitcode()
    unfolded.close()
    library._shared_module = None  # noqa: SLF001

    def unfold() -> Any:  # noqa: ANN401
        if library._shared_module is None:  # noqa: SLF001
            library._shared_module = parse_bitcode(bitcode)  # noqa: SLF001
        return library._shared_module  # noqa: SLF001

    library._get_module_for_linking = unfold  # noqa: SLF001


class _Nowhere(NullCache):
    """Stand for a cache that there is no folder for."""

    def save_overload(self, _sig: Any, _data: Any) -> None:  # noqa: ANN401 - Numba's own types
        """Say that the code is not saved."""
        tell_unsaved()


def cache_of(function: Callable[..., object]) -> SharedCache | NullCache:
    """Return the cache of a function."""
    try:
        return SharedCache(function)  # type: ignore[no-untyped-call] # Numba's own
    except RuntimeError:  # no locator
        return _Nowhere() if cache_folder() is None else NullCache()


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock a folder against other processes while writing; not on Windows, where Numba's own handling must suffice."""
    if sys.platform == "win32":
        yield
        return
    make_folder(folder)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
