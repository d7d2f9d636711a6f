"""Suggest the probably intended name for an unknown one."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 60
"""Maximum length of names to compare; longer ones are not typos."""


def suggest(name: object, names: Iterable[str]) -> str:
    """Return ` (did you mean 'max_rounds'?)`, to append to the list of known names, or "" if none is close.

    Case is ignored; anything but text gives "".
    """
    if not isinstance(name, str) or len(name) > LONGEST:
        return ""
    by_lower = {each.lower(): each for each in names}
    close = get_close_matches(name.lower(), by_lower, 1)
    return f" (did you mean {by_lower[close[0]]!r}?)" if close else ""
