"""Put the built web client into the sdist and the wheel.

pip asks for metadata and for the wheel in two processes, and a wheel is often built from an sdist that already carries
the client; tools/web.py keeps a digest, so the client is built once. An editable install serves programmers, who build
the client when they want it (`make play`): it is left out there.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Build backends are not started with the project's folder on the path.
sys.path.insert(0, str(Path(__file__).parent / "tools"))
import web


class WebClientHook(BuildHookInterface):
    """Build the web client before hatchling collects the files."""

    def dependencies(self) -> list[str]:
        """Ask for Node from PyPI where it is needed and the machine has none that will do."""
        return [] if web.is_built() or web.find_npm() else [web.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, except for editable installs."""
        if version != "editable":
            web.build()
