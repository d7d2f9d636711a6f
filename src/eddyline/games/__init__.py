"""Contain one folder per game, with the same files in each; pure.

Calling the package lists the games. It shares the name of that function of `import eddyline`, which it would replace as
soon as somebody imports the package.
"""

from __future__ import annotations

import sys
from types import ModuleType

from eddyline.engine.registry import games


class _Games(ModuleType):
    """Make the package callable."""

    def __call__(self) -> tuple[str, ...]:
        return games()


sys.modules[__name__].__class__ = _Games
