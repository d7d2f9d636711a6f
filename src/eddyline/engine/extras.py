"""Report which extra of the package to install if an optional library is missing."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class MissingExtraError(ModuleNotFoundError):
    """Report a missing library, and how to install it."""


@contextlib.contextmanager
def extra(name: str) -> Iterator[None]:
    """Guard imports of the libraries of an extra in pyproject.toml; raises MissingExtraError if one is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if isinstance(error, MissingExtraError) or missing == "eddyline":
            raise
        raise MissingExtraError(f"this needs {missing}: pip install 'eddyline[{name}]'", name=missing) from error
