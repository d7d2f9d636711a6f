"""Hold one folder a game, the same files in each; pure.

Calling the package lists the games: it has the name of that function of `import eddyline`, and a package beside a
function of its name would take its place as soon as somebody imports it.
"""

from __future__ import annotations

import sys
from types import ModuleType

from eddyline.engine.registry import games


class _Games(ModuleType):
    """A package that can be called."""

    def __call__(self) -> tuple[str, ...]:
        return games()


sys.modules[__name__].__class__ = _Games
