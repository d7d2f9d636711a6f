"""Tell people which extra of the package they need, where a library is missing that not everybody installs."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class MissingExtraError(ModuleNotFoundError):
    """Say what is missing, and how to install it."""


@contextlib.contextmanager
def extra(name: str) -> Iterator[None]:
    """Import in this block what an extra of pyproject.toml brings; raises MissingExtraError where it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if isinstance(error, MissingExtraError) or missing == "eddyline":
            raise
        raise MissingExtraError(f"this needs {missing}: pip install 'eddyline[{name}]'", name=missing) from error
