"""Say which name was probably meant by one that is not there."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 60
"""Characters of a name that are compared; nothing longer is a slip of the finger."""


def suggest(name: object, names: Iterable[str]) -> str:
    """Return ` (did you mean 'max_rounds'?)`, to put behind the names that exist, or nothing when none is close.

    Upper and lower case do not matter, and what is no text means nothing.
    """
    if not isinstance(name, str) or len(name) > LONGEST:
        return ""
    by_lower = {each.lower(): each for each in names}
    close = get_close_matches(name.lower(), by_lower, 1)
    return f" (did you mean {by_lower[close[0]]!r}?)" if close else ""
